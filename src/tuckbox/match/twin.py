"""Twins: a game in other words, so that nobody can have read of it; its moves are the same.

A number names a twin. By it every name of the game is replaced: of the game, its cards, actions and places, and the terms of
its rules, in all their forms (*draw*, *drew*, *drawn*); letters of cards and codes become other letters. Words of all card
games (*card*, *hand*, *turn*) and of plain English stay, and so do numbers, since one has to reckon with them.

>>> from tuckbox.games.whiplash import GAME
>>> twin = Twin(GAME, 5)
>>> told = twin.tell("You draw 6♣ from the stock.")
>>> told != "You draw 6♣ from the stock.", twin.read(twin.tell("discard 6C"))
(True, 'discard 6C')
"""

from __future__ import annotations

import ast
import hashlib
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.definition.syntax import parsed_file
from tuckbox.definition.topics import Topic
from tuckbox.errors import OptionError
from tuckbox.kit.actions import Seats
from tuckbox.numbers import is_whole

KEPT = frozenset(
    """
    a about above after again all alone also an and another another's any are as at away be before begin
    begins below best but by can card cards deal dealer deals dealt do does down each eight either else even
    ever every everybody face false few first five for four from full game games go goes had half hand hands
    has have her here him his how if in into is it its just last least left less letter letters lies long many may me more
    most must my near nearly new next nine no nobody none not nothing now number of off old on once one only
    or other others our out over own part place places player players point points put random right round
    rounds row rule rules same seat seats second see seen set sets seven she shown side sides single six size
    so some table ten than that the their them then there they third this three time times to together too
    total true turn turns twice two under until up us was way ways we well were what when where which who
    whose will win winner wins with without would top yes you your zero
    """.split()  # noqa: SIM905 - as a list it is four times as long
)
"""Words that stay: those of all card games, and of plain English."""
_IRREGULAR = {
    "break": "broke broken", "build": "built", "choose": "chose chosen", "draw": "drew drawn", "drive": "drove driven",
    "freeze": "froze frozen", "give": "gave given", "keep": "kept", "lay": "laid", "leave": "left", "lend": "lent",
    "lose": "lost", "meet": "met", "pay": "paid", "ride": "rode ridden", "run": "ran", "shake": "shook shaken",
    "spend": "spent", "steal": "stole stolen", "take": "took taken", "throw": "threw thrown",
    "withdraw": "withdrew withdrawn",
}  # fmt: skip
_ENDS = ("s", "es", "d", "ed", "ing", "er", "ers", "en", "n", "ly")
_CONSONANTS, _VOWELS = "bdfgklmnprtvz", "aeiou"
_LENGTH = 6
_SOUNDS = _CONSONANTS, _VOWELS, _CONSONANTS, _CONSONANTS, _VOWELS, _CONSONANTS
_STANDARD = {"T": "a ten", "J": "a jack", "Q": "a queen", "K": "a king", "A": "an ace"}
_SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_PIECE = re.compile(r"[A-Za-z0-9]*[♣♦♥♠]|[A-Za-z]+\d+[A-Za-z0-9]*|[A-Za-z]{2,3}(?=-\d)|[^\W\d_]+|[A-Za-z0-9]+")
_AN = re.compile(r"\b([Aa])n (?=(\w{6}))")
_CAPITAL = re.compile(r"\b[A-Z][a-z]+\b")
_TITLE = re.compile(r"[A-Z][\w']*(?: [\w'&-]+){0,4}")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?:-[A-Z][a-z]+)*")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_VALUES = 40
"""Number of values of an option whose words are taken: ranges of numbers have none."""


class Twin:
    """A game in other words. `tell` says something in them, `read` gives what is meant by them. Raises `OptionError` for a
    number that is none."""

    def __init__(self, game: Game, seed: int) -> None:
        if not is_whole(seed, 0, (1 << 63) - 1):
            raise OptionError("the number of a twin is a whole number from 0 to 2^63 - 1")
        self.game, self.seed = game, seed
        self._codes = frozenset(_codes(game))
        deck = game.layout.deck
        self._faces = {face: name for name, face in zip(deck.names, deck.faces, strict=True) if face[-1:] in "♣♦♥♠"}
        self._letter = self._pairs()
        self._told = self._forms(vocabulary(game))
        self._meant = self._backwards()
        self._bases = {twin[:_LENGTH] for twin in self._meant}
        self._keys: dict[str, str] = {}

    # -- making the words ----------------------------------------------------------------------------------------------

    def _pairs(self) -> dict[str, str]:
        """Letters of codes and what stands for each, in pairs: those that the game uses with others as far as these go."""
        used = sorted({letter.upper() for code in self._codes for letter in code if letter.isalpha()})
        free = [letter for letter in _LETTERS if letter not in used and letter != "I"]
        chance = random.Random(f"twin {self.seed} {self.game.name}")
        chance.shuffle(used)
        chance.shuffle(free)
        rest = used[len(free) :] + free[len(used) :]
        ordered = [*zip(used, free, strict=False), *zip(rest[::2], rest[1::2], strict=False)]
        pairs = dict(ordered) | {b: a for a, b in ordered}
        return pairs | {a.lower(): b.lower() for a, b in pairs.items()}

    def _forms(self, words: Sequence[str]) -> dict[str, str]:
        """All forms of some words, and of each what stands for it."""
        told: dict[str, str] = {}
        used = {form for word in words for form, _ in _forms_of(word)} | KEPT
        for word in words:
            if word in told:
                continue
            base = next(made for made in self._made(word) if made not in used)
            used.add(base)
            for form, ending in _forms_of(word):
                if form not in KEPT:
                    told.setdefault(form, base + ending)
        return told

    def _backwards(self) -> dict[str, str]:
        """Words of the twin and what each means: where several do, the one that stands in an action."""
        spoken = {word for family in self.game.actions.families for word in re.findall(r"[a-z]+", family.text)}
        first = sorted(self._told, key=lambda word: word not in spoken)
        meant: dict[str, str] = {}
        for word in first:
            meant.setdefault(self._told[word], word)
        return meant

    def _made(self, word: str) -> Iterator[str]:
        """Words that mean nothing, for one that means something: they hang on it and the number of the twin alone. All are
        as long, so that none with an ending is another."""
        chance = random.Random(f"twin {self.seed} {self.game.name} {word}")
        while True:
            yield "".join(map(chance.choice, _SOUNDS))

    # -- using them ----------------------------------------------------------------------------------------------------

    def tell(self, text: str) -> str:
        """Something about the game in the words of the twin."""
        told = _PIECE.sub(lambda piece: self._piece(piece, self._told), text)
        return _AN.sub(lambda m: f"{m[1]} " if m[2].casefold() in self._bases else m[0], told)

    def read(self, text: str) -> str:
        """Return what is meant by something in the words of the twin. The words that it hides mean nothing here."""
        return _PIECE.sub(lambda piece: self._piece(piece, self._meant), text)

    def _piece(self, found: re.Match[str], words: dict[str, str]) -> str:
        text = found[0]
        if words is self._told:
            text = self._faces.get(text, text)
        if self._is_code(text, found):
            return "".join(self._letter.get(letter, letter) for letter in text)
        plain = text.casefold()
        other = words.get(plain)
        if other is None and words is self._meant and plain in self._told:
            other = self._told[plain]
        return text if other is None else _cased(other, text)

    def _is_code(self, text: str, found: re.Match[str]) -> bool:
        """Whether a piece of text is a card or the like that is called by letters."""
        if text.isdigit() or (text in ("A", "I") and _article(found)):
            return False
        if any(letter.isdigit() for letter in text):
            return not re.fullmatch(r"P\d", text)
        if re.match(r"-\d", found.string[found.end() : found.end() + 2]) and text.isupper():
            return True  # the number of a rule
        told = "".join(self._letter.get(letter, letter) for letter in text)
        return text in self._codes or told in self._codes

    def data(self, data: Any) -> Any:
        """Data as JSON has it, in the words of the twin, names of fields too."""
        if isinstance(data, str):
            return self.tell(data)
        if isinstance(data, dict):
            return {self._key(key): self.data(value) for key, value in data.items()}
        return [self.data(each) for each in data] if isinstance(data, list | tuple) else data

    def message(self, data: dict[str, Any]) -> dict[str, Any]:
        """A message about a table in the words of the twin; the names of its own fields stay."""
        told = {key: self._part(key, value) for key, value in data.items()}
        if "rules" in told:
            told["rules"] = hashlib.sha256(f"{self.seed} {data['rules']}".encode()).hexdigest()[:16]
        return told

    def _part(self, key: str, value: Any) -> Any:
        if key == "short":
            return self.rules(value)
        if key == "meanings":
            return {self.tell(action): self.tell(meaning) for action, meaning in value.items()}
        if key == "legal":
            return [{**e, "action": self.tell(e["action"])} if isinstance(e, dict) else self.tell(e) for e in value]
        return self.data(value) if key in ("game", "options", "view", "table", "log") else value

    def _key(self, key: str) -> str:
        """The name of a field; words that no prompt ever says are renamed, too."""
        told = self.tell(key)
        if told != key or key in KEPT:
            return told
        return "_".join(part if part in KEPT else self._field(part) for part in key.split("_"))

    def _field(self, word: str) -> str:
        if word in self._told:
            return self._told[word]
        if word not in self._keys:
            chance = random.Random(f"{self.seed} {word}")
            self._keys[word] = "".join(map(chance.choice, (_CONSONANTS, _VOWELS) * 4))
        return self._keys[word]

    @property
    def title(self) -> str:
        """The game's title."""
        return self.tell(self.game.title)

    def rules(self, text: str) -> str:
        """Rules, with what one knows of the usual pack of cards told before them, where the game is played with it."""
        names = self.game.layout.deck.names
        if not standard(self.game):
            return self.tell(text)
        ranks = ", ".join(f"{letter} ({said})" for letter, said in _STANDARD.items())
        suits = ", ".join(f"{letter} ({said})" for letter, said in _SUITS.items())
        told = f"The ranks, the lowest first: 2 to 9, {ranks}."
        if {name[1:] for name in names} == set(_SUITS):
            told += f" The suits: {suits}."
        return self.tell(f"{told}\n\n{text}")


def _article(found: re.Match[str]) -> bool:
    """Whether a capital that stands alone is a word of a sentence rather than a card."""
    before, after = found.string[: found.start()], found.string[found.end() :]
    begins = not before.strip(" *#>") or before.endswith((". ", "! ", "? ", ": ", "\n", "# ", "- ", "; ", '"'))
    return found[0] == "I" or (begins and re.match(r"\s[A-Za-z]", after) is not None)


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def _forms_of(word: str) -> Iterator[tuple[str, str]]:
    """A word and its forms, each with an ending that says which it is."""
    yield word, ""
    yield from ((form, "ed") for form in _IRREGULAR.get(word, "").split())
    yield from ((word + end, end) for end in _ENDS)
    if word.endswith("y"):
        yield from ((word[:-1] + end, end[1:]) for end in ("ies", "ied", "ier", "ily"))
    if word.endswith("e"):
        yield from ((word[:-1] + end, end) for end in ("ing", "or"))
    else:
        yield from ((word + word[-1] + end, end) for end in ("ing", "ed", "er", "ers"))


def _codes(game: Game) -> Iterator[str]:
    """Names of cards and of what actions are about that are no words."""
    if standard(game):
        yield from (*_STANDARD, *_SUITS)
    _, topics = _topics(game)
    called = [text for name, topic in topics.items() for text in (name, topic.title, *topic.called)]
    yield from (piece for text in called for piece in _PIECE.findall(text) if piece.isupper() and len(piece) < 4)
    domains = [domain for family in game.actions.families for domain in family.domains if not isinstance(domain, Seats)]
    for name in (*game.layout.deck.names, *(text for domain in domains for text in domain)):
        for piece in _PIECE.findall(name):
            if not piece.isdigit() and (len(piece) == 1 or not piece.islower()) and not _is_word(piece):
                yield piece


def standard(game: Game) -> bool:
    """Whether a game is played with the ranks of the usual pack."""
    return {name[:1] for name in game.layout.deck.names} >= set(_STANDARD)


def _is_word(text: str) -> bool:
    return len(text) > 3 and text.isalpha() and text[1:].islower()


@lru_cache(maxsize=32)
def vocabulary(game: Game) -> tuple[str, ...]:
    """The game's own words, in small letters, shorter ones first: the words of its title, cards, actions, places and
    topics, and the terms of its rules, which are written with a capital."""
    options, topics = _topics(game)
    prose = [game.help_for(options, typed=True), *(line for topic in topics.values() for line in topic.lines)]
    named = [*_names(game, topics.values()), *(name for text in prose for name in _NAME.findall(text))]
    words = {word.casefold() for text in named for word in re.findall(r"[^\W\d_]+", text)}
    plain = {word for text in prose for word in re.findall(r"\b[a-z]+\b", text)}
    words |= {word[:-1] for word in words if word.endswith("s") and word[:-1] in plain}
    stay = KEPT | {code.casefold() for code in _codes(game)}
    return tuple(sorted((word for word in words - stay if len(word) > 2), key=lambda word: (len(word), word)))


def _topics(game: Game) -> tuple[dict[str, Any], Mapping[str, Topic]]:
    """The options of a game that nobody has chosen any for, and its topics with these."""
    options = dict(game.settle_options(None, {})[1])
    return options, game.topics(options) if game.topics else {}


def _names(game: Game, topics: Iterable[Topic]) -> Iterator[str]:
    """Texts that name a game, and all there is in it."""
    layout, families = game.layout, game.actions.families
    yield from (game.title, game.name, *game.names.values(), *chain(*game.sides.values()))
    yield from (*layout.zones, *layout.deck.faces, *layout.deck.back_names)
    for family in families:
        yield from (family.text, *(text for domain in family.domains for text in domain if _is_word(text)))
    for topic in topics:
        yield from (topic.title, topic.kind, *topic.called)
    for option in layout.options.values():
        yield from map(str, islice(option.all_values, _MOST_VALUES))
    for text in _constants(game):
        yield from _CAPITAL.findall(text)
    if standard(game):
        yield from (*_STANDARD.values(), *(suit.removesuffix("s") for suit in _SUITS.values()))


def _constants(game: Game) -> Iterator[str]:
    """Names in the game's own texts: strings of a few words that begin with a capital and are no sentences."""
    file = Path(str(game.rules.__file__))
    for path in sorted(file.parent.glob("*.py")) if file.stem == "rules" else [file]:
        for node in ast.walk(parsed_file(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _TITLE.fullmatch(node.value):
                yield node.value
