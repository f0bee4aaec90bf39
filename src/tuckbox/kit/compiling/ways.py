"""The way in which rules are compiled: our own, which is several times faster, or numba's ordinary one.

The environment variable `TUCKBOX_COMPILE` may say ``ordinary``; and where numba is another than the one our own way was
made for, it says so once in the log and takes the ordinary one. Both ways make the same games of the same rules.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numba
from numba import njit
from numba.core import config
from numba.extending import overload

from tuckbox.kit.compiling.widths import wide

if TYPE_CHECKING:
    from tuckbox.kit.compiling.code_cache import CodeCache

MADE_FOR = "0.68."
"""The versions of numba whose private APIs we know."""

log = logging.getLogger(__name__)
_config: Any = config


def compiled(function: Callable[..., Any], code_cache: CodeCache | None, **options: Any) -> Any:
    """Compile a function; with a cache the result is stored."""
    options |= {"error_model": "numpy", "nogil": True}
    if DISPATCHER is None or _config.DISABLE_JIT:
        with _cached_in(code_cache):
            ordinary: Any = njit(cache=code_cache is not None and os.access(code_cache.folder, os.W_OK), **options)(function)
        if not _config.DISABLE_JIT:
            find = ordinary.get_call_template
            ordinary.get_call_template = lambda args, kws: find(*_widened(args, kws))
        return ordinary
    dispatcher = DISPATCHER(function, targetoptions={"nopython": True, **options})
    if code_cache is not None:
        dispatcher.keep_in(code_cache)
    return dispatcher


def chosen(choose: Callable[[Any], Any]) -> Any:
    """Dispatch one name to several rules: `choose` picks one by the type of the first argument."""

    def verb(first, *rest):  # type: ignore[no-untyped-def]
        raise AssertionError("only compiled code calls this")

    def how(first, *rest):  # type: ignore[no-untyped-def]
        meant = choose(first)
        return lambda first, *rest: meant(first, *rest)  # noqa: PLW0108 - numba wants a function of its own

    if DISPATCHER is not None:
        return DISPATCHER.choice(verb, choose)
    overload(verb)(how)
    return verb


def _widened(args: Any, kws: Any) -> tuple[Any, Any]:
    return tuple(wide(kind) for kind in args), {name: wide(kind) for name, kind in kws.items()}


@contextmanager
def _cached_in(code_cache: CodeCache | None) -> Iterator[None]:
    """Keep numba's own cache in the same folder for the duration."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(code_cache.folder) if code_cache else before
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def dispatcher(way: str, version: str) -> Any:
    """The class of compiled rules for a way and a version of numba; None for numba's ordinary way."""
    if way == "ordinary":
        return None
    try:
        if not version.startswith(MADE_FOR):
            raise ImportError(f"it is made for {MADE_FOR}x")
        from tuckbox.kit.compiling.dispatch import RuleDispatcher
        from tuckbox.kit.compiling.trial import kept_fault

        options = {"nopython": True, "error_model": "numpy", "nogil": True}
        if fault := kept_fault(lambda function: RuleDispatcher(function, targetoptions=options)):
            raise ImportError(fault)
    except (ImportError, AttributeError) as error:
        log.warning("rules compile slowly, since numba %s is not the one we know: %s", version, error)
        return None
    return RuleDispatcher


DISPATCHER = dispatcher(os.environ.get("TUCKBOX_COMPILE", ""), numba.__version__)
