"""The places at the table: who sits there and what lies there; and the table before play, when places are taken."""

from __future__ import annotations

from tuckbox.scene.parts import Panel
from tuckbox.server.html.bar import clock, order
from tuckbox.server.html.handles import Handles
from tuckbox.server.html.markup import classes, esc, seat_class
from tuckbox.server.html.scene import facts_html, parts_html
from tuckbox.server.table.face import Chair, Face

LEVELS = ("easy", "normal", "hard")
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def seat_html(face: Face, handles: Handles, panel: Panel, at: int) -> str:
    """A player's place."""
    chair = face.chairs[panel.seat] if panel.seat is not None and panel.seat < len(face.chairs) else None
    badges = "".join(f'<span class="badge">{esc(badge)}</span>' for badge in panel.badges)
    head = person_html(chair, panel.title) if chair else f"<h2>{esc(panel.title)}</h2>"
    kind = classes("seat", seat_class(panel.seat), panel.active and "active", panel.mine and "mine")
    label = "your place" if panel.mine else panel.title
    inside = parts_html(handles, panel, at)
    return (
        f'<section class="{kind}" id="seat-{panel.seat}" aria-label="{esc(label)}"><header>{head}{badges}'
        f'{facts_html(panel)}{_watch(face, chair)}</header><div class="parts">{inside}</div></section>'
    )


def chair_html(face: Face, chair: Chair) -> str:
    """A place of which the scene shows nothing."""
    kind = classes("seat", seat_class(chair.seat), chair.asked and "active", chair.mine and "mine")
    return (
        f'<section class="{kind}" id="seat-{chair.seat}" aria-label="{esc(chair.name or "free seat")}">'
        f"<header>{person_html(chair, chair.name)}{_watch(face, chair)}</header></section>"
    )


def person_html(chair: Chair, name: str) -> str:
    """Who sits there: a disc in the colour of the seat, the name, and what is to be known of who plays."""
    mark = "⚙" if chair.kind == "bot" else (name[:1] or "·").upper()
    tags = [f"bot, {chair.level}" if chair.level else "bot"] if chair.kind == "bot" else []
    tags += ["a bot plays on"] if chair.driven else []
    tags += ["away"] if chair.kind == "person" and not (chair.present or chair.mine or chair.place) else []
    tags += [_ORDINALS.get(chair.place, f"{chair.place}th")] if chair.place else []
    said = f'<span class="tags">{esc(" · ".join(tags))}</span>' if tags else ""
    you = '<span class="you">you</span>' if chair.mine else ""
    disc = f'<span class="{classes("disc", chair.present and "here")}" aria-hidden="true">{esc(mark)}</span>'
    return f"{disc}<h2>{esc(name or 'Free seat')}</h2>{you}{said}"


def _watch(face: Face, chair: Chair | None) -> str:
    """The clock of who is to decide; of a free seat the way to take it."""
    if chair is None:
        return ""
    free = order("Sit here", "sit", "", seat=chair.seat) if chair.free and face.seat is None else ""
    return free + (clock(chair.deadline) if chair.asked else "")


# -- before play -------------------------------------------------------------------------------------------------------


def open_html(face: Face) -> str:
    """The table before the match: who sits, sit down, bots, the link for friends, the start."""
    seats = "".join(f"<li>{_open_seat(face, chair)}</li>" for chair in face.chairs)
    start = order("Start the match", "start", "main") if face.can_start else ""
    waiting = "" if start else f"<p>{_waiting(face)}</p>"
    return (
        f'<section class="open" aria-label="Seats"><h2>Who is playing?</h2><ol class="chairs">{seats}</ol>'
        f'{_invitation(face)}{waiting}<div class="bar">{start}</div></section>'
    )


def _invitation(face: Face) -> str:
    """The link for friends; the client writes it out with the name of the server."""
    if not any(chair.kind == "open" for chair in face.chairs):
        return ""
    path = f"/tables/{esc(face.table)}"
    told = "Only people with this link can find the table." if face.private else "The table is also on the front page."
    return (
        f'<div class="invite"><h3>Invite a friend</h3><p>Send them this link. {told}</p><p class="link">'
        f'<a href="{path}" data-link="{path}">{path}</a><button type="button" class="order main" data-copy="{path}">'
        'Copy the link</button></p><p class="here-only">This link works on this computer only. For friends in your '
        "network start Tuckbox with <code>tuckbox serve --host 0.0.0.0</code> and open it by its number.</p></div>"
    )


def _open_seat(face: Face, chair: Chair) -> str:
    orders = []
    if chair.kind == "open":
        if face.seat is None:
            orders.append(order("Sit here", "sit", "main", seat=chair.seat))
        if face.host:
            orders += [order(f"{level.capitalize()} bot", "bot", "", seat=chair.seat, level=level) for level in LEVELS]
    elif chair.kind == "bot" and face.host:
        orders.append(order("Remove", "bot", "", seat=chair.seat, level=None))
    elif chair.mine:
        orders.append(order("Stand up", "stand"))
    who = person_html(chair, chair.name)
    kind = classes("chair", seat_class(chair.seat))
    return f'<div class="{kind}">{who}<span class="orders">{"".join(orders)}</span></div>'


def _waiting(face: Face) -> str:
    free = sum(chair.kind == "open" for chair in face.chairs)
    if free:
        seats = f"{free} seat{'s are' if free > 1 else ' is'} free."
        todo = "Wait for your friends here, or add bots." if face.host else "The match can start when all are taken."
        return f"{seats} {todo}"
    return "All seats are taken: the host can start the match now."


__all__ = ["LEVELS", "chair_html", "open_html", "person_html", "seat_html"]
