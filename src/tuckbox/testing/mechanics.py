"""The mechanics of a match: refusals change nothing, legal only looks, notation reads back, records repeat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from tuckbox.bots.leaning import wrong_weight
from tuckbox.definition.game import Game
from tuckbox.definition.lint import written
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import ActionError, RecordError, RulesError
from tuckbox.match.log import CUT
from tuckbox.match.match import Match
from tuckbox.testing.case import Case, Failure, asked
from tuckbox.testing.strict import strict

_REFUSALS = 15


def legal_lists(case: Case, match: Match) -> Iterator[Failure]:
    """Lists hold no action twice, never none and what lets a window pass; rules that look change nothing; every text reads
    back as its action.

    Raises `RulesError` where it lists what is no action.
    """
    moves = case.plain.moves()
    for seat in match.waiting:
        state = strict(case.game.layout, asked(match, seat))
        before = record_bytes(case.game, state)
        n = case.plain.call(case.plain.playout.options, state, moves)
        found = moves.action[:n]
        case.plain.check_list(found, seat)
        if record_bytes(case.game, state) != before:
            yield "pure", "the rule `legal` changes the state it looks at"
        if not n:
            yield nothing_to_do(case, seat)
        elif len(set(found)) != n:
            yield "legal list", "an action twice"
        for action in found:
            if case.game.actions.code(case.game.actions.text(action)) != action:
                yield "notation", f"`{case.game.actions.text(action)}` does not read back as its action"
        if wrong := wrong_weight(case.plain, state, found):
            yield "prefer", wrong
        if match.nothing is not None and case.game.actions.code(match.nothing) not in found:
            yield "legal list", f"seat {seat} may not `{match.nothing}`, which lets the open window pass"
        if record_bytes(case.game, state) != before:
            yield "pure", "the rule `prefer` changes the state it looks at"
        else:
            yield from _judged(case, state, before, seat)


def _judged(case: Case, state: Any, before: bytes, seat: int) -> Iterator[Failure]:
    """Other rules that look change nothing either, and `value` is what a game may pay."""
    rules, (low, high) = case.plain.rules, case.game.utility
    for name, rule, arguments in (
        ("value", rules.value, (state, seat)),
        ("continues", rules.continues, (state,)),
        ("possible", rules.possible, (state,)),
    ):
        said = case.plain.call(rule, *arguments)
        if record_bytes(case.game, state) != before:
            yield "pure", f"the rule `{name}` changes the state it looks at"
            return
        if name == "value" and not (isinstance(said, (int, float)) and low - 1e-9 <= said <= high + 1e-9):
            yield "payoff", f"`value` gives {said} for seat {seat}; the game's utility goes from {low:g} to {high:g}"


def nothing_to_do(case: Case, seat: int) -> Failure:
    """The failure of a seat that is to decide and has no legal action."""
    gives = "`legal` gives it no action" if "legal" in case.game.brings else "`refuse` refuses it every action"
    return "legal list", f"seat {seat} is to decide but the rule {gives}"


def refusals(case: Case, match: Match, chance: random.Random) -> Iterator[Failure]:
    """Check that an illegal action is refused with a typed error and changes nothing."""
    before = str(match.record()), record_bytes(case.game, match.state), match.waiting
    legal = set(match.actions(match.waiting[0]))
    wrong: list[tuple[str | int, int | None]] = [("", None), ("\x00", None), (-1, None), (case.game.actions.size, None)]
    wrong += [(min(legal), seat) for seat in range(-1, match.players + 1) if seat not in match.asked]
    others = [action for action in range(case.game.actions.size) if action not in legal]
    wrong += [(action, match.waiting[0]) for action in chance.sample(others, min(_REFUSALS, len(others)))]
    for action, seat in wrong:
        try:
            match.play(action, seat)
        except ActionError:
            pass
        except Exception as error:
            said = f"{action!r} was refused with {type(error).__name__} instead of an ActionError"
            yield "refusal", f"{said}: {error}"
        else:
            yield "refusal", f"{action!r} was accepted from seat {seat}"
            return
        if (str(match.record()), record_bytes(case.game, match.state), match.waiting) != before:
            yield "refusal", f"{action!r} was refused but has changed the match"
            return


def records(case: Case, match: Match) -> Iterator[Failure]:
    """A record plays again to the same match, byte for byte; a damaged one is refused cleanly."""
    text = str(match.record())
    try:
        again = Match.from_record(text, case.game)
    except RecordError as error:
        yield "record", f"the match's own record is refused: {error}"
        return
    if str(again.record()) != text or record_bytes(case.game, again.state) != record_bytes(case.game, match.state):
        yield "record", "the record plays again to another match"
    for cut in range(0, len(text), max(1, len(text) // 25)):
        try:
            Match.from_record(text[:cut], case.game)
        except (RecordError, RulesError):
            continue
        except Exception as error:
            yield "record", f"cut off after {cut} characters it raises {type(error).__name__}"


def to_the_end(case: Case) -> Iterator[tuple[Failure, str]]:
    """A game of any actions, played to its end in plain Python, where no compiled ones are."""
    match, chance = Match(case.game, case.players, seed=case.seed, options=case.options), random.Random(case.seed)
    while not match.over:
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.actions(seat)), seat)
    record = str(match.record())
    if match.record().steps[-1] == CUT:
        if not case.unlimited:
            yield ("termination", f"a random game is not over after {case.game.longest} decisions"), record
        return
    for failure in payoffs(case, match.payoff):
        yield failure, record


def unending(game: Game) -> Iterator[Failure]:
    """Check that `after`, where a game has it, may end a match."""
    if "after" in game.brings and not written(game.rules.__name__, "done"):
        yield "termination", "the rule `after` never sets `s.done`: no match comes to an end"


def never_passed(game: Game) -> Iterator[Failure]:
    """Check that rules say who is next, where there is more than one seat; words for windows and for choices do as well."""
    if max(game.players) > 1 and "window" not in game.layout.fields and not written(game.rules.__name__, "turn"):
        yield "who is asked", "no rule sets `s.turn`: seat 0 alone decides; `apply` says whose turn is next"


def outcome(case: Case, match: Match) -> Iterator[Failure]:
    """Payoffs lie within the game's utility and are to each other what it says; partners share places, which are ranks."""
    if match.over:
        yield from payoffs(case, match.payoff)
    if match.places is not None:
        for team in case.game.pays(match.players, match.options).all_teams(match.players):
            if len({match.places[seat] for seat in team}) > 1:
                yield "payoff", f"of places {match.places} those of seats {team} differ, who are one team"
        ranks = sorted(match.places)
        if any(place != ranks.index(place) + 1 for place in ranks):
            yield "payoff", f"places {match.places} are no ranking"


def payoffs(case: Case, paid: Sequence[float]) -> Iterator[Failure]:
    """Check that payoffs of a game lie within its utility, add up to what it says, and are the same for partners."""
    low, high = case.game.utility
    pays = case.game.pays(case.players, case.game.settle_options(case.players, case.options)[1])
    if min(paid) < low - 1e-9 or max(paid) > high + 1e-9:
        yield "payoff", f"payoffs {paid} lie outside the game's utility {low} to {high}"
    if pays.total is not None and abs(sum(paid) - pays.total) > 1e-6:
        yield "payoff", f"payoffs {paid} do not add up to {pays.total:g}, as the game says"
    for team in pays.all_teams(case.players):
        if len({paid[seat] for seat in team}) > 1:
            yield "payoff", f"of payoffs {paid} those of seats {team} differ, who are one team"
