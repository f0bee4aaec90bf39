"""Deals one can trust: the chance of a match comes from a key that is committed to before play and shown after it.

An **open** deal has a numbered seed, for experiments; anybody can compute it. With the `number` of a game it is one of
those that compiled code plays by the thousand from that seed. A **sealed** one has 32 secret bytes: their commitment (a hash
over secret and header) is shown first, then each seat may add 16 bytes of its own, and the key is the hash of all. For a
seat that adds nothing the house's bytes are used, which follow from the secret: the commitment fixes them too, so whoever
hosts the match has nothing left to try.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

from tuckbox.errors import OptionError
from tuckbox.kit.chance import ChaCha, Fast
from tuckbox.kit.plain import blend
from tuckbox.numbers import is_whole

_OPEN, _COMMIT, _KEY = b"tuckbox open deal\n", b"tuckbox commitment\n", b"tuckbox deal key\n"
_HOUSE = b"tuckbox house salt\n"
_STRIDE = 0x9E3779B97F4A7C15  # the increment of a fast generator's state per draw
_BACK = pow(_STRIDE, -1, 1 << 64)
SECRET_BYTES, SALT_BYTES = 32, 16

PART = 1 << 20
"""Words of the stream for a game that has a part of it for itself: far more than any draws."""


class Simulated(Fast):
    """The chance of one simulated game: the numbers compiled code draws for the deals of this number."""

    __slots__ = ("start",)

    def __init__(self, seed: int, number: int, counter: int) -> None:
        self.start = blend(blend(seed, 0), 2 * number + 1)
        super().__init__(self.start)
        self.counter = counter

    @property
    def counter(self) -> int:
        """The number of words drawn."""
        return (self.s - self.start) * _BACK % (1 << 64)

    @counter.setter
    def counter(self, drawn: int) -> None:
        self.s = (self.start + drawn * _STRIDE) % (1 << 64)


def _is_bytes(value: object, length: int) -> bool:
    return isinstance(value, bytes) and len(value) == length


@dataclass(frozen=True)
class Deal:
    """The source of all chance of a match: a `seed`, and of a simulated game its `number`; or a `secret` with the `salts` of
    the seats (None: the house's). With `apart` each game of a series draws from a part of the stream of its own, so that its
    deal does not hang on how often chance was asked before."""

    seed: int | None = None
    secret: bytes = b""
    salts: tuple[bytes | None, ...] = ()
    number: int | None = None
    apart: bool = False

    def __post_init__(self) -> None:
        if self.seed is None:
            self._check_sealed()
        else:
            self._check_open(self.seed)
        if self.number is not None:
            self._check_number(self.number)
        for name in ("seed", "number"):
            given = getattr(self, name)
            object.__setattr__(self, name, given if given is None else int(given))  # NumPy's numbers overflow in generators

    def _check_sealed(self) -> None:
        if not _is_bytes(self.secret, SECRET_BYTES):
            raise OptionError(f"a sealed deal needs {SECRET_BYTES} secret bytes")
        if not all(salt is None or _is_bytes(salt, SALT_BYTES) for salt in self.salts):
            raise OptionError(f"a seat adds {SALT_BYTES} bytes to a deal, no more and no less")

    def _check_open(self, seed: object) -> None:
        if self.secret or self.salts:
            raise OptionError("a deal has a seed, or a secret to which seats may add; not both")
        if self.apart:
            raise OptionError("only the games of a sealed deal draw apart")
        if not is_whole(seed, 0, (1 << 64) - 1):
            raise OptionError(f"a seed is a whole number from 0 to 2^64 - 1, not {repr(seed)[:40]}")

    def _check_number(self, number: object) -> None:
        if not is_whole(number, 0, (1 << 62) - 1) or self.seed is None or self.seed >= 1 << 63:
            raise OptionError("a simulated game has a number, and a seed below 2^63")

    @classmethod
    def fresh(cls) -> Deal:
        """A sealed deal of new secret bytes."""
        return cls(secret=secrets.token_bytes(SECRET_BYTES))

    def salted(self, *salts: bytes | None) -> Deal:
        """Return the deal with the bytes the seats added after seeing the commitment; None for a seat that added none."""
        return replace(self, salts=salts)

    def house_salt(self, seat: int) -> bytes:
        """Return the bytes for a seat that adds none; they follow from the secret, so they were fixed with it."""
        return hashlib.sha256(_HOUSE + self.secret + bytes([seat])).digest()[:SALT_BYTES]

    @property
    def all_salts(self) -> tuple[bytes, ...]:
        """The bytes of all seats, those of the house among them."""
        return tuple(self.house_salt(seat) if salt is None else salt for seat, salt in enumerate(self.salts))

    @property
    def is_open(self) -> bool:
        """Whether anybody could have computed the deal beforehand."""
        return self.seed is not None

    def commitment(self, header: str) -> str | None:
        """The hash shown before play, which fixes the secret and the header of the match. An open deal has none."""
        if self.is_open:
            return None
        return hashlib.sha256(_COMMIT + self.secret + header.encode()).hexdigest()

    @property
    def key(self) -> bytes:
        """The 256-bit key of the match's chance."""
        if self.seed is not None:
            return hashlib.sha256(_OPEN + str(self.seed).encode()).digest()
        return hashlib.sha256(_KEY + self.secret + b"".join(self.all_salts)).digest()

    def next_part(self, drawn: int) -> int:
        """Return the place from which the next game of a series draws, after a number of words has been `drawn`.

        >>> sealed = Deal(secret=bytes(32))
        >>> sealed.next_part(70), replace(sealed, apart=True).next_part(70) == PART
        (70, True)
        """
        return (drawn // PART + 1) * PART if self.apart else drawn

    def stream(self, counter: int = 0) -> ChaCha | Simulated:
        """The generator of the match, at the place where it has drawn `counter` words."""
        if self.number is not None:
            return Simulated(self.seed or 0, self.number, counter)
        return ChaCha(self.key, "deal", counter)
