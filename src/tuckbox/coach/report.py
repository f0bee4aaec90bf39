"""A review in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tuckbox.coach.hands import Held
from tuckbox.coach.judge import within
from tuckbox.coach.review import Account, Costly, Decision, Review
from tuckbox.coach.why import told as say_why
from tuckbox.scene.lay import listed

_BARS = "▁▂▃▄▅▆▇█"
_LIKELY = 5


def told(review: Review, width: int = 80) -> Iterator[str]:
    """The review as lines of text: the chances through each game, what cost most, and where the results come from."""
    match, seat = review.match, review.seat
    yield f"{match.game.title}, as {match.names[seat]} (seat {seat}) could see it"
    if not review.decisions:
        yield "There was nothing to decide."
        return
    yield ""
    yield "What the game promised at each decision (the chance to win, or the share of what it pays):"
    for game in sorted({decision.game for decision in review.decisions}):
        yield from _curve(game, [decision for decision in review.decisions if decision.game == game], width)
    yield ""
    yield from _costly(review)
    if review.accounts:
        yield ""
        yield from _accounts(review.accounts)


def _curve(game: int, decisions: Sequence[Decision], width: int) -> Iterator[str]:
    """The chances of a game as bars, cut down to the width by taking means."""
    chances = [decision.verdict.played.mean for decision in decisions]
    room = max(10, width - 34)
    bins = min(room, len(chances))
    cuts = [len(chances) * n // bins for n in range(bins + 1)]
    means = [sum(chances[a:b]) / (b - a) for a, b in pairwise(cuts)]
    bars = "".join(_BARS[min(len(_BARS) - 1, int(mean * len(_BARS)))] for mean in means)
    yield f"  game {game + 1:<3} {bars}  {chances[0]:.0%} at first, {chances[-1]:.0%} at last"


def _costly(review: Review) -> Iterator[str]:
    if not review.costly:
        yield "No decision clearly cost anything. Well played!"
        return
    yield "What cost most, judged by what could be known then:"
    for number, found in enumerate(review.costly, 1):
        yield from _decision(review, number, found)


def _decision(review: Review, number: int, found: Costly) -> Iterator[str]:
    decision, verdict, names = found.decision, found.decision.verdict, review.match.names
    notes = decision.view.game.scene(decision.view).notes
    best, played = decision.text(verdict.best.action), decision.text(decision.action)
    before = review.match.lines(review.seat, 1, step=decision.step)
    yield f"  {number}. Game {decision.game + 1}, step {decision.step}. {before[-1][1] if before else ''}".rstrip()
    yield f"     played  {_noted(played, notes.get(played, ''))}: {verdict.played.mean:.0%}"
    yield f"     better  {_noted(best, notes.get(best, ''))}: {verdict.best.mean:.0%}"
    yield f"     cost {100 * verdict.cost:.0f} points (±{within(verdict.error)})"
    if found.reasons:
        yield f"     {say_why(found.reasons)}"
    for each in found.likely:
        if each.cards:
            yield f"     {names[each.seat]} might have held {_likely(each)}"
    for each in found.held:
        if each.cards:
            yield f"     {names[each.seat]} did hold {' '.join(face for face, _ in each.cards)}"


def _noted(action: str, note: str) -> str:
    return f"{action} ({note})" if note else action


def _likely(one: Held) -> str:
    return listed([f"{face} ({chance:.0%})" for face, chance in one.cards[:_LIKELY]])


def _accounts(accounts: Sequence[Account]) -> Iterator[str]:
    """A table: where each result comes from."""
    yield "Where the results come from, in points of 100 (an even share, the deal, decisions, luck and rivals):"
    yield "  game    even    deal  decisions    luck    result"
    for a in accounts:
        shares = (f"{a.even:8.0%}", f"{a.deal:+8.0%}", f"{a.decisions:+11.0%}", f"{a.luck:+8.0%}", f"{a.result:10.0%}")
        yield f"  {a.game + 1:<4}{''.join(shares)}".replace("%", " ").rstrip()
