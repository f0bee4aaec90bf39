"""Optional packages, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from tuckbox.errors import OptionError


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
