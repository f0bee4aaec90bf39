"""A finished match, step by step, all hands open."""

from __future__ import annotations

from dataclasses import replace

from tuckbox.scene.parts import Part, Row, Scene
from tuckbox.server.html.drawings import drawings, sprite_html
from tuckbox.server.html.handles import Handles
from tuckbox.server.html.looks import Visitor
from tuckbox.server.html.markup import esc
from tuckbox.server.html.page import document, game_of, styles_for
from tuckbox.server.html.table import scene_html
from tuckbox.server.html.talk import log_html
from tuckbox.server.table.face import Face


def replay_page(face: Face, visitor: Visitor) -> str:
    """The page of a finished match at one of its steps; `face` shows it with all hands open."""
    return document(
        f"Replay: {face.title}",
        f'<main id="live">{replay_body(face)}</main>',
        visitor,
        script="replay.js",
        kind="at-table",
        game=game_of(face),
        options=dict(face.options),
        back=f"/tables/{face.table}/replay?step={face.step}",
        styles=styles_for(face),
    )


def replay_body(face: Face) -> str:
    """What changes from step to step."""
    opened = open_hands(face.scene) if face.scene else None
    scene = scene_html(face, opened, Handles.of(opened)) if opened else ""
    sprite = sprite_html(drawings(face).values())
    return (
        f'{sprite}<div class="table stage-replay" id="table" data-deck=""><div class="felt">{scene}</div>'
        '<section class="dock" aria-label="Steps">'
        f'<p id="status" role="status" tabindex="-1">{esc(_told(face))}</p>{_ways(face)}</section>'
        f'<aside aria-label="Log">{log_html(face)}</aside></div>'
    )


def open_hands(scene: Scene) -> Scene:
    """The scene with the cards of all hands as their owners saw them: to those who look back nothing is half known."""
    return replace(scene, panels=tuple(replace(panel, parts=tuple(map(_open, panel.parts))) for panel in scene.panels))


def _open(part: Part) -> Part:
    return replace(part, cards=tuple(replace(card, faint=False) for card in part.cards)) if isinstance(part, Row) else part


def _told(face: Face) -> str:
    """What has just happened, and at the end how it ended."""
    told = " ".join(line.text for line in face.log if line.step == face.step)
    if face.step == face.steps or not told:
        return face.scene.status if face.scene else ""
    return told


def _ways(face: Face) -> str:
    """To the first, the previous, the next and the last step."""
    ways = (
        ("first", "«", "First step", 1, face.step > 1),
        ("prev", "‹", "Previous step", face.step - 1, face.step > 1),
        ("next", "›", "Next step", face.step + 1, face.step < face.steps),
        ("last", "»", "Last step", face.steps, face.step < face.steps),
    )
    links = [
        f'<a class="order" id="way-{way}" data-way="{way}" href="?step={step}" aria-label="{label}">{sign}</a>'
        if there
        else f'<span class="order" id="way-{way}" aria-hidden="true">{sign}</span>'
        for way, sign, label, step, there in ways
    ]
    where = f"<span>step {face.step} of {face.steps}</span>"
    back = f'<a class="order" href="/tables/{esc(face.table)}">Back to the table</a>'
    return f'<nav class="steps" aria-label="Steps">{links[0]}{links[1]}{where}{links[2]}{links[3]}{back}</nav>'


__all__ = ["replay_body", "replay_page"]
