"""The reference of all cards and racers as tables of Markdown, made from the data; docs/games/jalopies.md holds it.

``python -m tests.games.jalopies.reference`` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tuckbox.games.jalopies.cards import KINDS, RACERS
from tuckbox.games.jalopies.words import describe


def reference() -> str:
    """All cards and racers as tables of Markdown, with the anchors of the rules they stand for; the book holds it."""
    return "\n".join([*_card_rows(False), "", *_card_rows(True), "", *_racer_rows()])


def _card_rows(plots: bool) -> Iterator[str]:
    if plots:
        yield '<a id="JJ-2.4"></a>**JJ-2.4** The Fiendish deck, one set:\n'
    else:
        yield '<a id="JJ-2.3"></a>**JJ-2.3** The main deck, one set, in the kind order:\n'
    yield "| code | name | letters | copies | what it does |"
    yield "|---|---|---|---|---|"
    for kind in KINDS:
        if kind.plot == plots:
            letters = "·".join(kind.types) or "special"
            yield f"| `{kind.code}` | {kind.name} | {letters} | {kind.copies} | {describe(kind.effects) or '-'} |"


def _racer_rows() -> Iterator[str]:
    yield '<a id="JJ-2.5"></a>**JJ-2.5** The racers. Hand Size is 6, Draw Rate 2; who rests draws 2 and mends 1 Mishap:\n'
    yield "| word | racer | main ability | sidekick | sidekick's ability |"
    yield "|---|---|---|---|---|"
    for racer in RACERS:
        main = f"*{racer.ability}*: {describe(racer.effects)}"
        yield f"| `{racer.word}` | {racer.name} | {main} | {racer.sidekick} | *{racer.trick}*: {describe(racer.help)} |"


if __name__ == "__main__":
    print(reference())
