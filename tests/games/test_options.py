"""Options of the four games: whatever is refused cites a number of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game, game
from tuckbox.definition.rulebook import rule
from tuckbox.errors import OptionError

GAMES = [game(name) for name in installed()]


def refused(chosen: Game) -> Iterator[tuple[int | None, dict[str, str]]]:
    """Numbers of players, options and values that no game takes."""
    yield 7, {}
    yield None, {"colour": "green"}
    for name, kind in chosen.layout.options.items():
        yield None, {name: "no such value"}
        if isinstance(kind.values, range):
            yield from ((None, {name: str(value)}) for value in (kind.values[0] - 1, kind.values[-1] + 1))
        if kind.only:
            other = next(value for value in chosen.layout.options[kind.only[0]].values if value != kind.only[1])
            yield None, {name: str(kind.default), kind.only[0]: str(other)}


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: chosen.name)
def test_a_refused_option_cites_a_rule_that_stands_in_the_book(chosen: Game) -> None:
    for players, options in refused(chosen):
        with pytest.raises(OptionError) as error:
            chosen.settle_options(players, options)
        cited = re.findall(r"\(([A-Z]{2}-[\d.a-z]+)\)$", str(error.value))
        assert len(cited) == 1, str(error.value)
        assert rule(chosen, cited[0]), str(error.value)
