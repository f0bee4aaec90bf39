"""Limits of a server that is measured: none on what clients do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tuckbox.server.settings import Limits, Rate

_FREE, _ANY = Rate(1e9, 1_000_000_000), 10**9


def unlimited() -> Limits:
    """The limits of a server, each rate and each number of tables, bots and sockets as good as none."""
    usual = Limits()
    rates: dict[str, Any] = {name: _FREE for name, value in vars(usual).items() if isinstance(value, Rate)}
    sockets: dict[str, Any] = {"sockets_of_address": _ANY, "onlookers_of_address": _ANY, "sockets_of_table": _ANY}
    return replace(usual, **rates, unfinished=_ANY, bots=_ANY, **sockets)
