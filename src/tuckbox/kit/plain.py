"""The few words of the kit that plain Python and compiled code say differently: here in plain Python.

`tuckbox.kit.native` says the same words for numba. Everything else of the kit is written in these and runs in both modes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import wraps
from typing import Any, TypeVar, overload

from tuckbox.errors import RulesError
from tuckbox.kit.actions import SEAT
from tuckbox.kit.fields import EVERYBODY
from tuckbox.kit.types import Rng

_F = TypeVar("_F", bound=Callable[..., Any])


def rule(function: _F) -> _F:
    """Mark a function as a rule, which the engine may compile; in plain mode return it unchanged."""
    return function


@overload
def table(rows: Iterable[int]) -> tuple[int, ...]: ...
@overload
def table(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]: ...
@overload
def table(rows: Iterable[Iterable[Iterable[int]]]) -> tuple[tuple[tuple[int, ...], ...], ...]: ...
def table(rows: Any) -> Any:
    """Constant data for rules: numbers, or rows of numbers, that both modes read alike.

    >>> table([[1, 2], [3, 4]])[1][0]
    3

    Raises `RulesError` for anything but whole numbers in rows of one length, and for an index below 0.
    """
    if isinstance(rows, Mapping | Set):
        raise RulesError("a table is made of a list, in whose order its numbers are found, not of a dict or a set")
    rows = list(rows)
    nested = [row for row in rows if isinstance(row, (list, tuple, range))]
    if nested and len({len(row) for row in nested}) + (len(nested) != len(rows)) > 1:
        raise RulesError("the rows of a table must be of one length")
    if not nested and not all(isinstance(number, int) for number in rows):
        raise RulesError("a table holds whole numbers")
    return _Row(table(row) if nested else int(row) for row in rows)


class _Row(tuple[Any, ...]):
    """The numbers, or the rows, of a table."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice) and place < 0:
            raise from_end(place)
        return tuple.__getitem__(self, place)


def from_end(place: int) -> RulesError:
    """The refusal of an index below 0, which to both modes counts from the end: mostly it is a -1 for nobody."""
    return RulesError(f"the index {place} counts from the end of an array")


def size(cards: int) -> int:
    """Return the number of cards in a set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """Return the lowest card of a set, which must not be empty."""
    return (cards & -cards).bit_length() - 1


def index(n: int) -> int:
    """A number that is not negative, as a place in a row: compiled code need not see whether it counts from the end."""
    return n


def each(cards: int) -> Iterator[int]:
    """The cards of a set, lowest first (for loops only: compiled code unrolls them)."""
    while cards:
        yield lowest(cards)
        cards &= cards - 1


def below(rng: Rng, n: int) -> int:
    """A random number from 0 to n - 1, each as likely; the only source of chance in rules."""
    if not 1 <= n <= 1 << 32:
        raise RulesError(f"chance cannot decide between {n} outcomes")
    return rng.below(n)


def tell(s: Any, event: int, seat: int, what: int = 0) -> None:
    """Report an event of a seat; `what` is a cell (whoever knows it reads its card), or a public number or seat.

    Plain mode keeps it for the log; compiled code says nothing.
    """
    if s.told is None:
        return
    if not all(isinstance(number, int) for number in (event, seat, what)):
        given = f"{event!r}, {seat!r} and {what!r}"
        raise RulesError(f"`tell` takes numbers: an event, a seat, and a cell or a public number, not {given}")
    events = s.layout.events
    if events is not None and not 0 <= event < len(events.names):
        known = ", ".join(f"{number} ({name})" for number, name in enumerate(events.names)) or "none"
        raise RulesError(f"`tell` is given the event {event}, but the game's `told` has {known}")
    if not -1 <= seat < s.players:
        raise RulesError(f"something is told of seat {seat}, but the seats are 0 to {s.players - 1}, and -1 for nobody")
    if events is not None and events.kind(event) == SEAT and not 0 <= what < s.players:
        raise RulesError(f"{events.name(event)!r} is told with seat {what}, but the seats are 0 to {s.players - 1}")
    s.told.append((event, seat, what))


def expose(pile: Any) -> None:
    """Before the top of a pile is read: refuse an empty one, and under scripted chance decide now which card it is."""
    if pile.n == 0:
        raise RulesError("the top of an empty pile was taken")
    if pile.loose is not None:
        script, undecided = pile.loose
        if pile.n <= undecided:
            place = script.pick(pile.cell[: pile.n])
            pile.cell[place], pile.cell[pile.n - 1] = pile.cell[pile.n - 1], pile.cell[place]
            pile.loose = (script, pile.n - 1)


def loosen(pile: Any, rng: Any) -> bool:
    """Let chance that `loosens` piles order one that is shuffled in its own way; True where it has."""
    pile.loose = None
    return bool(rng.loosens and rng.loosen(pile))


def by_script(rng: Rng) -> bool:
    """Whether chance is scripted."""
    return rng.scripted


def scripted_choice(rng: Any, weights: Sequence[float], n: int) -> int:
    """Return which of n outcomes scripted chance has chosen; their weights are their odds."""
    number: int = rng.choose([int(weight) for weight in weights[:n]])
    return number


def settled(pile: Any) -> None:
    """Mark the order of a pile as decided."""
    pile.loose = None


def check_place(pile: Any, place: int) -> None:
    """Before a cell is read: refuse a place where none lies, or one that scripted chance has not decided yet."""
    if not 0 <= place < pile.n:
        raise RulesError(f"there is no card at place {place} of a pile of {pile.n}")
    if pile.loose is not None and place < pile.loose[1]:
        raise RulesError("a pile that lies face down in random order was looked into")


def check_taken(zone: Any, card: int, place: int) -> None:
    """Before a card is taken from its place in a zone: refuse one that is not there."""
    if place < 0:
        raise RulesError(f"card {card} is not in the zone it was to be taken from")
    if zone.loose is not None and place < zone.loose[1]:
        zone.loose = (zone.loose[0], zone.loose[1] - 1)


def check_shown(zone: Any, card: int, place: int) -> None:
    """Before a card is shown where it lies: refuse one that is not there, or that scripted chance has not decided yet."""
    if place < 0:
        raise RulesError(f"card {card} is not in the zone where it was to be shown")
    check_place(zone, place)


def close_gap(pile: Any, place: int) -> int:
    """Take the cell at a place of a pile; the cells above move down. Returns the cell."""
    cell: int = pile.cell[place]
    pile.n -= 1
    pile.cell[place : pile.n] = pile.cell[place + 1 : pile.n + 1]
    pile.cell[pile.n] = 0
    return cell


def check_room(zone: Any, n: int) -> None:
    """Before a card is laid down at a place of a pile: refuse one that is full."""
    if n >= len(zone.cell):
        raise RulesError(f"a pile or hand that has room for {len(zone.cell)} was given one more")


def check_kind(pack: Any, card: int) -> None:
    """Before a card is counted: refuse one of a kind that the deck does not have."""
    if card >= len(pack):
        raise RulesError(f"card {card} lies in a zone, but the deck has only {len(pack)} kinds, numbered from 0")


def check_fits_set(zone: Any, cell: int) -> None:
    """Refuse a card only some seats know in a set, which remembers only what everybody knows."""
    others = (cell >> 8) & ~zone.seen
    if others and cell >> 8 != EVERYBODY:
        raise RulesError("a set of cards cannot hold a card that only some seats know: use Hand instead of Cards")
    if zone.cards >> (cell & 255) & 1:
        raise RulesError(f"card {cell & 255} is in the set already")


def check_held(zone: Any, card: int) -> None:
    """Refuse to take a card from a set that does not hold it."""
    if not zone.cards >> card & 1:
        raise RulesError(f"card {card} is not in the set it was to be taken from")


def check_all_in(s: Any) -> None:
    """Before a choice is read: refuse one where they are not all in, or forgotten already, as it would be 0."""
    level = s.window.level[0]
    if s.window.depth == 0:
        raise RulesError("`chosen` is read where nobody decides together: read what was chosen before `close_together`")
    if level.asked & ~level.given:
        raise RulesError("`chosen` is read before all who decide together have chosen: `choose` is true when all have")


def check_open(windows: Any) -> None:
    """Before a window is closed: refuse where none is open."""
    if windows.depth <= 0:
        raise RulesError("`close` is called where no window is open")


def check_asked(by: int, seats: int) -> None:
    """Before a window is opened: refuse one that asks the seat which opens it."""
    if by >= 0 and seats >> by & 1:
        raise RulesError(
            f"`ask` opens a window of seat {by} that asks this seat itself: its mask is without, & ~(1 << {by})"
        )


def thrown(dice: Any, rng: Any) -> int:
    """The face of a die that is thrown into a zone."""
    face: int = rng.throw(dice) if rng.loosens else below(rng, dice.faces)
    return face


def check_throw(dice: Any, n: int) -> None:
    """Before dice are thrown: refuse more than fit into their zone."""
    if not 0 <= n <= len(dice.cell):
        raise RulesError(f"{n} dice were thrown where there is room for {len(dice.cell)}")


def either(
    on_set: Callable[..., Any], on_pile: Callable[..., Any], with_knowers: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Make one verb for all kinds of zones, chosen by the first argument; one with knowers is a pile unless told."""

    @wraps(on_set, assigned=("__doc__",))  # and so its signature
    def verb(zone: Any, *rest: Any) -> Any:
        if not hasattr(zone, "cell"):
            return on_set(zone, *rest)
        return (with_knowers if with_knowers and hasattr(zone, "aware") else on_pile)(zone, *rest)

    return verb


def assign(states: Any, to: int, source: int) -> None:
    """Copy one state of a row over another."""
    states[to] = states[source].copy()


def part(rows: Any, first: int, last: int) -> Any:
    """The rows from one to before another, the same memory; in plain mode, which serves one block of tables, all of them."""
    return rows


def fetch_add(row: Any, i: int, n: int) -> int:
    """Add to a shared number; return the old value."""
    row[i] += n
    return int(row[i]) - n


def load(row: Any, i: int) -> int:
    """Read a shared number."""
    return int(row[i])


def claim(row: Any, i: int, old: int, new: int) -> bool:
    """Change a shared number from one value to another; False where it no longer has the first."""
    found = bool(row[i] == old)
    if found:
        row[i] = new
    return found


def store(row: Any, i: int, n: int) -> None:
    """Set a shared number, after everything written before."""
    row[i] = n


def pause() -> None:
    """Pause briefly while spinning on a number that another thread will set."""


def digest(states: Any, words: Any, index: int) -> int:
    """A 63-bit number that differs between different states."""
    return hash(_frozen(states[index].astuple())) & ((1 << 63) - 1)


def _frozen(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(v) for v in value)
    return value if value >= 0 else (-value,)  # Python hashes -1 and -2 alike


def blend(key: int, number: int) -> int:
    """A 63-bit key that depends on the key before and on a number."""
    key = ((key ^ number) + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    key = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    key = ((key ^ (key >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return (key ^ (key >> 31)) >> 1
