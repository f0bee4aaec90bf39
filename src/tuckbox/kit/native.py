"""The words of `tuckbox.kit.plain` for compiled code; rules sources loaded by the engine get these instead.

Compiled code neither checks nor remembers: what plain mode refuses loudly is undefined here, and the conformance suite
steps both side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from platform import machine
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tuckbox.kit.compiling.code_cache import CodeCache
from tuckbox.kit.compiling.ways import chosen, compiled

_GOLD = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_1, _27, _30, _31, _32 = (np.uint64(n) for n in (1, 27, 30, 31, 32))

COUNT = 32
"""Width of the count of `Moves` in bits; the counts of piles are narrower."""

INLINED = {"options", "legal", "apply"}
"""Rules inlined into their callers, since every step of a playout calls them."""

BOUNDSCHECK = False
"""Set by the engine's loader while it loads a game with checked indices."""

CODE_CACHE: CodeCache | None = None
"""Folder for compiled rules; set by the engine's loader while it loads a game."""


def rule(function: Callable[..., Any]) -> Any:
    """Compile a rule; where the loader has named a folder, store the compiled code there."""
    return compiled(function, CODE_CACHE, boundscheck=BOUNDSCHECK or None, forceinline=function.__name__ in INLINED)


def table(rows: Any) -> Any:
    """Constant data for rules."""
    return np.array(rows, dtype=np.int64)


@intrinsic
def size(typingctx: Any, cards: Any) -> Any:
    """Return the number of cards in a set."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ctpop(context.cast(builder, args[0], sig.args[0], types.int64))

    return types.int64(cards), codegen


@intrinsic
def lowest(typingctx: Any, cards: Any) -> Any:
    """Return the lowest card of a set that is not empty."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = context.cast(builder, args[0], sig.args[0], types.int64)
        return builder.cttz(word, ir.Constant(ir.IntType(1), 1))

    return types.int64(cards), codegen


@intrinsic
def index(typingctx: Any, n: Any) -> Any:
    """A number that is not negative, as a place in a row; being unsigned it is never taken to count from the end.

    The count of `Moves` is extended with zeros: so LLVM knows that no action is stored where the count is, and a loop that
    adds actions keeps that in a register.
    """

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if args[0].type.width == COUNT:
            return builder.zext(args[0], ir.IntType(64))
        return context.cast(builder, args[0], sig.args[0], types.uint64)

    return types.uint64(n), codegen


_at: Any = index
"""The same for the functions below; the decorator has hidden its signature from the type checker."""


def each(cards: int) -> Any:
    """Never called: the loader turns ``for card in each(...)`` into a while loop."""
    raise AssertionError("each() stands only in for loops")


@rule
def _draw32(rng):  # type: ignore[no-untyped-def]
    rng.s += _GOLD
    z = rng.s
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    z ^= z >> _31
    return z >> _32


@rule
def below(rng, n):  # type: ignore[no-untyped-def]
    """A random number from 0 to n - 1, without bias (Lemire's multiplication with rejection)."""
    many = np.uint64(n)
    product = _draw32(rng) * many
    if product & _LOW < many:
        floor = (_LOW + _1 - many) % many
        while product & _LOW < floor:
            product = _draw32(rng) * many
    return np.int64(product >> _32)


@rule
def tell(s, event, seat, what=0):  # type: ignore[no-untyped-def]
    """Nothing: compiled code keeps no log."""


@rule
def close_gap(pile, place):  # type: ignore[no-untyped-def]
    """Take the cell at a place of a pile; the cells above move down. Returns the cell.

    All cells are written, for the number of steps is then that of the last time more often than not, and so foreseen.
    """
    cell = pile.cell[_at(place)] + 0
    for i in range(pile.n - 1):
        here, above = pile.cell[_at(i)] + 0, pile.cell[_at(i + 1)] + 0
        pile.cell[_at(i)] = above if i >= place else here
    pile.n -= 1
    pile.cell[_at(pile.n)] = 0
    return cell


@rule
def _unchecked(of):  # type: ignore[no-untyped-def]
    """Nothing: checked, or remembered, in plain mode."""


@rule
def _unchecked2(of, what):  # type: ignore[no-untyped-def]
    """Nothing: checked in plain mode."""


@rule
def _unchecked3(of, what, where):  # type: ignore[no-untyped-def]
    """Nothing: checked in plain mode."""


expose = settled = check_all_in = check_open = _unchecked
check_place = check_asked = check_room = check_kind = check_fits_set = check_held = check_throw = _unchecked2
check_taken = check_shown = _unchecked3


@rule
def loosen(pile, rng):  # type: ignore[no-untyped-def]
    """False: compiled piles are shuffled at once."""
    return False


@rule
def by_script(rng):  # type: ignore[no-untyped-def]
    """False: compiled chance has no script."""
    return False


@rule
def scripted_choice(rng, weights, n):  # type: ignore[no-untyped-def]
    """Never asked: see `by_script`."""
    return 0


@rule
def thrown(dice, rng):  # type: ignore[no-untyped-def]
    """The face of a die that is thrown into a zone."""
    return below(rng, dice.faces)


def either(on_set: Any, on_pile: Any, with_knowers: Any = None) -> Any:
    """Make one verb for all kinds of zones, chosen at compile time."""

    def choice(zone: Any) -> Any:
        if "cell" not in zone.fields:
            return on_set
        return with_knowers if with_knowers and "aware" in zone.fields else on_pile

    return chosen(choice)


@rule
def assign(states, to, source):  # type: ignore[no-untyped-def]
    """Copy one state of a row over another."""
    states[to] = states[source]


@rule
def part(rows, first, last):  # type: ignore[no-untyped-def]
    """Return a view of the rows from one up to, but not including, another."""
    return rows[first:last]


def _place(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Return the address of an element of a row; both are arguments."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    at = context.cast(builder, args[1], sig.args[1], types.intp)
    return cgutils.get_item_pointer(context, builder, sig.args[0], array, [at], wraparound=False)


@intrinsic
def fetch_add(typingctx: Any, row: Any, i: Any, n: Any) -> Any:
    """Add to a shared number atomically; return the old value."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        more = context.cast(builder, args[2], sig.args[2], types.int64)
        return builder.atomic_rmw("add", _place(context, builder, sig, args), more, "seq_cst")

    return types.int64(row, i, n), codegen


@intrinsic
def load(typingctx: Any, row: Any, i: Any) -> Any:
    """Read a shared number atomically."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, sig, args), "acquire", 8)

    return types.int64(row, i), codegen


@intrinsic
def claim(typingctx: Any, row: Any, i: Any, old: Any, new: Any) -> Any:
    """Change a shared number from one value to another, atomically; False where it no longer has the first."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        was, will = (context.cast(builder, args[k], sig.args[k], types.int64) for k in (2, 3))
        swapped = builder.cmpxchg(_place(context, builder, sig, args), was, will, "seq_cst")
        return builder.extract_value(swapped, 1)

    return types.boolean(row, i, old, new), codegen


@intrinsic
def store(typingctx: Any, row: Any, i: Any, n: Any) -> Any:
    """Set a shared number, after everything written before."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = context.cast(builder, args[2], sig.args[2], types.int64)
        builder.store_atomic(number, _place(context, builder, sig, args), "release", 8)
        return context.get_dummy_value()

    return types.void(row, i, n), codegen


@intrinsic
def pause(typingctx: Any) -> Any:
    """Pause briefly while spinning on a number that another thread will set."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if machine() in {"x86_64", "AMD64"}:  # else the core would speculate ahead at the expense of its hyperthread
            nothing = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, nothing, "llvm.x86.sse2.pause"), [])
        return context.get_dummy_value()

    return types.void(), codegen


@rule
def _mixed(key, word):  # type: ignore[no-untyped-def]
    key = (key ^ word) + _GOLD
    key = (key ^ (key >> _30)) * _MIX1
    key = (key ^ (key >> _27)) * _MIX2
    return key ^ (key >> _31)


@rule
def digest(states, words, index):  # type: ignore[no-untyped-def]
    """A 63-bit number that differs between different states; `words` is the same memory as 64-bit words."""
    key = _GOLD
    row = words[index]
    for i in range(len(row)):
        key = (key ^ row[i]) * _MIX1
        key ^= key >> _32
    return np.int64(_mixed(key, _MIX2) >> _1)


@rule
def blend(key, number):  # type: ignore[no-untyped-def]
    """A 63-bit key that depends on the key before and on a number."""
    return np.int64(_mixed(np.uint64(key), np.uint64(number)) >> _1)


RNG_DTYPE = np.dtype([("s", "u8"), ("apart", "u8", 15)], align=True)
"""A fast generator; padded so that two threads never share a cache line."""
