"""Golden records: matches kept in a game's folder ``golden``, which must play the same for ever.

``tuckbox check GAME --write-golden`` plays them anew after a change of rules that is meant.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tuckbox.bots.bots import make_bot
from tuckbox.definition.game import Game
from tuckbox.errors import ActionError, TuckboxError
from tuckbox.match.deal import Deal
from tuckbox.match.match import Match
from tuckbox.match.record import Record, Seat
from tuckbox.testing.case import Case, Failure

_MOST_STEPS, _HALFWAY = 400, 100


def folder(game: Game) -> Path:
    """Folder of a game's golden records."""
    return game.folder / "golden"


def golden(game: Game) -> Iterator[Failure]:
    """There is a record for each number of players; each plays on today's rules to the same story and end."""
    played = set()
    for path in sorted(folder(game).glob("*.tuckbox")):
        try:
            record = Record.read(path.read_text("utf-8"))
            match = Match.from_record(replace(record, rules=game.hash, deal=record.deal), game)
        except TuckboxError as error:
            yield "golden", f"{path.name} does not play any more: {error}"
            continue
        played.add(match.players)
        if match.story() != path.with_suffix(".txt").read_text("utf-8").splitlines():
            yield "golden", f"{path.name} tells another story than it did"
        if record.rules != game.hash:
            yield "golden", f"{path.name} is of other rules: look at what has changed, then write the records anew"
    for players in game.players:
        if players not in played:
            yield "golden", f"there is no golden record of {players} players; --write-golden makes them"


def write(game: Game) -> list[Path]:
    """Play the golden matches anew, one for each variant and number of players, and write records and stories."""
    place, written = folder(game), []
    place.mkdir(exist_ok=True)
    for old in [*place.glob("*.tuckbox"), *place.glob("*.txt")]:
        old.unlink()
    for case in variants(game):
        path = place / f"{_name(case)}.tuckbox"
        match = play(case)
        match.save(path)
        path.with_suffix(".txt").write_text("\n".join([*match.story(), ""]), "utf-8")
        written.append(path)
    return written


def variants(game: Game) -> Iterator[Case]:
    """The settings of which golden records are kept: each variant in every number of players it is allowed in."""
    for players in game.players:
        for options in game.variants:
            if game.allows(players, options):
                yield Case(game, players, options, seed=1)


def _name(case: Case) -> str:
    return "-".join([str(case.players), *(f"{name}-{value}" for name, value in case.options.items())])


def play(case: Case) -> Match:
    """A match between bots, random and greedy by turns, to its end or some hundred steps; its deal depends on its name."""
    secret = hashlib.sha256(_name(case).encode()).digest()
    kinds = ["greedy" if seat % 2 == 0 else "random" for seat in range(case.players)]
    seats = [Seat(f"Seat {seat}", kind) for seat, kind in enumerate(kinds)]
    deal = Deal(secret=secret).salted(*(bytes([seat] * 16) for seat in range(case.players)))
    match = Match(case.game, case.players, deal=deal, seats=seats, options=case.options)
    bots = [make_bot(kind, case.game, seed) for seed, kind in enumerate(kinds)]
    for step in range(_MOST_STEPS):
        if step == _HALFWAY:
            _let_happen(match)
        if match.done:
            break
        if match.between:
            match.deal()
            continue
        for seat in match.waiting:
            match.play(bots[seat].choose(match.view(seat)), seat)
    return match


def _let_happen(match: Match) -> None:
    """Let everything happen that may come from outside now."""
    for name in match.game.outside.names:
        with suppress(ActionError):
            match.event(name)
