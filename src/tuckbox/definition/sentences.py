"""Sentences about somebody, written once for all who read them: the log and the table speak in them.

``{who}`` is whom it is about, by name, or "you" to oneself (with a capital where a sentence begins); ``draw[s]`` reads
"draws" of others and "draw" of oneself, ``[has|have]`` and ``[{who}'s|your]`` likewise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Formatter

_BEND = re.compile(r"\[([^]|]*)(?:\|([^]]*))?\]")
_OPENING = re.compile(r"(^|[.!?:] )\{who\}")


def said(sentence: str, name: str, mine: bool, /, **words: object) -> str:
    """A sentence as others read it, or (`mine`) whom it is about. Raises `KeyError` for a word that is not given.

    >>> sentence = "{who} call[s] and [has|have] {cards}."
    >>> said(sentence, "Ann", False, cards="three fours"), said(sentence, "Ann", True, cards="three fours")
    ('Ann calls and has three fours.', 'You call and have three fours.')
    """
    return _bent(sentence, mine).format(Who="You" if mine else name, who="you" if mine else name, **words)


def words_in(sentence: str) -> set[str]:
    """The words in braces in a sentence. Raises `ValueError` where a brace or bracket has no other.

    >>> sorted(words_in("{who} take[s] {card} [from {seat}'s hand|]."))
    ['card', 'seat', 'who']
    """
    parts = [part for mine in (False, True) for part in Formatter().parse(_bent(sentence, mine))]
    if any(bracket in text for text, *_ in parts for bracket in "[]"):
        raise ValueError("a bracket has no other")
    return {"who" if name == "Who" else name for _, name, _, _ in parts if name is not None}


def capitalised(text: str) -> str:
    """A text with a capital letter at its beginning.

    >>> capitalised("draw stock"), capitalised("")
    ('Draw stock', '')
    """
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str], last: str = "and") -> str:
    """Several names as one, with a word before the last.

    >>> listed(["Ann", "Bo", "Cy"]), listed(["2", "3"], "or"), listed(["Ann"]), listed([])
    ('Ann, Bo and Cy', '2 or 3', 'Ann', '')
    """
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def span(numbers: Iterable[int]) -> str:
    """Several numbers in words, such as the numbers of players of a game.

    >>> span((3, 4, 2)), span((2,)), span((2, 4))
    ('2 to 4', '2', '2 or 4')
    """
    told = sorted(numbers)
    if len(told) > 2 and told == [*range(told[0], told[-1] + 1)]:
        return f"{told[0]} to {told[-1]}"
    return listed([str(number) for number in told], "or")


@lru_cache(maxsize=4096)
def _bent(sentence: str, mine: bool) -> str:
    """A sentence bent to whom it is about."""
    text = _BEND.sub(lambda m: (m[2] or "") if mine else m[1], sentence)
    return _OPENING.sub(r"\1{Who}", text)
