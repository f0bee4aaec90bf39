"""The mini version (JJ-11.1 to JJ-11.5): every course of play from one order of the cards, counted."""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import PLAIN, RULES, kinds, play, race
from tuckbox.games.jalopies import GAME, cards, effects_in_play, state
from tuckbox.kit.chance import Chance, Script

PLAIN_ORDER = "MH CR SO HF FL MH TK SP CR SO MH HF SM BR CR TK"
NEGATES_ORDER = "MH HF MH HF SO TK FL SP CR CR SO MH SM BR CR TK"


def dealt(order: str, **options: Any) -> Any:
    s: Any = GAME.blank(2, {"deck": "mini", **options})
    PLAIN.rules.begin(s, Script(kinds(order)))
    return s


Counts = tuple[int, int, int]
"""Numbers of complete games: in all, and won at the line by each seat."""


def games(s: Any, known: dict[tuple[bytes, int], Counts]) -> Counts:
    """Count all complete games from a state; `known` are the counts of states that were met before."""
    if s.over:
        return 1, int(s.home[0] == 1), int(s.home[1] == 1)
    key = GAME.layout.packed(s), s.stock.loose[0].counter if s.stock.loose else -1
    if key not in known:
        moves, found = PLAIN.moves(), [0, 0, 0]
        for action in moves.action[: PLAIN.playout.options(s, moves)]:
            after = s.copy()
            after.stock.loose = _fork(s.stock.loose)
            RULES.apply(after, action, _Robber())
            found = [n + more for n, more in zip(found, games(after, known), strict=True)]
        known[key] = (found[0], found[1], found[2])
    return known[key]


def _fork(loose: Any) -> Any:
    """The script of a pile as far as it has come, for one branch of play."""
    if loose is None:
        return None
    script = Script(loose[0].outcomes)
    script.counter = loose[0].counter
    return script, loose[1]


class _Robber:
    """Chance that must not be needed: with one Fiendish Plot and no reshuffle nothing is drawn by lot."""

    scripted = loosens = False

    def below(self, n: int) -> int:
        raise Chance(range(n), (1,) * n)


def test_jj_11_1_two_racers_without_sheets_and_small_hands() -> None:
    s = dealt(PLAIN_ORDER, curfew=2)
    for seat in range(2):
        rates = [rate(s, seat) for rate in (effects_in_play.hand_size, effects_in_play.draw_rate, effects_in_play.rest_rate)]
        assert (s.sheet[seat], rates) == (0, [2, 1, 1])
    assert (s.sections, s.first, s.side[:2]) == (2, 0, [state.Side.VILLAIN, state.Side.NEUTRAL])
    for pawn in (0, 1):  # every section lies in the home stretch
        assert (
            play(race("MH", "TK", deck="mini", curfew=2, course="CR" * pawn, pawns=[pawn, 0]), "road MH").window.depth == 1
        )


def test_jj_11_2_the_mini_deck() -> None:
    assert sum(kind.mini for kind in cards.KINDS if not kind.plot) == 16
    assert [kind.code for kind in cards.KINDS if kind.plot and kind.mini] == ["SG"]


def test_jj_11_3_the_deal() -> None:
    s = dealt(PLAIN_ORDER, curfew=1)
    assert [[cards.DECK[cell & 255] for cell in s.hand[seat].cell[:2]] for seat in range(2)] == [["MH", "CR"], ["SO", "HF"]]
    assert (s.side[:2], s.sections, s.turn, s.plots.n) == ([state.Side.VILLAIN, state.Side.NEUTRAL], 2, 0, 1)


@pytest.mark.parametrize(
    ("order", "windows", "curfew", "expected"),
    [
        (PLAIN_ORDER, "quick", 1, [107, 0, 0]),
        (PLAIN_ORDER, "full", 1, [107, 0, 0]),
        (NEGATES_ORDER, "quick", 1, [117, None, None]),
        (NEGATES_ORDER, "full", 1, [119, None, None]),
        pytest.param(PLAIN_ORDER, "quick", 2, [14_643, 29, 37], marks=pytest.mark.slow),
        pytest.param(PLAIN_ORDER, "full", 2, [14_643, 29, 37], marks=pytest.mark.slow),
        pytest.param(NEGATES_ORDER, "quick", 2, [11_010, 2, 2], marks=pytest.mark.slow),
        pytest.param(NEGATES_ORDER, "full", 2, [11_145, 2, 2], marks=pytest.mark.slow),
    ],
)
def test_jj_11_4_and_jj_11_5_the_number_of_games(order: str, windows: str, curfew: int, expected: list[int | None]) -> None:
    found = games(dealt(order, windows=windows, curfew=curfew), {})
    assert tuple(n if n is not None else m for n, m in zip(expected, found, strict=True)) == found
