"""Optional packages, imported when they are needed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
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
        raise OptionError(_said(name, error.name or module)) from None


@contextmanager
def importing(name: str) -> Iterator[None]:
    """Import modules of an extra in this context.

    Raises `ModuleNotFoundError`, which says how to install it, where one is missing.

    >>> with importing("lab"):
    ...     import no_such_thing
    Traceback (most recent call last):
    ModuleNotFoundError: this needs more than the game itself: pip install 'tuckbox[lab]' (no_such_thing is missing)
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(_said(name, error.name or "?"), name=error.name) from None


def _said(name: str, missing: str) -> str:
    return f"this needs more than the game itself: pip install 'tuckbox[{name}]' ({missing} is missing)"
