"""A finished match, step by step, all hands open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import htpy as h
from markupsafe import Markup

from tuckbox.match.labels import in_words
from tuckbox.scene.parts import Part, Row, Scene
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.log_chat import at_once, often
from tuckbox.server.html.markup import classes
from tuckbox.server.html.page import Subject, document, game_of, styles_for
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.sharing import share_button
from tuckbox.server.html.surroundings import scores
from tuckbox.server.html.table import felt_classes, scene_html
from tuckbox.server.html.words import heading, phrase, told_places
from tuckbox.server.table.view_model import ViewModel

HIDING = "hide=1"
"""Part of a link that hides how a match ends until one has come there."""


def replay_page(model: ViewModel, visitor: Visitor, hides: bool = False, head: h.Node = None) -> str:
    """The page of a finished match at one of its steps; `model` shows it with all hands open. One that `hides` how it ends
    has to be given a model that does not know it; `head` describes the page to those who preview its link."""
    worded = visitor.preferences.worded
    return document(
        f"Replay: {model.title}",
        [h.main("#live")[Markup(replay_body(model, hides, worded))], Markup(sheet_html(game_of(model)))],
        visitor,
        subject=Subject.of(model),
        script="replay.js",
        back=f"/tables/{model.table}/replay{step_path(model.step, hides)}",
        head=head,
        styles=(*styles_for(model, worded), "replay.css"),
    )


def step_path(step: int, hides: bool = False) -> str:
    """The address of a step within its page."""
    return f"?step={step}&{HIDING}" if hides else f"?step={step}"


def replay_body(model: ViewModel, hides: bool = False, worded: bool = False) -> str:
    """The part of the document that changes from step to step."""
    opened = open_hands(model.scene) if model.scene else None
    body = h.div("#table", class_=classes("table", "stage-replay", worded and "words"), data_deck="")[
        still_table(model, opened, worded),
        steps_dock(
            worded,
            h.p("#status", role="status", tabindex="-1")[told_of(model, worded)],
            steps_nav(model, lambda step: step_path(step, hides), whole=step_path(model.step) if hides else None),
            _player(model, hides),
        ),
        h.aside(aria_label="Log")[[Markup(each.html) for each in scores(model)], _log(model, hides, worded)],
    ]
    return str(body)


def steps_dock(worded: bool, *inside: h.Node) -> h.Node:
    """The section below a table that is looked back at; in words it has a heading, and so a key that leads to it."""
    if not worded:
        return h.section("#dock.dock", aria_label="Steps", tabindex="-1")[inside]
    head = Markup(heading("dock", "Steps"))
    return h.section("#dock.dock", aria_labelledby="dock-title", tabindex="-1")[head, inside]


def _log(model: ViewModel, hides: bool, worded: bool) -> h.Node:
    """The sentences up to this step, each with the way to its own. They are not read out as they come: of what is new the
    status tells, and a leap brings dozens."""
    game, earlier = game_of(model), step_path(max(1, model.log[0].step - 1), hides) if model.log else ""
    rows = [
        h.li(id=f"l{line.step}-{line.number}")[
            h.a(href=step_path(line.step, hides))[phrase(game, line.text, worded), often(times)]
        ]
        for line, times in at_once(model.log)
    ]
    return h.section("#log.log", aria_labelledby="log-title")[
        h.h2("#log-title")["What happened"],
        h.a("#earlier.earlier", href=earlier)["Earlier"] if model.earlier and earlier else None,
        h.div(".scroll", role="group", aria_labelledby="log-title", tabindex="0")[h.ol("#told")[rows]],
    ]


_SPEEDS = {"2600": "slow", "1400": "usual", "600": "quick"}
"""Times between two steps in milliseconds."""


def _player(model: ViewModel, hides: bool) -> h.Node:
    """Buttons that let the steps follow by themselves, a slider to any of them, and the link to this one; they need the
    script. Where the end is hidden there is no slider: its length would tell when it comes."""
    speeds = [h.option(value=wait, selected=name == "usual")[name] for wait, name in _SPEEDS.items()]
    last = str(model.steps)
    return h.div(".player")[
        h.button("#play.order.main", type="button", aria_pressed="false")["▶ Play"],
        None if hides else h.input("#scrub", type="range", min="1", max=last, value=str(model.step), aria_label="Step"),
        h.select("#speed", aria_label="Speed")[speeds],
        share_step(step_path(model.step, hides), hides),
    ]


def share_step(path: str, hides: bool) -> h.Node:
    """A button that shares a step, and a box by which its link `hides` how the match ends, unless it does already."""
    box = h.label[h.input("#hide", type="checkbox", data_with=HIDING), " hide how it ends"]
    return [share_button(path, "Share this step"), None if hides else box]


def still_table(model: ViewModel, scene: Scene | None, worded: bool = False) -> h.Node:
    """The table as it lies, for looking only, drawn or in words: keys reach and scroll it, though nothing is a button."""
    if worded:
        return h.div(".reading")[Markup("".join(map(str, told_places(model, scene)))) if scene else None]
    lying = Markup(scene_html(model, scene, ClickTargets.of(scene))) if scene else None
    return h.div("#felt", class_=felt_classes(model, scene), tabindex="0", role="region", aria_label="The table")[lying]


def open_hands(scene: Scene) -> Scene:
    """The scene with the cards of all hands as their owners saw them: to those who look back nothing is half known."""
    return replace(scene, panels=tuple(replace(panel, parts=tuple(map(_open, panel.parts))) for panel in scene.panels))


def _open(part: Part) -> Part:
    return replace(part, cards=tuple(replace(card, faint=False) for card in part.cards)) if isinstance(part, Row) else part


def told_of(model: ViewModel, worded: bool) -> Markup | str:
    """The last event in words, and at the end the result; with its cards as chips, or as one says them."""
    return phrase(game_of(model), _told(model), worded)


def told_text(model: ViewModel) -> str:
    """The last event in words, and at the end the result, as plain text."""
    game, told = game_of(model), _told(model)
    return in_words(game, told) if game else told


def _told(model: ViewModel) -> str:
    told = " ".join(line.text for line in model.log if line.step == model.step)
    if not model.looking_back or not told:
        told = model.scene.status if model.scene else ""
    return told


def steps_nav(
    model: ViewModel,
    path: Callable[[int], str],
    decisions: tuple[int | None, int | None] | None = None,
    whole: str | None = None,
) -> h.Node:
    """Links to the first, the previous, the next and the last step by their paths; if asked for also to the decisions
    around. Where the end is hidden nothing leads there but a link that says so: to the `whole`, which hides nothing."""
    step, steps, ends, jumps = model.step, model.steps, ("«", "»"), list[h.Node]([None, None])
    if decisions is not None:
        ends, jumps = (
            ("⇤", "⇥"),
            [
                _way("before", ["«", h.span[" decision"]], "The decision before", decisions[0], path),
                _way("after", [h.span["decision "], "»"], "The decision after", decisions[1], path),
            ],
        )
    return h.nav(".steps", aria_label="Steps")[
        _way("first", ends[0], "First step", 1 if step > 1 else None, path),
        jumps[0],
        _way("prev", "‹", "Previous step", step - 1 if step > 1 else None, path),
        h.span(".at")[h.span["step "], str(step) if whole else f"{step} of {steps}"],
        _way("next", "›", "Next step", step + 1 if step < steps else None, path),
        jumps[1],
        None if whole else _way("last", ends[1], "Last step", steps if step < steps else None, path),
        h.a(".order", href=whole)["Show the end"]
        if whole
        else h.a(".order", href=f"/tables/{model.table}", aria_label="Back to the table")[h.span["Back to the "], "table"],
    ]


def _way(way: str, sign: h.Node, label: str, step: int | None, path: Callable[[int], str]) -> h.Node:
    """A link to a step, or where it would stand."""
    if step is None:
        return h.span(".order", id=f"way-{way}", aria_hidden="true")[sign]
    return h.a(".order", id=f"way-{way}", data_way=way, href=path(step), aria_label=label)[sign]
