"""Names and lines as they are read, and which names pass for each other.

Names pass for each other that are alike but for capitals, or to the eye, such as Latin and Cyrillic letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from tuckbox.definition.graphemes import beginning
from tuckbox.match.letters import seen
from tuckbox.match.record import LONGEST_NAME

_JOINERS = "\u200c\u200d"

_MOST_MARKS = 3
"""Maximum number of marks on one letter: scripts need no more, and a pile of them covers the lines above and below."""


def one_line(text: str) -> str:
    """A text that people type as one line: nothing in it tells a terminal or a page to do anything. What joins letters
    stays: without it a family of emoji is one of each of them, and a Persian word is two.

    >>> one_line("Look\\n\\x1b[2J  \\u202ehere"), len(one_line("\\U0001f469\\u200d\\U0001f680"))
    ('Look [2J here', 3)
    """
    return " ".join("".join(letter if letter.isprintable() or letter in _JOINERS else " " for letter in text).split())


def piled(text: str) -> bool:
    """Whether a text has a mark without a letter, or more marks on one than any script needs.

    >>> piled("Zoë"), piled("Z" + 5 * "\\u0301"), piled("\\u0301")
    (False, True, True)
    """
    marks = _MOST_MARKS
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return True
    return False


def unique_name(taken: Iterable[str], name: str) -> str:
    """The name, or with a number, so that it passes for none of those that are taken.

    >>> [unique_name(["Ann", "Bill"], name) for name in ("ann", "Anna", "BiII")]
    ['ann 2', 'Anna', 'BiII 2']
    """
    others = frozenset[str]().union(*map(_keys, taken))
    number, found = 1, name
    while not others.isdisjoint(_keys(found)):
        number += 1
        ending = f" {number}"
        found = f"{beginning(name, LONGEST_NAME - len(ending)).rstrip()}{ending}"
    return found


@lru_cache(maxsize=4096)
def _keys(name: str) -> frozenset[str]:
    """Keys by which names are compared: two names that share a key pass for each other."""
    plain = seen(unicodedata.normalize("NFKC", name))
    small = unicodedata.normalize("NFKC", plain.casefold())
    return frozenset((small, _skeleton(plain).casefold(), _skeleton(small)))


def _skeleton(text: str) -> str:
    """A text with one letter for all that look like it, and for pairs that look like one letter."""
    letters, pairs = _looks()
    text = "".join(letters.get(letter, letter) for letter in text)
    for pair, letter in pairs.items():
        text = text.replace(pair, letter)
    return text


@lru_cache(maxsize=1)
def _looks() -> tuple[dict[str, str], dict[str, str]]:
    """The letter that stands for all that look like it, by each of these, and by pairs of them: Unicode's table of
    confusables.

    That is a letter rather than a digit, so that capitals are folded afterwards.
    """
    from confusable_homoglyphs.confusables import confusables_data  # slow to load, and needed by the first name only

    alike: dict[str, set[str]] = {}
    for letter, others in confusables_data.items():
        group = {letter}.union(*(alike.get(one, {one}) for one in (letter, *(other["c"] for other in others))))
        alike.update(dict.fromkeys(group, group))
    stands = {one: min(group, key=lambda each: (not _is_letter(each), len(each), each)) for one, group in alike.items()}
    pairs = {one: chosen for one, chosen in stands.items() if len(one) == 2 and _is_letter(one) and one != chosen}
    return {one: chosen for one, chosen in stands.items() if len(one) == 1}, pairs


def _is_letter(text: str) -> bool:
    return text.isascii() and text.isalpha()
