"""Questions that the tests of every game ask of a position laid out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.errors import IllegalAction
from tuckbox.match.match import Match


class Questions:
    """The questions of one game, answered by its plain rules and by a match."""

    def __init__(self, game: Game) -> None:
        self.game, self.plain = game, engine(game, "plain")

    def legal(self, s: Any) -> set[str]:
        """Return the legal actions of the seat to act, in notation."""
        moves = self.plain.moves()
        found = [self.game.actions.text(action) for action in moves.action[: self.plain.playout.options(s, moves)]]
        assert len(set(found)) == len(found)
        return set(found)

    def seated(self, s: Any) -> Match:
        """A match in which this state has come up."""
        known = self.game.layout.options
        values = {name: kind.value(getattr(s, name)) for name, kind in known.items()}
        given = {n: v for n, v in values.items() if not (only := known[n].only) or str(values[only[0]]) == only[1]}
        match = Match(self.game, s.players, seed=1, options=given)
        match._state = s.copy()
        return match

    def refusal(self, s: Any, text: str, seat: int | None = None) -> str | None:
        """The rule by which a match refuses an action that is not legal; it changes nothing."""
        match = self.seated(s)
        assert text not in self.legal(s)
        assert not match.can(text, seat)
        with pytest.raises(IllegalAction) as refused:
            match.play(text, seat)
        assert match.state == s
        return refused.value.rule
