"""Building blocks of most scenes: places round the table, zones as cards, and sentences about those who sit there.

How a card is drawn is a game's own: it gives its `Face`, a function from a card, or the back that stands for it, to a
`Card`. Without one a card is its name; `suited` draws those of the standard pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

from tuckbox.definition import sentences
from tuckbox.definition.faults import defined_at
from tuckbox.definition.payoffs import SAME, Payoffs
from tuckbox.definition.sentences import said
from tuckbox.errors import RulesError
from tuckbox.kit.deck import BACK, Deck
from tuckbox.kit.fields import EVERYBODY
from tuckbox.scene.parts import Card, Panel, Part, Scene, Stack
from tuckbox.view.view import View, set_cells

Face = Callable[[int], Card]
Order = Callable[[int], Any]
_PACK = Deck.standard()


# -- places ------------------------------------------------------------------------------------------------------------


def seats(view: View) -> list[int]:
    """The seats in the order of play, the viewer's own last."""
    players = view.state.players
    first = 0 if view.seat is None else view.seat + 1
    return [(first + step) % players for step in range(players)]


def panels(view: View, place: Callable[[View, int], Panel], middle: Callable[[View], Panel]) -> tuple[Panel, ...]:
    """The table: the places of the others, the middle, and last the viewer's own."""
    found = [place(view, seat) for seat in seats(view)]
    found.insert(len(found) - (view.seat is not None), middle(view))
    return tuple(found)


def place(view: View, seat: int, parts: Iterable[Part], badges: Mapping[str, object] | None = None) -> Panel:
    """The place of a seat with what lies there; of the badges it bears those that hold."""
    if not isinstance(badges, Mapping | None):
        raise RulesError(f"`badges` of a place say of each whether it holds, {{'dealer': True}}, not {repr(badges)[:40]}")
    worn = tuple([badge for badge, holds in (badges or {}).items() if holds])
    lying = tuple(parts) if isinstance(parts, Iterable) else parts  # what is no tuple of parts is refused with the others
    return _placed(view.names[seat], lying, seat, seat in view.asked, seat == view.seat, worn)


@lru_cache(4096)
def _placed(name: str, parts: tuple[Part, ...], seat: int, active: bool, mine: bool, worn: tuple[str, ...]) -> Panel:
    """The same place as long as it says the same, since what is drawn from it is kept."""
    return Panel(name, parts, seat, active, mine, worn)


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def suited(card: int) -> Card:
    """A card of the standard pack of 52 in its colour, or its back; see `coloured` for shorter ones."""
    return coloured(_PACK, card)


def coloured(deck: Deck, card: int) -> Card:
    """A card of a pack with the ranks of `Deck.standard`, whichever these are, in the colour of its suit; or its back."""
    if card >= BACK:
        return Card(deck.face(card), hidden=True)
    return Card(deck.face(card), deck.name(card), tone="red" if card % 4 in (1, 2) else "black")


def card(view: View, number: int) -> Card:
    """A card by its name, or the back that stands for it."""
    return _named(view.game.layout.deck)(number)


def cells(zone: Any) -> list[int]:
    """Cells of a zone as the viewer knows them, with backs: a pile from its bottom, other zones in no order that tells."""
    if hasattr(zone, "known"):
        return set_cells(zone) + [BACK] * zone.hidden
    found: list[int] = zone.cell[: zone.n]
    return found


def cards(view: View, zone: Any, seat: int | None = None, face: Face | None = None) -> tuple[Card, ...]:
    """The cards of a zone: those the viewer sees in their order, then the backs; what its `seat` has just taken is fresh, of
    cards alike the last ones."""
    face, found = face or partial(card, view), [cell & 255 for cell in cells(zone)]
    found.sort(key=lambda number: number >= BACK)
    taken, laid = Counter(number for by, number in view.fresh if by == seat), list[Card]()
    for number in reversed(found):
        laid.append(_marked(face(number), taken[number] > 0, False, ""))
        taken[number] -= 1
    return tuple(reversed(laid))


def hand(
    view: View,
    zone: Any,
    seat: int,
    face: Face | None = None,
    *,
    shown: bool = False,
    fresh: Sequence[int] | None = None,
    order: Order | None = None,
) -> tuple[Card, ...]:
    """The cards of a seat's hand by their numbers or another `order`, those just taken last, then backs.

    The ones just taken are those that the view says, or the numbers or whole cells that `fresh` says.

    Of a rival's hand those that the viewer knows are faint, of the own it is noted who else knows them; in a hand that has
    been `shown` they are not.
    """
    taken = [number for _, by, number in view.news if by == seat] if fresh is None else fresh
    known = face or _named(view.game.layout.deck)
    lies = _hand.__wrapped__ if getattr(known, "__closure__", None) else _hand  # one made for this view is of no use later
    return lies(tuple(cells(zone)), known, view.seat if seat == view.seat else None, view.names, shown, tuple(taken), order)


@lru_cache(4096)
def _hand(
    lying: tuple[int, ...],
    face: Face,
    owner: int | None,
    names: tuple[str, ...],
    shown: bool,
    fresh: tuple[int, ...],
    order: Order | None,
) -> tuple[Card, ...]:
    """The cards of a hand; `owner` is the seat of the viewer where it is the viewer's own."""
    taken = list(fresh)
    old: list[Card] = []
    new: list[Card] = []
    backs: list[Card] = []
    by = order or (lambda number: 0)
    for cell in sorted(lying, key=lambda cell: (cell & 255 >= BACK, by(cell & 255), cell & 255)):
        number = cell & 255
        if number >= BACK:
            backs.append(face(number))
            continue
        note = "" if shown or owner is None else _knowers(cell >> 8, owner, names)
        is_new = number in taken or cell in taken
        if is_new:
            taken.remove(number if number in taken else cell)
        (new if is_new else old).append(_marked(face(number), is_new, owner is None and not shown, note))
    return (*old, *new, *backs)


def _knowers(marks: int, owner: int, names: tuple[str, ...]) -> str:
    """Say who else knows a card of the viewer's own hand."""
    if marks & EVERYBODY == EVERYBODY:
        return "everybody knows it"
    others = [name for seat, name in enumerate(names) if seat != owner and marks >> seat & 1]
    return f"{listed(others)} {'knows' if len(others) == 1 else 'know'} it" if others else ""


def known_to(view: View, zone: Any, seat: int) -> tuple[int, ...]:
    """The cards of a zone of which the viewer knows that another seat knows them, too.

    Those that everybody knows; in a zone of the viewer's own that is declared `with_knowers` all that the seat has seen.
    """
    return tuple(cell & 255 for cell in cells(zone) if cell >> 8 + seat & 1 and cell & 255 < BACK)


@lru_cache(4096)
def _marked(plain: Card, fresh: bool, faint: bool, note: str) -> Card:
    """A card with what is to be said of it here."""
    return replace(plain, fresh=fresh, faint=faint, note=note or plain.note) if fresh or faint or note else plain


def dice(view: View, zone: Any, seat: int | None = None, *, shown: bool = False) -> tuple[Card, ...]:
    """The dice of a seat as `hand` lays them, or of nobody as `cards` does, drawn as dice; those under a cup are blank."""
    lying = cards(view, zone) if seat is None else hand(view, zone, seat, shown=shown)
    return tuple(replace(each, tone="die") for each in lying)


def by_suit(card: int) -> tuple[int, int]:
    """The order of a hand of the standard pack by suits, black and red by turns, for `hand`.

    >>> [_PACK.name(card) for card in sorted((_PACK.card("9H"), _PACK.card("AC"), _PACK.card("2H")), key=by_suit)]
    ['AC', '2H', '9H']
    """
    return (0, 1, 3, 2)[card % 4], card // 4


def pile(
    view: View,
    title: str,
    zone: Any,
    face: Face | None = None,
    *,
    handles: tuple[str, ...] = (),
    note: str = "",
    under: bool = False,
) -> Stack:
    """A pile with its top card, if it has one, and if told what the viewer knows `under` it.

    `handles` are the actions that touch it.
    """
    lying = tuple([cell & 255 for cell in zone.cell[: zone.n]])
    return _stacked(title, lying, face or _named(view.game.layout.deck), handles, note, under)


@lru_cache(4096)
def _stacked(title: str, lying: tuple[int, ...], face: Face, handles: tuple[str, ...], note: str, under: bool) -> Stack:
    """The pile of these cards, from the bottom: the same one each time, since what is drawn from it is kept."""
    below = tuple([face(number) for number in reversed(lying[:-1]) if number < BACK]) if under else ()
    return Stack(title, len(lying), face(lying[-1]) if lying else None, below, note, handles)


@cache
def _named(deck: Deck) -> Face:
    """Draws cards by their names."""

    @cache
    def named(number: int) -> Card:
        return Card(deck.face(number), hidden=True) if number >= BACK else Card(deck.face(number), deck.name(number))

    return named


def laid(view: View) -> Scene:
    """The table of a view as its game lays it out; of a game that was cut off that is said, and who has won the match.
    Raises `RulesError` where the game gives no scene."""
    scene = view.game.scene(view)
    if not isinstance(scene, Scene):
        said = f"`scene` returned {repr(scene)[:40]}, which is no Scene{defined_at(view.game.scene)}"
        raise RulesError(f"{view.game.name}: {said}")
    if not view.cut:
        return scene
    told = f"Cut off after {view.game.longest:,} decisions: nobody wins."
    decided = view.state.done and len(winners(view)) < view.state.players
    return replace(scene, status=f"{told} {scene.status}" if decided else told)


# -- sentences ---------------------------------------------------------------------------------------------------------


def status(view: View, todo: str, result: str = "") -> str:
    """One sentence: `todo` for a seat that is to decide, else for whom the table waits, and at the end the `result`; without
    one who has won, or what all have scored together."""
    if view.state.over:
        if result or pays(view).kind == SAME:
            return result or f"Together {'they' if view.seat is None else 'you'} have scored {view.state.payoff[0]:g}."
        best = winners(view)
        end = "!" if best == [view.seat] else "."
        return "Nobody wins." if len(best) == view.state.players else won(view, best) + end
    if view.seat in view.asked:
        return todo
    names = [view.names[seat] for seat in view.asked]
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} thinking."


def won(view: View, those: Sequence[int], prize: str = "") -> str:
    """Begin a sentence about the winners: "You win the match", "Ann and you share the win"; partners "win the match"."""
    prize = f" {prize}" if prize else ""
    if len(those) == 1:
        return does(view, those[0], "win") + prize
    together = pays(view).team_of(those[0], view.state.players) == tuple(those)
    return capitalised(f"{people(view, those)} {f'win{prize}' if together else 'share the win'}")


def pays(view: View) -> Payoffs:
    """Return how the payoffs of the seats relate to each other."""
    return view.game.pays(view.state.players, view.options)


def winners(view: View) -> list[int]:
    """Return the winners: by place in a match that is over, else by the game's payoffs."""
    s = view.state
    if s.done:
        return [seat for seat in range(s.players) if s.place[seat] == 1]
    return [seat for seat in range(s.players) if s.payoff[seat] == max(s.payoff[: s.players])]


def say(view: View, seat: int, sentence: str, **words: object) -> str:
    """A sentence about a seat as the viewer reads it: "{who} win[s]" is "You win" to oneself and "Bo wins" to others."""
    return said(sentence, view.names[seat], seat == view.seat, **words)


def does(view: View, seat: int, verb: str) -> str:
    """Return who does something, as the beginning of a sentence: "You play", "Bo plays"."""
    return say(view, seat, f"{{who}} {verb}[s]")


def who(view: View, seat: int) -> str:
    """A player as the viewer calls one: by name, or "you"."""
    return "you" if seat == view.seat else view.names[seat]


def people(view: View, those: Iterable[int]) -> str:
    """Several players as one: "Ann, Bo and you"."""
    return listed([who(view, seat) for seat in those])


capitalised = sentences.capitalised

listed = sentences.listed
"""Several names as one: "Ann, Bo and Cy"."""
