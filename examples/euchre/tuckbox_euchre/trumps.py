"""The cards of Euchre by trumps: the jack of trumps is the highest, the other jack of its colour the next."""

from tuckbox.kit import Deck, rule, table

SUITS, SYMBOLS, RANKS = ("clubs", "diamonds", "hearts", "spades"), "♣♦♥♠", "9TJQKA"
PACK = Deck(
    [rank + suit for rank in RANKS for suit in "CDHS"],
    faces=[("10" if rank == "T" else rank) + symbol for rank in RANKS for symbol in SYMBOLS],
)  # card = 4 * rank + suit, nines first
KINDS, JACK = 24, 2


def suit_of(card: int, trumps: int) -> int:
    """The suit of a card: that of the left bower is trumps."""
    return trumps if card == 4 * JACK + 3 - trumps else card % 4


def power_of(card: int, trumps: int) -> int:
    """The rank of a card, trumps above all others."""
    bower = {4 * JACK + trumps: 32, 4 * JACK + 3 - trumps: 31}
    return bower.get(card, card // 4 + (16 if card % 4 == trumps else 0))


SUIT = table([[suit_of(card, trumps) for card in range(KINDS)] for trumps in range(4)])
POWER = table([[power_of(card, trumps) for card in range(KINDS)] for trumps in range(4)])
CARDS = table(
    [[sum(1 << card for card in range(KINDS) if suit_of(card, trumps) == suit) for suit in range(4)] for trumps in range(4)]
)


@rule
def beats(card: int, other: int, trumps: int) -> bool:
    """Return whether a card beats one that was played before it."""
    same = SUIT[trumps][card] == SUIT[trumps][other]
    return POWER[trumps][card] > POWER[trumps][other] if same else SUIT[trumps][card] == trumps
