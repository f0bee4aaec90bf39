"""Recorded matches: told in sentences, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tuckbox.definition.sentences import listed
from tuckbox.errors import OptionError
from tuckbox.match.log import CUT
from tuckbox.match.match import Match
from tuckbox.match.record import Record


def tell(path: Path, seat: int | None = None) -> Iterator[str]:
    """Return a match in sentences, all hands open, or as one seat could read it."""
    record = Record.load(path)
    match = Match.from_record(record)
    if seat is not None and not 0 <= seat < match.players:
        raise OptionError(f"there is no seat {seat}; the seats are 0 to {match.players - 1}")
    options = ", ".join(f"{name} {value}" for name, value in match.options.items())
    yield f"{match.game.title} ({options})" if options else match.game.title
    yield from _older(match)
    yield "Seats: " + ", ".join(f"{s} {name}" for s, name in enumerate(match.names))
    yield from match.log(seat) if seat is not None else match.story()
    yield from results(match)


def _older(match: Match) -> Iterator[str]:
    """Return a remark on a match that was begun by other rules."""
    if match.rules != match.game.hash:
        yield f"It was made by other rules ({match.rules}); by those of here ({match.game.hash}) every step is legal still."


def results(match: Match) -> Iterator[str]:
    """Return the standings of a match."""
    if match.places is None:
        yield "The match is not over."
        return
    for place in sorted(set(match.places)):
        names = [name for name, p in zip(match.names, match.places, strict=True) if p == place]
        yield f"{place}. {listed(names)}"


def check(path: Path) -> Iterator[str]:
    """Check a record and return what holds of it, a line each. Raises `RecordError` where something does not."""
    record = Record.load(path)
    match = Match.from_record(record)
    actions = sum(step[:1].isdigit() for step in record.steps)
    yield f"the record is well formed: {record.game}, {record.players} players, {actions} actions"
    if record.deal.is_open:
        game = "" if record.deal.number is None else f", game {record.deal.number} of a simulation"
        yield f"the deal is open: anybody can compute it from seed {record.deal.seed}{game}; there is no commitment"
    else:
        yield f"the deal fits its commitment {match.commitment}"
        yield from _salts(record)
    if cut := record.steps.count(CUT):
        games = f"{cut} games were" if cut > 1 else "a game was"
        yield f"{games} cut off after {match.game.longest:,} decisions, and won by nobody"
    named = "the rules it names" if match.rules == match.game.hash else f"the rules of here ({match.game.hash})"
    yield f"every action is legal under {named}, and leads to the end the record tells"
    yield from _older(match)


def _salts(record: Record) -> Iterator[str]:
    """Return what each party can be sure of about the deal, a line each."""
    salts, seats = record.deal.salts, record.seats
    own = [seat for seat, salt in enumerate(salts) if salt is not None]
    for seat, salt in enumerate(record.deal.all_salts):
        whose = "its own" if seat in own else "the house, fixed by the commitment"
        yield f"seat {seat}, {seats[seat].name}, added bytes of {whose}: {salt.hex()}"
    machines = [seats[seat].name for seat in own if seats[seat].player != "person"]
    if not own:
        yield "no person added to the deal: its host could have chosen it before the commitment was shown, not after"
    elif machines:
        yield f"nobody can be sure that the host did not choose the deal: it may have tried bytes for {listed(machines)}"
    else:
        league = ", unless it was in league with another of these seats" if len(own) > 1 else ""
        names = listed([seats[seat].name for seat in own])
        yield f"{names}: if these bytes are yours, the host did not choose the deal{league}"
