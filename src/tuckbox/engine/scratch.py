"""Types of the arguments of the engine's own rules besides states, for type checkers and editors.

In plain mode these are records of Python numbers and lists, natively flat NumPy records; see `Engine.scratches`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from numpy.typing import NDArray

from tuckbox.kit.layout import GameState
from tuckbox.kit.types import Moves, Rng

States: TypeAlias = MutableSequence[GameState]
"""Rows for states; `tuckbox.engine.think.playout` says which is for what."""

Words: TypeAlias = Any
"""The same memory as 64-bit words; none in plain mode."""

Numbers: TypeAlias = MutableSequence[int]
Shares: TypeAlias = MutableSequence[float]
Flags: TypeAlias = MutableSequence[bool]
Array: TypeAlias = NDArray[Any]


class Stream(Rng, Protocol):
    """A fast generator, and the number that is all its state."""

    s: int


class Weighed(Moves, Protocol):
    """The legal actions, how much each is leaned to, and in which manner each seat is taken to play."""

    manner: list[int]
    weight: list[int]


class Unseen(Protocol):
    """Unseen cards of one back, shuffled."""

    n: int
    card: list[int]


class Pool(Protocol):
    """Scratch for a redeal: how many of each kind are unseen, and rows of them for each back."""

    left: list[int]
    row: list[Unseen]


class Limits(Protocol):
    """Scratch for the cards of one back that rules limit; see `tuckbox.engine.worlds.limits`."""

    boxes: int
    n: int
    groups: int
    tight: int
    states: int
    strict: int
    room: list[int]
    weight: list[float]
    was: list[int]
    stride: list[int]
    sort: list[int]
    size: list[int]
    start: list[int]
    left: list[int]
    at: list[int]
    old_sort: list[int]
    old_size: list[int]
    barred: list[int]
    many: list[int]
    old_barred: list[int]
    old_many: list[int]
    shut: list[int]
    next: list[int]
    group: list[int]
    queue: list[int]
    card: list[int]
    box: list[int]
    laid: list[int]
    spot: list[int]
    who: list[int]
    by: list[int]
    place: list[int]
    ways: list[float]


class LimitedPool(Pool, Protocol):
    """Scratch for a redeal where rules say what hidden cards may be."""

    barred: list[int]
    limits: list[Limits]


class BeliefNetwork(Protocol):
    """The network of one kind of secrets; see `tuckbox.engine.worlds.belief`."""

    shift: list[float]
    gain: list[float]
    common_shift: list[list[float]]
    common_gain: list[list[float]]
    own_shift: list[list[float]]
    own_gain: list[list[float]]
    cards: list[list[float]]


class Belief(Protocol):
    """A seat's belief about cards that others see: ``n`` unseen cards, of which the first ``places`` lie in
    secrets; each with its back, secret (-1: elsewhere) and sort of place. `on` where the networks have learnt something."""

    on: bool
    n: int
    places: int
    secrets: int
    card: list[int]
    back: list[int]
    of: list[int]
    sort: list[int]
    kept: list[int]
    barred: list[int]
    laid: list[int]
    kind: list[int]
    common: list[float]
    own: list[list[float]]
    sum: list[list[float]]
    gate: list[list[float]]
    nets: list[BeliefNetwork]


class Network(Protocol):
    """A policy and value network; see `tuckbox.engine.think.network`. `on` where there is one.

    ``input_rows`` says which row of ``weights1`` goes with each number of an observation, counted from 1; 0: none.
    """

    on: bool
    input_rows: list[int]
    hidden1: list[float]
    hidden2: list[float]
    bias1: list[float]
    bias2: list[float]
    policy_bias: list[float]
    value_bias: list[float]
    prior_exponent: list[float]
    weights1: list[list[float]]
    weights2: list[list[float]]
    policy_weights: list[list[float]]
    value_weights: list[list[float]]


class Scratch(Protocol):
    """Scratch for one thread of play or search. `stuck` is 1 + the seat that was to decide in a game and had no legal
    action, 0 where none was; see `Engine.play`."""

    moves: Weighed
    pool: Pool
    belief: Belief
    networks: list[Network]
    seen: list[float]
    prior: list[float]
    values: list[float]
    score: list[float]
    slot: list[int]
    path: list[int]
    actor: list[int]
    key: list[int]
    many: list[int]
    pick: list[int]
    odds: list[float]
    reach: list[float]
    noted: list[int]
    heard: list[int]
    depth: int
    edges: int
    growing: bool
    varied: bool
    advised: bool
    advisor: int
    careless: int
    stuck: int


class Edge(Protocol):
    """An action at a node of a search tree: by which key it is found, what it has brought, how often it was tried and
    could have been; where policies settle, how much it is regretted and its share of all policies so far."""

    key: int
    worth: float
    regret: float
    share: float
    visits: int
    available: int


Rngs: TypeAlias = Sequence[Stream]
Tree: TypeAlias = Sequence[Edge]
Scratches: TypeAlias = Sequence[Scratch]


class Workspace(NamedTuple):
    """Memory of one thread of play: rows of states, the same as words, generators, a search tree, scratch; and where
    observations are sparse a row that each is first written into whole."""

    states: States
    words: Words
    rngs: Rngs
    tree: Any
    scratches: Scratches
    row: Any = None


class Lineup(NamedTuple):
    """Policies by seat, or in a list that seats are drawn from; their efforts; and the range of a game's payoffs."""

    policies: Array
    efforts: Array
    low: float
    high: float


class Deals(NamedTuple):
    """Games to be played: a seed, and for each the number that its chance draws from and the one its decisions draw from."""

    seed: int
    chances: Sequence[int] | Array
    decisions: Sequence[int] | Array


class Results(NamedTuple):
    """Results of games, a row a game.

    `lengths` are in decisions, negative where a game was cut off; `payoffs` are by seat, of a whole match the parts of 1
    that its winners share; `places` are by seat, of matches that are over.
    """

    lengths: Array
    payoffs: Array
    places: Array


class Notes(NamedTuple):
    """Decisions of games as they are written down; see `tuckbox.engine.tables.trace`.

    `used` holds how many rows, and how many thoughts, have been written so far.
    """

    used: Array
    rows: Array
    thoughts: Array
    worths: Array


class PositionNotes(NamedTuple):
    """Positions to learn a belief from, a row each; see `tuckbox.engine.tables.contrast`."""

    common: Array
    own: Array
    kind: Array
    of: Array
    worlds: Array
    told: Array


class DecisionNotes(NamedTuple):
    """Decisions to learn a network from, and of each game its line-up and payoffs; see `tuckbox.engine.tables.selfplay`."""

    ends: Array
    inputs: Array
    numbers: Array
    open_inputs: Array
    open_numbers: Array
    actions: Array
    log_priors: Array
    told: Array
    probabilities: Array
    values: Array
    lineups: Array
    payoffs: Array


class Observed(NamedTuple):
    """Observations: `values` are whole rows, or where there are `indices` only those of a row that are not zero, at these
    places, with the `counts` of them. `scaled` is True for shares and None for bytes."""

    values: Array
    indices: Any
    counts: Any
    scaled: bool | None


class History(NamedTuple):
    """The last actions at tables, and how they are told; see `tuckbox.engine.tables.history`.

    `rings` (tables, 2, k, 3) are the actions, now and before the sequence in progress, `counts` (tables, 3) how many there
    were, and whether there is such a sequence; `columns` which numbers of an entry of
    `width` tell an action; `start` is the place of the first entry in a row. `windows` is True in a game with response
    windows, and else None.
    """

    rings: Array
    counts: Array
    columns: Array
    start: int
    width: int
    windows: bool | None


class Batch(NamedTuple):
    """Arrays of tables that are stepped together, a row a table.

    What the seat to decide sees, which actions it has, and its number; the rewards of all seats, whether a game has ended or
    was cut off by the last step, and how many decisions the current one has had. Where there are `finals`, rows of shares,
    they keep the last observation of a game that is over by the last step, as the seat `watcher` sees it (-1: whoever was to
    decide). Where there is a `history`, a `History`, observations end with the last actions.
    """

    observed: Observed
    masks: Array
    seats: Array
    rewards: Array
    ended: Array
    cut: Array
    lengths: Array
    finals: Any
    watcher: int
    history: Any = None


class Share(NamedTuple):
    """A thread's share in serving tables: its number, 0 leads, of how many; and how many tables make a block."""

    threads: int
    thread: int
    size: int


class Advice(NamedTuple):
    """Arrays of a rollout by a network: by step, then by table, the probability of the action, and of each seat its expected
    share of the game's payoff."""

    probabilities: Array
    values: Array


class Steps(NamedTuple):
    """Arrays of a rollout: by step, then by table, what the seat to decide saw, did and got; of one by a network also its
    advice."""

    observed: Observed
    masks: Array
    seats: Array
    actions: Array
    rewards: Array
    ended: Array
    cut: Array
    advice: Any
