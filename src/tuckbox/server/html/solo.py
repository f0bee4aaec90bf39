"""A table for one, drawn or in words: what lies on it, something that is said beside it, and what one may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import htpy as h
from markupsafe import Markup

from tuckbox.scene.parts import Scene
from tuckbox.server.html.action_bar import action_bar
from tuckbox.server.html.click_targets import ClickTargets, deck_of
from tuckbox.server.html.log_chat import at_once, often, with_chips
from tuckbox.server.html.markup import classes
from tuckbox.server.html.page import game_of
from tuckbox.server.html.table import felt_classes, scene_html, status_of
from tuckbox.server.html.words import heading, spoken, told_actions, told_table
from tuckbox.server.table.view_model import ViewModel


def solo_body(
    model: ViewModel, kind: str, asks: bool, said: h.Node, worded: bool, data: Mapping[str, str | None], status: str = ""
) -> str:
    """The part of the document that changes; `kind` is a class of the table, `asks` says that its viewer is to choose,
    `said` is what stands beside the table, drawn or `worded`, `data` are attributes for scripts, and `status` stands instead
    of the prompt of the table and its hints."""
    scene = model.scene
    assert scene is not None
    if status:
        scene = replace(scene, status=status, hints=())
        model = replace(model, scene=scene)
    turn = classes("table", kind, worded and "words", asks and "turn")
    inside = _in_words(model, scene, asks, said) if worded else _drawn(model, scene, asks, said)
    deck = "" if worded else deck_of(scene)
    return str(h.div("#table", class_=turn, data_deck=deck or None, **data)[inside])


def _in_words(model: ViewModel, scene: Scene, asks: bool, said: h.Node) -> h.Node:
    """The table in words: all that is said beside it comes first."""
    game = game_of(model)
    hints = [h.li[spoken(game, hint)] for hint in scene.hints]
    return [
        said,
        h.div(".reading")[Markup("".join(map(str, told_table(model, scene))))],
        h.section("#dock.dock", aria_labelledby="dock-title", tabindex="-1")[
            Markup(heading("dock", "What may I do")),
            h.p("#status", role="status", tabindex="-1")[spoken(game, status_of(model))],
            h.ul(".hints")[hints] if hints else None,
            Markup("".join(map(str, told_actions(model)))) if asks else None,
        ],
    ]


def _drawn(model: ViewModel, scene: Scene, asks: bool, said: h.Node) -> h.Node:
    targets, game = ClickTargets.of(scene, model.moves), game_of(model)
    felt = scene_html(model, scene, targets)
    hints = [h.li[Markup(with_chips(game, hint, shortest=2))] for hint in scene.hints]
    return [
        h.div("#felt", class_=felt_classes(model, scene))[Markup(felt)],
        h.section("#dock.dock", aria_label="What to do", tabindex="-1")[
            said,
            h.p("#status", role="status", tabindex="-1")[status_of(model)],
            h.ul(".hints")[hints] if hints else None,
            Markup("".join(map(str, action_bar(model, targets)))) if asks else None,
        ],
        h.aside(aria_label="Log")[_log(model)],
    ]


def _log(model: ViewModel) -> h.Node:
    """The last sentences of the log."""
    game = game_of(model)
    told = enumerate(at_once(model.log))
    lines = [h.li(id=f"l{number}")[Markup(with_chips(game, line.text)), often(times)] for number, (line, times) in told]
    return h.section(".log", aria_labelledby="log-title")[
        h.h2("#log-title")["What happened"], h.div(".scroll", role="log", tabindex="0")[h.ol[lines]]
    ]
