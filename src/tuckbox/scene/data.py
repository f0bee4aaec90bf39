"""Parts of a scene as plain data and back: for scenes that are kept longer than the rules that laid them out."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from tuckbox.errors import RulesError
from tuckbox.scene import parts

_KIND = "is"
_KINDS = {kind.__name__: kind for kind in vars(parts).values() if isinstance(kind, type) and is_dataclass(kind)}
_SKIPPED = {"notes"}
"""Fields that mean something only while a match is played."""


def to_data(part: Any) -> Any:
    """A part as dicts, lists and plain values; what is as usual is left out.

    >>> to_data(parts.Row("Hand", (parts.Card("7♦", "7D"),)))
    {'is': 'Row', 'title': 'Hand', 'cards': [{'is': 'Card', 'face': '7♦', 'name': '7D'}]}
    """
    if isinstance(part, tuple):
        return [to_data(each) for each in part]
    if not is_dataclass(part):
        return part
    given = {each.name: getattr(part, each.name) for each in fields(part) if each.name not in _SKIPPED}
    usual = {each.name: each.default for each in fields(part)}
    return {_KIND: type(part).__name__, **{name: to_data(v) for name, v in given.items() if v != usual[name]}}


def from_data(data: Any) -> Any:
    """A part from its data. Fields that are not known any more are left out; raises `ValueError` for what is no part.

    >>> from_data({"is": "Fact", "label": "Points", "value": "7", "colour": "red"})
    Fact(label='Points', value='7')
    """
    if isinstance(data, list):
        return tuple(from_data(each) for each in data)
    if not isinstance(data, dict):
        return data
    kind = _KINDS.get(str(data.get(_KIND)))
    if kind is None:
        raise ValueError(f"there is no part {data.get(_KIND)!r}")
    known = {each.name for each in fields(kind)}
    try:
        return kind(**{name: from_data(value) for name, value in data.items() if name in known})
    except (TypeError, RulesError) as error:
        raise ValueError(str(error)) from None
