"""Builds the compiled code of games for the bots of a server: ``python -m tuckbox.server.table.warm_up GAME ...``."""

from __future__ import annotations

import contextlib
import os
import sys

from tuckbox.bots.bots import Policy
from tuckbox.bots.levels import LEVELS
from tuckbox.bots.ready import build, end_with_parent
from tuckbox.definition.game import game
from tuckbox.server.table.levels import SEARCHES, STAND_IN

if __name__ == "__main__":
    end_with_parent()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    for name in sys.argv[1:]:
        for level in (STAND_IN, SEARCHES):
            build(game(name), Policy.parse(LEVELS[level]))
