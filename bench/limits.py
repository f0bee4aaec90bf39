"""Limits of a server that is measured: none on what clients do."""

from __future__ import annotations

from typing import Any

from tuckbox.server.settings import Limits, Rate

_FREE, _ANY = Rate(1e9, 1_000_000_000), 10**9


def unlimited() -> Limits:
    """The limits of a server, each rate and each number of tables, bots and sockets as good as none."""
    free: dict[str, Any] = {name: _FREE for name, value in vars(Limits()).items() if isinstance(value, Rate)}
    free |= dict.fromkeys(("unfinished", "bots", "sockets_of_address", "onlookers_of_address", "sockets_of_table"), _ANY)
    return Limits(**free)
