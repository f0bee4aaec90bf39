"""JSON that comes from outside."""

from __future__ import annotations

from typing import TypeVar

from msgspec import DecodeError
from msgspec.json import Decoder

from tuckbox.server.errors import Refused

_T = TypeVar("_T")


def read_json(data: bytes | str, decoder: Decoder[_T], refusal: str = "this cannot be read") -> _T:
    """Read a text of JSON. Raises `Refused`, also for one that is nested too deep.

    >>> read_json(b"[1, 2]", Decoder(list[int]))
    [1, 2]
    >>> read_json(b"[" * 2000, Decoder(list[int]))
    Traceback (most recent call last):
    tuckbox.server.errors.Refused: this cannot be read: Expected `int`, got `array` - at `$[...]`
    """
    try:
        return decoder.decode(data)
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed", f"{refusal}: {error}") from None


def read_sent(data: bytes | str, decoder: Decoder[_T]) -> _T:
    """Read what a script of a page has sent. Raises `Refused`, and does not say why: that helps only authors of programs."""
    try:
        return read_json(data, decoder)
    except Refused as refused:
        raise Refused(refused.code, "the browser has sent something that cannot be read: load the page again") from None
