"""Reasons as rules declare them: the check tells all that is wrong with them at once."""

from __future__ import annotations

import pytest

from tests.projects import Project
from tuckbox import Match
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game
from tuckbox.testing.case import Case
from tuckbox.testing.reasons import declared, reasons


def test_all_reasons_that_are_not_given_in_one_place_are_named_at_once(project: Project) -> None:
    project.edit("rules.py", "told = Events()", 'IDLE = reasons("nobody says this")\ntold = Events()')
    project.edit("rules.py", "def apply(s: State, action: int, rng: Rng) -> None:\n", f"{TWICE}\n\n\n@rule\n{APPLY}")
    (said,) = [message for _, message in declared(game(game_name(str(project.folder))))]
    assert said.startswith("the reason NOT_HELD (line ")
    assert ") is given in 2 places, IDLE (line " in said
    assert said.endswith(") is given nowhere; each is for one condition, in one place")


def test_all_numbers_that_the_book_does_not_have_are_named_at_once(project: Project) -> None:
    project.edit("rules.py", "told = Events()", UNKNOWN)
    project.edit("rules.py", "def apply(s: State, action: int, rng: Rng) -> None:\n", f"{BOTH}\n\n\n@rule\n{APPLY}")
    (said,) = [message for _, message in declared(game(game_name(str(project.folder))))]
    assert said.split("; ") == [
        "'this' cites EI-9.1, which is not in the rules of the game",
        "'that' cites EI-9.2, which is not in the rules of the game",
    ]


@pytest.mark.parametrize("seen", ["== 0", "> 0"])
def test_a_refuse_that_reads_hidden_cards_is_said_to_where_it_makes_the_list_too(project: Project, seen: str) -> None:
    project.edit("rules.py", "def legal(", "def listed(")
    peeking = f"    if action == DRAW and size(s.hand[(s.turn + 1) % s.players].cards) {seen}:\n        return NOT_HELD\n"
    project.edit("rules.py", REFUSE, f"{REFUSE}{peeking}")
    peeks = game(game_name(str(project.folder)))
    found = [said for seed in range(4) for _, said in reasons(Case(peeks, 2, {}, seed), Match(peeks, 2, seed=seed))]
    assert found
    assert all(said.endswith("reads one that seat 0 does not see") for said in found)


def test_two_texts_that_differ_are_not_said_to_read_hidden_cards(project: Project) -> None:
    project.edit("rules.py", REFUSE, f"{REFUSE}    if s.passes == 0:\n        return NOT_HELD\n")
    differs = game(game_name(str(project.folder)))
    found = [said for _, said in reasons(Case(differs, 2, {}, 1), Match(differs, 2, seed=1))]
    assert found[0] == "`play 4H` is legal, but refused: you do not hold 4♥"
    assert found[-1] == "`draw` is legal, but refused: you do not hold {card}"  # which has no card


REFUSE = "def refuse(s: State, action: int) -> int:\n"
APPLY = "def apply(s: State, action: int, rng: Rng) -> None:\n"
TWICE = "def twice(s: State) -> int:\n    return NOT_HELD"
BOTH = "def both(s: State) -> int:\n    return THIS if s.turn else THAT"
UNKNOWN = 'THIS, THAT = reasons("this", "EI-9.1"), reasons("that", "EI-9.2")\ntold = Events()'
