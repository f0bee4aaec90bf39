"""Matches in other worlds, which a viewer cannot tell from the one at hand."""

from __future__ import annotations

import copy

from tuckbox import Match
from tuckbox.kit.chance import Fast


def redealt(match: Match, viewer: int | None, seed: int) -> Match:
    """The match in another world, with all that has been answered in this one."""
    twin = copy.copy(match)
    for memory in (twin._history.heard, twin._history._keys, twin._history._logs):
        memory.clear()
    twin._state = match.view(viewer, log=False).redeal(Fast(seed))
    if match.asking:  # redealt worlds are for playouts, which ask one seat after another
        twin._state.window = match._state.window.copy()
        twin._state.turn = match._state.turn
    return twin
