"""Prospects of a seat if all played on as `learned` does, from its view and the game's network alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.bots.bots import Policy, goes_by, learnt
from tuckbox.engine.engine import Engine, engine
from tuckbox.view.view import View

_FARTHEST = 2_000
"""Maximum number of decisions that a game is played on."""

_LEARNED = Policy.parse("learned")


class Outlook:
    """Prospects of the seat of a view, by the network that the game ships for such a match.

    `of` makes one, or tells that there is no such network.
    """

    def __init__(self, view: View, networks: Any, mode: str = "native") -> None:
        assert view.seat is not None
        self._engine: Engine = engine(view.game, mode)
        self._seat = view.seat
        players = len(view.names)
        self._lineup = self._engine.lineup([_LEARNED.code(view.game)] * players, [_LEARNED.effort] * players)
        self._work = self._engine.workspace(view.state, (0, 0), networks=networks)

    @classmethod
    def of(cls, view: View, mode: str = "native") -> Outlook | None:
        """The outlook of a view's seat; None where its game ships no network that fits, or nobody looks."""
        if view.seat is None:
            return None
        _, networks = learnt(view.game, goes_by(view.game, [_LEARNED]), len(view.names), view.options)
        return cls(view, networks, mode) if networks and networks[0] else None

    def chance(self) -> float:
        """The seat's share of the game's payoff that the network expects: the chance to win, where one wins or loses."""
        states, playout = self._work.states, self._engine.playout
        states[playout.ROOT] = states[playout.BLANK]
        return float(self._engine.call(self._engine.continuation.expected, self._work, self._seat))

    def play_on(self, action: int, seed: int, first: int, games: int) -> tuple[NDArray[np.float64], int]:
        """The seat's shares in games `first` to ``first + games - 1`` of a seed that go on with an action, and the number of
        decisions played; -1 for a game of which no world was found. Game for game two actions meet the same world."""
        shares = np.zeros(games)
        more = (self._seat, action, seed, first, games, _FARTHEST, shares)
        made = self._engine.call(self._engine.continuation.play_on, self._work, self._lineup, *more)
        return shares, int(made)
