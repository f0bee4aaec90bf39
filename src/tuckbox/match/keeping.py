"""A match without its past: what is kept of it, and how it goes on from there.

Who has to be quick, such as a server at which somebody asks for a long match, goes on from what was kept, and plays the
match again meanwhile: only then is it known whether what was kept is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import OptionError
from tuckbox.match.deal import Deal
from tuckbox.match.log import Entry
from tuckbox.match.match import Match
from tuckbox.match.past import Past
from tuckbox.match.record import Seat
from tuckbox.match.tail import Tail

ENTRIES, BEFORE = 60, 16
"""The number of last steps kept, and for how many of these the state before them is kept too."""


@dataclass(frozen=True)
class Now:
    """The position of a match after `steps` steps, the first `dealt` of them up to the deal of the game in progress.

    `state` is the packed state of the `rules` of this hash, `drawn` how much chance has been drawn, `shown` and `sealed`
    what is kept from rivals just now.
    """

    rules: str
    steps: int
    dealt: int
    state: bytes
    drawn: int
    shown: int | None
    sealed: dict[int, int]


@dataclass(frozen=True)
class Kept:
    """A match as it stands, with its last steps, the states before these, and what each seat has been told."""

    now: Now
    entries: tuple[Entry, ...]
    before: tuple[tuple[bytes, int, int | None], ...]
    heard: tuple[tuple[int, ...], ...]


def now(match: Match) -> Now:
    """Return the position of a match."""
    history, state = match._history, record_bytes(match.game, match._state)
    drawn = match._transitions.rng.counter
    return Now(match.game.hash, match.steps, history.dealt, state, drawn, history.shown, dict(match._sealed))


def keep(match: Match) -> Kept | None:
    """Return what to keep of a match; None while a sequence is in progress that began too long ago."""
    steps, history = match.steps, match._history
    if history.shown is not None and history.shown <= steps - BEFORE:
        return None
    entries = map(_plain, history.entries[max(history.first, steps - ENTRIES) :])
    heard = []
    for seat in range(match.players):
        history.heard_by(seat)
        known = history.heard[seat]
        first = known.first if isinstance(known, Tail) else 0
        heard.append(tuple(known[max(first, steps - BEFORE - 1) :]))  # for the first of the states before steps, too
    return Kept(now(match), tuple(entries), history.past.last(BEFORE), tuple(heard))


def _plain(entry: Entry) -> Entry:
    """Return the entry with everything told as plain integers, since rules may tell booleans."""
    return replace(entry, told=tuple([(event, seat, int(what)) for event, seat, what in entry.told]))


def resume(kept: Kept, game: Game, deal: Deal, seats: Iterable[Seat], options: Mapping[str, Any]) -> Match:
    """Resume a match from what was kept of it. What happened before that is an `OptionError` until it can `recall` it.

    Raises `OptionError` for what was kept by other rules.
    """
    found, layout, seats = kept.now, game.layout, tuple(seats)
    if found.rules != game.hash:
        raise OptionError(f"this was kept by other rules of {game.name}")
    match = Match.__new__(Match)
    match._open(game, len(seats), None, deal, seats, options)
    match._state = layout.unpacked(found.state)
    match._transitions.rng.counter, match._sealed = found.drawn, dict(found.sealed)
    history = match._history
    history.dealt, history.shown = found.dealt, found.shown
    history.entries = Tail(found.steps - len(kept.entries), kept.entries)
    history.past = Past.ending(layout, found.steps, kept.before)
    history.heard = {seat: Tail(found.steps - len(heard), heard) for seat, heard in enumerate(kept.heard)}
    return match


def recall(match: Match, again: Match) -> bool:
    """Give a match the past of the same one, which has been played again; False if it is not the same."""
    known, whole = match._history, again._history
    if now(match) != now(again) or known.entries[known.first :] != whole.entries[known.first :]:
        return False
    whole.rename(known.names)
    match._history = whole
    return True
