"""Optional packages, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from tuckbox.errors import OptionError


def check_extras(name: str, *modules: str) -> None:
    """Raise `OptionError` where modules of an extra are missing that will be needed at the end: before hours are played."""
    for module in modules:
        extra(module, name)


def extra(module: str, name: str) -> Any:
    """A module of an extra. Raises `OptionError`, which says how to install it, where it is missing.

    >>> extra("no_such_thing", "lab")
    Traceback (most recent call last):
    tuckbox.errors.OptionError: this needs more than the game itself: pip install 'tuckbox[lab]' (no_such_thing is missing)
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = error.name or module
        said = f"this needs more than the game itself: pip install 'tuckbox[{name}]' ({missing} is missing)"
        raise OptionError(said) from None
