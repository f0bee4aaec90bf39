"""The table of Whiplash as a viewer sees it (section 12 of the rules: what helps at the table)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.whiplash import rules as _rules
from tuckbox.games.whiplash.words import EDITIONS, SUIT_NAMES, set_name
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene, Stack

rules: Any = _rules  # compiled code has no type hints
PACK: Any = rules.PACK
SOON = 20
"""So many turns before a hand becomes void the table says so."""


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    s = view.state
    first = 0 if view.seat is None else view.seat + 1
    seats = [(first + step) % s.players for step in range(s.players)]
    panels = [_seat(view, seat) for seat in seats]
    panels.insert(s.players if view.seat is None else s.players - 1, _middle(s))
    return Scene(_headline(view), _status(view), tuple(panels), dict(_notes(view)), tuple(_hints(view)))


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def _card(card: int, *, faint: bool = False, fresh: bool = False, note: str = "") -> Card:
    tone = "red" if card % 4 in (1, 2) else "black"
    return Card(PACK.face(card), PACK.name(card), faint=faint, fresh=fresh, tone=tone, note=note)


@cache
def _back() -> Card:
    return Card(PACK.face(BACK), hidden=True)


def _cards(held: int) -> list[int]:
    """The cards of a set, lowest first."""
    found = []
    while held:
        found.append((held & -held).bit_length() - 1)
        held &= held - 1
    return found


def _faces(held: int) -> str:
    return " ".join(PACK.face(card) for card in _cards(held))


def _copies(kept: int) -> str:
    """Which aces copy which cards when a hand is scored (WL-8.1); empty where none does."""
    rank = rules.score(kept) % 16
    suits = kept >> 4 * rank & kept >> rules.ACES & 15
    if rank == rules.ACE or not suits:
        return ""
    verb = "copies" if suits & suits - 1 == 0 else "copy"
    return f"{_faces(suits << rules.ACES)} {verb} {_faces(suits << 4 * rank)}"


@lru_cache(10_000)
def _worth(kept: int) -> str:
    """What a hand counts for, with the aces that help."""
    copies = _copies(kept)
    return set_name(rules.score(kept)) + (f" ({copies})" if copies else "")


# -- places ------------------------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A player's place: the hand as the viewer knows it, what it is worth if shown, points, and what is special."""
    s = view.state
    mine = seat == view.seat
    shown = s.over and s.winner >= 0
    badges = [
        ("wins", shown and seat == s.winner),
        ("called", shown and seat == s.caller),
        ("dealer", seat == (s.dealing - s.over) % s.players),  # the deal has passed on when a hand is over
    ]
    parts = [Row("Hand", tuple(_hand(view, seat)), _hand_note(view, seat))]
    facts = [Fact("won", str(s.points[seat]))] if s.match != rules.SINGLE else []
    special = tuple(badge for badge, holds in badges if holds)
    return Panel(view.names[seat], (*parts, *facts), seat, seat in view.asked, mine, special)


def _hand(view: View, seat: int) -> Iterator[Card]:
    """The cards of a hand: one's own sorted with the one just taken last; a rival's known ones before the backs."""
    zone = view.state.hand[seat]
    fresh = [card for by, card in view.fresh if by == seat and zone.cards >> card & 1]
    mine, shown = seat == view.seat, bool(view.state.over)
    for card in [card for card in _cards(zone.cards) if card not in fresh] + fresh:
        note = "everybody knows it" if mine and not shown and zone.known >> card & 1 else ""
        yield _card(card, faint=not mine and not shown, fresh=card in fresh, note=note)
    for _ in range(zone.hidden):
        yield _back()


def _hand_note(view: View, seat: int) -> str:
    """What a shown hand counts for; of one's own also what everybody knows of it."""
    s = view.state
    zone = s.hand[seat]
    if s.over:
        return _worth(zone.cards) if zone.hidden == 0 else ""
    if seat != view.seat:
        return ""
    notes = [f"best: {_worth(zone.cards)}"] if s.phase == rules.TAKE or seat not in view.asked else []
    if zone.known:
        notes.append(f"everybody knows {_faces(zone.known)}")
    return "; ".join(notes)


def _middle(s: Any) -> Panel:
    stock = [cell & 255 for cell in reversed(s.stock.cell[: s.stock.n])]
    pile = [cell & 255 for cell in reversed(s.discards.cell[: s.discards.n])]
    known = [_card(card, faint=True) for card in stock if card < BACK]
    shown = [_card(card) for card in pile]
    top = known[0] if known else _back() if stock else None
    stacks = (
        Stack("Stock", len(stock), top, tuple(known[1:]), handles=("draw stock",)),
        Stack("Pile", len(pile), shown[0] if shown else None, tuple(shown[1:]), handles=("take discard",)),
    )
    return Panel("Table", stacks)


# -- words -------------------------------------------------------------------------------------------------------------


def _who(view: View, seat: int) -> str:
    return "You" if seat == view.seat else view.names[seat]


def _headline(view: View) -> str:
    s = view.state
    form = {
        rules.SINGLE: f"hand {s.dealt} · the first hand won decides",
        rules.RACE: f"hand {s.dealt} · first to win {s.target}",
        rules.HANDS: f"hand {s.dealt} of {s.hands}",
        rules.TIME: f"hand {s.dealt} · " + ("the time is up: the last hand" if s.time_up else f"a match of {s.minutes} min"),
    }
    return f"{EDITIONS[s.edition]} · {form[s.match]}{_lead(view)}"


def _lead(view: View) -> str:
    """Who is ahead, and in a race how far it is to the target."""
    s = view.state
    points = s.points[: s.players]
    best = max(points)
    if s.match == rules.SINGLE or best == 0 or s.done:
        return ""
    missing = f", {s.target - best} to go" if s.match == rules.RACE else ""
    if points.count(best) > 1:
        return f" · {best} all{missing}" if points.count(best) == s.players else f" · {best} each lead{missing}"
    return f" · {lay.does(view, points.index(best), 'lead')}{missing}"


def _status(view: View) -> str:
    s = view.state
    if s.done:
        return _match_result(view)
    if s.over:
        return _hand_result(view)
    if s.turn != view.seat:
        return f"{view.names[s.turn]} is thinking."
    if s.phase == rules.TAKE:
        return "Take a card: from the stock or from the pile." if len(view.legal) > 1 else "Take a card."
    return "Put a card down, or call." if any(action >= rules.CALL for action in view.legal) else "Put a card down."


def _hand_result(view: View) -> str:
    """Who has won the hand, and over what."""
    s = view.state
    if s.winner < 0:
        return f"Nobody has called in {s.turns} turns: the hand is void."
    won, called = (set_name(rules.score(s.hand[seat].cards)) for seat in (s.winner, s.caller))
    if s.winner == s.caller:
        return f"{_who(view, s.winner)} called and {'win' if s.winner == view.seat else 'wins'} with {won}."
    whose = "your" if s.caller == view.seat else f"{view.names[s.caller]}'s"
    return f"Whiplash! {lay.does(view, s.winner, 'beat')} {whose} {called} with {won}."


def _match_result(view: View) -> str:
    s = view.state
    first = [seat for seat in range(s.players) if s.place[seat] == 1]
    if len(first) > 1:
        return f"{lay.listed([_who(view, seat) for seat in first])} share the win."
    score = "" if s.match == rules.SINGLE else " " + "–".join(map(str, sorted(s.points[: s.players], reverse=True)))
    return f"{lay.does(view, first[0], 'win')} the match{score}!"


def _why(view: View) -> str:
    """What decided between hands that scored alike (WL-8.5, WL-8.6); empty where nothing had to."""
    s = view.state
    if s.winner < 0:
        return ""
    scores = [rules.score(s.hand[seat].cards) for seat in range(s.players)]
    tied = [seat for seat in range(s.players) if scores[seat] == max(scores)]
    if len(tied) == 1:
        return ""
    if s.edition == rules.CLASSIC and s.caller in tied:
        decider = "the caller wins"
    else:
        aces = s.hand[s.winner].cards >> rules.ACES
        decider = f"the ace of {SUIT_NAMES[aces.bit_length() - 1]} decides"
    return f"{lay.listed([_who(view, seat) for seat in tied])} both show {set_name(max(scores))}: {decider}."


def _hints(view: View) -> Iterator[str]:
    s = view.state
    if s.over:
        yield from [text for text in (_hand_result(view) if s.done else "", _why(view)) if text]
    elif s.turns < s.players:
        yield "Nobody may call in the first round."
    elif s.turn_cap - s.turns <= SOON:
        turns = s.turn_cap - s.turns
        yield f"If nobody calls, the hand is void after {turns} more turn{'s' if turns > 1 else ''}."
    if s.recycled and not s.over:
        yield "The pile was turned over: everybody knows the order of the stock."
    if s.voids:
        yield f"Void hands in a row: {s.voids}. After {s.void_limit} the match ends."


def _notes(view: View) -> Iterator[tuple[str, str]]:
    """What each legal action would mean: cards to put down in the order of the hand, then calls."""
    if view.seat is None:
        return
    hand = view.state.hand[view.seat].cards
    callable_now = {action - rules.CALL for action in view.legal if action >= rules.CALL}
    fresh = [card for by, card in view.fresh if by == view.seat]
    for action in sorted(view.legal, key=lambda action: (action >= rules.CALL, action - rules.DISCARD in fresh, action)):
        text = view.game.actions.text(action)
        if action in (rules.DRAW_STOCK, rules.TAKE_DISCARD):
            yield text, _take_note(view, action, hand)
        elif action == rules.CALL_ROYAL:
            yield text, f"shows {_worth(hand)}: nothing beats that"
        elif action >= rules.CALL:
            card = action - rules.CALL
            yield text, f"puts {PACK.face(card)} down, shows {_worth(hand & ~rules.one(card))}"
        else:
            card = action - rules.DISCARD
            yield text, _drop_note(view, hand & ~rules.one(card), card in callable_now)


def _take_note(view: View, action: int, hand: int) -> str:
    """Which card it is, if known, and the better set it makes."""
    s = view.state
    pile = s.stock if action == rules.DRAW_STOCK else s.discards
    card = pile.cell[pile.n - 1] & 255
    if card >= BACK:
        return "face down"
    five = hand | rules.one(card)
    kept = max((five & ~rules.one(other) for other in _cards(hand)), key=rules.score)
    better = rules.score(kept) > rules.score(hand) and rules.score(kept) >= 32
    return f"{PACK.face(card)}{f': you could keep {_worth(kept)}' if better else ''}"


def _drop_note(view: View, kept: int, may_call: bool) -> str:
    """What the four cards left are worth, and whether they are enough to call (WL-5.6 to WL-5.9)."""
    s = view.state
    if rules.score(kept) < 48 or may_call:
        return f"keeps {_worth(kept)}"
    soon = s.turns < s.players and (rules.three_alike(kept) or rules.stalemate(s, kept))
    return f"keeps {_worth(kept)}, {'to call next time' if soon else 'cannot call'}"
