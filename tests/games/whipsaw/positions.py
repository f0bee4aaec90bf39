"""Positions of Whipsaw! laid out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.games.questions import Questions
from tuckbox import kit as _kit
from tuckbox.games.whipsaw import GAME as _GAME
from tuckbox.games.whipsaw import cards, state, tally
from tuckbox.kit.chance import Fast
from tuckbox.view.view import blind

GAME = _GAME
RULES: Any = GAME.rules
TALLY: Any = tally
STATE: Any = state
KIT: Any = _kit
CARDS: Any = cards
PACK: Any = cards.PACK
QUESTIONS = Questions(GAME)
PLAIN: Any = QUESTIONS.plain
legal, seated = QUESTIONS.legal, QUESTIONS.seated
CHANCE = Fast(1)
OPTIONS = frozenset(GAME.layout.options)


def road(name: str) -> int:
    """The index of a road."""
    return CARDS.IDS.index(name)  # type: ignore[no-any-return]


def names(zone: Any) -> str:
    """The cards of a zone in their order, the bottom first; of a card face down the colour of its back."""
    return " ".join(PACK.name(cell & 255).removesuffix(" card") for cell in zone.cell[: zone.n])


def seat_number(name: str) -> int:
    """The seat that P1 and so on names."""
    return int(name[1:]) - 1


class Rest:
    """What of the pack has not been laid out yet."""

    def __init__(self, mini: bool) -> None:
        copies = [cards.MINI_COPIES.get(name, 0) for name in cards.KIND] if mini else cards.KIND.copies
        self.left = Counter(dict(zip(cards.KIND.names, copies, strict=True)))
        self.left.update(cards.MINI_ROADS if mini else cards.IDS)
        self.left["CRASH"] = 1

    def lay(self, zone: Any, wanted: str | Iterable[str]) -> None:
        """Lay cards of the pack into a zone, the last on top."""
        for name in wanted.split() if isinstance(wanted, str) else wanted:
            assert self.left[name] > 0, f"too many {name}"
            self.left[name] -= 1
            KIT.push(zone, PACK.index(name))

    def roads(self, venture: bool = True) -> list[str]:
        """The roads that lie nowhere, those of the first year last, so that they come to lie on top."""
        free = [name for name in cards.IDS if self.left[name] and (venture or name[:2] != "JV")]
        return sorted(free, key=lambda name: -cards.ROADS[cards.IDS.index(name)][2])


def position(
    hands: Sequence[str],
    /,
    *,
    row: str = "",
    built: Mapping[str, str] | None = None,
    paid: Mapping[str, int] | None = None,
    fronts: Mapping[str, str] | None = None,
    deck: str | None = None,
    discards: str = "",
    roads: str | None = None,
    proof: Mapping[str, int] | None = None,
    turn: str = "P1",
    turns_left: int | None = None,
    **fields: Any,
) -> Any:
    """A game in the action step of the seat `turn`.

    `built` gives owners and the cards under a segment: ``{"A01": "P2: oL kJ", "JV3": "P1 P2: oL"}``; `fronts` before whom a
    joint venture lies; `deck` and `roads` from the top down (the rest of the pack follows, unless `deck` is given: then it
    is out of play); with `turns_left` it is the last round, and so many turns come after this one.
    """
    s: Any = GAME.blank(len(hands), {name: fields.pop(name) for name in OPTIONS & set(fields)})
    PLAIN.rules.renew(s)
    s.three, s.places, s.most, s.partner = int(s.decks == 1), 2 if s.mini else 4, 3 if s.mini else 10, -1
    rest = Rest(bool(s.mini))
    for seat, hand in enumerate(hands):
        rest.lay(s.hand[seat], hand)
    rest.lay(s.row, row)
    for name, told in (built or {}).items():
        _build(s, rest, name, told, (paid or {}).get(name, 0), (proof or {}).get(name, 0))
    for name, seat_name in (fronts or {}).items():
        rest.lay(s.fronts, name)
        s.front[road(name) - cards.FIRST_VENTURE] = seat_number(seat_name) + 1
    rest.lay(s.discards[0], discards)
    _lay_roads(s, rest, roads, out=turns_left is not None)
    _lay_deck(s, rest, deck)
    PLAIN.rules.count_pack(s)
    if turns_left is not None:
        s.crash = s.last = 1
        s.left = turns_left
    for name, value in fields.items():
        assert hasattr(s, name), name
        setattr(s, name, [*value, *[0] * (4 - len(value))] if isinstance(value, tuple) else value)
    s.active, s.turns = seat_number(turn), 10
    RULES.begin_turn(s)
    return s


def _build(s: Any, rest: Rest, name: str, told: str, paid: int, proof: int) -> None:
    owners, _, under = told.partition(":")
    rest.lay(s.built, name)
    place = road(name)
    for owner in owners.split():
        s.owners[place] |= 1 << seat_number(owner)
        KIT.show_to(s.stack[place], seat_number(owner))
    rest.lay(s.stack[place], under)
    s.paid[place], s.proof[place] = paid, proof
    if proof:
        KIT.show(s.stack[place])


def _lay_roads(s: Any, rest: Rest, roads: str | None, out: bool) -> None:
    wanted = (roads or "").split()
    if out or "CRASH" in wanted:
        rest.lay(s.gone, ["CRASH"] if out else [])
        rest.lay(s.tail, [name for name in reversed(wanted) if name != "CRASH" or not out])
        rest.lay(s.gone, rest.roads())
        return
    rest.left.subtract(wanted)
    others = rest.roads(venture=not wanted)
    rest.left.update(wanted)
    rest.lay(s.tail, ["CRASH"])
    rest.lay(s.roads, [*others, *reversed(wanted)])
    rest.lay(s.gone, rest.roads())


def _lay_deck(s: Any, rest: Rest, deck: str | None) -> None:
    wanted = (deck or "").split()
    rest.left.subtract(wanted)
    if deck is None:
        others = [name for name in cards.KIND for _ in range(rest.left[name])]
        others.sort(key=lambda name: name[::-1])
    else:
        others = []
    rest.left.update(wanted)
    for name in [*others, *reversed(wanted)]:
        back = cards.PACK.backs[PACK.index(name)]
        rest.lay(s.deck[back if s.three else 0], [name])
    if not s.three and s.deck[0].n:
        KIT.draw(s.deck[0], s.top)


def play(s: Any, *texts: str) -> Any:
    """Play actions on the state, each of them legal, ``P2: let pass`` by the seat it names; returns the state."""
    for text in texts:
        who, _, what = text.rpartition(": ")
        assert not who or s.turn == seat_number(who), f"{text}: it is for P{s.turn + 1}"
        assert what in legal(s), f"{text}: {sorted(legal(s))}"
        RULES.apply(s, GAME.actions.code(what), CHANCE)
        count = Counter(cell & 255 for zone in _zones(s) for cell in zone.cell[: zone.n])
        assert [count[card] for card in range(len(PACK))] == list(s.pack), text
    return s


def _zones(s: Any) -> list[Any]:
    single = [s.top, s.roads, s.tail, s.row, s.fronts, s.judges, s.built, s.gone]
    return [*s.hand, *s.stack, *s.deck, *s.discards, *single]


def refused(s: Any, text: str) -> str | None:
    """The rule by which a match refuses an action to the seat to act; it changes nothing."""
    return QUESTIONS.refusal(s, text, s.turn)


def under(s: Any, name: str) -> str:
    """The cards under a segment."""
    return names(s.stack[road(name)])


def owners(s: Any, name: str) -> str:
    """Return the owners of a segment."""
    return " ".join(f"P{seat + 1}" for seat in range(s.players) if s.owners[road(name)] >> seat & 1)


def seen(s: Any, viewer: int | None, zone: str, index: int) -> str:
    """The cards of a zone as a viewer sees them."""
    return names(getattr(blind(GAME, s, viewer), zone)[index])


def told(s: Any, *texts: str) -> list[tuple[str, int, int]]:
    """Play actions and return what the rules tell meanwhile: event, seat, and the number or the card."""
    s.told = []
    play(s, *texts)
    found = [(GAME.told.name(event), seat, what) for event, seat, what in s.told]
    s.told = None
    return found
