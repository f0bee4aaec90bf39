"""Errors that a game's own files have made, wherever they are noticed: told with file and line."""

from __future__ import annotations

import builtins
import inspect
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tuckbox.errors import RulesError, TuckboxError, did_you_mean


def fault(error: BaseException, folder: Path) -> str:
    """An error with the line of the files in a folder that made it; empty where they have not."""
    if isinstance(error, SyntaxError):
        return f"{error.msg} ({Path(error.filename or '').name}, line {error.lineno})"
    where = line_of(error, folder)
    return described(error, where) if where else ""


def described(error: BaseException, where: str = "") -> str:
    """An error that Python has raised, with where, and what may be meant by a name that it does not know."""
    text, meant = _meant(error)
    return f"{type(error).__name__}: {text}{f' ({where})' if where else ''}{meant}"


_NO_IMPORT = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_NO_ARGUMENT = re.compile(r"(\w+)(?:\.__init__)?\(\) got an unexpected keyword argument '(\w+)'")
_SAY = {
    "'function' object is not subscriptable": "of a zone say how much room it has, Hand(7), and Hand(7)[4] for four of them",
    "state() takes 0 positional": "say how many may play, @state(players=(2, 3, 4))",
}
"""Cures, by how a text of Python's begins that tells authors little."""


def _meant(error: BaseException) -> tuple[str, str]:
    """The text of an error, and the end of a sentence with the name that may be meant; nothing where none is near."""
    text = str(error).partition(". Did you mean ")[0]  # Python 3.14 asks so, too
    if found := _NO_IMPORT.search(text):
        module = sys.modules.get(found[2])
        return f"{found[2]} has no {found[1]!r}", did_you_mean(found[1], vars(module) if module else ())
    if isinstance(error, ModuleNotFoundError):
        return text, did_you_mean(str(error.name), sys.modules)
    if isinstance(error, AttributeError) and error.name:
        return text, did_you_mean(error.name, dir(error.obj))
    if isinstance(error, NameError) and error.name:
        return text, did_you_mean(error.name, _names(error))
    if found := _NO_ARGUMENT.search(text):
        return text, did_you_mean(found[2], _parameters(_names(error).get(found[1])))
    return ": ".join([text, *(cure for start, cure in _SAY.items() if text.startswith(start))]), ""


def _names(error: BaseException) -> dict[str, object]:
    """The names that are known where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return {**vars(builtins), **trace.tb_frame.f_globals, **trace.tb_frame.f_locals} if trace else {}


def _parameters(called: object) -> Iterable[str]:
    return inspect.signature(called).parameters if callable(called) else ()


def line_of(error: BaseException, folder: Path) -> str:
    """The file and line in a folder at which an error was raised, or what raised it was called; empty where none was."""
    calls = frames(error, folder)
    return f"{Path(calls[-1].filename).name}, line {calls[-1].lineno}" if calls else ""


def placed(error: RulesError, folder: Path) -> str:
    """A refusal of what is declared, with the file and line in a folder where it says none itself."""
    where = "" if ", line " in str(error) else line_of(error, folder)
    return f"{error} ({where})" if where else str(error)


def frames(error: BaseException, folder: Path) -> list[traceback.FrameSummary]:
    """The calls on the way to an error that stand in the files of a folder."""
    calls = traceback.extract_tb(error.__traceback__)
    return [frame for frame in calls if Path(frame.filename).is_relative_to(folder)]


def defined_at(function: object) -> str:
    """The file and line in which a function begins, to be added to what is wrong with it; nothing where it is none."""
    code = getattr(function, "__code__", None)
    return f" ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else ""


@contextmanager
def tracing(trace: Callable[[FrameType, str, Any], Any]) -> Iterator[None]:
    """Trace what Python runs meanwhile; whoever traced before goes on after it."""
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def returned_at(rule: Callable[..., Any], *given: Any) -> str:
    """The file and line from which a rule returns."""
    line = 0

    def trace(frame: FrameType, event: str, value: object) -> Callable[..., Any]:
        nonlocal line
        if event == "return" and frame.f_code is rule.__code__:
            line = frame.f_lineno
        return trace

    with tracing(trace):
        rule(*given)
    return f"{Path(rule.__code__.co_filename).name}, line {line}"


@contextmanager
def faults_told(game: str, folder: Path) -> Iterator[None]:
    """Raise errors that the files of a game make in this context, its scene or its words, as `RulesError`."""
    try:
        yield
    except RulesError as error:
        raise RulesError(placed(error, folder)) from error
    except TuckboxError:
        raise
    except Exception as error:
        told = fault(error, folder)
        if not told:
            raise
        raise RulesError(f"{game}: {told}") from error
