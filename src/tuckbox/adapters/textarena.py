"""Our games in TextArena: `register` puts every installed game under an id of its own, `TextArenaEnv` is one of them.

>>> import textarena as ta
>>> from tuckbox.adapters import textarena
>>> textarena.register()[:2]
['JauntyJalopies-v0', 'KeyWhiz-v0']
>>> env = ta.make("Whiplash-v0")
>>> env.reset(num_players=2, seed=7)
>>> player, observation = env.get_observation()
>>> env.step("`draw stock`")
(False, {})

A player reads the rules as the prompt, what has happened as game messages, and the table with what may be done as the game
board. Answers are found in prose as `tuckbox.match.answers` says. An answer that is none changes nothing and is answered
with the reason of the rules; the player who gives `tries` of them in succession forfeits the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tuckbox.adapters import text
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.definition.payoffs import SAME
from tuckbox.errors import MatchOver
from tuckbox.run.extras import importing

with importing("textarena"):
    import textarena as ta
    from textarena.envs.registration import ENV_REGISTRY
    from textarena.wrappers import ActionFormattingWrapper, GameMessagesAndCurrentBoardObservationWrapper

_WRAPPERS = [GameMessagesAndCurrentBoardObservationWrapper, ActionFormattingWrapper]
_UNFIT = re.compile(r"\W")


class TextArenaEnv(ta.Env):
    """A game as TextArena plays it; `options` are the game's, `tries` as in `tuckbox.adapters.text.make`."""

    def __init__(self, game: str | Game, tries: int = 3, options: Mapping[str, Any] | None = None) -> None:
        self.game = given_game(game)
        self.tries, self.options = tries, given_once(options, {})
        self._table: text.Table | None = None

    @property
    def table(self) -> text.Table:
        """The table of the game in progress. Raises `MatchOver` before the first `reset`."""
        if self._table is None:
            raise MatchOver("no game has been dealt: reset first")
        return self._table

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a game. Raises `OptionError` for a number of players that the game does not have."""
        self._table = text.make(self.game, num_players, seed=seed, tries=self.tries, give_up="forfeit", options=self.options)
        match = self.table.match
        self.state = ta.State(num_players=match.players)
        self.state.standard_resets(
            player_prompt_function=lambda player_id, game_state: self.table.rules(),
            role_mapping=dict(enumerate(match.names)),
        )
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play what the answer of the current player means; whether the game is over, and what was wrong with the answer.
        Raises `MatchOver` before the first `reset` and after the end."""
        seat = self.table.seat
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        found = self.table.step(action, seat)
        record = self.state.game_info[seat]
        record["turn_count"] += found.taken
        info: dict[str, Any] = {} if found.taken else {"refused": found.said, "rule": found.rule}
        if self.table.done:
            record["invalid_move"] = self.table.forfeited == seat
            self._end()
        else:
            self._ask("" if found.taken else found.said)
        self.state.step()
        return self.state.done, info

    def get_observation(self) -> Any:
        """The current player, and what it reads. Raises `MatchOver` before the first `reset`."""
        _ = self.table
        return super().get_observation()

    def close(self) -> Any:
        """The rewards, and what is to be known of each player. Raises `MatchOver` before the first `reset`."""
        _ = self.table
        return super().close()

    def _ask(self, refused: str = "") -> None:
        """Tell the player who is to answer what has happened, and show the table and the question."""
        seat = self.state.current_player_id = self.table.seat
        news = "" if refused else self.table.news(seat)
        if news:
            self.state.add_observation(news, ta.ObservationType.GAME_MESSAGE, to_id=seat)
        told = f"Your answer was refused: {refused}" if refused else ""
        board = "\n\n".join(filter(None, (told, self.table.table(seat), self.table.question(seat))))
        self.state.add_observation(board, ta.ObservationType.GAME_BOARD, to_id=seat)

    def _end(self) -> None:
        """Pay out: payoffs from the least to the greatest of the game, as rewards from -1 to 1; a game that nobody wins
        brings rivals 0."""
        (low, high), paid, match = self.game.utility, self.table.rewards(), self.table.match
        nobody = len(set(paid)) == 1 and self.game.pays(match.players, match.options).kind != SAME
        self.state.done = True
        self.state.rewards = {
            seat: 0.0 if nobody else 2 * (payoff - low) / (high - low) - 1 for seat, payoff in enumerate(paid)
        }


def register() -> list[str]:
    """Put all installed games under ids such as ``KeyWhiz-v0``, once; return the ids."""
    ids = {f"{_UNFIT.sub('', given_game(name).title)}-v0": name for name in installed()}
    for ident, name in ids.items():
        if ident not in ENV_REGISTRY:
            ta.register(ident, TextArenaEnv, default_wrappers=_WRAPPERS, game=name)
    return list(ids)
