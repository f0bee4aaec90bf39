"""Tuckbox: invented card games, complete: rules to trust, rivals worth beating, an engine fast enough to study them.

>>> import tuckbox
>>> m = tuckbox.Match("whiplash", players=2, seed=7)
>>> m.play("draw stock")
>>> len(m.legal())
5
"""

from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from tuckbox.definition.finding import installed
    from tuckbox.definition.game import Game, game, game_in
    from tuckbox.definition.offers import Offer
    from tuckbox.match.deal import Deal
    from tuckbox.match.match import Match
    from tuckbox.match.record import Record, Seat
    from tuckbox.view.view import View
else:
    _MODULES = {
        **dict.fromkeys(("Game", "game", "game_in", "installed"), "tuckbox.definition.game"),
        "Offer": "tuckbox.definition.offers",
        "Deal": "tuckbox.match.deal",
        "Match": "tuckbox.match.match",
        **dict.fromkeys(("Record", "Seat"), "tuckbox.match.record"),
        "View": "tuckbox.view.view",
    }

    def __getattr__(name):
        """Import what needs NumPy when it is first used (PEP 562), so that the command `tuckbox` starts without it; modules
        of the package, such as `tuckbox.kit`, too."""
        if name in _MODULES:
            found = globals()[name] = getattr(import_module(_MODULES[name]), name)
            return found
        try:
            return import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None

    def __dir__():
        return sorted({*globals(), *__all__})


__version__ = "0.1.0"

__all__ = [
    "ActionError", "Deal", "Game", "IllegalAction", "Match", "MatchOver", "NotYourTurn", "Offer", "OptionError", "Record",
    "RecordError", "RulesError", "Seat", "TuckboxError", "UndoError", "UnknownAction", "UnknownGame", "View", "game",
    "game_in", "installed",
]  # fmt: skip
