"""The games as OpenSpiel games; needs the extra ``tuckbox[openspiel]``.

    from tuckbox.adapters import openspiel

    game = openspiel.load("whiplash", players=3, edition="royal")

`load` registers the game, as ``tuckbox_whiplash``, and loads it: observers, information states, action strings,
serialisation and `resample_from_infostate`, the redeal, are there. Chance is explicit: a deal is one node after the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from numbers import Real
from typing import Any

import numpy as np

from tuckbox.adapters.nodes import ANSWERS, ONLOOKER, Entrance, Node, Tree
from tuckbox.adapters.position import GameSetup, illegal_action
from tuckbox.bots.bots import check_seat
from tuckbox.definition import payoffs
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game, given_game, given_once
from tuckbox.engine.engine import engine
from tuckbox.errors import IllegalAction, MatchOver, OptionError, UnknownAction
from tuckbox.kit.actions import OPEN
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import ALL, CHOSEN
from tuckbox.run.extras import importing
from tuckbox.view.view import zone_cells

with importing("openspiel"):
    import pyspiel

PREFIX = "tuckbox_"
MOST_NUMBERS = 20_000
"""A game whose information states would be longer than this as tensors has them as texts only."""

DIGEST = 64
"""Number of bits that stand for all a seat has observed, in the tensor of a game where no other numbers tell it."""
_PLAYED = 20
"""Number of games played at random to find whether there is such a thing."""

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

_GAMES: dict[str, Game] = {}


class CardGame(pyspiel.Game):
    """A game of Tuckbox with its players and options; each game has a class of its own, made by `register`."""

    name: str

    def __init__(self, params: Mapping[str, Any]) -> None:
        game = _GAMES[self.name]
        given = {key: _read(value) for key, value in params.items() if key != "players" and str(value) != ""}
        self.setting = GameSetup(game, int(params["players"]), given)
        self.root = Tree(self.setting, SavedNode).root()
        (low, high), pays = game.utility, game.pays(self.setting.players, self.setting.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=_chance_outcomes(game),
            num_players=self.setting.players,
            min_utility=low,
            max_utility=high,
            utility_sum=pays.total,
            max_game_length=game.longest,
        )
        super().__init__(_kind(self.name, game, pays), info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        """Load it again, with its options."""
        return _loaded, (self.setting.game, str(self))

    def new_initial_state(self, from_str: str | None = None) -> CardState:
        """The state in which nothing has been dealt."""
        if from_str is not None:
            raise OptionError("a state cannot be made of a text: use serialize and deserialize_state")
        return CardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> CardObserver:
        """An observer; its `dict` has the planes by name."""
        if params:
            raise OptionError(f"observers have no parameters, such as {next(iter(params))!r}")
        return CardObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class CardState(pyspiel.State):
    """A state: a node of the tree, which it never changes but moves along."""

    def __init__(self, game: CardGame) -> None:
        super().__init__(game)
        self.node = game.root

    def current_player(self) -> int:
        """The seat to decide, or chance, or nobody."""
        node = self.node
        if node.over:
            return _TERMINAL
        return _CHANCE if node.state is None else int(node.state.turn)

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Chance outcomes with probabilities."""
        return self.node.outcomes

    def _apply_action(self, action: int) -> None:
        node = self.node
        if node.over:
            raise MatchOver("the game is over")
        if node.state is None and all(action != outcome for outcome, _ in node.outcomes):
            raise IllegalAction(f"{action} is no outcome of chance now")
        if node.state is not None and action not in node.legal():
            raise illegal_action(node.view(), action)
        self.node = node.child(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.node.tree.setting.game
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {game.layout.deck[action] if self.node.drawing else action}"
        if not 0 <= action < game.actions.size:
            raise UnknownAction(f"there is no action {action}")
        return game.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.over

    def returns(self) -> list[float]:
        """Payoff of each seat; zero before the end."""
        players = range(self.node.tree.setting.players)
        return [float(self.node.state.payoff[seat]) if self.node.over else 0.0 for seat in players]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> CardState:
        """A state the player cannot tell from this one, each world being as likely; its own information state is the same.

        Cards not drawn yet are dealt with it, so no chance nodes of theirs follow. Its ``history()`` begins here, since that
        of this state tells what was dealt. Raises `OptionError` where chance decides, for no player, or where the sampler
        gives no number from 0 to 1.
        """
        check_seat(player_id, self.node.tree.setting.players)
        if self.node.state is None:
            raise OptionError("chance decides here: deal again where a player does, or at the end")
        share = probability_sampler() if callable(probability_sampler) else None
        if not isinstance(share, Real) or not 0 <= share <= 1:
            raise OptionError(f"a sampler gives numbers from 0 to 1, such as random.random, not {repr(share)[:40]}")
        twin = CardState(self.get_game())
        twin.node = self.node.redealt(player_id, int(share * (1 << 53)))
        return twin

    def __str__(self) -> str:
        """All that has happened, secrets and all."""
        entry = "redealt " if self.node.entry else ""
        return f"{entry}{' '.join(map(str, self.node.trail))}"

    def __copy__(self) -> CardState:
        """Return an independent state, as `clone` does."""
        return self.clone()  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: object) -> CardState:
        """Return an independent state, as `clone` does."""
        return self.clone()  # type: ignore[no-any-return]


class SavedNode(Node):
    """A node as OpenSpiel saves it with its state: by the way that leads there."""

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.tree.setting
        return _revive, (PREFIX + setting.game.name, setting.players, tuple(setting.options.items()), self.trail, self.entry)


def _revive(
    name: str, players: int, options: tuple[tuple[str, Any], ...], trail: tuple[int, ...], entry: Entrance | None
) -> Node:
    """A node from what was saved of it."""
    start = _root(name, players, options)
    if entry is not None:
        layout = start.tree.setting.game.layout
        start = start.entered(layout.unpacked(entry.record), entry.seat, entry.key, entry.told)
    return start.after(trail)


@cache
def _root(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> Node:
    """The root of a tree that saved nodes are found again in."""
    return Tree(GameSetup(_GAMES[name], players, dict(options)), SavedNode).root()


class CardObserver:
    """Observations of a player: `tensor` is the row of its planes, `dict` the planes by name, views of the same memory.

    With perfect recall ``history`` follows, (longest game, actions + concealed ones + players): the actions so far, as the
    player was told of them. Where these and the present do not tell all that the player has ever seen, as in a game in
    which cards are passed on unseen, 64 bits of the number that stands for it are in ``recall``: equal tensors, one
    information state.
    """

    def __init__(self, game: CardGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise OptionError("an observer shows what everybody sees, and what one player sees besides, not what all do")
        self.setting = game.setting
        self.public, self.perfect_recall = bool(kind.public_info), bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor, self.dict = None, {}
        length = _recall(self.setting.game) if self.perfect_recall else 0
        if self.public and (length or not self.perfect_recall):
            self.length, self.width = length, self.setting.game.actions.size + len(_labels(self.setting.game))
            told = length * (self.width + self.setting.players)
            digest = DIGEST if length and _forgets(self.setting.game) else 0
            self.tensor = np.zeros(self.setting.size + told + digest, np.float32)
            for plane in self.setting.planes:
                self.dict[plane.name] = self.tensor[plane.slice]
            if length:
                end = self.setting.size + told
                self.dict["history"] = self.tensor[self.setting.size : end].reshape(
                    length, self.width + self.setting.players
                )
                if digest:
                    self.dict["recall"] = self.tensor[end:]

    def _check(self, state: CardState, player: int) -> None:
        """Raise `OptionError` for a state of another game, or a player that there is not."""
        mine, other = self.setting, state.node.tree.setting
        if (mine.game.name, mine.players) != (other.game.name, other.players):
            raise OptionError(
                f"an observer of {mine.game.name} for {mine.players} players reads no state of {other.game.name} "
                f"for {other.players}"
            )
        check_seat(player, mine.players)

    def set_from(self, state: CardState, player: int) -> None:
        """Write what a player observes into `tensor`. Raises `OptionError` for a player that there is not, or a state of
        another game."""
        self._check(state, player)
        if self.tensor is None:
            return
        seen = state.node.seen(player, player if self.private else None)
        self.tensor[: self.setting.size] = self.setting.row(seen, player)
        if self.length:
            viewer = player if self.private else ONLOOKER
            self._write_history(state.node, viewer)
            if "recall" in self.dict:
                key = state.node.key(viewer).ljust(DIGEST // 8, b"\0")[: DIGEST // 8]
                self.dict["recall"][:] = np.unpackbits(np.frombuffer(key, np.uint8))

    def _write_history(self, node: Node, player: int) -> None:
        """The actions as the player has been told of them: by whom, and which; behind all actions a column for each thing
        that may be told of a concealed one."""
        history, actions = self.dict["history"], self.setting.game.actions
        history[:] = 0
        for step, label in enumerate(node.labels(player)[: self.length]):
            seat, _, text = label.partition(" ")
            try:
                action = actions.code(text)
            except UnknownAction:
                action = actions.size + _labels(self.setting.game)[text]
            history[step, action] = 1
            history[step, self.width + int(seat)] = 1

    def string_from(self, state: CardState, player: int) -> str:
        """The observation of a player, in words. With perfect recall: whose information it is, the cards it alone sees, the
        actions it has been told of, and a number that stands for all it has observed, so that equal texts are one
        information state: ``0 | hand[0] queen | 0 call, 1 raise | c499bfcfc332ae4c``. Raises `OptionError` as `set_from`."""
        self._check(state, player)
        node = state.node
        if not self.public:
            return _private(node, player) if self.private else ""
        if self.perfect_recall:
            viewer, own = (player, _private(node, player)) if self.private else (ONLOOKER, "")
            return " | ".join((str(player), own, ", ".join(node.labels(viewer)), node.key(viewer).hex()[:16]))
        return self.setting.describe(self.setting.row(node.seen(player, player if self.private else None), player))


@cache
def _labels(game: Game) -> dict[str, int]:
    """All that others may be told of concealed actions, and of an answer to a window, each with a number."""
    numbers = range(game.actions.size)
    told = [game.actions.label_text(action) for action in numbers if game.actions.family(action).others != OPEN]
    return {text: number for number, text in enumerate(dict.fromkeys([*told, ANSWERS]))}


@cache
def _forgets(game: Game) -> bool:
    """Whether a seat may have seen what neither the present position nor the actions it was told of would tell it: where
    actions are concealed, dice thrown, cards shown to some, or cards come to lie unseen after the first decision.

    The last is found by playing; so it is asked of short games only.
    """
    zones = game.layout.zones.values()
    hidden = [kind.seen != ALL for kind in zones for _ in product(*map(range, kind.shape))]
    if len(_labels(game)) > 1 or game.layout.windows or game.layout.dice or any(kind.seen == CHOSEN for kind in zones):
        return True
    setting, chance, rng = GameSetup(game, None, {}), random.Random(1), Fast(1)
    for _ in range(_PLAYED):
        state = setting.deal(rng)
        while not state.over:
            before = [len(cells) for cells in zone_cells(game, state)]
            setting.plain.call(setting.rules.apply, state, chance.choice(setting.legal(state)), rng)
            after = [len(cells) for cells in zone_cells(game, state)]
            if any(unseen and now > then for unseen, then, now in zip(hidden, before, after, strict=True)):
                return True
    return False


def _private(node: Node, player: int) -> str:
    """The cards that a player sees and others do not, with the zones they lie in: ``hand[0] queen``."""
    game = node.tree.setting.game
    places = [
        name + "".join(f"[{index}]" for index in place)
        for name, kind in game.layout.zones.items()
        for place in product(*map(range, kind.shape))
    ]
    found = []
    for place, cells in zip(places, zone_cells(game, node.seen(player, player)), strict=True):
        names = sorted(game.layout.deck[cell & 255] for cell in cells if cell & 255 < BACK and not cell >> 15)
        found += [f"{place} {' '.join(names)}"] if names else []
    return ", ".join(found)


@cache
def _chance_outcomes(game: Game) -> int:
    """Maximum number of outcomes of a chance event, found by playing; 0 where there is no chance."""
    setting, chance, rng = GameSetup(game, None, {}), random.Random(1), _Counting(1)
    for _ in range(3):
        state = setting.deal(rng)
        while not state.over:
            state = state.copy()
            setting.plain.call(setting.rules.apply, state, chance.choice(setting.legal(state)), rng)
    return max(len(game.layout.deck), rng.most, 64) if rng.most else 0


class _Counting(Fast):
    """A generator that notes among how many numbers it was asked for one."""

    most = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.most = max(self.most, n if n > 1 else 0)
        return super().below(n)


def _recall(game: Game) -> int:
    """Number of actions that an information state as a tensor tells; 0 where that would be too many."""
    return game.longest if game.longest * (game.actions.size + 1) <= MOST_NUMBERS else 0


UTILITIES = {
    payoffs.ZERO: pyspiel.GameType.Utility.ZERO_SUM,
    payoffs.CONSTANT: pyspiel.GameType.Utility.CONSTANT_SUM,
    payoffs.GENERAL: pyspiel.GameType.Utility.GENERAL_SUM,
    payoffs.SAME: pyspiel.GameType.Utility.IDENTICAL,
}
"""OpenSpiel's names of the kinds of payoffs."""


def _kind(name: str, game: Game, pays: payoffs.Payoffs) -> Any:
    """OpenSpiel's type of a game; as registered it is that of the default options, a game that is loaded has its
    own."""
    kinds, modes = pyspiel.GameType, pyspiel.GameType.ChanceMode
    hides = game.layout.windows or any(zone.seen != ALL for zone in game.layout.zones.values())
    specification: dict[str, Any] = {"players": game.players[0]}
    for option, kind in game.layout.options.items():
        specification[option] = "" if _texted(game, option) else kind.default
    return kinds(
        short_name=name,
        long_name=f"Tuckbox {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if _chance_outcomes(game) else modes.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides else kinds.Information.PERFECT_INFORMATION,
        utility=UTILITIES[pays.kind],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=_recall(game) > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification,
    )


def register(game: str | Game) -> str:
    """Make a game known to OpenSpiel; gives the name it has there. Raises `UnknownGame`."""
    found = given_game(game)
    name = PREFIX + found.name
    if _GAMES.setdefault(name, found) is not found:
        raise OptionError(f"another game is known to OpenSpiel as {name}")
    if name not in pyspiel.registered_names():
        engine(found, "plain")
        # a class, not a function: what OpenSpiel holds at the end of the process must not be freed by it
        made: Any = type(f"Tuckbox{found.name.title()}", (CardGame,), {"name": name})
        pyspiel.register_game(_kind(name, found, found.pays(*found.settle_options(None, {}))), made)
    return name


def register_all() -> list[str]:
    """Make all installed games known to OpenSpiel."""
    return [register(name) for name in installed()]


def load(game: str | Game, players: int | None = None, *, options: Mapping[str, Any] | None = None, **more: Any) -> CardGame:
    """A game as OpenSpiel's `Game`, registered if it was not. Raises `UnknownGame` or `OptionError`."""
    found = given_game(game)
    given = given_once(options, more)
    number, values = found.settle_options(players, given)
    asked = {name: values[name] for name in given}
    params = {"players": number, **{name: _text(v) if _texted(found, name) else v for name, v in asked.items()}}
    loaded: CardGame = pyspiel.load_game(register(found), params)
    return loaded


def _loaded(game: Game, text: str) -> CardGame:
    """A game by its string in OpenSpiel, registered if it was not."""
    register(game)
    loaded: CardGame = pyspiel.load_game(text)
    return loaded


def _texted(game: Game, option: str) -> bool:
    """Whether an option is a text in OpenSpiel's parameters, which have one type each: a range that can be off has two."""
    kind = game.layout.options[option]
    return bool(kind.only) or kind.off or not isinstance(kind.default, int)


def _text(value: object) -> str:
    """A value as a text parameter, so that OpenSpiel can read it again in a game's string.

    There a comma would end the parameter: lists have semicolons. What looks like a number or a truth gets a mark, for
    it would be taken for one, and refused.

    >>> _text(3), _text("true"), _text("royal"), _text("Zeke,Hata")
    ('#3', '#true', 'royal', 'Zeke;Hata')
    """
    text = str(value).replace(",", ";")
    return f"#{text}" if text.replace(".", "", 1).isdigit() or text.lower() in ("true", "false") else text


def _read(value: object) -> object:
    """The value that a parameter stands for.

    >>> _read("#3"), _read("royal"), _read("Zeke;Hata"), _read(3)
    ('3', 'royal', 'Zeke,Hata', 3)
    """
    return value.removeprefix("#").replace(";", ",") if isinstance(value, str) else value
