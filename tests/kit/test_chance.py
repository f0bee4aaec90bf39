"""Chance: the fast generator, the cryptographic one, and that neither prefers any number."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from tests.exact import outcomes
from tuckbox.errors import RulesError
from tuckbox.kit import below, blend, native
from tuckbox.kit.chance import ChaCha, Fast

WORD = 1 << 64
SIZES = [1, 2, 3, 6, 52, 1000, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 31) + 1, 3 << 30, (1 << 32) - 1, 1 << 32]


@pytest.mark.parametrize("n", SIZES)
def test_fast_is_number_for_number_the_compiled_generator(n: int) -> None:
    rngs = np.zeros(2, native.RNG_DTYPE)
    rngs["s"] = seeds = [7, WORD - 1]
    for row, seed in enumerate(seeds):
        fast = Fast(seed)
        assert [native.below(rngs[row], n) for _ in range(40)] == [fast.below(n) for _ in range(40)]
        assert int(rngs["s"][row]) == fast.s


def test_fast_is_splitmix64() -> None:
    """The upper halves of the first outputs of splitmix64 for seed 1234567, as published with its C source."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    fast = Fast(1234567)
    assert [fast.below(1 << 32) for _ in published] == [word >> 32 for word in published]


def test_keys_blend_alike_in_both_modes() -> None:
    key = plain = 1
    for number in (0, 1, 5, 1 << 40, (1 << 63) - 1):
        key, plain = int(native.blend(key, number)), blend(plain, number)
        assert key == plain
        assert 0 <= key < 1 << 63


class Fed(Fast):
    """A fast generator whose words are given."""

    __slots__ = ("words",)

    def __init__(self, words: Iterator[int]) -> None:
        super().__init__()
        self.words = words

    def _draw32(self) -> int:
        return next(self.words)


def accepted(word: int, n: int) -> int | None:
    """The number `below(n)` makes of a 32-bit word, None where it draws again."""
    try:
        return Fed(iter([word])).below(n)
    except StopIteration:
        return None


@pytest.mark.parametrize("n", [3, 6, 52, 641, 65_536, 3 << 30, (1 << 32) - 1, (1 << 32) - 5, (1 << 31) + 1, 1 << 32])
def test_every_number_has_equally_many_words_that_make_it(n: int) -> None:
    """Of the 2^32 words exactly floor(2^32 / n) make each number; the others are drawn again."""
    for number in {0, 1, n // 3, n // 2, n - 2, n - 1}:
        first, last = -(-(number << 32) // n), -(-((number + 1) << 32) // n)
        edges = {w for e in (first, last) for w in range(e - 3, e + 3) if first <= w < last}
        made = sum(accepted(word, n) == number for word in edges)
        inner = len(range(first, last)) - len(edges)  # words far from the edge are never drawn again
        assert made + inner == (1 << 32) // n
        assert accepted((first + last) // 2, n) in (number, None)


def test_a_word_that_would_favour_a_number_is_drawn_again() -> None:
    assert Fed(iter([0, 0, (1 << 31) + 5])).below(6) == 3
    assert accepted(0, 6) is None


def test_chance_over_nothing_or_too_much_is_refused() -> None:
    for n in (0, -1, (1 << 32) + 1):
        with pytest.raises(RulesError, match="chance cannot decide"):
            below(Fast(), n)


@pytest.mark.parametrize("rng", [Fast(3), ChaCha(bytes(32))])
def test_dice_are_fair(rng: Fast | ChaCha) -> None:
    rolls = Counter(rng.below(6) for _ in range(12_000))
    assert sorted(rolls) == list(range(6))
    assert sum((n - 2000) ** 2 / 2000 for n in rolls.values()) < 20.5  # chi square, 5 degrees: p = 0.001


def words(key: bytes, purpose: bytes, first: int = 0) -> Iterator[int]:
    """64-bit words of a ChaCha20 key stream, made by the library one block of 64 bytes at a time."""
    block, skip = divmod(first, 8)
    while True:
        nonce = block.to_bytes(4, "little") + purpose.ljust(12, b"\0")
        stream = Cipher(ChaCha20(key, nonce), mode=None).encryptor().update(bytes(64))
        yield from (int.from_bytes(stream[i : i + 8], "little") for i in range(8 * skip, 64, 8))
        block, skip = block + 1, 0


def test_chacha_gives_the_key_stream_of_rfc_8439() -> None:
    """Appendix A.1, test vectors 1 and 2: key and nonce zero, blocks 0 and 1."""
    published = bytes.fromhex(
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    )
    rng = ChaCha(bytes(32), "")
    assert b"".join(rng.below(WORD).to_bytes(8, "little") for _ in range(16)) == published


def test_chacha_runs_on_through_all_blocks_of_its_stream() -> None:
    key = bytes(range(32))
    rng = ChaCha(key, "deal")
    assert [rng.below(WORD) for _ in range(300)] == list(islice(words(key, b"deal"), 300))


@pytest.mark.parametrize("drawn", [0, 1, 7, 8, 63, 64, 65, 200, 1 << 30])
def test_key_and_counter_restore_chacha(drawn: int) -> None:
    key = bytes(range(32))
    rng = ChaCha(key, "bots", counter=drawn)
    assert [rng.below(WORD) for _ in range(70)] == list(islice(words(key, b"bots", drawn), 70))
    assert rng.counter == drawn + 70
    rng.counter = drawn
    assert rng.below(WORD) == next(words(key, b"bots", drawn))


@pytest.mark.parametrize("n", [6, 52, (1 << 63) + 1, 3 << 62, WORD - 1])
def test_chacha_draws_words_from_the_uneven_rest_again(n: int) -> None:
    key = b"k" * 32
    rng, stream = ChaCha(key, "deal"), words(key, b"deal")
    even = WORD // n * n
    for _ in range(50):
        assert rng.below(n) == next(word for word in stream if word < even) % n
    assert rng.counter >= 50


def test_keys_and_purposes_make_streams_of_their_own() -> None:
    streams = [(bytes(32), "deal"), (bytes(32), "bots"), (b"\1" + bytes(31), "deal")]
    drawn = {tuple(ChaCha(key, purpose).below(1 << 30) for _ in range(4)) for key, purpose in streams}
    assert len(drawn) == 3
    for key, purpose in [(bytes(31), "deal"), (bytes(32), "thirteen char")]:
        with pytest.raises(ValueError, match="ChaCha"):
            ChaCha(key, purpose)


def test_outcomes_of_chance_are_exact() -> None:
    """Two dice, by the tool the tests of the redeal rely on."""
    sums = outcomes(lambda rng: below(rng, 6) + below(rng, 6) + 2)
    assert {total: p * 36 for total, p in sums.items()} == {total: 6 - abs(7 - total) for total in range(2, 13)}
