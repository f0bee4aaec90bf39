"""Reads recorded matches aloud and checks them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tuckbox.errors import OptionError
from tuckbox.match.match import Match
from tuckbox.match.record import Record


def tell(path: Path, seat: int | None = None) -> Iterator[str]:
    """A match in sentences, all hands open, or as one seat could read it."""
    record = Record.load(path)
    match = Match.from_record(record)
    if seat is not None and not 0 <= seat < match.players:
        raise OptionError(f"there is no seat {seat}; the seats are 0 to {match.players - 1}")
    options = ", ".join(f"{name} {value}" for name, value in match.options.items())
    yield f"{match.game.title} ({options})"
    yield "Seats: " + ", ".join(f"{s} {name}" for s, name in enumerate(match.names))
    yield from match.log(seat) if seat is not None else match.story()
    yield from results(match)


def results(match: Match) -> Iterator[str]:
    """How a match stands."""
    if match.places is None:
        yield "The match is not over."
        return
    for place in sorted(set(match.places)):
        names = [name for name, p in zip(match.names, match.places, strict=True) if p == place]
        yield f"{place}. {' and '.join(names)}"


def check(path: Path) -> Iterator[str]:
    """What holds of a record, a line each. Raises `RecordError` where something does not."""
    record = Record.load(path)
    match = Match.from_record(record)
    actions = sum(step != "deal" and not step.startswith("outside ") for step in record.steps)
    yield f"the record is well formed: {record.game}, {record.players} players, {actions} actions"
    if record.deal.is_open:
        yield f"the deal is open: anybody can compute it from seed {record.deal.seed}; there is no commitment"
    else:
        yield f"the deal fits its commitment {match.commitment}"
        added = len(record.deal.salts)
        yield f"{added} seats added to the deal" if added else "no seat added to the deal: its host could have chosen it"
    yield "every action is legal under the rules it names, and leads to the end the record tells"
