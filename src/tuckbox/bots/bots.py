"""The rivals: `random`, `greedy`, `learned` and `search` in three levels. A bot gets a view, never a state.

>>> import tuckbox
>>> m = tuckbox.Match("whiplash", seed=7, dealer=0)
>>> bot = make_bot("greedy", m.game, seed=1)
>>> m.game.actions.text(bot.choose(m.view(1)))
'draw stock'
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from tuckbox.bots.learnt import SHIPPED, kind_in, nets_for, network_for, pinned, ships, unusable
from tuckbox.definition.game import Game, given_game
from tuckbox.engine.engine import Engine, engine
from tuckbox.engine.memory import MOST_NETWORKS
from tuckbox.engine.scratch import Workspace
from tuckbox.engine.think.policies import (
    ANY_MANNER,
    BARE,
    CARELESS,
    GREEDY,
    LEARNED,
    MANNER,
    NETWORK,
    RANDOM,
    SEARCH,
    UNIFORM,
)
from tuckbox.engine.think.tree import edge
from tuckbox.engine.weights import Kind, Net
from tuckbox.errors import OptionError
from tuckbox.kit.plain import blend
from tuckbox.numbers import is_whole
from tuckbox.view.view import View

log = logging.getLogger("tuckbox.bots")

LEVELS = {"easy": 60, "normal": 2_000, "hard": 50_000}
"""Iterations of search at each level."""

MOMENT = 3.0
"""Maximum number of seconds that a search may take where people wait for it."""

WORLDS = 8
"""Over how many redeals `greedy` averages the game's `value`."""

EASY = 20
"""Percentage of its legal actions that `learned:easy` overlooks, where no other is named."""

INVERSE_TEMPERATURE = 3
"""Inverse temperature of `learned`: its logits are multiplied by this; 1 is the policy it was trained as."""

WAYS = {"": 0, "uniform": UNIFORM, "bare": UNIFORM | BARE}
"""Suffixes of a search that goes without a belief, or also without a network."""

_CHUNK = 100
_GAMES_A_MILLISECOND = 1_000  # about the number that compiled code plays of a small game
_MOST_ITERATIONS = 10_000_000
_ENDLESS = 1 << 30


@dataclass(frozen=True)
class Policy:
    """A policy as a bot's name gives it.

    Its kind, its effort (iterations of search, worlds of greedy), the manner of greedy, what a search goes without or
    how much it overlooks, and the file of weights it uses instead of those that the game ships.
    """

    name: str
    kind: int
    effort: int = 0
    milliseconds: int = 0
    manner: str = ""
    without: int = 0
    source: str = SHIPPED

    @property
    def table_mode(self) -> str:
        """The mode for a table, where one action is awaited at a time: all but searches take milliseconds in plain Python,
        and to compile them would take seconds or minutes first. Both modes choose alike."""
        return "native" if self.kind == SEARCH else "plain"

    @classmethod
    def parse(cls, name: str, *, files: bool = True) -> Policy:
        """The policy of a name: ``random``, ``greedy``, ``greedy:MANNER`` (one that the game knows), ``learned``
        (``learned:easy`` overlooks a fifth of its legal actions, ``learned:easy:35`` 35 of a hundred), ``search``,
        ``search:LEVEL``, ``search:2000`` (iterations) or ``search:500ms``; after a search ``:uniform`` for one that takes
        all worlds to be as likely, ``:bare`` for one without anything that has been learnt. ``learned:FILE`` and
        ``search:LEVEL:FILE`` go by weights in a file, whose digest then stands in the name. Where `files` is False
        there are no such bots, and no file is looked at. Raises `OptionError`.

        >>> Policy.parse("search:hard").effort
        50000
        """
        if not isinstance(name, str):
            raise OptionError(f"a bot is called by a name, such as greedy, not {repr(name)[:40]}")
        kind, _, rest = name.strip().partition(":")
        kind, level = kind.lower(), rest.lower()
        if kind == "random" and not level:
            return cls("random", RANDOM)
        if kind == "greedy" and (not level or level[0].isalpha()):  # manners are words
            return cls(f"greedy:{level}" if level else "greedy", GREEDY, WORLDS, manner=level)
        if kind == "learned" and (files or not rest or level.partition(":")[0] == "easy"):
            return cls._learned(rest)
        if kind == "search" and (found := cls._search(rest, files)) is not None:
            return found
        raise OptionError(
            f"there is no bot {name[:40]!r}: there is random, greedy, learned, search, search:easy, search:normal, "
            "search:hard, search:ITERATIONS and search:MILLISECONDSms, learned:FILE and search:LEVEL:FILE"
        )

    @classmethod
    def _learned(cls, way: str) -> Policy:
        """The policy that goes by a network, as it is, overlooking things, or by that in a file."""
        level = way.lower()
        if level.partition(":")[0] == "easy":
            return cls(f"learned:{level}", LEARNED, INVERSE_TEMPERATURE, without=_overlooked(level) << CARELESS)
        source = pinned(way) if way else SHIPPED
        return cls(f"learned:{source}" if source else "learned", LEARNED, INVERSE_TEMPERATURE, source=source)

    @classmethod
    def _search(cls, rest: str, files: bool) -> Policy | None:
        """The search that is called ``LEVEL``, ``LEVEL:WAY`` or ``LEVEL:FILE``; None where there is none of that name."""
        level, apart, way = rest.partition(":")
        level = level.lower() or "normal"
        effort = _effort(level)
        if effort is None or bool(apart) != bool(way):
            return None
        if way.lower() in WAYS:
            return cls(f"search:{level}{apart}{way.lower()}", SEARCH, *effort, without=WAYS[way.lower()])
        if not files:
            return None
        source = pinned(way)
        return cls(f"search:{level}:{source}", SEARCH, *effort, source=source)

    def code(self, game: Game, network: int = 0) -> int:
        """The policy as compiled tables know it, with the place of its network. Raises `OptionError` for a manner that the
        game does not know."""
        manner = ANY_MANNER if self.kind == SEARCH else game.manner(self.manner)
        return self.kind | self.without | manner << MANNER | network << NETWORK

    def belief(self, game: Game) -> str | None:
        """The source of the belief it goes by; None where it goes by none."""
        if self.kind != SEARCH or self.without & UNIFORM:
            return None
        return self.source if self.source and kind_in(game, self.source) == "belief" else SHIPPED

    def network(self, game: Game) -> str | None:
        """The source of the network it plays by or is advised by; None where it goes by none."""
        if self.kind not in (SEARCH, LEARNED) or self.without & BARE:
            return None
        return self.source if self.source and (self.kind == LEARNED or kind_in(game, self.source) == "network") else SHIPPED

    @property
    def edges(self) -> int:
        """Room for the search tree: enough for the iterations, but bounded; none for who does not search."""
        return 0 if self.kind != SEARCH else min(1 << 20, max(1 << 10, 8 * self.effort or 1 << 18))


def _overlooked(level: str) -> int:
    """The percentage of its legal actions that ``easy`` or ``easy:PERCENTAGE`` overlooks. Raises `OptionError`."""
    _, apart, number = level.partition(":")
    if not apart:
        return EASY
    if not (number.isascii() and number.isdigit() and len(number) < 3 and int(number)):
        raise OptionError(f"learned:easy overlooks 1 to 99 of a hundred actions, not {number[:40]!r}")
    return int(number)


def _effort(level: str) -> tuple[int, int] | None:
    """Iterations and milliseconds of a search of this level; None where there is no such level."""
    if level in LEVELS:
        return LEVELS[level], 0
    number = level.removesuffix("ms")
    if not (number.isascii() and number.isdigit() and len(number) < 9 and 1 <= int(number) <= _MOST_ITERATIONS):
        return None
    return (0, int(number)) if level.endswith("ms") else (int(number), 0)


@dataclass(frozen=True)
class Thought:
    """A search's opinion of an action: how often it was tried, what share of the game's payoff it brought, and how
    often it is to be played (a search of a small game mixes its actions)."""

    action: int
    visits: int
    worth: float
    share: float


class Bot:
    """A player of one game by one policy. The same seed and the same views give the same actions (unless timed)."""

    def __init__(self, policy: Policy, game: Game, seed: int = 0, mode: str = "native") -> None:
        self.policy, self.game, self.seed, self.mode = policy, game, seed, mode
        self.code = policy.code(game)
        self.thoughts: list[Thought] = []
        self._warned = False
        self._setting: tuple[int, dict[str, Any]] = (0, {})

    def __getstate__(self) -> dict[str, Any]:
        """Return its making and the state of its chance; memory of a search is made anew."""
        made = {name: getattr(self, name) for name in ("policy", "game", "seed", "mode")}
        return {**made, "rngs": self._work.rngs if "_work" in vars(self) else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rngs = state.pop("rngs")
        Bot.__init__(self, **state)
        if rngs is not None:
            self._work = self._work._replace(rngs=rngs)

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.name

    @cached_property
    def _engine(self) -> Engine:
        return engine(self.game, self.mode)

    @cached_property
    def _work(self) -> Workspace:
        return self._engine.workspace(self.game.blank(), (self.seed,), self.policy.edges)

    def reseed(self, seed: int) -> None:
        """Begin chance anew with a seed; memory that has been made is kept."""
        self.seed = seed
        if "_work" in vars(self):
            self._work = self._work._replace(rngs=self._engine.rngs(seed))

    def _recall(self, view: View) -> None:
        """Go by what has been learnt of what is played; it is looked up anew when that changes."""
        setting = len(view.names), view.options
        if not self.decides_from_records and setting != self._setting:
            self._setting = setting
            networks = learnt(self.game, goes_by(self.game, [self.policy]), *setting)
            self._work = self._work._replace(scratches=self._engine.scratches(*networks))

    def choose(self, view: View, seconds: float | None = None) -> int:
        """One of the view's legal actions; a search stops after `seconds`, or after its own time if that is shorter. Raises
        `OptionError` if the view's seat is not to decide."""
        if not isinstance(view, View):
            raise OptionError(f"a bot chooses by what its seat sees, such as match.view(0), not by {repr(view)[:40]}")
        if view.game.hash != self.game.hash:
            raise OptionError(f"a bot that plays {self.game.title} does not choose in {view.game.title}, or by other rules")
        if view.seat is None or not view.legal:
            raise OptionError("the seat of this view is not to decide")
        if len(view.legal) == 1:
            return view.legal[0]
        self._recall(view)
        states, playout = self._work.states, self._engine.playout
        self._engine.put(states, playout.ROOT, view.state)
        if self.policy.kind != SEARCH:
            return self._decide(view.seat)
        self._engine.put(states, playout.BLANK, self._undealt(view))
        return self._search_for(view, min(self._seconds, inf if seconds is None else seconds))

    @property
    def _seconds(self) -> float:
        """Maximum number of seconds of a search, by its name."""
        return self.policy.milliseconds / 1000 or inf

    @property
    def decides_from_records(self) -> bool:
        """Whether `decide` is enough for it: others want to know what is played and has been played, and may report."""
        return self.policy.kind in (RANDOM, GREEDY)

    def decide(self, seen: Any, seat: int) -> int:
        """A legal action of a seat that is to decide, from its blind record: a row of states in the bot's own mode. No more
        is asked of bots where many thousands of decisions are stepped from Python."""
        # a native row is copied by being assigned, at once; its own `copy` goes field by field
        self._work.states[self._engine.playout.ROOT] = seen if self.mode == "native" else seen.copy()
        return self._decide(seat)

    def _decide(self, seat: int) -> int:
        """The same, the blind record being where the policies look for it."""
        policies, call = self._engine.policies, self._engine.call
        room = self._work.states, self._work.rngs, self._work.scratches
        if self.policy.kind == RANDOM:
            action = int(call(policies.decide_randomly, *room))
        else:
            action = int(call(policies.decide_at_once, *room, seat, self.code, self.policy.effort))
        if action < 0:
            raise self._engine.no_action(seat)
        return action

    def weigh(self, view: View, action: int) -> Thought:
        """A search's opinion of one of the view's legal actions (two at least) if it tries no other."""
        self._recall(view)
        self._engine.put(self._work.states, self._engine.playout.ROOT, view.state)
        self._search_for(view, self._seconds, only=action)
        return next(thought for thought in self.thoughts if thought.action == action)

    def _search_for(self, view: View, seconds: float, only: int | None = None) -> int:
        """Search until the effort or the time is spent; if given, all games begin with `only`."""
        policies = self._engine.policies
        end, left = time.monotonic() + seconds, self.policy.effort or _MOST_ITERATIONS
        action = self._solve(view, end) if only is None else -1
        if action >= 0:
            self._recollect(view, action, mixed=True)
            return action
        self._step(policies.START, view)
        if only is not None:
            self._bar(view, only)
        while left > 0:
            many = min(_CHUNK, left)
            self._step(policies.GROW, view, many)
            left = left - many if time.monotonic() < end else 0
        action = self._step(policies.CONCLUDE, view)
        if action < 0:
            assert view.seat is not None
            raise self._engine.no_action(view.seat)
        self._recollect(view, action)
        if not any(thought.visits for thought in self.thoughts):
            self._warn()
        return action

    def _step(self, step: int, view: View, iterations: int = 0) -> int:
        """Take a step of a search; the action where it ends, -1 if there is none."""
        given = (self._work, step, view.seat, self.code, iterations, *self.game.utility)
        return int(self._engine.call(self._engine.policies.search_step, *given))

    def _bar(self, view: View, only: int) -> None:
        """Let the search that begins try one action of the root alone: all others are as if tried in vain without end."""
        tree, scratch = self._fields_of(self._work.tree), self._fields_of(self._work.scratches)[0]
        assert view.seat is not None
        for action in view.legal:
            e = tree[edge(tree, view.seat + 1, action)]
            if action != only:
                e.key, e.visits = blend(view.seat + 1, action) | 1, _ENDLESS
        scratch.edges += len(view.legal)  # or the table would pass for empty

    def _fields_of(self, records: Any) -> Any:
        """Records whose fields are attributes in either mode."""
        return records.view(np.recarray) if self.mode == "native" else records

    def _warn(self) -> None:
        """Say once that no world was found to search in, and that `prefer` alone decides then."""
        if not self._warned:
            log.warning("%s: no world that fits what a seat sees was found; %s plays by prefer", self.game.name, self.name)
        self._warned = True

    def _solve(self, view: View, end: float) -> int:
        """A decision of an equilibrium where the game is small, else -1 (see `tuckbox.engine.think.equilibrium`)."""
        work, call, equilibrium = self._work, self._engine.call, self._engine.equilibrium
        effort = self.policy.effort or self.policy.milliseconds * _GAMES_A_MILLISECOND
        whole, played, small = effort * len(view.names), 0, view.heard != 0
        call(self._engine.policies.forget, work.tree, work.scratches)
        while small and played < whole and (time.monotonic() < end or not played):
            games = min(equilibrium.CHUNK, whole - played)
            small = call(equilibrium.run_cfr, work, played, games, whole)
            played += games
        return int(call(self._engine.policies.equilibrium_action, work, view.heard)) if small else -1

    def _undealt(self, view: View) -> Any:
        """The options and players of a match, before anything is dealt."""
        blank: Any = self.game.layout.State()
        for name in ("players", *self.game.layout.options):
            setattr(blank, name, getattr(view.state, name))
        return blank

    def _recollect(self, view: View, chosen: int, mixed: bool = False) -> None:
        """Keep what the search thought of each action of the root: sums of a search that grew, means of one that settled."""
        tree, scratch = self._fields_of(self._work.tree), self._fields_of(self._work.scratches)[0]
        low, high = self.game.utility
        self.thoughts = []
        for i, action in enumerate(view.legal):
            e = tree[scratch.slot[i]]
            mean = (e.worth - low) / (high - low) if mixed else e.worth / e.visits if e.visits else 0.0
            share = float(scratch.score[i]) if mixed else float(action == chosen)
            self.thoughts.append(Thought(action, int(e.visits), float(mean), share))


@dataclass(frozen=True)
class GoesBy:
    """Weights of the bots of one table: the source of their belief (None: of no belief) and those of their networks, in the
    order of their places."""

    belief: str | None
    networks: tuple[str, ...]

    def code(self, policy: Policy, game: Game) -> int:
        """One of these policies as compiled tables know it."""
        source = policy.network(game)
        return policy.code(game, self.networks.index(source) if source in self.networks else 0)


def goes_by(game: Game, policies: Sequence[Policy]) -> GoesBy:
    """The weights these policies use. Raises `OptionError` where there is no room for all of them at one table."""
    beliefs = {source for policy in policies if (source := policy.belief(game)) is not None}
    networks = {source for policy in policies if (source := policy.network(game)) is not None}
    if len(beliefs) > 1:
        raise OptionError("searches that play together go by one belief: let them meet with networks, or all name the same")
    if len(networks) > MOST_NETWORKS:
        raise OptionError(f"those who play together go by {MOST_NETWORKS} networks at most, not {len(networks)}")
    return GoesBy(next(iter(beliefs), None), tuple(sorted(networks)))


def learnt(game: Game, by: GoesBy, players: int, options: Mapping[str, Any]) -> tuple[Sequence[Net], Sequence[Net]]:
    """Networks of bots in a setting: those of the belief, and those that play. Without the one it would need `learned`
    plays as greedy, and a search as one that is bare."""
    nets = nets_for(game, players, options, by.belief) if by.belief is not None else ()
    return nets, [network_for(game, players, options, source) for source in by.networks]


def check_learnt(game: Game, policies: Sequence[Policy], players: int, options: Mapping[str, Any]) -> list[str]:
    """See that bots have what their names promise: what `learned` plays by, and what is in a file. Returns in sentences what
    searches go without, since what the game ships does not fit. Raises `OptionError`."""
    lacks = []
    for policy in dict.fromkeys(policies):
        sources: tuple[tuple[Kind, str | None], ...] = ("network", policy.network(game)), ("belief", policy.belief(game))
        for kind, source in sources:
            wrong = unusable(game, players, options, kind, source) if source is not None else ""
            if not wrong and kind == "network" and policy.kind == LEARNED and not source and not ships(game, players, kind):
                wrong = f"{game.name} ships no network for {players} players"
            if wrong and (policy.kind == LEARNED or source):
                raise OptionError(f"there is no bot {policy.name!r} here: {wrong}")
            if wrong:
                lacks.append(f"{policy.name} plays without a {kind}: {wrong}")
    return lacks


def check_seat(seat: int, players: int) -> None:
    """Raise `OptionError` for a seat that there is not."""
    if not is_whole(seat, 0, players - 1):
        raise OptionError(f"there is no seat {repr(seat)[:40]} among {players} players")


def by_seat(bots: Mapping[int, str] | Iterable[str | None] | None, players: int) -> dict[int, Policy]:
    """The policies of the seats that bots play, where these are named by seat, ``{1: "greedy"}``, or in the order of all
    seats, ``[None, "greedy"]``. Raises `OptionError`, also where no seat is left."""
    if isinstance(bots, str) or not isinstance(bots, Iterable | None):
        said = bots[:40] if isinstance(bots, str) else "greedy"
        raise OptionError(f"bots are given by their seats, such as {{1: {said!r}}}: every other seat is yours")
    named = dict(bots) if isinstance(bots, Mapping) else dict(enumerate(bots or ()))
    if named and len(named) != players and not isinstance(bots, Mapping):
        raise OptionError(
            f"a list of bots has one entry for each of {players} seats, None for yours, not {len(named)}: "
            'or name the seats, such as {1: "greedy"}'
        )
    for seat in named:
        check_seat(seat, players)
    found = {int(seat): Policy.parse(name) for seat, name in named.items() if name is not None}  # NumPy's numbers, too
    if len(found) == players:
        raise OptionError("bots have taken all seats: leave one to yourself")
    return found


def make_bot(name: str, game: str | Game, seed: int = 0) -> Bot:
    """The bot of a name such as ``search:hard``. Raises `OptionError` or `UnknownGame`."""
    policy = Policy.parse(name)
    if not is_whole(seed, 0, (1 << 64) - 1):
        raise OptionError(f"a seed is a whole number from 0 to 2^64 - 1, not {repr(seed)[:40]}")
    return Bot(policy, given_game(game), int(seed))
