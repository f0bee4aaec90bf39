"""The table of Whiplash as a viewer sees it: hands and piles, what a hand is worth, and what decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from tuckbox.games.whiplash import rules
from tuckbox.games.whiplash.notes import NOTES
from tuckbox.games.whiplash.rules import Edition, Form, Phase
from tuckbox.games.whiplash.words import EDITIONS, SUIT_NAMES, faces, set_name, worth
from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Part, Row, Scene, Score
from tuckbox.view.view import View

SOON = 20
"""Number of turns before a hand becomes void from which the table warns of it."""


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    panels, hints = lay.panels(view, _seat, _middle), tuple(_hints(view))
    return Scene(_headline(view), _status(view), panels, NOTES(view), hints, scores=tuple(_scores(view)))


# -- places ------------------------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A player's place: the hand as the viewer knows it, what it is worth if shown, points, and what is special."""
    s = view.state
    shown = bool(s.over) and s.winner >= 0
    hand = lay.hand(view, s.hand[seat], seat, lay.suited, shown=shown)
    if not s.hand[seat].hidden:
        hand = _tied(hand, s.hand[seat].cards)
    badges = {
        "wins": shown and seat == s.winner,
        "called": shown and seat == s.caller,
        "dealer": seat == (s.dealing - s.over) % s.players,  # the deal has passed on when a hand is over
    }
    return lay.place(
        view, seat, _parts(hand, _hand_note(view, seat), s.points[seat] if s.match != Form.SINGLE else -1), badges
    )


@lru_cache(4096)
def _parts(hand: tuple[Card, ...], note: str, points: int) -> tuple[Part, ...]:
    """A hand, and the points where they are counted: the same parts as long as they say the same."""
    row = Row("Hand", hand, note)
    return (row, Fact("won", str(points))) if points >= 0 else (row,)


@lru_cache(4096)
def _tied(hand: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    """A hand of which all is known, each ace that stands for a card in it tied to that (WL-8.1)."""
    rank = rules.score(cards) % 16
    if rank == rules.ACE:
        return hand
    held = {card.name: card.face for card in hand}
    ranks = rules.PACK.name(4 * rank)[:-1]
    return tuple(
        replace(card, copies=held[ranks + card.name[-1]]) if card.name[:1] == "A" and ranks + card.name[-1] in held else card
        for card in hand
    )


def _hand_note(view: View, seat: int) -> str:
    """The score of a shown hand; for one's own also what everybody knows of it."""
    s = view.state
    zone = s.hand[seat]
    if s.over:
        return worth(zone.cards, rules.shown(s, seat) if s.winner >= 0 else 0) if zone.hidden == 0 else ""
    if seat != view.seat:
        return ""
    notes = [f"best: {worth(zone.cards)}"] if s.phase == Phase.TAKE or seat not in view.asked else []
    if zone.known:
        notes.append(f"everybody knows {faces(zone.known)}")
    return "; ".join(notes)


def _middle(view: View) -> Panel:
    stock = lay.pile(view, "Stock", view.state.stock, _face_down, handles=("draw stock",), under=True)
    pile = lay.pile(view, "Pile", view.state.discards, lay.suited, handles=("take discard",), under=True)
    return Panel("Table", (stock, pile))


@cache
def _face_down(card: int) -> Card:
    """A card of the stock, faint where everybody knows it."""
    drawn = lay.suited(card)
    return drawn if drawn.hidden else replace(drawn, faint=True)


# -- words -------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    s = view.state
    form = {
        Form.SINGLE: f"hand {s.dealt} · the first hand won decides",
        Form.RACE: f"hand {s.dealt} · first to win {s.target}",
        Form.HANDS: f"hand {s.dealt} of {s.hands}",
        Form.TIME: f"hand {s.dealt} · " + ("the time is up: the last hand" if s.time_up else f"a match of {s.minutes} min"),
    }
    return f"{EDITIONS[s.edition]} · {form[s.match]}{_lead(view)}"


def _lead(view: View) -> str:
    """The leader, and in a race how far it is to the target."""
    s = view.state
    points = s.points[: s.players]
    best = max(points)
    if s.match == Form.SINGLE or best == 0 or s.done:
        return ""
    missing = f", {s.target - best} to go" if s.match == Form.RACE else ""
    if points.count(best) > 1:
        return f" · {best} all{missing}" if points.count(best) == s.players else f" · {best} each lead{missing}"
    return f" · {lay.does(view, points.index(best), 'lead')}{missing}"


def _status(view: View) -> str:
    s = view.state
    if s.done:
        return _match_result(view)
    if s.over:
        return _hand_result(view)
    if view.seat not in view.asked:
        return lay.status(view, "")
    if s.phase == Phase.TAKE:
        return "Take a card: from the stock or from the pile." if len(view.legal) > 1 else "Take a card."
    calls = any(rules.FAMILY[action] != rules.DISCARD for action in view.legal)
    return "Put a card down, or call." if calls else "Put a card down."


def _hand_result(view: View) -> str:
    """The winner of the hand, and what it was won over."""
    s = view.state
    if s.winner < 0:
        return f"Nobody has called in {s.turns} turns: the hand is void."
    won, called = (set_name(rules.shown(s, seat)) for seat in (s.winner, s.caller))
    if s.winner == s.caller:
        return lay.say(view, s.winner, "{who} called and win[s] with {won}.", won=won)
    beaten = lay.say(view, s.caller, "[{who}'s|your] {called}", called=called)
    return lay.say(view, s.winner, "Whiplash! {who} beat[s] {beaten} with {won}.", beaten=beaten, won=won)


def _match_result(view: View) -> str:
    s, first = view.state, lay.winners(view)
    won = lay.won(view, first, "the match")
    if len(first) > 1:
        return f"{won}."
    return (
        f"{won}!" if s.match == Form.SINGLE else f"{won} {'–'.join(map(str, sorted(s.points[: s.players], reverse=True)))}!"
    )


def _scores(view: View) -> Iterator[Score]:
    """The sets that were shown, and the hands won so far."""
    s, seats = view.state, range(view.state.players)
    if not s.over:
        return
    if s.winner >= 0:
        yield Score("This hand", tuple(set_name(rules.shown(s, seat)) for seat in seats))
    if s.match != Form.SINGLE:
        yield Score("Hands won", tuple(str(s.points[seat]) for seat in seats), total=True)


def _why(view: View) -> str:
    """The tie-break between hands that scored alike (WL-8.5, WL-8.6); empty where nothing had to."""
    s = view.state
    if s.winner < 0:
        return ""
    scores = [rules.shown(s, seat) for seat in range(s.players)]
    tied = [seat for seat in range(s.players) if scores[seat] == max(scores)]
    if len(tied) == 1:
        return ""
    if s.edition == Edition.CLASSIC and s.caller in tied:
        decider = "the caller wins"
    else:
        aces = s.hand[s.winner].cards >> rules.ACES
        decider = f"the ace of {SUIT_NAMES[aces.bit_length() - 1]} decides"
    return lay.capitalised(f"{lay.people(view, tied)} both show {set_name(max(scores))}: {decider}.")


def _hints(view: View) -> Iterator[str]:
    s = view.state
    if s.over:
        yield from [text for text in (_hand_result(view) if s.done else "", _why(view)) if text]
    elif s.turns < s.players:
        yield "Nobody may call in the first round."
    elif s.turn_cap and s.turn_cap - s.turns <= SOON:
        turns = s.turn_cap - s.turns
        yield f"If nobody calls, the hand is void after {turns} more turn{'s' if turns > 1 else ''}."
    if s.recycled and not s.over:
        yield "The pile was turned over: everybody knows the order of the stock."
    if s.voids and s.voids == s.void_limit:
        yield f"Void hands in a row: {s.voids}, and so the match ends."
    elif s.voids:
        yield f"Void hands in a row: {s.voids}." + (f" After {s.void_limit} the match ends." if s.void_limit else "")
