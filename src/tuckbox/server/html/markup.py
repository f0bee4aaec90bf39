"""Small things all markup is made of: text made safe, names made fit for ids and classes.

Pages are made with htpy, which escapes whatever it is given. What is drawn anew with every move, cards, boards, the places
at the table, its log and its buttons, is joined from f-strings, which takes a tenth of the time: there each text goes
through `esc`, and what a function called ``..._html`` returns is safe already. Pictures (SVG) are f-strings as well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

_UNFIT = re.compile(r"[^A-Za-z0-9]+")
_HUES = ("red", "orange", "gold", "green", "teal", "blue", "purple", "pink", "brown", "black")
_SEATS = 6
_LEFTWARD = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_LEFTWARDS = re.compile(f"[{_LEFTWARD}]+(?: +[{_LEFTWARD}]+)*")
_SQUARES = re.compile(r"\b[0-9]+-[0-9]+\b")


@lru_cache(maxsize=8192)
def esc(text: str) -> str:
    """A text that may stand in an element or between the quotes of an attribute.

    >>> esc('<b title="x">')
    '&lt;b title=&#34;x&#34;&gt;'
    """
    return str(escape(text))


@lru_cache(maxsize=8192)
def isolated(text: str) -> Markup:
    """A sentence as markup. Names in it that are written from right to left leave the order of all around them as it is:
    without this, two of them would change places, and a number after one would stand before it. A square such as 2-4 stays
    on one line: browsers break it after the hyphen.

    >>> isolated("Ann & Bo"), isolated("\u05d3\u05df 2"), isolated("to 2-4")
    (Markup('Ann &amp; Bo'), Markup('<bdi>\u05d3\u05df</bdi> 2'), Markup('to <span class="unbroken">2-4</span>'))
    """
    safe = str(escape(text))
    if "-" in safe:
        safe = _SQUARES.sub(r'<span class="unbroken">\g<0></span>', safe)
    return Markup(safe if safe.isascii() else _LEFTWARDS.sub(r"<bdi>\g<0></bdi>", safe))


@lru_cache(maxsize=8192)
def slug(text: str) -> str:
    """A text as part of an id or a class.

    >>> slug("QH"), slug("Grand Hotel!")
    ('QH', 'Grand-Hotel-')
    """
    return _UNFIT.sub("-", text)


@lru_cache(maxsize=1024)
def hue(tone: str) -> str:
    """The colour of a tone: its own if it is the name of one, else one of ten that is always the same for it.

    >>> hue("red"), hue("") , hue("railway") == hue("railway")
    ('red', '', True)
    """
    if not tone or tone in _HUES:
        return tone
    return _HUES[sum(map(ord, tone)) % len(_HUES)]


def seat_class(seat: int | None) -> str:
    """The class that gives a seat its colour."""
    return "" if seat is None else f"seat{seat % _SEATS}"


def ordinal(number: int) -> str:
    """A number as a place.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def classes(*names: str | bool | None) -> str:
    """The names that are there, as the value of a class attribute."""
    return " ".join(name for name in names if name and isinstance(name, str))
