"""Tuckbox: invented card games, complete: rules to trust, rivals worth beating, an engine fast enough to study them.

>>> import tuckbox
>>> m = tuckbox.Match("whiplash", players=2, seed=7)
>>> m.play("draw stock")
>>> len(m.legal())
5
"""

from tuckbox.definition.game import Game, game, game_in, installed
from tuckbox.definition.offers import Offer
from tuckbox.errors import (
    ActionError,
    IllegalAction,
    MatchOver,
    NotYourTurn,
    OptionError,
    RecordError,
    RulesError,
    TuckboxError,
    UndoError,
    UnknownAction,
    UnknownGame,
)
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.match.record import Record, Seat
from tuckbox.view.view import View

__version__ = "0.1.0"

__all__ = [
    "ActionError", "Deal", "Game", "IllegalAction", "Match", "MatchOver", "NotYourTurn", "Offer", "OptionError", "Record",
    "RecordError", "RulesError", "Seat", "TuckboxError", "UndoError", "UnknownAction", "UnknownGame", "View", "game",
    "game_in", "installed",
]  # fmt: skip
