"""The places at the table: who sits there and what lies there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tuckbox.definition.graphemes import initial
from tuckbox.scene.parts import Panel
from tuckbox.server.html.buttons import clock, order
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.contents import contents
from tuckbox.server.html.fragments import Fragment, Lines, Rows
from tuckbox.server.html.markup import classes, esc, ordinal, seat_class
from tuckbox.server.html.scene import facts, parts
from tuckbox.server.table.view_model import SeatView, ViewModel


def place(model: ViewModel, targets: ClickTargets, panel: Panel, at: int) -> Fragment:
    """A player's place."""
    seat = model.seats[panel.seat] if panel.seat is not None and panel.seat < len(model.seats) else None
    free = seat is not None and seat.free and model.seat is None
    twins = targets.untouched(panel)
    if twins is not None:
        return _same_place(panel, seat, free, twins)
    return _place(panel, seat, free, parts(targets, panel, at))


@lru_cache(maxsize=4096)
def _same_place(panel: Panel, seat: SeatView | None, free: bool, twins: frozenset[str]) -> Fragment:
    """A place where nothing can be touched looks the same to all who see the same there."""
    return _place(panel, seat, free, parts(ClickTargets(twins=twins), panel, 0)).for_all()


def _place(panel: Panel, seat: SeatView | None, free: bool, inside: Sequence[Fragment]) -> Fragment:
    kind = classes("seat", seat_class(panel.seat), panel.active and "active", panel.mine and "mine", contents(panel))
    label = "your place" if panel.mine else panel.title
    header = _header(f"head-{panel.seat}", panel.title, panel.badges, tuple(facts(panel)), seat, free)
    tag = f'<section class="{kind}" id="seat-{panel.seat}" aria-label="{esc(label)}">'
    name = f"parts-{panel.seat}"
    rows = Rows(name, f'<div class="parts" id="{name}">', inside, "</div>")
    return Fragment(f"seat-{panel.seat}", tag, header, rows, "</section>")


@lru_cache(maxsize=4096)
def _header(
    name: str, title: str, badges: tuple[str, ...], told: tuple[str, ...], seat: SeatView | None, free: bool
) -> Fragment:
    """The player of a seat, with badges and facts."""
    worn = [f'<span class="badge">{esc(badge)}</span>' for badge in badges]
    head = person(seat, title) if seat else [f"<h2>{esc(title)}</h2>"]
    return Lines(name, f'<header id="{name}">', [*head, *worn, *told, *watch(seat, free)], "</header>")


def empty_place(model: ViewModel, seat: SeatView) -> Fragment:
    """A place of which the scene shows nothing."""
    kind = classes("seat", seat_class(seat.number), seat.asked and "active", seat.mine and "mine")
    tag = f'<section class="{kind}" id="seat-{seat.number}" aria-label="{esc(seat.name or "free seat")}">'
    head = [*person(seat, seat.name), *watch(seat, seat.free and model.seat is None)]
    return Fragment(f"seat-{seat.number}", tag, f"<header>{''.join(head)}</header></section>")


def person(seat: SeatView, name: str, level: str = "h2") -> list[str]:
    """The player of a seat: a disc in the colour of the seat, the name as a heading of a `level`, and the kind of player."""
    mark = "⚙" if seat.kind == "bot" else initial(name) or "·"
    tags = tags_of(seat)
    said = [f'<span class="tags">{esc(" · ".join(tags))}</span>'] if tags else []
    you = ['<span class="you">you</span>'] if seat.mine and name != "You" else []  # as the learner of a lesson is called
    disc = f'<span class="{classes("disc", seat.present and "here")}" aria-hidden="true">{esc(mark)}</span>'
    return [disc, f'<{level} dir="auto">{esc(name or "Free seat")}</{level}>', *you, *said]


def tags_of(seat: SeatView) -> list[str]:
    """Remarks on a player: whether it is a bot, for whom, whether they are away, their place when all is over."""
    tags = [f"bot, {seat.level}" if seat.level else "bot"] if seat.kind == "bot" else []
    tags += ["a bot plays on"] if seat.driven else []
    tags += [f"{seat.former} has resigned"] if seat.former else []
    tags += ["away"] if seat.kind == "person" and not (seat.present or seat.mine or seat.place) else []
    return tags + ([ordinal(seat.place)] if seat.place else [])


def watch(seat: SeatView | None, free: bool) -> list[str]:
    """The clock of who is to decide; of a free seat the way to take it."""
    if seat is None:
        return []
    sit = [order("Sit here", "sit", "", seat=seat.number)] if free else []
    return [*sit, clock(seat.deadline)] if seat.asked and seat.deadline else [*sit]
