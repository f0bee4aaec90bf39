"""Which belief a bot goes by: the one its game ships for the setting that is played, or none."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tuckbox.engine.game import Game
from tuckbox.engine.weights import Net, load
from tuckbox.errors import WeightsError

log = logging.getLogger("tuckbox.bots")


def nets_for(game: Game, players: int, options: Mapping[str, Any]) -> Sequence[Net]:
    """The networks of the belief for so many players and these options; none where there is no belief, or where it cannot be
    used, which is said once."""
    try:
        weights = load(game, players)
    except WeightsError as error:
        _say_once(game.name, f"{error}; worlds are dealt as if all were as likely")
        return ()
    if weights is None:
        return ()
    if not weights.covers(meant(game, options)):
        _say_once(game.name, "its belief was learnt with other options; worlds are dealt as if all were as likely")
        return ()
    return weights.nets


def meant(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that mean something with the others."""
    known = game.layout.options
    only = {name: kind.only for name, kind in known.items() if name in options and kind.only}
    return {n: v for n, v in options.items() if n not in only or str(options[only[n][0]]) == only[n][1]}


@cache
def _say_once(name: str, what: str) -> None:
    log.warning("%s: %s", name, what)
