"""A finished match, step by step, all hands open."""

from __future__ import annotations

from dataclasses import replace

from tuckbox.scene.parts import Part, Row, Scene
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.drawings import drawings, sprite_html
from tuckbox.server.html.log_chat import log_html
from tuckbox.server.html.markup import esc
from tuckbox.server.html.page import document, game_of, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.table import scene_html
from tuckbox.server.table.view_model import ViewModel


def replay_page(model: ViewModel, visitor: Visitor) -> str:
    """The page of a finished match at one of its steps; `model` shows it with all hands open."""
    return document(
        f"Replay: {model.title}",
        f'<main id="live">{replay_body(model)}</main>',
        visitor,
        script="replay.js",
        kind="at-table",
        game=game_of(model),
        back=f"/tables/{model.table}/replay?step={model.step}",
        styles=styles_for(model),
    )


def replay_body(model: ViewModel) -> str:
    """What changes from step to step."""
    opened = open_hands(model.scene) if model.scene else None
    scene = scene_html(model, opened, ClickTargets.of(opened)) if opened else ""
    sprite = sprite_html(drawings(model).values())
    return (
        f'{sprite}<div class="table stage-replay" id="table" data-deck=""><div class="felt">{scene}</div>'
        '<section class="dock" aria-label="Steps">'
        f'<p id="status" role="status" tabindex="-1">{esc(_told(model))}</p>{_ways(model)}</section>'
        f'<aside aria-label="Log">{log_html(model)}</aside></div>'
    )


def open_hands(scene: Scene) -> Scene:
    """The scene with the cards of all hands as their owners saw them: to those who look back nothing is half known."""
    return replace(scene, panels=tuple(replace(panel, parts=tuple(map(_open, panel.parts))) for panel in scene.panels))


def _open(part: Part) -> Part:
    return replace(part, cards=tuple(replace(card, faint=False) for card in part.cards)) if isinstance(part, Row) else part


def _told(model: ViewModel) -> str:
    """What has just happened, and at the end how it ended."""
    told = " ".join(line.text for line in model.log if line.step == model.step)
    if model.step == model.steps or not told:
        return model.scene.status if model.scene else ""
    return told


def _ways(model: ViewModel) -> str:
    """To the first, the previous, the next and the last step."""
    ways = (
        ("first", "«", "First step", 1, model.step > 1),
        ("prev", "‹", "Previous step", model.step - 1, model.step > 1),
        ("next", "›", "Next step", model.step + 1, model.step < model.steps),
        ("last", "»", "Last step", model.steps, model.step < model.steps),
    )
    links = [
        f'<a class="order" id="way-{way}" data-way="{way}" href="?step={step}" aria-label="{label}">{sign}</a>'
        if there
        else f'<span class="order" id="way-{way}" aria-hidden="true">{sign}</span>'
        for way, sign, label, step, there in ways
    ]
    where = f"<span>step {model.step} of {model.steps}</span>"
    back = f'<a class="order" href="/tables/{esc(model.table)}">Back to the table</a>'
    return f'<nav class="steps" aria-label="Steps">{links[0]}{links[1]}{where}{links[2]}{links[3]}{back}</nav>'


__all__ = ["replay_body", "replay_page"]
