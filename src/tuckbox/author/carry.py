"""A match carried over to rules that have changed meanwhile: the same deal, the same actions as far as they still fit."""

from __future__ import annotations

from tuckbox.definition.game import Game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.match.match import Match


def carried(match: Match, game: Game) -> tuple[Match, str]:
    """The match by the rules of another version of its game, and what of it did not fit; empty where all did.

    Of a record that no longer fits what comes before the step that does not is kept. Raises `RulesError` where the rules do
    not run at all.
    """
    record = match.record()
    try:
        fresh = Match(
            game, record.players, deal=record.deal, seats=record.seats, options=game.recorded_options(record.options)
        )
    except OptionError as error:
        seats = record.seats[: game.players[0]] if len(record.seats) >= game.players[0] else None
        return Match(game, seats=seats), f"its options are no longer there: {error}; dealt anew"
    for number, step in enumerate(record.steps[1:], 2):
        try:
            fresh.repeat(step)
        except TuckboxError as error:
            return fresh, f"step {number}, `{step}`, does not fit the rules any more ({error}): the table stands before it"
    return fresh, ""
