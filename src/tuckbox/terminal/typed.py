"""Input of a person at the table: a key such as ``q``, the number of an action, or its notation, whole or shortened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise

from tuckbox.definition.game import Game
from tuckbox.errors import ActionError, UnknownAction
from tuckbox.scene.blocks import PLAIN

_SHOWN = 6
_EMOJI = re.compile("[\ufe0e\ufe0f]")
"""Marks that keyboards put after a suit, to have it drawn as text or as a picture."""


class Key(Enum):
    """Inputs besides actions."""

    HELP = ("?", "h", "help")
    UNDO = ("u", "undo")
    SAVE = ("s", "save")
    LOG = ("l", "log")
    ALL = ("a", "all")
    VIEW = ("v", "view")
    MINE = ("me", "mine")
    RULES = ("rules",)
    SHEET = ("c", "sheet")
    HINT = ("hint",)
    QUIT = ("q", "quit", "exit")


@dataclass(frozen=True)
class Order:
    """A line that was typed: a `key` with the rest of the line, or (key None) words for an action."""

    key: Key | None
    rest: str = ""


def order(typed: str, game: Game | None = None) -> Order:
    """Tell keys from actions; one of the letters ``h`` and ``s`` may begin an action of the game: ``s 2-3`` is `step 2-3`.

    >>> order("? call QH").rest, order("d qh").key
    ('call QH', None)
    """
    typed = typed.strip()
    word, _, rest = typed.partition(" ")
    if word.startswith("?"):
        word, rest = "?", typed[1:]
    for key in Key:
        if word.casefold() in key.value and (not rest or key in (Key.HELP, Key.SAVE)):
            return Order(None, typed) if rest and game and _is_action(game, typed) else Order(key, rest.strip())
    return Order(None, typed)


def _is_action(game: Game, typed: str) -> bool:
    """Whether a letter and what follows it are the beginnings of an action, legal or not."""
    words = tuple(typed.casefold().split())
    return len(words[0]) == 1 and words[0].isalpha() and bool(meant(game, range(game.actions.size), words))


class Ambiguous(ActionError):
    """The words mean several actions."""


def find(game: Game, legal: Sequence[int], typed: str) -> int:
    """The action that is meant: by its number in the list of legal ones, by its notation or the start of each word of it.

    Where no legal action is meant, one that is not legal is returned, and the match will say why. Raises `UnknownAction` or
    `Ambiguous`.
    """
    typed = _EMOJI.sub("", typed).strip()
    numeric = typed.isascii() and typed.isdigit()
    if numeric and len(typed) < 6 and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    words = tuple(typed.casefold().split())
    found = meant(game, legal, words)
    if len(found) > 1:
        raise Ambiguous(f"{typed[:40]!r} may mean {_either(game, found)}: say more, or its number")
    if numeric and not found:
        raise UnknownAction(f"there is no number {typed[:10]}: the actions have 1 to {len(legal)}")
    stray = None if found else game.actions.stray(typed)
    if stray:
        raise stray
    found = found or meant(game, range(game.actions.size), words)
    if len({game.actions.text(action).split()[0] for action in found}) > 1:
        raise Ambiguous(f"{typed[:40]!r} may mean {_either(game, found)}; none of them is legal now")
    if found:
        return _nearest(game, legal, found)
    example = game.actions.text(legal[0])
    raise UnknownAction(f"no action is written {typed[:40]!r}: type a number, an action such as `{example}`, or ? for help")


def _nearest(game: Game, legal: Sequence[int], found: Sequence[int]) -> int:
    """The action, of some that are not legal, that comes nearest: something else can be done with what it is about."""
    subjects = {game.actions.family(action).arguments(action) for action in legal} - {()}
    return next((a for a in found if game.actions.family(a).arguments(a) in subjects), found[0])


def _either(game: Game, found: Sequence[int]) -> str:
    texts = [game.actions.text(action) for action in found]
    if len(texts) > _SHOWN:
        return f"{', '.join(texts[:_SHOWN])} and {len(texts) - _SHOWN} more"
    return f"{', '.join(texts[:-1])} or {texts[-1]}"


def meant(game: Game, actions: Sequence[int], words: tuple[str, ...]) -> list[int]:
    """Those of some actions that words mean. Where the words name things whole, no longer name is meant: ``step 2-1`` is not
    the beginning of ``step 2-10``, nor ``key 9`` that of ``key 99``, even if only the longer one is legal."""
    spelled = spellings(game)
    named = {action for action in range(game.actions.size) if any(_names(words, spelling) for spelling in spelled[action])}
    verbs = {spelled[action][0][0] for action in named}
    found = [action for action in actions if action in named]
    return found or [action for action in matching(game, actions, words) if spelled[action][0][0] not in verbs]


def matching(game: Game, actions: Iterable[int], words: tuple[str, ...]) -> list[int]:
    """The actions that some words mean: those written so, else those that begin so, else those that hold such words."""
    spelled = spellings(game)
    actions = list(actions)
    for fits in (_same, _begins, _holds) if words else ():
        found = [action for action in actions if any(fits(words, spelling) for spelling in spelled[action])]
        if found:
            return found
    return []


def _same(words: tuple[str, ...], spelling: tuple[str, ...]) -> bool:
    return words == spelling


def _names(words: tuple[str, ...], spelling: tuple[str, ...]) -> bool:
    """Whether the words are the whole spelling, of which only the first may be shortened if it is not alone."""
    return words == spelling or (len(words) > 1 and words[1:] == spelling[1:] and _starts(words[0], spelling[0]))


def _begins(words: tuple[str, ...], spelling: tuple[str, ...]) -> bool:
    return len(words) <= len(spelling) and all(map(_starts, words, spelling))


def _holds(words: tuple[str, ...], spelling: tuple[str, ...]) -> bool:
    """Whether the words begin words of the spelling, in the same order."""
    rest = iter(spelling)
    return all(any(_starts(word, there) for there in rest) for word in words)


def _starts(word: str, there: str) -> bool:
    """Whether a word is the beginning of another, and no number is cut in two: 1 is not the beginning of 10."""
    rest = there[len(word) :]
    return there.startswith(word) and not (word[-1:].isdigit() and rest[:1].isdigit())


@cache
def spellings(game: Game) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The ways to write each action, in words: with the names of its cards, or with their faces."""
    ways = []
    for family, following in pairwise([*game.actions.families, game.actions.size]):
        for action in range(family, following):
            texts = {game.actions.text(action)}
            faces = _faces(game, action)
            texts |= {faces, PLAIN.say(faces)}
            ways.append(tuple(tuple(text.casefold().split()) for text in sorted(texts)))
    return tuple(ways)


def _faces(game: Game, action: int) -> str:
    """An action's notation with the faces of its cards in place of their names."""
    family = game.actions.family(action)
    values = zip(family.slots, family.domains, family.arguments(action), strict=True)
    shown = {slot: domain.face(n) if hasattr(domain, "face") else domain[n] for slot, domain, n in values}
    return family.text.format(**shown)
