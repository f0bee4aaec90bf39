"""JSON that comes from outside."""

from __future__ import annotations

from typing import TypeVar

from msgspec import DecodeError
from msgspec.json import Decoder

from tuckbox.server.errors import Refused

_T = TypeVar("_T")


RELOAD = "the browser has sent something that cannot be read: load the page again"
"""Refusal of what a script of a page is to have sent: only the authors of programs gain by knowing why."""


def read_json(data: bytes | str, decoder: Decoder[_T], refusal: str = "this cannot be read") -> _T:
    """Read a text of JSON. Raises `Refused`, also for one that is nested too deep; tells why, but not with `RELOAD`.

    >>> read_json(b"[1, 2]", Decoder(list[int]))
    [1, 2]
    >>> read_json(b"[" * 2000, Decoder(list[int]))
    Traceback (most recent call last):
    tuckbox.server.errors.Refused: this cannot be read: Expected `int`, got `array` - at `$[...]`
    """
    try:
        return decoder.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", refusal if refusal is RELOAD else f"{refusal}: {error}") from None


__all__ = ["RELOAD", "read_json"]
