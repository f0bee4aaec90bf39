"""Leduc hold'em: every deal and every bet, against a table made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from tuckbox_leduc import GAME

import tuckbox
from tests.examples.exact import at_random, legal, replay
from tuckbox import Match
from tuckbox.testing import check

LETTERS = "fcr"

# Every way a round of bets can go, with what each seat pays in raises of 1, and who folds.
ROUNDS: dict[str, tuple[int, int, int | None]] = {
    "cc": (0, 0, None),
    "crc": (1, 1, None),
    "crf": (0, 1, 0),
    "crrc": (2, 2, None),
    "crrf": (2, 1, 1),
    "rc": (1, 1, None),
    "rf": (1, 0, 1),
    "rrc": (2, 2, None),
    "rrf": (1, 2, 0),
}


def lines() -> Iterator[tuple[str, int, int, int | None]]:
    """Every line of bets, with what each seat has in the pot and who has folded."""
    for first, (mine, yours, folded) in ROUNDS.items():
        if folded is not None:
            yield first, 1 + 2 * mine, 1 + 2 * yours, folded
            continue
        for second, (more, theirs, late) in ROUNDS.items():
            yield first + second, 1 + 2 * mine + 4 * more, 1 + 2 * yours + 4 * theirs, late


def winner(hands: tuple[int, int], board: int) -> int | None:
    """Return the winner of a showdown."""
    if hands[0] == hands[1]:
        return None
    if board in hands:
        return hands.index(board)
    return hands.index(max(hands))


def payoffs(mine: int, yours: int, loser: int | None) -> list[int]:
    """Return the payoffs."""
    return [0, 0] if loser is None else [-mine, mine] if loser == 0 else [yours, -yours]


def test_there_are_as_many_lines_as_there_should_be() -> None:
    assert len(list(lines())) == 4 + 5 * 9


@pytest.mark.parametrize("deal", [d for d in product(range(3), repeat=3) if max(map(d.count, d)) < 3])
def test_every_line_of_every_deal_pays_what_it_should(deal: tuple[int, int, int]) -> None:
    for line, mine, yours, folded in lines():
        state = replay(GAME, deal, [LETTERS.index(letter) for letter in line])
        best = winner((deal[0], deal[1]), deal[2])
        loser = folded if folded is not None else None if best is None else 1 - best
        assert state.over
        assert state.payoff == payoffs(mine, yours, loser), line


def test_the_lines_are_all_there_are() -> None:
    found = set()
    todo = [""]
    while todo:
        line = todo.pop()
        state = replay(GAME, (0, 1, 2), [LETTERS.index(letter) for letter in line])
        if state.over:
            found.add(line)
        else:
            todo += [line + LETTERS[action] for action in legal(GAME, state)]
    assert found == {line for line, *_ in lines()}
    assert max(map(len, found)) == GAME.longest


def test_random_play_comes_to_what_openspiel_counts() -> None:
    chances = at_random(GAME)
    assert sum(chances.values()) == 1
    assert sum(length * chance for (length, _), chance in chances.items()) == Fraction(65, 16)
    assert sum(int(payoff) * chance for (_, payoff), chance in chances.items()) == Fraction(-5, 64)


def test_a_match_tells_each_seat_its_own_card() -> None:
    match = Match(GAME, seed=1, seats=["Ann", "Bo"])
    with pytest.raises(tuckbox.IllegalAction, match="no bet to fold"):
        match.play("fold")
    match.play("raise")
    match.play("raise")
    with pytest.raises(tuckbox.IllegalAction, match="two raises"):
        match.play("raise")
    assert all(match.view(seat).state.hand[1 - seat].cell[0] & 255 >= 240 for seat in range(2))
    match.play("call")
    assert "turned up" in match.log()[-1]
    match.play("call")
    match.play("call")
    assert any("shows the" in line for line in match.log())
    assert sum(match.payoff) == 0
    assert max(match.payoff) in (0, 5)
    assert "second round" in GAME.scene(match.view(0)).headline


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)
