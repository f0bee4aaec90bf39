"""Letters as people see them, by which names are cut: half a flag, or a letter without its accent, is nobody's name."""

from __future__ import annotations

import regex

_LETTER = regex.compile(r"\X")


def letters(text: str) -> list[str]:
    """The grapheme clusters of a text: letters with their marks, flags of two signs, pictures joined into one.

    >>> [len(each) for each in letters("Zoe\\u0301")], len(letters("\\U0001f1eb\\U0001f1ee\\U0001f1eb"))
    ([1, 1, 2], 2)
    """
    return [str(each) for each in _LETTER.findall(text)]


def initial(name: str) -> str:
    """The first letter of a name, as a capital where it has one of its own.

    >>> initial("ann"), initial("ßeta"), initial("")
    ('A', 'ß', '')
    """
    first = next(iter(letters(name)), "")
    return first.upper() if len(first.upper()) == len(first) else first


def beginning(text: str, most: int) -> str:
    """The beginning of a text: the whole letters for which `most` characters have room.

    >>> beginning("Annabel", 3), beginning("An\\U0001f1eb\\U0001f1ee", 3)
    ('Ann', 'An')
    """
    if len(text) <= most:
        return text
    kept = ""
    for letter in letters(text):
        if len(kept) + len(letter) > most:
            break
        kept += letter
    return kept
