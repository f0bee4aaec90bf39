"""How fast a table plays."""

from __future__ import annotations

from tuckbox.server.table.face import Pace

_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0

PACES = {
    pace.name: pace
    for pace in (
        Pace("none", "no time limit", None, 1.5, None),
        Pace("quick", "45 seconds a decision", 45.0, 2.5, 20.0),
        Pace("relaxed", "5 minutes a decision", 5 * _MINUTE, 2.5, _MINUTE),
        Pace("days", "3 days a decision", 3 * _DAY, _MINUTE, 12 * _HOUR),
    )
}
"""The paces by name. Bots answer a window within its least time, so that its end tells nothing."""

ANSWERING, THINKING = 0.9, 0.6
"""The shares of a window's least time in which a bot has answered, and in which all bots together have thought."""

LEVELS = {"easy": "search:easy", "normal": "search:normal", "hard": "search:hard"}
"""The bots people may seat, and how they play."""

STAND_IN = "normal"
"""The level of a bot that plays for somebody who is away."""

BETWEEN = 12.0
"""So many seconds after a game of a series the next is dealt by itself, where decisions have a limit."""

GRACE = 60.0
"""After a restart of the server nobody runs out of time sooner than this (in seconds)."""
