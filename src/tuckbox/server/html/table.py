"""The page of a table. Its body is made anew for every change and morphed into the page by the client."""

from __future__ import annotations

import time
from functools import lru_cache

from tuckbox.engine.game import Game
from tuckbox.scene.parts import Panel, Scene
from tuckbox.server.html.action_bar import action_bar_html, order
from tuckbox.server.html.click_targets import ClickTargets, deck_of
from tuckbox.server.html.drawings import drawings, sprite_html
from tuckbox.server.html.log_chat import chat_html, log_html
from tuckbox.server.html.markup import capitalised, classes, esc
from tuckbox.server.html.page import document, game_of, name_form, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.scene import facts_html, parts_html
from tuckbox.server.html.seats import empty_place_html, open_html, seat_html
from tuckbox.server.table.view_model import ViewModel


def table_page(model: ViewModel, visitor: Visitor) -> str:
    """The whole document."""
    told = f'data-table="{esc(model.table)}" data-now="{time.time():.3f}" data-sound="{visitor.preferences.sound}"'
    path = f"/tables/{model.table}"
    free = any(seat.free for seat in model.seats)
    welcome = name_form(visitor, f"{path}#sit" if free else path, "Sit down" if free else "Save", "welcome")
    return document(
        model.title,
        f'<main id="live" {told}>{table_body(model)}</main>{sprite_html(drawings(model).values())}',
        visitor,
        script="table.js",
        kind="at-table",
        game=game_of(model),
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
    felt = open_html(model) if model.scene is None else scene_html(model, model.scene, targets)
    deck = deck_of(model.scene) if model.scene else ""
    return (
        f'<div class="{kind}" id="table" data-version="{model.version}" data-deck="{deck}">'
        f'<div class="felt">{_banner(model)}{felt}</div>{dock_html(model, targets)}{aside_html(model)}</div>'
    )


def _banner(model: ViewModel) -> str:
    """What is out of the ordinary: an earlier state, a bot in one's place, a match that cannot go on."""
    if model.fault:
        return f'<p class="banner" role="alert">{esc(model.fault)}</p>'
    if model.scene is not None and model.step != model.steps:
        return (
            f'<nav class="banner" aria-label="Looking back">Looking back: step {model.step} of {model.steps} '
            f'<a href="?step={max(1, model.step - 1)}">‹ Earlier</a> <a href="?step={model.step + 1}">Later ›</a> '
            f'<a href="/tables/{esc(model.table)}">Now</a></nav>'
        )
    if model.driven:
        return f'<p class="banner">A bot is playing for you. {order("Take my seat back", "return", "main")}</p>'
    return ""


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
    moment = f'<p class="moment" id="moment">{esc(scene.moment)}</p>' if scene.moment else ""
    head = f'<p class="headline">{esc(scene.headline)}</p>'
    return f'{head}<div class="rivals">{rivals}</div><div class="middle">{moment}{middle}</div>{own}'


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
    result = result_html(model) if model.stage == "finished" and model.step == model.steps else ""
    bar = action_bar_html(model, targets) if model.scene else ""
    return (
        f'<section class="dock" aria-label="What to do"><p id="status" role="status" tabindex="-1">{esc(status)}</p>'
        f"{told}{result}{bar}</section>"
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


def result_html(model: ViewModel) -> str:
    """The places, and what can be done after a match."""
    ranked = sorted((seat for seat in model.seats if seat.place), key=lambda seat: (seat.place or 0, seat.number))
    places = "".join(f"<li><b>{seat.place}.</b> {esc(seat.name)}</li>" for seat in ranked)
    path = f"/tables/{esc(model.table)}"
    again = f'<a class="order main" href="/tables/{esc(model.rematch)}">To the rematch</a>' if model.rematch else ""
    if not again and model.seat is not None:
        again = order("Rematch", "rematch", "main")
    return (
        f'<div class="result"><ol class="places" aria-label="Places">{places}</ol><div class="bar">{again}'
        f'<a class="order" href="{path}/replay">Replay</a><a class="order" href="{path}/record" download>Download</a>'
        '<a class="order" href="/">Home</a></div></div>'
    )


def aside_html(model: ViewModel) -> str:
    """The log, the chat, and all about this table."""
    log = log_html(model) if model.scene else ""
    return f'<aside aria-label="Log and talk">{log}{chat_html(model)}{_about(model)}{_leaving(model)}</aside>'


def _about(model: ViewModel) -> str:
    salted = tuple(seat.name for seat in model.seats if seat.salted)
    told = _terms(game_of(model), model.options, model.time_control.title) + _seal(model.commitment, salted)
    watching = f"<p>{model.onlookers} {'is' if model.onlookers == 1 else 'are'} watching.</p>" if model.onlookers else ""
    return f'<details class="about" id="about"><summary>About this table</summary>{told}{watching}</details>'


@lru_cache(maxsize=1024)
def _terms(game: Game | None, options: tuple[tuple[str, str], ...], pace: str) -> str:
    """The options of the game and the pace."""
    named = [(game.term(name), game.term(name, value)) for name, value in options] if game else options
    pairs = (*named, ("time to think", pace))
    return f"<dl>{''.join(f'<dt>{esc(capitalised(name))}</dt><dd>{esc(value)}</dd>' for name, value in pairs)}</dl>"


@lru_cache(maxsize=1024)
def _seal(commitment: str | None, salted: tuple[str, ...]) -> str:
    """That the deal is fixed, and who had a hand in it."""
    if not commitment:
        return ""
    added = f" {', '.join(salted)} added chance of their own to it." if salted else ""
    return (
        f"<p>All the luck of this match was fixed before it began, and this number is its seal.{esc(added)} When the "
        "match is over, download the record: <code>tuckbox verify</code> opens the seal and checks every card.</p>"
        f"<p><code>{esc(commitment)}</code></p>"
    )


def _leaving(model: ViewModel) -> str:
    """Leaving asks twice: the buttons are folded away, and none becomes the other under one's finger."""
    if model.seat is None or model.stage != "playing" or model.step != model.steps:
        return ""
    pause = (
        ""
        if model.driven
        else f'<p id="pausing">A bot can play for you until you come back. {order("Let a bot play", "stand")}</p>'
    )
    return (
        f'<details class="leaving" id="leaving"><summary>Leave the table</summary>{pause}'
        f'<p id="resigning">Or give up your seat for good. {order("Resign", "resign", "danger")}</p></details>'
    )


__all__ = ["dock_html", "result_html", "scene_html", "table_body", "table_page"]
