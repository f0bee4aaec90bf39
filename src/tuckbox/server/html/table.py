"""The page of a table. Its body is made anew for every change and morphed into the page by the client."""

from __future__ import annotations

from functools import lru_cache

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import listed
from tuckbox.scene.parts import Panel, Scene
from tuckbox.server.assets import release
from tuckbox.server.html.action_bar import action_bar
from tuckbox.server.html.art import drawing_html, sheet_html
from tuckbox.server.html.buttons import clock, order
from tuckbox.server.html.click_targets import ClickTargets, deck_of
from tuckbox.server.html.contents import contents, felt_contents, middle_contents, rivals_contents
from tuckbox.server.html.fragments import Fragment, Lines, Piece, Rows
from tuckbox.server.html.log_chat import chat, log, with_chips
from tuckbox.server.html.markup import classes, esc, isolated
from tuckbox.server.html.page import Subject, document, game_of, name_form, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.scene import facts, parts
from tuckbox.server.html.seats import empty_place, place
from tuckbox.server.html.since import since_html
from tuckbox.server.html.surroundings import about, banner, headline, leaving, practising, result, scores, unlearnt, watching
from tuckbox.server.html.takeback import takeback_notice
from tuckbox.server.html.waiting_room import waiting_room
from tuckbox.server.html.words import changed, heading, history, spoken, told_actions, told_table
from tuckbox.server.notices.looks import Since
from tuckbox.server.table.clock import steady_now
from tuckbox.server.table.view_model import SeatView, ViewModel


def table_page(model: ViewModel, visitor: Visitor, since: Since | None = None, head: h.Node = None) -> str:
    """The whole document; `since` is what has happened since the visitor looked last, `head` describes the page to those who
    preview its link."""
    path, sound = f"/tables/{model.table}", visitor.preferences.sound
    shown = table_body(model, visitor.preferences.worded)
    live = h.main("#live", data_table=model.table, data_now=f"{steady_now():.3f}", data_sound=sound, data_assets=release())[
        Markup(shown)
    ]
    free = any(seat.free for seat in model.seats)
    welcome = name_form(visitor, f"{path}#sit" if free else path, "Sit down" if free else "Save", "welcome")
    news = since_html(since) if since else None if visitor.name or model.fault else welcome
    return document(
        model.title,
        [
            h.div("#above", class_=not visitor.preferences.worded and "upon")[news],
            live,
            Markup(sheet_html(game_of(model), shown)),
        ],
        visitor,
        subject=Subject.of(model, live=True),
        script="table.js",
        back=path,
        head=head,
        styles=styles_for(model, visitor.preferences.worded),
    )


CHOICES = 4
"""Number of moves from which on there is much to choose from, so that what lies on the table may take less room."""


def table_body(model: ViewModel, worded: bool = False) -> str:
    """The table as its viewer sees it now, as HTML."""
    return table_fragment(model, worded).html


def table_fragment(model: ViewModel, worded: bool) -> Fragment:
    """The table as its viewer sees it now, drawn or `worded`."""
    live = not model.looking_back or model.stage == "open"
    turn = "turn" if live and model.moves else ""
    choices = len(model.moves) >= CHOICES
    marks = {
        "unaided": model.unaided,
        "asking": model.window is not None,
        "past": not live,
        "words": worded,
        "choices": choices,
    }
    kind = classes("table", f"stage-{model.stage}", turn, *(mark for mark, holds in marks.items() if holds))
    targets = ClickTargets() if worded else ClickTargets.of(model.scene, model.moves)
    if model.scene is None:
        felt: list[Piece] = [_without_scene(model), *([changed(model)] if worded and model.stage == "open" else [])]
    else:
        felt = told_table(model, model.scene) if worded else scene_pieces(model, model.scene, targets)
    deck = deck_of(model.scene) if model.scene else ""
    tag = f'<div class="{kind}" id="table" data-version="{model.version}" data-step="{model.steps}" data-deck="{deck}">'
    above = banner(model)
    ground = "reading" if worded else felt_classes(model, model.scene, bool(above))  # a game's theme paints the felt
    lying = Rows("felt", f'<div class="{ground}" id="felt">', [above, *felt] if above else felt, "</div>")
    return Fragment("table", tag, lying, dock(model, targets, worded), aside(model, worded), "</div>")


def _without_scene(model: ViewModel) -> Fragment:
    """Text in place of an empty table: not begun, or nothing of it was kept."""
    if not model.past:
        return waiting_room(model)
    people = h.ol(".chairs")[[h.li[seat.name] for seat in model.seats if seat.name]]
    shown = h.fragment[h.h2["Who played"], people, h.p["What lay on this table was not kept when its rules changed."]]
    return Fragment("room", '<section class="open" id="room" aria-label="Seats">', str(shown), "</section>")


def felt_classes(model: ViewModel, scene: Scene | None, notice: bool = False) -> str:
    """Classes of the felt, perhaps with a `notice` above what lies on it."""
    return classes("felt", felt_contents(scene, len(model.seats), notice) if scene else "with-room")


def scene_html(model: ViewModel, scene: Scene, targets: ClickTargets) -> str:
    """All that lies on the table, as HTML."""
    return "".join(map(str, scene_pieces(model, scene, targets)))


def scene_pieces(model: ViewModel, scene: Scene, targets: ClickTargets) -> list[Piece]:
    """Rivals around the top, the middle, and the own place at the bottom."""
    placed = list(enumerate(scene.panels))
    shown = {panel.seat for panel in scene.panels}
    rivals = [place(model, targets, panel, at) for at, panel in placed if panel.seat is not None and not panel.mine]
    rivals += [empty_place(model, seat) for seat in model.seats if seat.number not in shown]
    middle = [_middle(targets, panel, at) for at, panel in placed if panel.seat is None]
    own = [place(model, targets, panel, at) for at, panel in placed if panel.mine]
    moment = [_moment(scene)] if scene.moment else []
    head = _headline(practising(model.practice) if model.practice else watching(model), headline(model, scene))
    kind = classes("rivals", rivals_contents(scene, len(rivals)))
    above = Rows("rivals", f'<div class="{kind}" id="rivals">', rivals, "</div>")
    kind = classes("middle", middle_contents(scene))
    return [head, above, Rows("middle", f'<div class="{kind}" id="middle">', [*moment, *middle], "</div>"), *own]


@lru_cache(maxsize=1024)
def _headline(practice: str, said: str) -> Fragment:
    return Fragment("headline", '<p class="headline" id="headline">', f"{practice}{isolated(said)}", "</p>")


def _moment(scene: Scene) -> Fragment:
    """The event everybody looks at now, with its picture if it has one."""
    said = isolated(scene.moment)
    if not scene.picture:
        return Fragment("moment", '<p class="moment" id="moment">', said, "</p>")
    tag = '<div class="moment shown" id="moment">'
    return Fragment("moment", tag, drawing_html(scene.picture), f"<p>{said}</p>", "</div>")


def _middle(targets: ClickTargets, panel: Panel, at: int) -> Fragment:
    twins = targets.untouched(panel)
    return _centre(targets, panel, at) if twins is None else _same_centre(panel, at, twins)


@lru_cache(maxsize=4096)
def _same_centre(panel: Panel, at: int, twins: frozenset[str]) -> Fragment:
    """A middle where nothing can be touched looks the same to all who see the same there."""
    return _centre(ClickTargets(twins=twins), panel, at).for_all()


def _centre(targets: ClickTargets, panel: Panel, at: int) -> Fragment:
    known = facts(panel)
    told = [Lines(f"k-{at}-facts", f'<p class="facts" id="k-{at}-facts">', known, "</p>")] if known else []
    tag = f'<section class="{classes("centre", contents(panel))}" id="k-{at}" aria-label="{esc(panel.title)}">'
    return Rows(f"k-{at}", tag, [*parts(targets, panel, at), *told], "</section>")


# -- below and beside the table ----------------------------------------------------------------------------------------


def dock(model: ViewModel, targets: ClickTargets, worded: bool) -> Fragment:
    """The status line and what one can do."""
    game, status = game_of(model), status_of(model)
    told = [_hints(game, model.scene.hints, worded)] if model.scene and model.scene.hints else []
    asked = takeback_notice(model, worded)
    ended = [result(model)] if model.stage == "finished" and not model.looking_back else []
    if worded:
        actions = told_actions(model) if model.scene else []
        tag = '<section class="dock" id="dock" tabindex="-1" aria-labelledby="dock-title">'
        own = _time(model, "Time left: ") if model.seat is not None and model.seats[model.seat].asked else []
        inside = [heading("dock", "What may I do"), _status(spoken(game, status)), *own, *asked, *told, *ended, *actions]
        return Rows("dock", tag, inside, "</section>")
    bar = action_bar(model, targets) if model.scene else []
    tag = '<section class="dock" id="dock" tabindex="-1" aria-label="What to do">'
    return Rows("dock", tag, [*_time(model), _status(status), *_vacant(model), *asked, *told, *ended, *bar], "</section>")


@lru_cache(maxsize=1024)
def _hints(game: Game | None, hints: tuple[str, ...], worded: bool) -> Fragment:
    said = [isolated(spoken(game, hint)) if worded else with_chips(game, hint, shortest=2) for hint in hints]
    lines = " ".join(f"<li>{hint}</li>" for hint in said)  # on a phone they follow each other on a line
    return Fragment("hints", '<ul class="hints" id="hints">', lines, "</ul>")


@lru_cache(maxsize=1024)
def _status(text: str) -> Fragment:
    return Fragment("status", '<p id="status" role="status" tabindex="-1">', isolated(text), "</p>")


def _time(model: ViewModel, label: str = "") -> list[Fragment]:
    """The clock of the viewer who is to decide, or of whom they wait for: where the window is narrow the place that has it
    may be out of sight. An open window shows its own."""
    if model.window is not None or model.looking_back:
        return []
    due = [(not seat.mine, seat.deadline) for seat in model.seats if seat.asked and seat.deadline]
    return [Fragment("time", '<p id="time">', label, clock(min(due)[1]), "</p>")] if due else []


def _vacant(model: ViewModel) -> list[Fragment]:
    """The seats that an onlooker may take: where the window is narrow their places may be out of sight."""
    free = [seat for seat in model.seats if seat.free]
    if model.seat is not None or model.stage != "playing" or model.looking_back or not free:
        return []
    sit = "".join(order(f"Sit down for {seat.name}", "sit", seat=seat.number) for seat in free)
    return [Fragment("vacant", '<div id="vacant">', sit, "</div>")]


def status_of(model: ViewModel) -> str:
    """The prompt in a sentence; a default where a scene gives none."""
    if model.scene is None:
        return _before_play(model)
    if model.window and model.window.answered is not None and not model.looking_back:
        return "Waiting for the others."  # the scene still asks
    if model.driven and model.seat is not None and model.seats[model.seat].asked and not model.looking_back:
        return "A bot is playing for you."  # here too
    if told := _all_away(model) or model.scene.status:
        return told
    waited = [seat.name for seat in model.seats if seat.asked and not seat.mine]
    if model.stage == "finished":
        return "The match is over."
    return "It is your turn." if model.moves else f"Waiting for {' and '.join(waited) or 'the others'}."


def _all_away(model: ViewModel) -> str:
    """A sentence that all those are away for whom the table waits, and what comes of it; empty where somebody is there."""
    asked = [seat for seat in model.seats if seat.asked]
    if model.looking_back or model.past or not asked or not all(_is_away(seat) for seat in asked):
        return ""
    then = " When their time is up, a bot plays on." if any(seat.deadline for seat in asked) else ""
    return f"{_those([seat.name for seat in asked], 'is', 'are')} away.{then}"


def _is_away(seat: SeatView) -> bool:
    return seat.kind == "person" and not (seat.present or seat.mine or seat.driven)


def _those(names: list[str], one: str, more: str) -> str:
    return f"{listed(names)} {one if len(names) == 1 else more}"


def _before_play(model: ViewModel) -> str:
    """The prompt at a table without a match, or whose match is kept no more."""
    if model.past:
        return "The match is over."
    if model.fault:
        return "Nothing can be done at this table."
    others = [seat for seat in model.seats if seat.kind == "person" and not seat.mine]
    there, away = [seat.name for seat in others if seat.present], [seat.name for seat in others if not seat.present]
    here = f"{_those(there, 'sits', 'sit')} here. " if there else ""  # who comes is read out
    here += f"{_those(away, 'is', 'are')} away. " if away else ""
    if model.can_start:
        return f"{here}The match can start."
    free = any(seat.kind == "open" for seat in model.seats)
    return here + ("Waiting for players." if free else "Waiting for the host to start.")


def aside(model: ViewModel, worded: bool) -> Fragment:
    """The log, the chat, and all about this table."""
    told = [*unlearnt(model), *scores(model), *_log(model, worded)]
    tag = '<aside id="aside" aria-label="Log and talk">'
    way_out = leaving(model)
    return Rows("aside", tag, [*told, chat(model), about(model), *([way_out] if way_out else [])], "</aside>")


def _log(model: ViewModel, worded: bool) -> list[Fragment]:
    """The log. Drawn it is there before play: a region that comes together with its first lines is not read out."""
    if worded:
        return [history(model)] if model.scene else []
    return [log(model)] if model.scene or model.stage == "open" else []
