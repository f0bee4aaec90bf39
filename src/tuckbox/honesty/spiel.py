"""The games of OpenSpiel as worlds; needs the extra ``tuckbox[openspiel]``."""

from __future__ import annotations

import os
import random
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import version
from typing import Any

from tuckbox.errors import OptionError, did_you_mean
from tuckbox.run.extras import extra


@contextmanager
def quiet() -> Iterator[None]:
    """Keep what OpenSpiel writes to the standard error when something is not offered off the screen."""
    before, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nothing)


class SpielGame:
    """A game of OpenSpiel by its name, such as ``gin_rummy`` or ``gin_rummy(hand_size=3)``."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pyspiel = extra("pyspiel", "openspiel")
        plain, known = name.partition("(")[0], self.pyspiel.registered_names()
        if plain not in known:
            raise OptionError(f"OpenSpiel has no game {plain[:60]!r}{did_you_mean(plain, known)}")
        try:
            with quiet():
                self.game = self.pyspiel.load_game_as_turn_based(name)
        except self.pyspiel.SpielError as error:
            raise OptionError(f"OpenSpiel has no game {name[:60]!r}: {str(error).splitlines()[0]}") from None
        self.players = int(self.game.num_players())
        if not {"information_state_string", "observation_string"} & set(self.channels):
            raise OptionError(f"OpenSpiel's {name[:60]} has no texts of what a seat knows, by which it could be asked")
        self.version = f"OpenSpiel {version('open_spiel')}"

    @property
    def root(self) -> SpielWorld:
        """The world in which nothing has been dealt."""
        return SpielWorld(self, self.game.new_initial_state())

    @cached_property
    def channels(self) -> dict[str, Any]:
        """All by which a seat is shown a state, each as a function of a state and a seat; those that the game has."""
        spiel = self.pyspiel
        public = spiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=spiel.PrivateInfoType.NONE
        )  # fmt: skip
        offered = {
            "observation_string": lambda state, seat: state.observation_string(seat),
            "observation_tensor": lambda state, seat: tuple(state.observation_tensor(seat)),
            "information_state_string": lambda state, seat: state.information_state_string(seat),
            "information_state_tensor": lambda state, seat: tuple(state.information_state_tensor(seat)),
            "to_observation_struct": lambda state, seat: state.to_observation_struct(seat).to_json(),
            "public observation": lambda state, seat: self.game.make_observer(public, {}).string_from(state, seat),
        }
        kind, state = self.game.get_type(), self._middle()
        wanted = {name for name in offered if getattr(kind, f"provides_{name}", True)}
        return {name: channel for name, channel in offered.items() if name in wanted and self._offered(channel, state)}

    def _offered(self, channel: Any, state: Any) -> bool:
        with quiet():
            try:
                channel(state, 0)
            except (self.pyspiel.SpielError, AttributeError, RuntimeError, ValueError):
                return False
        return True

    @property
    def tensor(self) -> str | None:
        """The name of a channel of numbers; None where there is none."""
        return next((name for name in ("observation_tensor", "information_state_tensor") if name in self.channels), None)

    @cached_property
    def resamples(self) -> bool:
        """Whether it deals worlds again from what a seat knows."""
        state = self._middle()
        with quiet():
            try:
                state.resample_from_infostate(state.current_player(), random.Random(1).random)
            except self.pyspiel.SpielError:
                return False
        return True

    def _middle(self) -> Any:
        """The state at the first decision."""
        state, chance = self.game.new_initial_state(), random.Random(1)
        while state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        return state

    def again(self, trail: list[int]) -> str:
        """Lines that lead to a state."""
        return (
            f"import random, pyspiel\nstate = pyspiel.load_game_as_turn_based({self.name!r}).new_initial_state()\n"
            f"for action in {trail}:\n    state.apply_action(action)"
        )


class SpielWorld:
    """A state of OpenSpiel as a `World`."""

    def __init__(self, game: SpielGame, state: Any) -> None:
        self.game, self.state = game, state
        self._known: dict[int, Hashable] = {}

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.is_terminal())

    @property
    def mover(self) -> int:
        """The seat that is to decide."""
        return int(self.state.current_player())

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return list(self.state.chance_outcomes()) if self.state.is_chance_node() else []

    def legal(self) -> list[int]:
        """The actions of the seat that is to decide."""
        return [] if self.over else list(self.state.legal_actions())

    def after(self, number: int) -> SpielWorld:
        """The world after an action or an outcome of chance."""
        world = self.copy()
        world.go(number)
        return world

    def go(self, number: int) -> None:
        """Move on in place."""
        self.state.apply_action(number)
        self._known.clear()

    def copy(self) -> SpielWorld:
        """A world of its own that is the same."""
        return SpielWorld(self.game, self.state.clone())

    def known(self, seat: int) -> Hashable:
        """The information state of a seat, or where the game has none what it observes."""
        if seat not in self._known:
            self._known[seat] = self.game.channels[self.reference](self.state, seat)
        return self._known[seat]

    @property
    def reference(self) -> str:
        """The name of the channel by which a seat is told all it may know."""
        return next(name for name in ("information_state_string", "observation_string") if name in self.game.channels)

    def shown(self, seat: int) -> dict[str, Hashable]:
        """All that a seat is shown, by every channel there is."""
        return {name: channel(self.state, seat) for name, channel in self.game.channels.items()}

    def choices(self, seat: int) -> dict[str, Hashable]:
        """The seat that is to decide; for that one, its actions and what they are called."""
        found: dict[str, Hashable] = {"current_player": self.mover}
        if seat == self.mover:
            found["legal_actions"] = tuple(self.legal())
            found["action_to_string"] = tuple(self.state.action_to_string(seat, action) for action in self.legal())
        return found

    def held(self, seat: int) -> Hashable:
        """Observations of the other seats."""
        channels = self.game.channels
        name = "observation_string" if "observation_string" in channels else "information_state_string"
        return tuple(channels[name](self.state, other) for other in range(self.game.players) if other != seat)

    def numbers(self, seat: int) -> list[tuple[int, tuple[float, ...]]]:
        """Each other seat with its tensor of what it sees."""
        if self.game.tensor is None:
            return []
        channel = self.game.channels[self.game.tensor]
        return [(other, channel(self.state, other)) for other in range(self.game.players) if other != seat]

    def redealt(self, seat: int, chance: random.Random) -> SpielWorld:
        """A world dealt again for a seat."""
        return SpielWorld(self.game, self.state.resample_from_infostate(seat, chance.random))

    def relived(self) -> SpielWorld:
        """The world that the history of this one leads to, action by action. Raises `ValueError` with the first that was
        not allowed."""
        state = self.game.game.new_initial_state()
        for action in self.state.history():
            if action not in state.legal_actions():
                told = f"{state.current_player()} {state.action_to_string(state.current_player(), action)}"
                raise ValueError(told)
            state.apply_action(action)
        return SpielWorld(self.game, state)
