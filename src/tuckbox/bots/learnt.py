"""What a bot has learnt of a game: the belief and the network that the game ships for a setting, or none."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tuckbox.engine.game import Game
from tuckbox.engine.weights import Kind, Net, Weights, load, mind_of
from tuckbox.errors import WeightsError

log = logging.getLogger("tuckbox.bots")

_WITHOUT = {"belief": "worlds are dealt as if all were as likely", "network": "bots play without it"}


def nets_for(game: Game, players: int, options: Mapping[str, Any]) -> Sequence[Net]:
    """The networks of the belief for so many players and these options; none where there is no belief, or where it cannot be
    used, which is said once."""
    weights = _weights_for(game, players, options, "belief")
    return weights.nets if weights else ()


def minds_for(game: Game, players: int, options: Mapping[str, Any]) -> Sequence[Net]:
    """The network that plays so, as a mind has it; none as for beliefs."""
    weights = _weights_for(game, players, options, "network")
    return (_mind(game, players),) if weights else ()


@cache
def _mind(game: Game, players: int) -> Net:
    weights = load(game, players, "network")
    assert weights is not None
    return mind_of(weights.nets[0])


def _weights_for(game: Game, players: int, options: Mapping[str, Any], kind: Kind) -> Weights | None:
    try:
        weights = load(game, players, kind)
    except WeightsError as error:
        _say_once(game.name, f"{error}; {_WITHOUT[kind]}")
        return None
    if weights is not None and not weights.covers(meant(game, options)):
        _say_once(game.name, f"its {kind} was learnt with other options; {_WITHOUT[kind]}")
        return None
    return weights


def meant(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that mean something for a single game, with the others."""
    known = {name: game.layout.options[name] for name in options}
    only = {name: kind.only for name, kind in known.items() if kind.only}
    meaning = [n for n in options if n not in only or str(options[only[n][0]]) == only[n][1]]
    return {name: options[name] for name in meaning if not known[name].of_match}


@cache
def _say_once(name: str, what: str) -> None:
    log.warning("%s: %s", name, what)
