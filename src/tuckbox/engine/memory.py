"""Layout of the memory of the engine's own rules: states, trees, and the scratch of a thread of play or search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.engine.traits import Widths
from tuckbox.kit.layout import MOST_SEATS, Layout

STATES = 5
"""Number of the engine's own rows of states; `tuckbox.engine.think.playout` names them."""

DEPTH = 512
"""Maximum number of decisions on the path of a search or of a game of regret minimisation."""

_NUMBERS = [(name, "f8") for name in ("worth", "regret", "share")]
TREE_DTYPE = np.dtype([("key", "i8"), *_NUMBERS, ("visits", "i4"), ("available", "i4")], align=True)


def scratch_dtype(game: Game, wide: Widths) -> np.dtype[Any]:
    """The record of the scratch the templates work on."""
    actions, deck = game.actions.size, game.layout.deck
    cards = max(1, len(deck))
    row = np.dtype([("n", "i2"), ("card", "i2", max(1, sum(deck.copies)))], align=True)
    backs = max([*deck.backs, 0]) + 1
    parts: list[Any] = [("left", "i2", cards), ("row", row, backs)]
    if game.layout.limited:
        parts += [("barred", "i8", cards), ("limits", limits_dtype(game.layout), backs)]
    pool = np.dtype(parts, align=True)
    moves = np.dtype(
        [("n", "i4"), ("manner", "i4", MOST_SEATS), ("action", "i4", actions), ("weight", "i4", actions)], align=True
    )
    fields: list[Any] = [("moves", moves), ("pool", pool), ("belief", _belief_dtype(game, wide))]
    fields += [("networks", network_dtype(wide.inputs, actions, game.layout.seats), MOST_NETWORKS)]
    fields += [("seen", "f8", wide.inputs), ("prior", "f8", actions), ("values", "f8", game.layout.seats)]
    fields += [("slot", "i4", actions), ("score", "f8", actions)]
    fields += [("path", "i4", DEPTH), ("actor", "i1", DEPTH), ("many", "i4", DEPTH), ("pick", "i4", DEPTH)]
    fields += [("odds", "f8", DEPTH), ("reach", "f8", DEPTH), ("noted", "i4", 8 * DEPTH)]
    fields += [("key", "i8", MOST_SEATS), ("heard", "i8", MOST_SEATS)]
    fields += [(name, "i4") for name in ("depth", "edges", "growing", "varied", "advised", "advisor", "careless", "stuck")]
    return np.dtype(fields, align=True)


MOST_NETWORKS = 2
"""Maximum number of networks at one table: two that are compared, or the learner and a former self in training."""

WIDTH = 64
"""Number of units in each hidden layer of a policy network."""

MOST_READ = 2048
"""Maximum number of inputs, of all numbers of an observation, that a network reads."""


def network_dtype(inputs: int, actions: int, seats: int) -> np.dtype[Any]:
    """The memory of a network that plays; see `tuckbox.engine.think.network`.

    Its rows are single precision, which their numbers fit into exactly; results are double.
    """
    rows = [("weights1", min(inputs, MOST_READ)), ("weights2", WIDTH), ("policy_weights", actions), ("value_weights", seats)]
    shifts: list[Any] = [("bias1", "f4", WIDTH), ("bias2", "f4", WIDTH), ("policy_bias", "f4", actions)]
    shifts += [("value_bias", "f4", seats), ("prior_exponent", "f8", 1)]
    fields: list[Any] = [
        ("on", "i4"),
        ("input_rows", "i2", inputs),
        ("hidden1", "f8", WIDTH),
        ("hidden2", "f8", WIDTH),
        *shifts,
    ]
    return np.dtype([*fields, *((name, "f4", (n, WIDTH)) for name, n in rows)], align=True)


UNITS = 16
"""Number of hidden units in a belief network."""


def _belief_dtype(game: Game, wide: Widths) -> np.dtype[Any]:
    """The scratch for a belief; see `tuckbox.engine.worlds.belief`."""
    deck = game.layout.deck
    cards, kinds = max(1, sum(deck.copies)), max(1, len(deck))
    rows = [("common_shift", wide.common), ("common_gain", wide.common), ("own_shift", wide.own), ("own_gain", wide.own)]
    single: list[Any] = [("shift", "f8", UNITS), ("gain", "f8", UNITS)]
    net = np.dtype([*single, *((name, "f8", (n, UNITS)) for name, n in [*rows, ("cards", kinds)])], align=True)
    fields: list[Any] = [(name, "i4") for name in ("on", "n", "places", "secrets")]
    fields += [(name, "i2", cards) for name in ("card", "back", "of", "sort", "kept")]
    fields += [("barred", "i8", kinds), ("laid", "i2", kinds), ("kind", "i2", wide.secrets), ("common", "f8", wide.common)]
    fields += [("own", "f8", (wide.secrets, wide.own))]
    fields += [(name, "f8", (wide.secrets, UNITS)) for name in ("sum", "gate")]
    return np.dtype([*fields, ("nets", net, wide.nets)], align=True)


def fill_belief(scratches: Any, nets: Sequence[Mapping[str, NDArray[Any]]], native: bool) -> None:
    """Write the networks of a belief into scratch; none leave it without one."""
    if native:
        belief = scratches["belief"][0]
        belief["on"] = bool(nets)
        for place, net in zip(belief["nets"], nets, strict=False):
            for name, values in net.items():
                place[name] = values
    else:
        belief = scratches[0].belief
        belief.on = int(bool(nets))
        for place, net in zip(belief.nets, nets, strict=False):
            for name, values in net.items():
                setattr(place, name, values.tolist())


def fill_networks(scratches: Any, networks: Sequence[Mapping[str, NDArray[Any]]], native: bool) -> None:
    """Write policy networks into scratch; an empty one leaves its place off."""
    for place, network in zip(scratches["networks"][0] if native else scratches[0].networks, networks, strict=False):
        for name, values in network.items():
            room = place[name] if native else getattr(place, name)
            room[: len(values)] = values if native else values.tolist()
        if native:
            place["on"] = bool(network)
        else:
            place.on = int(bool(network))


MOST_WAYS = 1 << 14
"""Redeals are counted exactly as long as their table of ways is no larger than this."""


def limits_dtype(layout: Layout) -> np.dtype[Any]:
    """The scratch for the cards of one back that rules limit; see `tuckbox.engine.worlds.limits`."""
    cards, sorts, groups = sum(layout.deck.copies), layout.sorts, len(layout.deck)
    fields: list[Any] = [(name, "i4") for name in ("boxes", "n", "groups", "tight", "states")]
    fields += [("strict", "i8"), ("room", "i2", sorts), ("weight", "f8", sorts), ("was", "i4", 3), ("stride", "i4", sorts)]
    fields += [(name, "i2", sorts) for name in ("sort", "size", "start", "left", "at", "old_sort", "old_size")]
    fields += [("barred", "i8", groups), ("many", "i2", groups), ("old_barred", "i8", groups), ("old_many", "i2", groups)]
    fields += [("shut", "i8", cards), ("next", "i2", groups), ("group", "i2", cards), ("queue", "i2", cards + 1)]
    fields += [(name, "i2", cards) for name in ("card", "box", "laid", "spot", "who", "by", "place")]
    return np.dtype([*fields, ("ways", "f8", MOST_WAYS)], align=True)
