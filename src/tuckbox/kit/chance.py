"""Sources of chance: a fast generator for play by the thousand, a cryptographic one for dealing matches, a script.

Rules know only ``below(rng, n)``; all three are unbiased.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

_MASK = (1 << 64) - 1


class Fast:
    """The generator of playouts and search (splitmix64), number for number the one compiled code uses.

    >>> rng = Fast(7)
    >>> [rng.below(6) for _ in range(5)] == [Fast(7).below(6), *[rng.below(6) for _ in range(4)]]
    False
    """

    __slots__ = ("s",)
    scripted: ClassVar = False
    loosens: ClassVar = False

    def __init__(self, seed: int = 0) -> None:
        self.s = seed & _MASK

    def _draw32(self) -> int:
        self.s = z = (self.s + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) >> 32

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        product = self._draw32() * n
        if product & 0xFFFFFFFF < n:
            floor = ((1 << 32) - n) % n
            while product & 0xFFFFFFFF < floor:
                product = self._draw32() * n
        return product >> 32


class ChaCha:
    """The generator of deals: the ChaCha20 key stream of a 256-bit key; `purpose` keeps streams of one key apart.

    `counter` tells how many 64-bit words have been drawn: key and counter are all there is to restore it.

    >>> a, b = ChaCha(bytes(32), "deal"), ChaCha(bytes(32), "bots")
    >>> [a.below(52) for _ in range(3)] == [b.below(52) for _ in range(3)]
    False
    """

    scripted: ClassVar = False
    loosens: ClassVar = False
    _BLOCK = 64

    def __init__(self, key: bytes, purpose: str = "deal", counter: int = 0) -> None:
        if len(key) != 32:
            raise ValueError("a ChaCha key has 32 bytes")
        self._key, self._nonce = key, purpose.encode().ljust(12, b"\0")
        if len(self._nonce) != 12:
            raise ValueError("the purpose of a ChaCha stream has at most 12 bytes")
        self._buffer, self._block = b"", -1
        self.counter = counter

    def _word(self) -> int:
        block, place = divmod(self.counter, self._BLOCK)
        if block != self._block:
            start = (block * 8).to_bytes(4, "little")  # ChaCha counts 64-byte blocks, eight words each
            stream = Cipher(ChaCha20(self._key, start + self._nonce), mode=None).encryptor()
            self._buffer, self._block = stream.update(bytes(8 * self._BLOCK)), block
        self.counter += 1
        return int.from_bytes(self._buffer[8 * place : 8 * place + 8], "little")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely: words from the uneven rest at the top are drawn again."""
        limit = (1 << 64) - (1 << 64) % n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n


class Chance(Exception):
    """Raised when a scripted generator reaches the end of its script; `weights` are those of the possible outcomes."""

    def __init__(self, outcomes: Sequence[int], weights: Sequence[int]) -> None:
        super().__init__(f"chance decides between {len(outcomes)} outcomes")
        self.outcomes, self.weights = tuple(outcomes), tuple(weights)


class Script:
    """Chance by the book: each draw takes the next outcome of a list; where the list ends, `Chance` is raised.

    Under a script shuffled piles stay undecided until their cards are drawn, so an outcome is a number for `below` and
    a card for the top of a pile. Alike cards are one outcome with more weight.

    >>> Script([4]).below(6)
    4
    >>> try:
    ...     Script().below(3)
    ... except Chance as chance:
    ...     chance.outcomes, chance.weights
    ((0, 1, 2), (1, 1, 1))
    """

    scripted = loosens = True

    def __init__(self, outcomes: Iterable[int] = ()) -> None:
        self.outcomes = list(outcomes)
        self.counter = 0

    def _next(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        if len(outcomes) == 1:  # no choice, no chance
            return outcomes[0]
        if self.counter >= len(self.outcomes):
            raise Chance(outcomes, weights)
        outcome = self.outcomes[self.counter]
        if outcome not in outcomes:
            raise ValueError(f"the script says {outcome}, but only {list(outcomes)} can happen")
        self.counter += 1
        return outcome

    def below(self, n: int) -> int:
        """Return the next number of the script."""
        return self._next(range(n), (1,) * n)

    def throw(self, dice: Any) -> int:
        """Return the next number of the script, which is a face of a die."""
        return self.below(dice.faces)

    def choose(self, weights: Sequence[int]) -> int:
        """Return the next number of the script, which must have a weight."""
        found = [number for number, weight in enumerate(weights) if weight]
        return self._next(found, [weights[number] for number in found])

    def loosen(self, pile: Any) -> bool:
        """Leave a shuffled pile undecided until its cards are drawn."""
        pile.loose = (self, pile.n)
        return True

    def pick(self, cells: Sequence[int]) -> int:
        """Return the place of the script's next card among undecided cells."""
        cards = [cell & 255 for cell in cells]
        kinds = sorted(set(cards))
        return cards.index(self._next(kinds, [cards.count(kind) for kind in kinds]))
