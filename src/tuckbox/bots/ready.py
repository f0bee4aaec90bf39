"""Having a bot's compiled code built when there is time for it, not at its first move."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tuckbox.bots.bots import Bot, Policy
from tuckbox.definition.game import Game
from tuckbox.match.match import Match


def build(
    game: Game,
    policy: Policy,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    mode: str = "native",
) -> None:
    """Let a bot make one hasty choice, for which its compiled code has to be there (once after an installation: seconds)."""
    trial = Match(game, players, seed=0, options=options)
    seat = trial.waiting[0]
    while len(trial.actions(seat)) < 2 and not trial.over:
        trial.play(trial.actions(seat)[0], seat)
        seat = (*trial.waiting, seat)[0]
    hasty = replace(policy, effort=min(1, policy.effort), milliseconds=min(1, policy.milliseconds))
    if not trial.over:
        Bot(hasty, game, mode=mode).choose(trial.view(seat))


def end_with_parent() -> None:
    """End this process when the other end of its standard input is closed, as it is when the parent has ended."""

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()
