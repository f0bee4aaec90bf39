"""A game's rules in one mode, plain or native, with the rooms they need: states, generators, trees, scratch."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.faults import defined_at, described
from tuckbox.definition.game import Game
from tuckbox.definition.lint import check_names, nothing_in, writers
from tuckbox.definition.planes import observed_text
from tuckbox.definition.sources import OPTIONAL_RULES, rules_modules, source_of
from tuckbox.engine.derive import derived_text
from tuckbox.engine.load import Loader, cache_folder, explain
from tuckbox.engine.memory import STATES, TREE_DTYPE, fill_belief, fill_networks, scratch_dtype
from tuckbox.engine.scratch import Lineup, Pool, Results, Weighed, Workspace
from tuckbox.engine.traits import Widths, traits_text, widths
from tuckbox.errors import FieldError, RulesError, TuckboxError
from tuckbox.kit.chance import Chance, Fast
from tuckbox.kit.records import PlainRecord, record_class

_scratch_class = cache(record_class)

_TEMPLATES = {
    "think": ("playout", "tree", "network", "search", "equilibrium", "policies"),
    "worlds": ("sampling",),
    "tables": (
        "games", "batch", "rollout", "sharing", "environment", "parity", "trace", "contrast", "selfplay", "continuation",
    ),
}  # fmt: skip
"""The engine's own rules that are executed for each game, by the folder they lie in."""

_VERBS = ("worlds.redeal", "worlds.counting", "worlds.wandering", "worlds.limits", "worlds.observe", "worlds.stirring",
          "worlds.belief", "think.sums", "tables.history")  # fmt: skip
"""Those that know nothing of the game, which are executed anew in compiled mode only."""

_INJECTED = "tuckbox.engine.injected"


class Engine:
    """The rules of one game in one mode; use `engine` to get it, loaded once.

    `rules` holds setup, legal, apply, the optional rules and the derived ones (begin, blind, redeal, observe ...);
    `playout`, `search`, `policies`, `batch`, `environment`, `parity` and `trace` are the engine's own templates, bound to
    them.
    """

    batch: Any
    continuation: Any
    contrast: Any
    environment: Any
    equilibrium: Any
    games: Any
    network: Any
    parity: Any
    playout: Any
    policies: Any
    rollout: Any
    sampling: Any
    search: Any
    selfplay: Any
    sharing: Any
    trace: Any
    tree: Any

    def __init__(self, game: Game, mode: str, boundscheck: bool = False) -> None:
        self.game, self.mode = game, mode
        self._sources = sources = rules_modules(game.rules.__name__)
        derived = derived_text(game.layout, game.brings, game.actions.size)
        observed = observed_text(game.layout, game.observe, game.actions.size)
        traits = traits_text(game.layout, game.observe)
        self._texts, self._boundscheck = (derived, observed, traits), boundscheck
        self.folder = self._folder_in(mode)
        self._files = {str(game.folder)}
        self.is_native = mode == "native"
        limits = (kind.limit for kind in game.layout.zones.values() if kind.limit)
        check_names(game.name, game.rules.__name__, game.layout.fields, ["setup", "apply", *game.brings, *limits])
        anew = [*sources, *(f"tuckbox.engine.{name}" for name in _VERBS)] if self.is_native else []
        templates = [f"tuckbox.engine.{folder}.{name}" for folder, names in _TEMPLATES.items() for name in names]
        self.loader = Loader([*anew, *templates], self.folder, mode, boundscheck)
        self.rules = self._bind(derived, observed, traits)
        for folder, names in _TEMPLATES.items():
            for name in names:
                setattr(self, name, self.loader.load(f"tuckbox.engine.{folder}.{name}"))

    @cached_property
    def native_folder(self) -> Path:
        """The folder for the compiled code of these rules."""
        return self.folder if self.is_native else self._folder_in("native")

    @property
    def rules_bytes(self) -> int:
        """Size of the text of the rules."""
        return sum(source_of(each).stat().st_size for each in self._sources)

    def _folder_in(self, mode: str) -> Path:
        return cache_folder(self._sources, mode, str(self._boundscheck), *self._texts)

    def _bind(self, derived_rules: str, observed: str, traits: str) -> Any:
        """The game's rules and those derived from its declarations, as the templates import them."""
        game = self.game
        module = self.loader.load(game.rules.__name__) if self.is_native else game.rules
        injected: Any = ModuleType(_INJECTED)
        for name in ("setup", "apply", *game.brings):
            if not hasattr(module, name):
                raise RulesError(f"{game.name} has no rule {name!r}")
            setattr(injected, name, getattr(module, name))
        if not {"legal", "refuse"} & game.brings:
            raise RulesError(f"{game.name} has no rule 'legal' and no rule 'refuse' that one could be made of")
        for name, kind in game.layout.zones.items():
            if kind.limit and not hasattr(module, kind.limit):
                raise RulesError(f"{game.name} has no rule {kind.limit!r}, which is to limit the zone {name!r}")
            if kind.limit:
                setattr(injected, kind.limit, getattr(module, kind.limit))
        injected.ACTIONS = game.actions.size
        injected.LABELS = self.loader.words.table(game.actions.labels())
        injected.SEATS = self.loader.words.table(game.actions.seats())
        injected.NAMES_SEATS = game.actions.name_seats
        injected.MANNERS = max(1, len(game.manners))
        injected.VALUED = "value" in game.brings
        self.loader.modules[_INJECTED] = injected
        derived = self.loader.text("derived", derived_rules)
        for name in ("renew", "begin", "blind", "cover", "redeal", "count_pack", "stir", *OPTIONAL_RULES):
            if not hasattr(injected, name):
                setattr(injected, name, getattr(derived, name))
        injected.observe = self.loader.text("observed", observed).observe
        secrets = self.loader.text("secrets", traits)
        injected.regard, injected.lay = secrets.regard, secrets.lay
        return injected

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule; what is wrong in the game's own text is raised as `RulesError` with rule and line."""
        try:
            return function(*arguments)
        except Chance:
            raise
        except TuckboxError as error:
            if self.is_native or not isinstance(error, RulesError):
                raise
            raise RulesError(self.blame(error)) from error
        except Exception as error:
            if not self.is_native:
                raise RulesError(self.blame(error)) from error
            from numba.core.errors import NumbaError

            if isinstance(error, TypeError) and str(error).endswith("got None"):
                places = nothing_in(self.game.rules.__name__)
                raise RulesError(f"{self.game.name}: a rule computes with None, which is no number: {places}") from error
            if not isinstance(error, NumbaError):
                raise
            inside = explain(error, self.game.name, function.__name__, lambda file: str(Path(file).parent) in self._files)
            raise RulesError(inside) from error

    def play(self, function: Callable[..., Any], work: Workspace, *arguments: Any) -> Any:
        """Call a rule that plays games in a workspace. Raises `RulesError` also where a seat is stuck in one of them."""
        found = self.call(function, work, *arguments)
        scratches: Any = work.scratches
        scratch = scratches.view(np.recarray)[0] if self.is_native else scratches[0]
        if stuck := int(scratch.stuck):
            scratch.stuck = 0
            raise self.no_action(stuck - 1)
        return found

    def no_action(self, seat: int) -> RulesError:
        """The error of a seat that is to decide, and stuck: the rules give it no action."""
        rule, gives = ("legal", "gives") if "legal" in self.game.brings else ("refuse", "leaves")
        where = defined_at(getattr(self.game.rules, rule))
        return RulesError(f"{self.game.name}: the rule {rule} {gives} seat {seat} no action{where}")

    def check_list(self, actions: Sequence[int], seat: int) -> None:
        """Raise `RulesError` for what is no action among those that are legal for a seat."""
        for action in actions:
            if not isinstance(action, int) or not 0 <= action < self.game.actions.size:
                most = self.game.actions.size - 1
                said = f"the rule legal gives seat {seat} the action {action!r}; actions are numbers from 0 to {most}"
                raise RulesError(f"{self.game.name}: {said}")

    def blame(self, error: BaseException) -> str:
        """One line about a fault in plain mode: the game, the rule, the line of its text, and what is wrong."""
        calls = traceback.extract_tb(error.__traceback__)
        own = [number for number, f in enumerate(calls) if str(Path(f.filename).parent) in self._files]
        said = str(error) if isinstance(error, RulesError) else described(error)
        if not own:
            return f"{self.game.name}: {self._no_number(error) or f'its rules went wrong: {said}'}"
        last, inside = calls[own[-1]], calls[own[-1] + 1 :]
        if inside and not isinstance(error, RulesError):  # a word of the kit was called with what it cannot take
            said = described(error, f"in `{inside[0].name}`")
        return f"{self.game.name}: the rule {last.name} ({Path(last.filename).name}, line {last.lineno}) went wrong: {said}"

    def _no_number(self, error: BaseException) -> str:
        """Which field of a state holds what is no number, if an error came of reading it, and where rules write it."""
        for frame, _ in traceback.walk_tb(error.__traceback__):
            for state in frame.f_locals.values():
                try:
                    if isinstance(state, PlainRecord) and state._dtype == self.game.layout.dtype:
                        self.game.layout.check_ranges(state)
                except FieldError as wrong:
                    return f"{wrong}{writers(self.game.rules.__name__, wrong.field)}"
        return ""

    def states(self, blank: PlainRecord, n: int = STATES) -> tuple[Any, Any]:
        """Rows for the templates, the first of them `blank`; and the same memory as 64-bit words (native only)."""
        if not self.is_native:
            return [blank.copy() for _ in range(n)], None
        rows = np.zeros(n, self.game.layout.dtype)
        rows[0] = self.game.layout.pack(blank)[0]
        return rows, rows.view("u8").reshape(n, -1)

    def put(self, states: Any, row: int, record: PlainRecord) -> None:
        """Write a plain record into a row of states."""
        states[row] = self.game.layout.pack(record)[0] if self.is_native else record.copy()

    def get(self, states: Any, row: int) -> Any:
        """A row of states as a plain record."""
        return self.game.layout.unpack(states, row) if self.is_native else states[row].copy()

    def rngs(self, *seeds: int) -> Any:
        """Fast generators of these seeds."""
        if not self.is_native:
            return [Fast(seed) for seed in seeds]
        rngs = np.zeros(len(seeds), self.loader.words.RNG_DTYPE)
        rngs["s"] = seeds
        return rngs

    def room(self, dtype: np.dtype[Any], n: int) -> Any:
        """A row of n zeroed records."""
        if self.is_native:
            return np.zeros(n, dtype)
        cls = _scratch_class(dtype)
        return [cls() for _ in range(n)]

    def scratches(
        self,
        nets: Sequence[Mapping[str, NDArray[Any]]] = (),
        networks: Sequence[Mapping[str, NDArray[Any]]] = (),
        *,
        noting: bool = False,
    ) -> Any:
        """Scratch for one thread of play or search, with the networks of a belief and those that play, if there are any.

        In plain mode there is room for networks only where there are some, or where positions are noted.
        """
        roomy = self.is_native or nets or networks or noting
        room = self.room(self.scratch_dtype if roomy else self._small_scratch_dtype, 1)
        fill_belief(room, nets, self.is_native)
        fill_networks(room, networks, self.is_native)
        return room

    def moves(self) -> Weighed:
        """Room for the legal actions of a seat, in plain mode: the one part of a scratch that most who ask rules need."""
        room: Weighed = self.room(self._small_scratch_dtype["moves"], 1)[0]
        return room

    def pool(self) -> Pool:
        """Room for a redeal, in plain mode."""
        room: Pool = self.room(self._small_scratch_dtype["pool"], 1)[0]
        return room

    def workspace(
        self,
        blank: PlainRecord,
        seeds: Sequence[int] = (0, 0),
        edges: int = 0,
        nets: Sequence[Mapping[str, NDArray[Any]]] = (),
        networks: Sequence[Mapping[str, NDArray[Any]]] = (),
    ) -> Workspace:
        """The memory of one thread of play, with a generator for each seed and room for a search tree of some edges; without
        any nobody can search."""
        states, words = self.states(blank)
        tree = self.new_tree(edges) if edges else None
        return Workspace(states, words, self.rngs(*seeds), tree, self.scratches(nets, networks))

    def lineup(self, codes: Sequence[int], efforts: Sequence[int]) -> Lineup:
        """Policies with their efforts, and the range of the game's payoffs."""
        return Lineup(np.array(codes), np.array(efforts), *self.game.utility)

    def results(self, games: int) -> Results:
        """Room for the results of some games."""
        seats = self.game.layout.seats
        return Results(np.zeros(games, np.int64), np.zeros((games, seats)), np.zeros((games, seats), np.int8))

    def new_tree(self, size: int) -> Any:
        """Room for a search tree of `size` edges, rounded up to a power of two."""
        return self.room(TREE_DTYPE, 1 << (size - 1).bit_length())

    @cached_property
    def scratch_dtype(self) -> np.dtype[Any]:
        """The record of the scratch the templates work on."""
        return scratch_dtype(self.game, widths(self.game))

    @cached_property
    def _small_scratch_dtype(self) -> np.dtype[Any]:
        """The same for who believes nothing."""
        return scratch_dtype(self.game, Widths(1, 1, 1, 1, 1))


_ENGINES: dict[tuple[int, str, bool], tuple[Game, Engine]] = {}


def engine(game: Game, mode: str = "native", boundscheck: bool = False) -> Engine:
    """The rules of a game in a mode, ``"plain"`` or ``"native"``; loaded on first use and kept."""
    key = (id(game), mode, boundscheck)
    if key not in _ENGINES:
        _ENGINES[key] = (game, Engine(game, mode, boundscheck))
    return _ENGINES[key][1]


def record_bytes(game: Game, record: PlainRecord) -> bytes:
    """A plain record as the bytes of its native twin: equal bytes, equal states."""
    return game.layout.packed(record)
