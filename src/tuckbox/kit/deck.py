"""Decks: the kinds of cards a game is played with, their names, backs and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tuckbox.errors import RulesError, did_you_mean
from tuckbox.numbers import is_whole

BACK = 240
"""A hidden card in a blind record is ``BACK + its back class``; so there are at most 240 kinds and 15 backs."""

SUITS, SYMBOLS = "CDHS", "♣♦♥♠"
RANKS = "23456789TJQKA"


class Deck(Sequence[str]):
    """The kinds of cards of a game: a card *is* the number of its kind.

    `names` are used in notation, `faces` on the table (the same unless told); `copies` says how many alike cards of each
    kind exist (one unless told); `backs` gives each kind its back class, `back_names` what a card is called of which
    only the back is seen.

    >>> deck = Deck(["fool", "king", "queen"], copies=[1, 4, 4])
    >>> deck[1], deck.index("queen"), sum(deck.copies)
    ('king', 2, 9)
    """

    def __init__(
        self,
        names: Iterable[str],
        *,
        copies: Iterable[int] | None = None,
        backs: Iterable[int] | None = None,
        back_names: Iterable[str] = ("card",),
        faces: Iterable[str] | None = None,
    ) -> None:
        self.names = tuple(names)
        self.faces = tuple(faces) if faces is not None else self.names
        self.copies = self._numbers("copies", copies, 1)
        self.backs = self._numbers("backs", backs, 0)
        self.back_names = tuple(back_names)
        self.kinds, self.whole = tuple(range(len(self.names))), len(self.names)  # of the whole deck; see `only`
        if stray := [name for name in (*self.names, *self.faces, *self.back_names) if not isinstance(name, str)]:
            raise RulesError(f"the names of cards are texts, not {repr(stray[0])[:40]}")
        if stray := [name for name in self.names if not name.strip() or name.splitlines() != [name]]:
            raise RulesError(f"the name of a card is a line of text, not {stray[0][:40]!r}")
        if len({len(self.names), len(self.copies), len(self.backs), len(self.faces)}) != 1:
            raise RulesError("a deck needs as many copies, backs and faces as names")
        if len(self.names) > BACK or len(self.back_names) > 15:
            raise RulesError(f"a deck has at most {BACK} kinds of cards and 15 backs")
        if len(set(self.names)) != len(self.names):
            raise RulesError("two kinds of cards in a deck bear the same name")
        if any(not 0 <= back < len(self.back_names) for back in self.backs):
            raise RulesError("a card's back class must be an index into back_names")

    def _numbers(self, what: str, given: Iterable[int] | None, usual: int) -> tuple[int, ...]:
        """A number for each kind. Raises `RulesError` for what is none."""
        if given is None:
            return (usual,) * len(self.names)
        found = tuple(given) if isinstance(given, Iterable) else (None,)
        if not all(is_whole(number, 0) for number in found):
            said = f"`{what}` of a deck are whole numbers from 0, one for each name, such as [{usual}] * {len(self.names)}"
            raise RulesError(f"{said}, not {repr(given)[:40]}")
        return found

    @classmethod
    def standard(cls, ranks: str = RANKS) -> Deck:
        """One pack of 52 without jokers: card = 4 * rank + suit, deuces first, suits clubs, diamonds, hearts, spades.

        Other `ranks` make a shorter pack, or one with aces first.

        >>> Deck.standard()[51], Deck.standard("9TJQKA")[0], Deck.standard("A23456789TJQK")[0]
        ('AS', '9C', 'AC')
        """
        pairs = [(rank, suit) for rank in ranks for suit in range(4)]
        faces = [("10" if rank == "T" else rank) + SYMBOLS[suit] for rank, suit in pairs]
        return cls((rank + SUITS[suit] for rank, suit in pairs), faces=faces)

    def only(self, cards: Iterable[int]) -> Deck:
        """Return a deck of some kinds of this one, renumbered: the argument of an action for these alone.

        `kinds` are their numbers in the whole deck, which has `whole` kinds.

        >>> aces = Deck.standard().only([50, 51])
        >>> aces.names, aces.kinds, aces.whole
        (('AH', 'AS'), (50, 51), 52)
        """
        chosen = tuple(cards)
        rows = [(self.names[card], self.copies[card], self.backs[card], self.faces[card]) for card in chosen]
        names, copies, backs, faces = zip(*rows, strict=True) if rows else ((), (), (), ())
        few = Deck(names, copies=copies, backs=backs, back_names=self.back_names, faces=faces)
        few.kinds, few.whole = tuple(self.kinds[card] for card in chosen), self.whole
        return few

    def with_dice(self, faces: Sequence[str], most: int) -> Deck:
        """The same kinds, and behind them one for each face of dice, of which at most this many lie in one place.

        >>> Deck(["fool"]).with_dice(["heads", "tails"], 3).name(BACK + 1)
        'die'
        """
        backs = self.back_names if self.names else ()
        return Deck(
            [*self.names, *faces],
            copies=[*self.copies, *(most for _ in faces)],
            backs=[*self.backs, *(len(backs) for _ in faces)],
            back_names=[*backs, "die"],
            faces=[*self.faces, *faces],
        )

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, card):  # type: ignore[no-untyped-def]
        return self.names[card]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def card(self, name: str) -> int:
        """Return the number of the card of this name. Raises `RulesError` where there is none.

        >>> Deck.standard().card("2D")
        1
        """
        if name not in self.names:
            raise RulesError(f"the deck has no card {name!r}{did_you_mean(str(name), self.names)}")
        return self.names.index(name)

    def name(self, card: int) -> str:
        """Return the name of a card, or of the back where only the back is known."""
        return self.back_names[card - BACK] if card >= BACK else self.names[card]

    def face(self, card: int) -> str:
        """Return the face of a card as shown on the table, or the name of the back where only that is known."""
        return self.back_names[card - BACK] if card >= BACK else self.faces[card]
