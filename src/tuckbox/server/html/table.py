"""The page of a table. Its body is made anew for every change and morphed into the page by the client."""

from __future__ import annotations

import time
from functools import lru_cache

from tuckbox.engine.game import Game
from tuckbox.scene.parts import Panel, Scene
from tuckbox.server.html.bar import bar_html, order
from tuckbox.server.html.drawings import drawings, sprite_html
from tuckbox.server.html.handles import Handles, deck_of
from tuckbox.server.html.looks import Visitor
from tuckbox.server.html.markup import classes, esc, opening
from tuckbox.server.html.page import document, game_of, name_form, styles_for
from tuckbox.server.html.scene import facts_html, parts_html
from tuckbox.server.html.seats import chair_html, open_html, seat_html
from tuckbox.server.html.talk import chat_html, log_html
from tuckbox.server.table.face import Face


def table_page(face: Face, visitor: Visitor) -> str:
    """The whole document."""
    told = f'data-table="{esc(face.table)}" data-now="{time.time():.3f}" data-sound="{visitor.looks.sound}"'
    path = f"/tables/{face.table}"
    free = any(chair.free for chair in face.chairs)
    welcome = name_form(visitor, f"{path}#sit" if free else path, "Sit down" if free else "Save", "welcome")
    return document(
        face.title,
        f'<main id="live" {told}>{table_body(face)}</main>{sprite_html(drawings(face).values())}',
        visitor,
        script="table.js",
        kind="at-table",
        game=game_of(face),
        options=dict(face.options),
        back=path,
        above=None if visitor.name else welcome,
        styles=styles_for(face),
    )


def table_body(face: Face) -> str:
    """What is pushed: the table as its viewer sees it now."""
    handles = Handles.of(face.scene, face.moves)
    live = face.step == face.steps or face.stage == "open"
    turn = "turn" if live and face.moves else ""
    kind = classes("table", f"stage-{face.stage}", turn, face.window and "asking", not live and "past")
    felt = open_html(face) if face.scene is None else scene_html(face, face.scene, handles)
    deck = deck_of(face.scene) if face.scene else ""
    return (
        f'<div class="{kind}" id="table" data-version="{face.version}" data-deck="{deck}">'
        f'<div class="felt">{_banner(face)}{felt}</div>{dock_html(face, handles)}{aside_html(face)}</div>'
    )


def _banner(face: Face) -> str:
    """What is out of the ordinary: an earlier state, a bot in one's place, a match that cannot go on."""
    if face.fault:
        return f'<p class="banner" role="alert">{esc(face.fault)}</p>'
    if face.scene is not None and face.step != face.steps:
        return (
            f'<nav class="banner" aria-label="Looking back">Looking back: step {face.step} of {face.steps} '
            f'<a href="?step={max(1, face.step - 1)}">‹ Earlier</a> <a href="?step={face.step + 1}">Later ›</a> '
            f'<a href="/tables/{esc(face.table)}">Now</a></nav>'
        )
    if face.driven:
        return f'<p class="banner">A bot is playing for you. {order("Take my seat back", "return", "main")}</p>'
    return ""


def scene_html(face: Face, scene: Scene, handles: Handles) -> str:
    """Rivals around the top, the middle, and the own place at the bottom."""
    placed = list(enumerate(scene.panels))
    shown = {panel.seat for panel in scene.panels}
    rivals = "".join(
        seat_html(face, handles, panel, at) for at, panel in placed if panel.seat is not None and not panel.mine
    )
    rivals += "".join(chair_html(face, chair) for chair in face.chairs if chair.seat not in shown)
    middle = "".join(_middle(handles, panel, at) for at, panel in placed if panel.seat is None)
    own = "".join(seat_html(face, handles, panel, at) for at, panel in placed if panel.mine)
    moment = f'<p class="moment" id="moment">{esc(scene.moment)}</p>' if scene.moment else ""
    head = f'<p class="headline">{esc(scene.headline)}</p>'
    return f'{head}<div class="rivals">{rivals}</div><div class="middle">{moment}{middle}</div>{own}'


def _middle(handles: Handles, panel: Panel, at: int) -> str:
    facts = facts_html(panel)
    inside = parts_html(handles, panel, at) + (f'<p class="facts">{facts}</p>' if facts else "")
    return f'<section class="centre" id="k-{at}" aria-label="{esc(panel.title)}">{inside}</section>'


# -- below and beside the table ----------------------------------------------------------------------------------------


def dock_html(face: Face, handles: Handles) -> str:
    """The status line and what one can do."""
    status = status_of(face)
    hints = "".join(f"<li>{esc(hint)}</li>" for hint in face.scene.hints) if face.scene else ""
    told = f'<ul class="hints">{hints}</ul>' if hints else ""
    result = result_html(face) if face.stage == "finished" and face.step == face.steps else ""
    bar = bar_html(face, handles) if face.scene else ""
    return (
        f'<section class="dock" aria-label="What to do"><p id="status" role="status" tabindex="-1">{esc(status)}</p>'
        f"{told}{result}{bar}</section>"
    )


def status_of(face: Face) -> str:
    """What to do now, in a sentence; a scene that says nothing of it is helped out."""
    if face.scene is None:
        return "The match can start." if face.can_start else "Waiting for players."
    if face.scene.status:
        return face.scene.status
    waited = [chair.name for chair in face.chairs if chair.asked and not chair.mine]
    if face.stage == "finished":
        return "The match is over."
    return "It is your turn." if face.moves else f"Waiting for {' and '.join(waited) or 'the others'}."


def result_html(face: Face) -> str:
    """The places, and what can be done after a match."""
    ranked = sorted((chair for chair in face.chairs if chair.place), key=lambda chair: (chair.place or 0, chair.seat))
    places = "".join(f"<li><b>{chair.place}.</b> {esc(chair.name)}</li>" for chair in ranked)
    path = f"/tables/{esc(face.table)}"
    again = f'<a class="order main" href="/tables/{esc(face.rematch)}">To the rematch</a>' if face.rematch else ""
    if not again and face.seat is not None:
        again = order("Rematch", "rematch", "main")
    return (
        f'<div class="result"><ol class="places" aria-label="Places">{places}</ol><div class="bar">{again}'
        f'<a class="order" href="{path}/replay">Replay</a><a class="order" href="{path}/record" download>Download</a>'
        '<a class="order" href="/">Home</a></div></div>'
    )


def aside_html(face: Face) -> str:
    """The log, the chat, and all about this table."""
    log = log_html(face) if face.scene else ""
    return f'<aside aria-label="Log and talk">{log}{chat_html(face)}{_about(face)}{_leaving(face)}</aside>'


def _about(face: Face) -> str:
    salted = tuple(chair.name for chair in face.chairs if chair.salted)
    told = _terms(game_of(face), face.options, face.pace.title) + _seal(face.commitment, salted)
    watching = f"<p>{face.onlookers} {'is' if face.onlookers == 1 else 'are'} watching.</p>" if face.onlookers else ""
    return f'<details class="about" id="about"><summary>About this table</summary>{told}{watching}</details>'


@lru_cache(maxsize=1024)
def _terms(game: Game | None, options: tuple[tuple[str, str], ...], pace: str) -> str:
    """The options of the game and the pace."""
    named = [(game.term(name), game.term(name, value)) for name, value in options] if game else options
    pairs = (*named, ("time to think", pace))
    return f"<dl>{''.join(f'<dt>{esc(opening(name))}</dt><dd>{esc(value)}</dd>' for name, value in pairs)}</dl>"


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


def _leaving(face: Face) -> str:
    """Leaving asks twice: the buttons are folded away, and none becomes the other under one's finger."""
    if face.seat is None or face.stage != "playing" or face.step != face.steps:
        return ""
    pause = (
        ""
        if face.driven
        else f'<p id="pausing">A bot can play for you until you come back. {order("Let a bot play", "stand")}</p>'
    )
    return (
        f'<details class="leaving" id="leaving"><summary>Leave the table</summary>{pause}'
        f'<p id="resigning">Or give up your seat for good. {order("Resign", "resign", "danger")}</p></details>'
    )


__all__ = ["dock_html", "result_html", "scene_html", "table_body", "table_page"]
