"""Settling near an equilibrium: the same in both modes, right where it can be worked out, and left alone by large games."""

# mypy: allow-untyped-calls

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.toys import nim
from tests.toys.bluff import GAME as BLUFF
from tests.toys.kuhn import GAME as KUHN
from tuckbox.bots.bots import make_bot
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.engine.think.equilibrium import UNHEARD
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.match.match import Match

JACK, QUEEN, KING = range(3)
GAMES = 1_000_000


class Settled:
    """A game whose policies have settled for some games from the deal."""

    def __init__(self, game: Game, games: int, mode: str = "native") -> None:
        self.game, self.e = game, engine(game, mode)
        self.work = self.e.workspace(game.blank(), (1,), 1 << 12)
        self.small = self.e.call(self.e.equilibrium.run_cfr, self.work, 0, games, games)

    def edges(self) -> list[tuple[float, ...]]:
        """All that has been learnt, in no order that means anything."""
        rows = [row for row in self.work.tree if (row["key"] if self.e.is_native else row.key)]
        names = ("worth", "regret", "share", "visits")
        return sorted(tuple(row[n] if self.e.is_native else getattr(row, n) for n in names) for row in rows)

    def bets(self, match: Match) -> float:
        """How often the seat that is to decide bets."""
        view = match.view(match.turn)
        self.e.put(self.work.states, self.e.playout.ROOT, view.state)
        assert self.e.call(self.e.policies.equilibrium_action, self.work, view.heard) >= 0
        scratch: Any = self.work.scratches[0]
        score = scratch["score"] if self.e.is_native else scratch.score
        return float(score[1])


def dealt(mine: int, yours: int, *played: str) -> Match:
    """A game of Kuhn poker with these cards, after some actions."""
    deals = (Match(KUHN, seed=seed) for seed in range(1, 100))
    match = next(m for m in deals if [hand.cell[0] & 255 for hand in m.state.hand] == [mine, yours])
    for action in played:
        match.play(action)
    return match


@pytest.fixture(scope="module")
def kuhn() -> Settled:
    return Settled(KUHN, GAMES)


def test_both_modes_learn_the_same() -> None:
    native, plain = Settled(KUHN, 300), Settled(KUHN, 300, "plain")
    assert len(native.edges()) == 24
    for mine, theirs in zip(native.edges(), plain.edges(), strict=True):
        assert mine == pytest.approx(theirs, rel=1e-9)


def test_what_every_equilibrium_of_kuhn_poker_has_is_found(kuhn: Settled) -> None:
    """Kuhn 1950: the second player's policy is unique, the first may bluff with a jack up to a third of the time and bets
    a king three times as often."""
    assert kuhn.small
    assert kuhn.bets(dealt(QUEEN, JACK)) < 0.05
    assert kuhn.bets(dealt(KING, JACK, "pass", "bet")) > 0.95
    assert kuhn.bets(dealt(JACK, KING, "pass", "bet")) < 0.05
    assert kuhn.bets(dealt(JACK, KING, "bet")) > 0.95
    assert kuhn.bets(dealt(JACK, QUEEN, "bet")) == pytest.approx(1 / 3, abs=0.08)
    assert kuhn.bets(dealt(KING, JACK, "pass")) == pytest.approx(1 / 3, abs=0.08)
    assert kuhn.bets(dealt(KING, JACK)) == pytest.approx(3 * kuhn.bets(dealt(JACK, KING)), abs=0.15)


def test_a_large_game_is_given_up_at_once() -> None:
    assert not Settled(WHIPLASH, 10_000).small


def test_a_search_of_a_small_game_mixes_its_actions() -> None:
    view = dealt(JACK, QUEEN, "bet").view(1)
    answers = [make_bot("search:2000", KUHN, seed).choose(view) for seed in range(40)]
    assert 3 <= sum(answers) <= 27


def test_what_a_seat_has_heard_are_the_labels_since_the_deal() -> None:
    """Two cards that others cannot tell apart are laid down: who laid them knows which, the others have heard the same."""
    heard: dict[str, dict[int, tuple[int, ...]]] = {}
    for seed in range(1, 9):
        fresh = Match(BLUFF, players=3, seed=seed)
        assert {fresh.view(seat).heard for seat in range(3)} == {UNHEARD}
        for action in fresh.actions():
            match = Match(BLUFF, players=3, seed=seed)
            by = match.asked[0]
            match.play(action)
            others = tuple(match.view(seat).heard for seat in range(3) if seat != by)
            label = f"{by} {BLUFF.actions.label_text(action)}"
            assert len(set(others)) == 1
            assert heard.setdefault(label, {}).setdefault(action, (*others, match.view(by).heard))[:-1] == others
    assert any(len(alike) > 1 for alike in heard.values())
    for alike in heard.values():
        assert len({numbers[:-1] for numbers in alike.values()}) == 1
        assert len({numbers[-1] for numbers in alike.values()}) == len(alike)


@pytest.mark.parametrize("stays", ["1", "2"], ids=["without a choice", "with one"])
def test_a_game_that_never_ends_is_left_alone(stays: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = nim.NIM.replace("    s.left -= WORTH[action - TAKE]\n", f"    s.left -= s.left > {stays}\n")
    game = nim.game(nim.write(tmp_path, f"endless{stays}", rules))
    e = engine(game, "plain")
    monkeypatch.setattr("tuckbox.engine.think.equilibrium.FARTHEST", 50)
    work = e.workspace(game.blank(), (1,), 1 << 12)
    e.equilibrium.run_cfr(work, 0, 2, 2)
