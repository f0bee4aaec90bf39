"""Legality and its reason are one: an action is legal if and only if the rules give no reason against it."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tuckbox.definition.faults import returned_at
from tuckbox.definition.game import Game
from tuckbox.definition.rulebook import rule
from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.definition.syntax import last_name, parsed_file
from tuckbox.errors import RulesError
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure, asked
from tuckbox.view.refusal import reasons_of, refusal, sentence, sentence_outside
from tuckbox.view.view import View


def reasons(case: Case, match: Match) -> Iterator[Failure]:
    """Every action of every seat that is to decide: legal or refused for a reason.

    Raises `RulesError` where the sentence of a reason cannot be told.
    """
    if "refuse" not in case.game.brings:
        return
    for seat in match.waiting:
        view, told = match.view(seat), set()
        for action, reason in enumerate(reasons_of(view, range(case.game.actions.size))):
            text = case.game.actions.text(action)
            if action in view.legal and reason:
                yield "reason", f"`{text}` is legal, but refused: {_told(view, action, reason)}{_unseen(case, seat)}"
            elif action not in view.legal and not reason:
                yield "reason", f"`{text}` is not legal, but the rules give no reason{_unseen(case, seat)}"
            elif reason and reason not in told:
                told.add(reason)
                refusal(view, action)  # refused where the sentence cannot be told


def outside(case: Case, match: Match) -> None:
    """Raise `RulesError` where why something from outside means nothing now cannot be told."""
    for event, name in enumerate(case.game.outside.names):
        reason = case.plain.call(case.plain.rules.event, match.state, event)
        if reason > 0:
            sentence_outside(match.view(), name, reason)


def _told(view: View, action: int, reason: int) -> str:
    """A reason as it is told, or as it is declared where an action that should be legal has no words for it."""
    try:
        return sentence(view, action, reason)
    except RulesError:
        return view.game.reasons.text(reason)


def _unseen(case: Case, seat: int) -> str:
    """The cause where rules have no list of their own, so that it is `refuse` that has answered in two ways."""
    if "legal" in case.game.brings:
        return ""
    return f"; as the list is made by `refuse` with all cards, it reads one that seat {seat} does not see"


def answers(case: Case, match: Match) -> None:
    """Raise `RulesError` where `refuse` answers with anything but 0 or a reason, whatever would follow from that."""
    if "refuse" not in case.game.brings:
        return
    for seat in match.waiting:
        state = asked(match, seat)
        for action in range(case.game.actions.size):
            answer = case.plain.call(case.plain.rules.refuse, state, action)
            if type(answer) is not int or not 0 <= answer <= len(case.game.reasons):
                raise RulesError(f"{case.game.name}: {_wrong_answer(case, state, action, answer)}")


def _wrong_answer(case: Case, state: Any, action: int, answer: object) -> str:
    where = returned_at(case.plain.rules.refuse, state, action)
    return f"`refuse` returned {answer!r} for `{case.game.actions.text(action)}` ({where}): return 0 or a reason"


def declared(game: Game) -> Iterator[Failure]:
    """Each reason is given in one place of the rules, and the rule it cites stands in the book.

    All faults are one failure: a check keeps the first one of each property.
    """
    cited = {reason: game.reasons.rule(reason) for reason in game.reasons}
    wrong = [
        f"{game.reasons.text(reason)!r} cites {number}, which is not in the rules of the game"
        for reason, number in cited.items()
        if number is not None and rule(game, number) is None
    ]
    given = _given(game)
    misplaced = [
        f"{name} (line {line}) is given {f'in {given[name]} places' if given[name] else 'nowhere'}"
        for name, line in _named(game).items()
        if given[name] != 1
    ]
    if misplaced:
        wrong.append(f"the reason {', '.join(misplaced)}; each is for one condition, in one place")
    if wrong:
        yield "reason", "; ".join(wrong)


def reached(matches: Iterable[Match]) -> set[int]:
    """The reasons that are given to anybody at these positions; a game's tests show that all of them can be reached."""
    found: set[int] = set()
    for match in matches:
        for seat in match.waiting:
            found.update(reasons_of(match.view(seat), range(match.game.actions.size)))
    return found - {0}


def _trees(game: Game) -> Iterator[ast.Module]:
    for module in rules_modules(game.rules.__name__):
        yield parsed_file(source_of(module))


def _named(game: Game) -> dict[str, int]:
    """The names that reasons are declared by, each with its line: ``NAME = reasons(...)``."""
    found = {}
    for tree in _trees(game):
        for node in tree.body:
            call = node.value if isinstance(node, ast.Assign) else None
            if isinstance(call, ast.Call) and last_name(call.func) == "reasons" and isinstance(node, ast.Assign):
                found.update({last_name(target): node.lineno for target in node.targets})
    return found


def _given(game: Game) -> Counter[str]:
    """Number of times each name is read inside functions."""
    found: Counter[str] = Counter()
    for tree in _trees(game):
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            found.update(last_name(node) for node in ast.walk(function) if isinstance(node, ast.Name | ast.Attribute))
    return found
