"""Records of plain Python numbers, lists and records, with the fields of a NumPy dtype: what states are in plain mode.

A match, its views and the checks copy and compare states all the time, so each class has methods written for its fields,
as a `dataclass` has its `__init__`.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import TYPE_CHECKING, Any, Self

import numpy as np


class PlainRecord:
    """A record of plain Python ints, lists and records with the fields of a NumPy dtype.

    Unlike NumPy's its numbers do not wrap, its lists check their indices and an unknown field is an error.

    >>> Point = record_class(np.dtype([("x", "i1"), ("at", "i2", 2)]))
    >>> point = Point()
    >>> point.at[1] = 7
    >>> point.astuple(), point.copy() == point
    ((0, [0, 7]), True)
    """

    __slots__: tuple[str, ...] = ()
    _dtype: np.dtype[Any]
    _parts: dict[str, Any]

    def __init__(self) -> None:
        for name, part in self._parts.items():
            setattr(self, name, _blank(part))

    if not TYPE_CHECKING:  # which knows of each record what it has

        def __getattr__(self, name: str) -> Any:
            parts = type(self)._parts
            kind = "a set of Cards" if "known" in parts else "a Hand or Pile" if "cell" in parts else ""
            if kind:
                raise AttributeError(f"{kind} has no `{name}`, but {', '.join(parts)}")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def copy(self) -> Self:
        """An independent copy."""
        raise NotImplementedError  # `record_class` writes one for each class

    def astuple(self) -> tuple[Any, ...]:
        """Return the numbers as nested tuples and lists in the order of the dtype; the lists may be the record's own."""
        raise NotImplementedError

    def packed(self) -> bytes:
        """The bytes of a native record of the same numbers. Raises `struct.error` for one that does not fit."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.astuple() == other.astuple()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{', '.join(f'{n}={getattr(self, n)!r}' for n in self._parts)}>"


def record_class(
    dtype: np.dtype[Any], name: str = "PlainRecord", extra: Iterable[str] = (), base: type[PlainRecord] = PlainRecord
) -> type[PlainRecord]:
    """Make a class of plain records with the fields of `dtype`; `extra` slots hold what only plain mode needs."""
    assert dtype.names is not None
    if "cell" in dtype.names:
        extra = (*extra, "loose")  # a pile may be loose under scripted chance
    body: dict[str, Any] = {"__slots__": (*dtype.names, *extra), "_dtype": dtype}
    body["_parts"] = parts = {field: _part(dtype[field]) for field in dtype.names}
    body |= _methods(dtype, parts, tuple(extra))
    cls = type(name, (base,), body)
    if extra:
        cls.__init__ = _with_none(cls.__init__, tuple(extra))  # type: ignore[misc]
    return cls


def _methods(dtype: np.dtype[Any], parts: dict[str, Any], extra: tuple[str, ...]) -> dict[str, Any]:
    """The methods `copy`, `astuple` and `packed` for these fields."""
    lines = ["def copy(self):", "    twin = new(self.__class__)"]
    lines += [f"    twin.{name} = {_copied(part, f'self.{name}')}" for name, part in parts.items()]
    lines += [f"    twin.{name} = self.{name}[:] if type(self.{name}) is list else self.{name}" for name in extra]
    told = "".join(f"{_told(part, f'self.{name}')}, " for name, part in parts.items())
    lines += ["    return twin", "def astuple(self):", f"    return ({told})"]
    text, formats = _packed(dtype, parts)
    lines += ["def packed(self):", f"    return {text}"]
    made: dict[str, Any] = {"new": object.__new__, "join": b"".join}
    made |= {f"pack{number}": Struct(f"={form}").pack for number, form in enumerate(formats)}
    exec("\n".join(lines), made)
    return {name: made[name] for name in ("copy", "astuple", "packed")}


def _copied(part: Any, value: str) -> str:
    """Program text: a copy of a part's value."""
    if isinstance(part, tuple):
        inner = part[0]
        return f"[{_copied(inner, 'one')} for one in {value}]" if isinstance(inner, tuple | type) else f"{value}[:]"
    return f"{value}.copy()" if isinstance(part, type) else value


def _told(part: Any, value: str) -> str:
    """Program text: a part's value as numbers, tuples and lists."""
    if isinstance(part, tuple):
        inner = part[0]
        return f"[{_told(inner, 'one')} for one in {value}]" if isinstance(inner, tuple | type) else value
    return f"{value}.astuple()" if isinstance(part, type) else value


def _packed(dtype: np.dtype[Any], parts: dict[str, Any]) -> tuple[str, list[str]]:
    """Program text: the bytes of a record; and the formats of its runs of numbers, in which padding is written too."""
    assert dtype.fields is not None
    pieces: list[str] = []
    formats, values, at = [""], [""], 0
    for name, part in parts.items():
        inner, start = dtype.fields[name][:2]
        numbers = _numbers(part, f"self.{name}")
        formats[-1] += "x" * (start - at)
        at = start + inner.itemsize
        if numbers:
            base = inner.base
            formats[-1] += f"{inner.itemsize // base.itemsize}{base.char if base.char != 'l' else 'q'}"
            values[-1] += numbers
        else:
            pieces += [f"pack{len(formats) - 1}({values[-1]})", _joined(part, f"self.{name}")]
            formats.append("")
            values.append("")
    formats[-1] += "x" * (dtype.itemsize - at)
    return " + ".join([*pieces, f"pack{len(formats) - 1}({values[-1]})"]), formats


def _numbers(part: Any, value: str) -> str:
    """Program text: a part's numbers as arguments; empty where it holds records."""
    if isinstance(part, tuple):
        inner = _numbers(part[0], "one")
        if isinstance(part[0], tuple) and inner:
            return f"*[each for one in {value} for each in ({inner})], "
        return f"*{value}, " if inner else ""
    return "" if isinstance(part, type) else f"{value}, "


def _joined(part: Any, value: str) -> str:
    """Program text: the bytes of a part that holds records."""
    return f"join([{_joined(part[0], 'one')} for one in {value}])" if isinstance(part, tuple) else f"{value}.packed()"


def _blank(part: Any) -> Any:
    """A zero of a part: a class to make one of, a number, or ``(part, n)`` for a list."""
    if isinstance(part, tuple):
        return [part[0]] * part[1] if type(part[0]) in (int, float) else [_blank(part[0]) for _ in range(part[1])]
    return part() if isinstance(part, type) else part


def _part(dtype: np.dtype[Any]) -> Any:
    if dtype.subdtype is not None:
        part = _part(dtype.subdtype[0])
        for n in reversed(dtype.shape):
            part = (part, n)
        return part
    if dtype.names:
        return record_class(dtype)
    return 0.0 if dtype.kind == "f" else 0


def _with_none(init: Any, extra: tuple[str, ...]) -> Any:
    def start(self: Any) -> None:
        init(self)
        for name in extra:
            setattr(self, name, None)

    return start


def unpacked(part: Any, value: Any) -> Any:
    """Return the value of a native record as a part of a plain one."""
    if isinstance(part, tuple):
        return [unpacked(part[0], v) for v in value]
    if isinstance(part, type):
        record = part()
        for name, inner in record._parts.items():
            setattr(record, name, unpacked(inner, value[name]))
        return record
    return value.item()
