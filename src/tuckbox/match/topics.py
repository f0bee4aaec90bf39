"""All topics of a game with some options: its own, and plain ones for cards of which it says nothing.

A game's `topics` makes its own of the options; each stands under the name that its thing has in a scene. All of it is
public: it depends on the options alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.definition.topics import Topic
from tuckbox.scene.parts import Card


class Topics(Mapping[str, Topic]):
    """The topics of a game with some options, by the names of their things.

    >>> topics = Topics({"7D": Topic("seven of diamonds", called=("7♦",))})
    >>> [name for name, topic in topics.find("7♦", "7D", "joker")]
    ['7D']
    """

    def __init__(self, entries: Mapping[str, Topic]) -> None:
        self._entries = dict(entries)
        self._called: dict[str, str] = {}
        for name, topic in self._entries.items():
            for word in (name, topic.title, *topic.called):
                self._called.setdefault(word.casefold(), name)

    def __getitem__(self, name: str) -> Topic:
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, *words: str) -> list[tuple[str, Topic]]:
        """The topics that these words name, each once, with their names. Words that name none are left out."""
        names = dict.fromkeys(self._called.get(word.casefold(), "") for word in words)
        return [(name, self._entries[name]) for name in names if name]


def topics_of(game: Game, options: Mapping[str, Any]) -> Topics:
    """All topics of a game: its own, and for cards of which it says nothing plain ones. `options` are settled ones."""
    return _topics(game, tuple(sorted((name, str(value)) for name, value in options.items())))


@lru_cache(maxsize=128)
def _topics(game: Game, options: tuple[tuple[str, str], ...]) -> Topics:
    own = game.topics(dict(options)) if game.topics else {}
    named = Topics(own)
    rest = {name: topic for name, topic in _plain(game).items() if not named.find(name)}
    return Topics({**own, **rest})


def _plain(game: Game) -> dict[str, Topic]:
    """A topic for each card and each back of the deck."""
    deck, found = game.layout.deck, dict[str, Topic]()
    for name, face, copies in zip(deck.names, deck.faces, deck.copies, strict=True):
        card = Card(face, name)
        told = f"There are {copies} of them." if copies > 1 else ""
        found[name] = Topic(face, (told,) if told else (), "card", card, called=(face,))
    for at, name in enumerate(deck.back_names):
        of = sum(copies for copies, back in zip(deck.copies, deck.backs, strict=True) if back == at)
        back = Card(name, hidden=True)
        found.setdefault(name, Topic(f"{name}, face down", (f"One of {of} with this back.",), "back", back))
    return found


def told_of(game: Game, options: Mapping[str, Any], words: str) -> str:
    """The answer about the thing that is called so, in one text; empty where the game has none of that name."""
    found = topics_of(game, options).find(words.strip())
    return " ".join(_said(topic) for _, topic in found)


def _said(topic: Topic) -> str:
    kind = f" ({topic.kind})" if topic.kind else ""
    rule = f" ({topic.rule})" if topic.rule else ""
    return " ".join([f"{topic.title}{kind}:", *topic.lines]) + rule
