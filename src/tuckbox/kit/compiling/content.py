"""Keys of rules by what their code is made of: rules with one key are compiled to the same code.

The key covers the rule's own bytecode and every constant it reads: numbers, tables, enums, the choices behind a verb. Rules
that it calls count by name and parameters only; `tuckbox.kit.compiling.dispatch` compares the types they return wherever
stored code is used. So after an edit only the rules whose own text or constants have changed are read anew. What cannot be
told for certain has no key, and its code is used by the very same sources only.
"""

from __future__ import annotations

import dis
import enum
import hashlib
from collections.abc import Callable
from types import BuiltinFunctionType, CellType, CodeType, EllipsisType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np

from tuckbox.kit.compiling.internals import CPUDispatcher, Intrinsic, types

_FIXED = ("builtins", "math", "operator", "numpy", "numba", "tuckbox.kit")
"""Modules that mean the same to all versions of a game."""


class _Unknown(Exception):
    """A value whose meaning for compiled code cannot be told."""


def content_of(function: FunctionType, label: str) -> str:
    """Return a digest of what the code of a function is made of; empty where that cannot be told.

    `label` is the part of module names that differs between versions of a game.
    """
    try:
        told = repr(_Reading(label).function(function))
    except _Unknown:
        return ""
    return hashlib.sha256(told.encode()).hexdigest()


class _Reading:
    """Puts functions and values into words."""

    def __init__(self, label: str) -> None:
        self.label = label
        self._kinds: dict[type, Callable[[Any], Any]] = {  # an enum is an int, so it comes first
            CPUDispatcher: self._rule,
            enum.Enum: lambda member: (self.name(type(member)), member.name, self.value(member.value)),
            enum.EnumType: lambda kind: (self.name(kind), [(m.name, self.value(m.value)) for m in kind]),
            np.ndarray: self._numbers,
            np.generic: lambda number: self._numbers(np.asarray(number)),
            **dict.fromkeys((bool, int, float, complex, str, bytes, NoneType, EllipsisType, np.dtype, types.Type), repr),
            tuple: lambda values: [self.value(each) for each in values],
            frozenset: lambda values: sorted(map(repr, values)),
            ModuleType: lambda module: self._fixed(module.__name__ if type(module) is ModuleType else ""),
            Intrinsic: lambda word: (self._fixed(word._defn.__module__), word._defn.__qualname__),
            np.ufunc: lambda function: function.__name__,
            BuiltinFunctionType: lambda function: (self._fixed(function.__module__), function.__name__),
            type: lambda kind: (self._fixed(kind.__module__), kind.__qualname__),
        }

    def function(self, function: FunctionType) -> Any:
        """A function in words: its code, its defaults and everything it reads. Raises `_Unknown`."""
        cells = [self._cell(cell) for cell in function.__closure__ or ()]
        defaults = [self.value(each) for each in function.__defaults__ or ()]
        return self.name(function), self._code(function.__code__, function.__globals__), defaults, cells

    def name(self, what: Any) -> tuple[str, str]:
        """The module and the name of a function or class."""
        return what.__module__.replace(self.label, ""), what.__qualname__

    def value(self, value: Any) -> Any:
        """A value that a function reads, in words: all that its code may hang on. Raises `_Unknown`."""
        for kind, told in self._kinds.items():
            if isinstance(value, kind):
                return type(value).__name__, told(value)
        raise _Unknown

    def _rule(self, rule: Any) -> Any:
        """A rule that is called: who it is, and how it takes arguments; for a verb, what it chooses from."""
        if getattr(rule, "choose", None) is not None:
            return "verb", self.function(rule.choose)
        called = rule.py_func
        if getattr(rule, "code_cache", None) is None:
            self._fixed(called.__module__)
        code = called.__code__
        taken = code.co_varnames[: code.co_argcount], code.co_flags
        return "rule", self.name(called), taken, [self.value(each) for each in called.__defaults__ or ()]

    def _code(self, code: CodeType, names: dict[str, Any]) -> Any:
        constants = [self._code(each, names) if isinstance(each, CodeType) else self.value(each) for each in code.co_consts]
        loaded = sorted({step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"})
        read = [(name, self.value(names[name])) for name in loaded if name in names]
        shape = code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable, code.co_code
        return shape, constants, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, read

    def _cell(self, cell: CellType) -> Any:
        try:
            return self.value(cell.cell_contents)
        except ValueError:
            raise _Unknown from None  # empty

    def _numbers(self, numbers: Any) -> Any:
        if numbers.dtype.hasobject:
            raise _Unknown
        digest = hashlib.sha256(numbers.tobytes()).hexdigest()
        return repr(numbers.dtype), numbers.shape, numbers.strides, numbers.flags.writeable, digest

    def _fixed(self, module: str) -> str:
        if not any(f"{module}.".startswith(f"{each}.") for each in _FIXED):
            raise _Unknown
        return module
