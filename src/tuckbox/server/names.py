"""Which names pass for each other: alike but for capitals, or to the eye, such as Latin and Cyrillic letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from tuckbox.match.record import LONGEST_NAME


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
        found = f"{name[: LONGEST_NAME - len(ending)].rstrip()}{ending}"
    return found


@lru_cache(maxsize=4096)
def _keys(name: str) -> frozenset[str]:
    """Keys by which names are compared: two names that share a key pass for each other."""
    plain = unicodedata.normalize("NFKC", name)
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
    """For letters, and for pairs of them, that look like others one that stands for all, by Unicode's table of confusables.

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


__all__ = ["unique_name"]
