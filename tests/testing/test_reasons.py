"""Reasons as rules declare them: the check tells all that is wrong with them at once."""

from __future__ import annotations

from tests.projects import Project
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game
from tuckbox.testing.reasons import declared


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


APPLY = "def apply(s: State, action: int, rng: Rng) -> None:\n"
TWICE = "def twice(s: State) -> int:\n    return NOT_HELD"
BOTH = "def both(s: State) -> int:\n    return THIS if s.turn else THAT"
UNKNOWN = 'THIS, THAT = reasons("this", "EI-9.1"), reasons("that", "EI-9.2")\ntold = Events()'
