"""Actions of the viewer as buttons: the moves, passing in a window, taking back, going on.

Every legal move stands here exactly once, and nothing else does. What can be done by touching the table as well is folded
away where it would bury the rest.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.errors import UnknownAction
from tuckbox.kit.actions import Seats
from tuckbox.kit.deck import Deck
from tuckbox.match.labels import besides, in_words, label
from tuckbox.scene.speech import aloud
from tuckbox.server.html.buttons import clock, order
from tuckbox.server.html.click_targets import ClickTargets
from tuckbox.server.html.fragments import Fragment
from tuckbox.server.html.markup import esc, isolated
from tuckbox.server.table.view_model import Move, ViewModel, Window

_FEW, _MANY = 3, 8
"""Moves of one kind that are always in sight though the table can be touched for them; more moves than these in sight are
a grid of small buttons."""

_LONG = 16
"""Length of a label up to which a column of that grid may be narrow."""

_COLUMNS = range(4, 9)
"""Numbers of columns that a grid of actions with two arguments can have; the style sheet knows them."""


def action_bar(model: ViewModel, targets: ClickTargets) -> list[Fragment]:
    """The buttons below the status line."""
    passing = pass_move(model)
    groups = [_group(model, targets, numbers) for numbers in kinds(model, passing)]
    shown = "".join(html for html, folded in groups if not folded)
    many = f" many{_across(model) or _long(model)}" if shown.count("<button") > _MANY else ""
    folded = "".join(html for html, folded in groups if folded)
    count = len(model.moves) - (passing is not None)
    rest = f"<summary>Show all {count} moves</summary>{folded}{_why_not(model)}</details>" if folded else ""
    steps = "".join(orders(model))
    if not (shown or rest or steps or model.window):
        return []
    found = window_fragment(model, passing)
    found.append(Fragment("bar", f'<div class="bar{many}" id="bar">', shown, steps, "</div>"))
    if rest:
        found.append(Fragment("all", '<details class="all" id="all">', rest))
    return found


def _across(model: ViewModel) -> str:
    """The class of a grid with as many columns as actions with two arguments have values of the second; else nothing."""
    columns = {column_of(model.view.game, move.text)[1] for move in model.moves} - {0} if model.view else set()
    return f" by{columns.pop()}" if len(columns) == 1 else ""


def _long(model: ViewModel) -> str:
    """The class of a grid of long labels: in narrow columns they would be higher than wide, and so would all beside them."""
    return " long" if any(len(move.label) > _LONG for move in model.moves) else ""


@lru_cache(maxsize=20_000)
def column_of(game: Game, text: str) -> tuple[int, int]:
    """The column of a move, by its notation, in a grid, counted from 1, and the number of columns; 0 for moves that have no
    place there.

    A grid have actions with two arguments that are neither cards nor players, such as bids of a number and a face.
    """
    try:
        code = game.actions.code(text)
    except UnknownAction:
        return 0, 0
    family = game.actions.family(code)
    plain = len(family.domains) == 2 and not any(isinstance(domain, (Deck, Seats)) for domain in family.domains)
    columns = len(family.domains[1]) if plain else 0
    return (family.arguments(code)[1] + 1, columns) if columns in _COLUMNS else (0, 0)


def _why_not(model: ViewModel) -> str:
    """The way to what may not be done now, and why; at a lesson's table there is none."""
    if not model.table:
        return ""
    return f'<p><a href="/tables/{esc(model.table)}/sheet" data-ask="sheet">Why can I not do something else?</a></p>'


def pass_move(model: ViewModel) -> int | None:
    """The number of the move that lets things pass in a window, if there is one; elsewhere passing is a move like others."""
    nothing = model.window and model.window.nothing
    if nothing is None:
        return None
    return next((number for number, move in enumerate(model.moves) if move.text == nothing), None)


def kinds(model: ViewModel, passing: int | None) -> list[list[int]]:
    """The moves by their first word, in the order in which these words first come."""
    first: dict[str, int] = {}
    for move in model.moves:
        first.setdefault(_verb(move.text), len(first))
    numbers = sorted(range(len(model.moves)), key=lambda number: first[_verb(model.moves[number].text)])
    kinds = groupby((number for number in numbers if number != passing), key=lambda number: _verb(model.moves[number].text))
    return [list(group) for _, group in kinds]


def _verb(text: str) -> str:
    return text.partition(" ")[0]


def _group(model: ViewModel, targets: ClickTargets, numbers: list[int]) -> tuple[str, bool]:
    """Moves of one kind, and whether they are folded away."""
    if not model.view:
        return "", False
    buttons = "".join(_move(model, number) for number in numbers)
    folded = len(numbers) > _FEW and targets.used.issuperset(numbers)
    return (f'<div class="kind">{buttons}</div>', True) if folded else (buttons, False)


def _move(model: ViewModel, number: int) -> str:
    assert model.view is not None
    return move_button(model.view.game, number, model.moves[number])


@lru_cache(maxsize=4096)
def move_button(game: Game, number: int, move: Move, spoken: bool = False) -> str:
    """A move by its label, and what its note says besides; with cards as one says them if it is to be `spoken`."""
    called, note = capitalised(move.label), in_words(game, besides(move.label, move.note))
    if spoken:
        called, note = aloud(in_words(game, called)), aloud(note)
    said = f"{', ' if spoken else ''}<small>{isolated(note)}</small>" if note else ""
    acts = f'data-n="{number}" data-act="{esc(move.text)}"'
    column = column_of(game, move.text)[0]
    place = f" c{column}" if column else ""
    return f'<button type="button" class="move{place}" {acts}><b>{isolated(called)}</b>{said}</button>'


def labelled(model: ViewModel, text: str) -> str:
    """An action by its notation, as its button would call it."""
    return label(model.view.game, text, model.view.names, model.seat) if model.view else text


def orders(model: ViewModel) -> list[str]:
    """Buttons besides moves: to take back, to go on to the next game, to be asked in response windows or not."""
    return [_steps(model), _passing(model)]


def _steps(model: ViewModel) -> str:
    """Taking back, and going on to the next game."""
    undo = order("Undo", "undo", "undo", "undo") if model.can_undo else _takeback(model)
    going = model.between and model.seat is not None
    return undo + (order("Next deal", "next", "main", "next") + clock(model.next_at) if going else "")


def _takeback(model: ViewModel) -> str:
    """The button that asks the others, or takes the action back at once where only bots play."""
    if not model.takeback.possible:
        return ""
    others = any(seat.kind == "person" and not (seat.mine or seat.driven) for seat in model.seats)
    return order("Ask to take it back" if others else "Take it back", "takeback", "undo", "undo")


def window_fragment(model: ViewModel, passing: int | None) -> list[Fragment]:
    """The bar of a response window while one is open: the same for everyone, but for what oneself can do."""
    if model.window is None:
        return []
    return [Fragment("window", '<div class="window" id="window">', _window(model, model.window, passing), "</div>")]


def _window(model: ViewModel, window: Window, passing: int | None) -> str:
    mine = ""
    if passing is not None:
        move = model.moves[passing]
        acts = f'data-n="{passing}" data-act="{esc(move.text)}"'
        mine = f'<button type="button" class="pass" {acts}>{esc(capitalised(move.label))} <kbd>Space</kbd></button>'
    elif window.answered is not None:
        mine = f"<span>Your answer: <b>{isolated(labelled(model, window.answered))}</b>.</span>"
    if model.view is not None and model.view.game.layout.together:
        return f"<span>All decide at once, and nobody sees it before all have. {clock(window.ends)}</span>{mine}"
    asked = "Anyone" if model.seat is None or model.seats[model.seat].asked else "The others"
    told = "" if passing is not None else f"{asked} may answer now. "  # whoever may pass has just been asked
    until = clock(window.ends)
    return f"<span>{told}{until}</span>{mine}" if told or until else mine


def _passing(model: ViewModel) -> str:
    """Whether one wants to be asked in response windows, in games that have them; not while one moves, or a bot does."""
    layout = model.view.game.layout if model.view is not None else None
    windows = layout is not None and layout.windows and not layout.together
    if not windows or model.seat is None or model.driven or model.stage != "playing" or model.looking_back:
        return ""
    if model.moves and not model.window and not model.passing:
        return ""
    label = "Ask me again" if model.passing else "Pass for me until my turn"
    return order(label, "passing", "on" if model.passing else "quiet", "passing", on=not model.passing)
