"""Records of plain Python numbers, lists and records, with the fields of a NumPy dtype: what states are in plain mode.

A match, its views and the checks copy and compare states all the time, so each class has methods written for its fields,
as a `dataclass` has its `__init__`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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

    @classmethod
    def unpacked(cls, raw: bytes, at: int = 0) -> Self:
        """Return the record of the native one that begins at a place in some bytes. Raises `struct.error` if cut off."""
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
    """The methods `copy`, `astuple`, `packed` and `unpacked` for these fields."""
    lines = ["def copy(self):", "    twin = new(self.__class__)"]
    lines += [f"    twin.{name} = {_copied(part, f'self.{name}')}" for name, part in parts.items()]
    lines += [f"    twin.{name} = self.{name}[:] if type(self.{name}) is list else self.{name}" for name in extra]
    told = "".join(f"{_told(part, f'self.{name}')}, " for name, part in parts.items())
    lines += ["    return twin", "def astuple(self):", f"    return ({told})"]
    text, formats = _packed(dtype, parts)
    lines += ["def packed(self):", f"    return {text}"]
    lines += ["@classmethod", "def unpacked(cls, raw, at=0):", "    twin = new(cls)", *_unpacked(dtype, parts)]
    lines += [*(f"    twin.{name} = None" for name in extra), "    return twin"]
    made: dict[str, Any] = {"new": object.__new__, "join": b"".join}
    for number, form in enumerate(formats):
        run = Struct(f"={form}")
        made |= {f"pack{number}": run.pack, f"unpack{number}": run.unpack_from}
    made |= {f"kind_{name}": _kind(part) for name, part in parts.items()}
    exec("\n".join(lines), made)
    return {name: made[name] for name in ("copy", "astuple", "packed", "unpacked")}


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


def _runs(parts: dict[str, Any]) -> Iterator[tuple[list[str], str]]:
    """The fields that hold numbers, as far as they lie side by side, and the field of records behind each run of them; none
    behind the last, which may be empty as any other."""
    run = list[str]()
    for name, part in parts.items():
        if _kind(part) is None:
            run.append(name)
        else:
            yield run, name
            run = []
    yield run, ""


def _packed(dtype: np.dtype[Any], parts: dict[str, Any]) -> tuple[str, list[str]]:
    """Program text: the bytes of a record; and the formats of its runs of numbers, in which padding is written too."""
    assert dtype.fields is not None
    pieces, formats, at = list[str](), list[str](), 0
    for number, (names, record) in enumerate(_runs(parts)):
        form = ""
        for name in names:
            inner, start = dtype.fields[name][:2]
            char = inner.base.char if inner.base.char != "l" else "q"
            form += f"{'x' * (start - at)}{_length(parts[name])}{char}"
            at = start + inner.itemsize
        end = dtype.fields[record][1] if record else dtype.itemsize
        formats.append(form + "x" * (end - at))
        pieces.append(f"pack{number}({''.join(_numbers(parts[name], f'self.{name}') for name in names)})")
        if record:
            pieces.append(_joined(parts[record], f"self.{record}"))
            at = end + dtype.fields[record][0].itemsize
    return " + ".join(pieces), formats


def _numbers(part: Any, value: str) -> str:
    """Program text: the numbers of a part that holds nothing else, as arguments."""
    if not isinstance(part, tuple):
        return f"{value}, "
    if isinstance(part[0], tuple):
        return f"*[each for one in {value} for each in ({_numbers(part[0], 'one')})], "
    return f"*{value}, "


def _joined(part: Any, value: str) -> str:
    """Program text: the bytes of a part that holds records."""
    return f"join([{_joined(part[0], 'one')} for one in {value}])" if isinstance(part, tuple) else f"{value}.packed()"


def _unpacked(dtype: np.dtype[Any], parts: dict[str, Any]) -> list[str]:
    """Program text: the fields of `twin` from bytes, by the formats of `_packed`."""
    assert dtype.fields is not None
    lines, start = list[str](), 0
    for number, (names, record) in enumerate(_runs(parts)):
        if names:
            lines.append(f"    run = unpack{number}(raw, at + {start})")
        first = 0
        for name in names:
            lines.append(f"    twin.{name} = {_given(parts[name], first)}")
            first += _length(parts[name])
        if record:
            inner, place = dtype.fields[record][:2]
            lines.append(f"    twin.{record} = {_read(parts[record], f'kind_{record}', f'at + {place}', inner.itemsize)}")
            start = place + inner.itemsize
    return lines


def _kind(part: Any) -> type | None:
    """The class of a part's records; None where it holds numbers."""
    if isinstance(part, tuple):
        return _kind(part[0])
    return part if isinstance(part, type) else None


def _given(part: Any, first: int) -> str:
    """Program text: a part that holds numbers, from the place of its first in a run."""
    if not isinstance(part, tuple):
        return f"run[{first}]"
    inner, n = part
    if not isinstance(inner, tuple):
        return f"list(run[{first}:{first + n}])"
    return f"[{', '.join(_given(inner, first + i * _length(inner)) for i in range(n))}]"


def _length(part: Any) -> int:
    """The number of numbers in a part that holds nothing else."""
    return part[1] * _length(part[0]) if isinstance(part, tuple) else 1


def _read(part: Any, kind: str, place: str, size: int) -> str:
    """Program text: a part that holds records, from its place in the bytes; `size` is how many it takes there."""
    if not isinstance(part, tuple):
        return f"{kind}.unpacked(raw, {place})"
    inner, step, where = part[0], size // part[1], f"at{size}"
    return f"[{_read(inner, kind, where, step)} for {where} in range({place}, {place} + {size}, {step})]"


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
