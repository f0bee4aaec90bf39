"""The page of a table. Its body is made anew for every change and morphed into the page by the client."""

from __future__ import annotations

import htpy as h
from markupsafe import Markup

from tuckbox.scene.parts import Panel, Scene
from tuckbox.server.html.action_bar import action_bar_html
from tuckbox.server.html.art import drawing_html, sheet_html
from tuckbox.server.html.click_targets import ClickTargets, deck_of
from tuckbox.server.html.log_chat import chat_html, log_html
from tuckbox.server.html.markup import classes, esc
from tuckbox.server.html.page import document, game_of, name_form, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.scene import facts_html, parts_html
from tuckbox.server.html.seats import empty_place_html, seat_html
from tuckbox.server.html.surroundings import about, banner, leaving, result
from tuckbox.server.html.waiting_room import waiting_room
from tuckbox.server.table.clock import steady_now
from tuckbox.server.table.view_model import ViewModel


def table_page(model: ViewModel, visitor: Visitor) -> str:
    """The whole document."""
    path, sound = f"/tables/{model.table}", visitor.preferences.sound
    live = h.main("#live", data_table=model.table, data_now=f"{steady_now():.3f}", data_sound=sound)[
        Markup(table_body(model))
    ]
    free = any(seat.free for seat in model.seats)
    welcome = name_form(visitor, f"{path}#sit" if free else path, "Sit down" if free else "Save", "welcome")
    return document(
        model.title,
        [live, Markup(sheet_html(game_of(model)))],
        visitor,
        script="table.js",
        kind="at-table",
        game=game_of(model),
        options=dict(model.options),
        back=path,
        above=None if visitor.name else welcome,
        styles=styles_for(model),
    )


def table_body(model: ViewModel) -> str:
    """What is pushed: the table as its viewer sees it now."""
    targets = ClickTargets.of(model.scene, model.moves)
    live = model.step == model.steps or model.stage == "open"
    turn = "turn" if live and model.moves else ""
    kind = classes("table", f"stage-{model.stage}", turn, model.window and "asking", not live and "past")
    felt = waiting_room(model) if model.scene is None else scene_html(model, model.scene, targets)
    deck = deck_of(model.scene) if model.scene else ""
    return (
        f'<div class="{kind}" id="table" data-version="{model.version}" data-deck="{deck}">'
        f'<div class="felt">{banner(model)}{felt}</div>{dock_html(model, targets)}{aside_html(model)}</div>'
    )


def scene_html(model: ViewModel, scene: Scene, targets: ClickTargets) -> str:
    """Rivals around the top, the middle, and the own place at the bottom."""
    placed = list(enumerate(scene.panels))
    shown = {panel.seat for panel in scene.panels}
    rivals = "".join(
        seat_html(model, targets, panel, at) for at, panel in placed if panel.seat is not None and not panel.mine
    )
    rivals += "".join(empty_place_html(model, seat) for seat in model.seats if seat.number not in shown)
    middle = "".join(_middle(targets, panel, at) for at, panel in placed if panel.seat is None)
    own = "".join(seat_html(model, targets, panel, at) for at, panel in placed if panel.mine)
    moment = _moment(scene) if scene.moment else ""
    head = f'<p class="headline">{esc(scene.headline)}</p>'
    return f'{head}<div class="rivals">{rivals}</div><div class="middle">{moment}{middle}</div>{own}'


def _moment(scene: Scene) -> str:
    """What everybody looks at now, with its picture if it has one."""
    if not scene.picture:
        return f'<p class="moment" id="moment">{esc(scene.moment)}</p>'
    return f'<div class="moment shown" id="moment">{drawing_html(scene.picture)}<p>{esc(scene.moment)}</p></div>'


def _middle(targets: ClickTargets, panel: Panel, at: int) -> str:
    facts = facts_html(panel)
    inside = parts_html(targets, panel, at) + (f'<p class="facts">{facts}</p>' if facts else "")
    return f'<section class="centre" id="k-{at}" aria-label="{esc(panel.title)}">{inside}</section>'


# -- below and beside the table ----------------------------------------------------------------------------------------


def dock_html(model: ViewModel, targets: ClickTargets) -> str:
    """The status line and what one can do."""
    status = status_of(model)
    hints = "".join(f"<li>{esc(hint)}</li>" for hint in model.scene.hints) if model.scene else ""
    told = f'<ul class="hints">{hints}</ul>' if hints else ""
    ended = result(model) if model.stage == "finished" and model.step == model.steps else ""
    bar = action_bar_html(model, targets) if model.scene else ""
    return (
        f'<section class="dock" aria-label="What to do"><p id="status" role="status" tabindex="-1">{esc(status)}</p>'
        f"{told}{ended}{bar}</section>"
    )


def status_of(model: ViewModel) -> str:
    """What to do now, in a sentence; a scene that says nothing of it is helped out."""
    if model.scene is None:
        return "The match can start." if model.can_start else "Waiting for players."
    if model.scene.status:
        return model.scene.status
    waited = [seat.name for seat in model.seats if seat.asked and not seat.mine]
    if model.stage == "finished":
        return "The match is over."
    return "It is your turn." if model.moves else f"Waiting for {' and '.join(waited) or 'the others'}."


def aside_html(model: ViewModel) -> str:
    """The log, the chat, and all about this table."""
    log = log_html(model) if model.scene else ""
    return f'<aside aria-label="Log and talk">{log}{chat_html(model)}{about(model)}{leaving(model)}</aside>'


__all__ = ["dock_html", "scene_html", "table_body", "table_page"]
