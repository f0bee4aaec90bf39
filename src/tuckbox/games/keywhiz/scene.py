"""The table of Key Whiz as a viewer sees it: boards, hands, Whiz cards, and what lies on the table for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from tuckbox.games.keywhiz import actions as acts
from tuckbox.games.keywhiz.actions import PACK
from tuckbox.games.keywhiz.analysis import best, card_ahead, key_of
from tuckbox.games.keywhiz.board import WHIZ_DOOR
from tuckbox.games.keywhiz.notes import NOTES
from tuckbox.games.keywhiz.places import DOOR, LEADS, START, name_of
from tuckbox.games.keywhiz.rules import LOW
from tuckbox.games.keywhiz.scene_board import board
from tuckbox.games.keywhiz.state import MOST_WHIZ, ON, Phase, State
from tuckbox.games.keywhiz.words import NEEDS, NUMBERS, door_name, several, spot
from tuckbox.kit import Cells, each
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import EVERYBODY
from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene, Score
from tuckbox.view.view import View

NOT_A_CARD = -1
SOON = 5
"""Number of rounds before a stand-off from which the table warns of it."""


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    panels, hints = lay.panels(view, _seat, _middle), tuple(_hints(view))
    return Scene(_headline(view), _status(view), panels, NOTES(view), hints, scores=tuple(_scores(view)))


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def card_of(rank: int, *, count: int = 1, note: str = "", handles: tuple[str, ...] = ()) -> Card:
    """A card; without handles of its own it is not to be touched."""
    if rank >= BACK:
        return Card(PACK.face(rank), hidden=True)
    face, name = PACK.face(rank), PACK.name(rank)
    return Card(face, name, tone="black", count=count, note=note, art=f"key-{face}", whole=True, handles=handles or ("-",))


def _cards(view: View, seat: int, zone: Cells, new: list[int], uses: Mapping[int, tuple[str, ...]]) -> tuple[Card, ...]:
    """The cards of a seat, those that are `new` marked; `uses` are the actions that touch them, by rank."""
    face = (lambda rank: card_of(rank, handles=uses.get(rank, ()))) if uses else card_of
    return lay.hand(view, zone, seat, face, fresh=new)


_row, _fact = lru_cache(maxsize=4096)(Row), lru_cache(maxsize=1024)(Fact)
"""The same ones as long as they say the same, since what is drawn from them is kept."""


def _just_taken(view: View, seat: int, *events: int) -> list[int]:
    """The cells of cards that the last step has told of a seat by these events: a card taken is known to all."""
    told = [(event, card) for event, by, card in view.news if by == seat and event in events]
    return [card | (EVERYBODY if event == acts.TOOK else 1 << seat) << 8 for event, card in told]


def _uses(view: View, place: int) -> dict[int, tuple[str, ...]]:
    """The legal actions of each rank that use a card of the hand (`place` 0) or a Whiz card (1)."""
    found: dict[int, tuple[str, ...]] = {}
    for action in view.legal:
        family, rank = acts.FAMILY[action], NOT_A_CARD
        if family == acts.KEY:
            key = key_of(acts.OWN_CARDS[action])
            rank = key.rank if (key.held, key.whiz)[place] > 0 else NOT_A_CARD
        elif family == acts.GIVE and place == 0:
            rank = acts.CARD[action]
        if rank != NOT_A_CARD:
            found[rank] = (*found.get(rank, ()), acts.act.text(action))
    return found


# -- places ------------------------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A player's place: the board, the hand and the Whiz cards as far as the viewer knows them."""
    s, mine = view.state, seat == view.seat
    drawn, found = _just_taken(view, seat, acts.DREW, acts.TOOK), _just_taken(view, seat, acts.FOUND)
    uses, special = (_uses(view, 0), _uses(view, 1)) if mine else ({}, {})
    rows = [_row("Hand", _cards(view, seat, s.hand[seat], drawn, uses), _strength(view) if mine else "")]
    if s.whiz[seat].n:
        rows.append(_row("Whiz (counts two)" if mine else "Whiz", _cards(view, seat, s.whiz[seat], found, special)))
    facts = [_fact("Payoff", f"{s.home[seat]} of {s.pieces}")]
    facts += [_fact("points", _points(s.points[seat]))] if s.tournament == ON else []
    badges = {"wins": s.over and seat == s.winner, "dealer": seat == (s.dealing - s.over) % s.players}
    return lay.place(view, seat, [board(view, seat), *rows, *facts], badges)


def _points(halves: int) -> str:
    """Points in halves as one writes them.

    >>> _points(0), _points(1), _points(5)
    ('0', '½', '2½')
    """
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def _strength(view: View) -> str:
    """The doors the viewer could open, with the table."""
    s, seat = view.state, view.seat
    found = best(s, seat) if seat is not None else None
    if found is None or not found.ranks or s.over:
        return ""
    ranks = " ".join(PACK.face(rank) for rank in found.ranks)
    return f"up to door {min(found.many, 4)} ({ranks})" if found.many > 1 else "up to door 1"


def _ranks_of(view: View) -> set[int]:
    """The ranks of the viewer's cards."""
    if view.seat is None:
        return set()
    zones = (view.state.hand[view.seat], view.state.whiz[view.seat])
    return {cell & 255 for zone in zones for cell in zone.cell[: zone.n]}


def _middle(view: View) -> Panel:
    """The deck, and the cards of the table by rank; those of ranks that the viewer holds are noted."""
    s, own = view.state, _ranks_of(view)
    lying = {rank: zone.n for rank, zone in enumerate(s.table) if zone.n}
    taking = {acts.CARD[action]: (acts.act.text(action),) for action in view.legal if acts.FAMILY[action] == acts.TAKE}
    cards = tuple(
        card_of(rank, count=count, note="you hold one too" if rank in own else "", handles=taking.get(rank, ()))
        for rank, count in lying.items()
    )
    both = " ".join(PACK.face(rank) for rank in lying if rank in own)
    deck = lay.pile(view, "Deck", s.deck, card_of, handles=("draw",))
    return Panel("Table", (deck, Row("On the table", cards, f"you also hold {both}" if both else "")))


# -- words -------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    s = view.state
    form = f" · game {s.dealt} of a tournament to {view.options['target']}" if s.tournament == ON else ""
    return f"Key Whiz · round {s.turns // s.players + 1}{form}"


def _status(view: View) -> str:
    s, asked = view.state, not view.state.over and view.seat in view.asked
    if s.phase == Phase.KEY and not s.over and view.asked and not asked:
        return f"{view.names[view.asked[0]]} is to present a key for {_door_before(s)}."
    return lay.status(view, _todo(view) if asked else "", _result(view) if s.over else "")


def _door_before(s: State) -> str:
    """The door that a key is to be presented for, and where it is."""
    if s.piece == START:
        return f"Start {door_name(s.door).removeprefix('the ')}"
    return f"{door_name(s.door)} below {name_of(s.piece)}"


def _todo(view: View) -> str:
    """The viewer's task now, in one sentence."""
    s = view.state
    families = {acts.FAMILY[action] for action in view.legal}
    if s.phase == Phase.KEY:
        return f"Present a key for {_door_before(s)}: {NEEDS[s.door]}."
    if s.phase == Phase.BONUS:
        return "Bonus: go on through the door below, or stop." if len(view.legal) > 1 else "No key for the door below: stop."
    if s.phase == Phase.DRAW_OR_SWAP:
        return _todo_with_cards(s, families)
    if s.phase == Phase.MOVE and families == {acts.RETURN_FROM}:
        return "You are blocked: send a piece back to Start."
    if families == {acts.MISS}:
        return "You cannot move: miss the turn."
    moves: dict[int, str] = {
        Phase.MOVE: "Move a piece: a step, a hop, or through a door.",
        Phase.TAKE: f"Take a card from the table for your {PACK.face(max(0, s.given))}.",
        Phase.FORK: "Go one square on, or hop to the next doorway.",
        Phase.CHOICE: "Choose a doorway, any on the board.",
    }
    return moves[s.phase]


def _todo_with_cards(s: State, families: set[int]) -> str:
    """Draw or swap, and why perhaps only one of them."""
    if acts.DRAW not in families:
        return f"Swap: give a card to the table ({'the deck is empty' if s.deck.n == 0 else 'your hand is full'})."
    return "Draw a card, or give one to swap it for another." if acts.GIVE in families else "Draw a card."


def _result(view: View) -> str:
    """Result of the game, or of the tournament."""
    s = view.state
    if s.winner < 0:
        why = "Nobody can move" if s.misses == s.players else f"No key for {s.standoff} rounds"
        ended = f"{why}: the game is a draw."
    else:
        number = NUMBERS[s.pieces]
        ended = lay.say(view, s.winner, "{who} [has|have] all {number} pieces in Payoff and win[s]!", number=number)
    if s.tournament != ON:
        return ended
    points = " to ".join(_points(s.points[seat]) for seat in range(2))
    if not s.done:
        return f"{ended} Points: {points}."
    first = lay.winners(view)
    if len(first) > 1:
        return f"{ended} The tournament ends level, {points}."
    return f"{ended} {lay.won(view, first, 'the tournament')}, {points}."


def _scores(view: View) -> Iterator[Score]:
    """The pieces in Payoff, and in a tournament the points."""
    s, seats = view.state, range(view.state.players)
    if s.over:
        yield Score("Pieces in Payoff", tuple(f"{s.home[seat]} of {s.pieces}" for seat in seats))
        if s.tournament == ON:
            yield Score("Points", tuple(_points(s.points[seat]) for seat in seats), total=True)


def _hints(view: View) -> Iterator[str]:
    s, seat = view.state, view.seat
    if s.over:
        return
    if s.deck.n <= LOW:
        yield f"{NUMBERS[s.deck.n].capitalize()} card{'' if s.deck.n == 1 else 's'} left in the deck."
    if s.standoff and s.standoff - s.dry // s.players <= SOON:
        yield f"Without a key in {_time_left(s)} the game is a draw."
    for rival in range(s.players):
        if rival != seat and s.home[rival] == s.pieces - 1:
            yield f"{view.names[rival]} has one piece left."
    if seat is None or seat not in view.asked:
        return
    yield from _threats(view)
    if s.phase != Phase.MOVE:
        return
    if s.whiz[seat].n == MOST_WHIZ:
        yield "You hold two Whiz cards: Draw Whiz Card squares are closed to you."
    if s.hand[seat].n + s.whiz[seat].n == 1 and (s.start[seat] or not card_ahead(s, s.on[seat])):
        yield "Your last card: with none you cannot leave Start."


def _time_left(s: State) -> str:
    """The time for which the game may still go on without a key, in words (KW-5.32)."""
    turns = s.standoff * s.players - s.dry
    if turns == 1:
        return "this turn"
    return f"the next {NUMBERS[rounds]} rounds" if (rounds := -(-turns // s.players)) > 1 else "the next round"


def _threats(view: View) -> Iterator[str]:
    """Rivals who wait before a door they can pass with cards that everybody knows (what a swap could spoil)."""
    s = view.state
    for rival in range(s.players):
        known = sorted(cell & 255 for cell in s.hand[rival].cell[: s.hand[rival].n] if cell >> 8 == EVERYBODY)
        for place in each(s.on[rival]) if known and rival != view.seat else ():
            door, landing = DOOR[s.board][place], LEADS[s.board][place]
            if 1 < door < WHIZ_DOOR and not s.on[rival] >> landing & 1:
                strong = [rank for rank in known if s.table[rank].n + known.count(rank) >= door]
                if strong:
                    yield _threat(view.names[rival], place, door, known.count(strong[0]), strong[0])


def _threat(name: str, place: int, door: int, number: int, rank: int) -> str:
    held = f"{several(number, rank)}, which open{'s' if number == 1 else ''} it"
    return f"{name} waits on {spot(place)} before {door_name(door)} and is known to hold {held}."
