"""Labels of actions: what they are called where people choose them by a click, beside the notation that people type.

A game's `labels` give them by the texts of action families, as its `says` give the sentences of the log: ``{card}`` is the
name of a card, ``{seat}`` the name of a player, or "yourself" (not before ``'s``), and of ``[Bo's|your]`` the second half
is for an action at the reader. A function makes a label of the last argument of an action, counted from 0. An action
without one is called by its notation, its cards by their names.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import said
from tuckbox.errors import RulesError, UnknownAction
from tuckbox.kit.actions import Seats


@lru_cache(maxsize=16_384)
def label(game: Game, text: str, names: tuple[str, ...], viewer: int | None) -> str:
    """The label of an action that is written `text`, as a viewer reads it. What is no action is called as it is written.

    >>> from tuckbox.games.whiplash import GAME
    >>> label(GAME, "draw stock", ("Ann", "Bo"), 0), label(GAME, "discard 6C", ("Ann", "Bo"), 0)
    ('Draw from the stock', 'Put down 6♣')
    """
    try:
        code = game.actions.code(text)
    except UnknownAction:
        return text
    family = game.actions.family(code)
    template = game.labels.get(family.text)
    if callable(template):
        template = template(family.arguments(code)[-1])
    words, mine = {}, False
    for slot, domain, value in zip(family.slots, family.domains, family.arguments(code), strict=True):
        words[slot] = names[value] if isinstance(domain, Seats) and value < len(names) else _name(game, domain[value])
        if isinstance(domain, Seats) and value == viewer:
            mine = True
            if not template or f"{{{slot}}}'s" not in template:
                words[slot] = "yourself" if template else ""
    try:
        return " ".join(said(template or family.text, "", mine, **words).split())
    except (KeyError, IndexError, ValueError) as error:
        raise RulesError(f"the label {template!r} may use {', '.join(f'{{{word}}}' for word in words)}") from error


def _name(game: Game, word: str) -> str:
    """The value of an argument, a card by its name or its face."""
    return _card_names(game).get(word, word)


@lru_cache(maxsize=64)
def _card_names(game: Game) -> dict[str, str]:
    """The cards that are called otherwise than they are written, by how they are written."""
    deck = game.layout.deck
    called = {name: game.names.get(face, face) for name, face in zip(deck.names, deck.faces, strict=True)}
    return {name: said for name, said in called.items() if name != said}


def besides(label: str, note: str) -> str:
    """A note without its first part, where the label beside which it stands has said that already.

    >>> besides("Present a 6", "a 6; leaves five cards"), besides("Put down 6♣", "keeps one king")
    ('leaves five cards', 'keeps one king')
    >>> besides("Discard Back Road", "Back Road")
    ''
    """
    head, _, rest = re.split(r"([:;,] |$)", note, maxsplit=1)
    return rest if head in label else note


def in_words(game: Game, text: str) -> str:
    """A sentence with the cards in it by their names, where these have some."""
    return "".join(game.names.get(piece, piece) for piece in faces(game, 2).split(text)) if game.names else text


@lru_cache(maxsize=64)
def faces(game: Game, shortest: int = 1) -> re.Pattern[str]:
    """Pattern that finds the faces of a game's cards in a sentence, as its only group.

    Bare numbers are no cards there, and faces of fewer letters than `shortest` are taken for words.
    """
    named = {face for face in game.layout.deck.faces if not face.isdigit() and len(face) >= shortest}
    found = sorted(named, key=lambda face: (-len(face), face))
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, found))})(?!\w)") if found else re.compile(r"(?!)()")
