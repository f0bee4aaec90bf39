"""Options of a game as they are given on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from tuckbox.errors import OptionError


def read_options(pairs: Iterable[str]) -> dict[str, str]:
    """``key=value`` pairs as a mapping. Raises `OptionError`.

    >>> read_options(["edition=royal", "target=11"])
    {'edition': 'royal', 'target': '11'}
    """
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in options:
            raise OptionError(f"an option is given once, as name=value, not {pair[:40]!r}")
        options[name] = value
    return options
