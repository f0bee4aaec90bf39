"""Action families: what a seat may do, as small numbers and as one short text each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from tuckbox.errors import RulesError, UnknownAction, did_you_mean
from tuckbox.kit.deck import BACK, Deck

OPEN, BACKS, SECRET, SEALED = _SEEN = "open", "backs", "secret", "sealed"
CARD, NUMBER, SEAT = "card", "number", "seat"
CONCEALED = "..."
"""Stands in a text for what others do not see."""
_SLOT = re.compile(r"{(\w+)}")


def slots_of(text: str) -> list[str]:
    """Return the names in braces in a text.

    >>> slots_of("offer {road} to {seat}")
    ['road', 'seat']
    """
    return _SLOT.findall(text)


@lru_cache(maxsize=16_384)
def runs_of(text: str) -> frozenset[str]:
    """All that a thing on the table may be called in a text: each run of whole words in it.

    >>> sorted(runs_of("take blue 1"))
    ['1', 'blue', 'blue 1', 'take', 'take blue', 'take blue 1']
    """
    words = text.split()
    return frozenset((text, *(" ".join(words[a:b]) for b in range(1, len(words) + 1) for a in range(b))))


class Seats(tuple[str, ...]):
    """The seats as the argument of an action: ``1``, ``2`` ... in notation, the players' names in sentences.

    >>> Seats.numbered(3)
    ('1', '2', '3')
    """

    __slots__ = ()

    @classmethod
    def numbered(cls, seats: int) -> Seats:
        """Return this many seats, counted from 1."""
        return cls(str(seat + 1) for seat in range(seats))


class Family(int):
    """A run of actions told by one text, such as ``discard {card}``; as a number it is the first of them.

    The action for one argument is ``DISCARD + card``; with several arguments the last varies fastest.
    """

    text: str
    domains: tuple[Sequence[str], ...]
    others: str
    final: bool
    otherwise: tuple[str, str] | None

    @property
    def size(self) -> int:
        """The number of actions in the family."""
        return prod(len(domain) for domain in self.domains)

    @property
    def slots(self) -> list[str]:
        """The names of the arguments, as the text gives them."""
        return slots_of(self.text)

    def arguments(self, action: int) -> tuple[int, ...]:
        """Return the arguments of one action of this family."""
        rest, values = action - self, []
        for domain in reversed(self.domains):
            rest, value = divmod(rest, len(domain))
            values.append(value)
        return tuple(reversed(values))


class Actions:
    """All actions of a game, declared one family at a time, numbered from 0 as they come.

    `others` says what the other seats see of an action while it is played: everything (``OPEN``), everything but the faces
    of its cards (``BACKS``: they see the backs of cards of a `Deck`), the family alone (``SECRET``), or only that the seat
    has done something (``SEALED``). An action that is `final` cannot be taken back, even where it has shown nothing new.
    `otherwise` is the refusal, with the number of a rule, of an argument that other families take but this one does not.

    >>> act = Actions()
    >>> DRAW = act("draw")
    >>> PLAY = act("play {card}", Deck.standard())
    >>> act.size, PLAY + 51, act.text(PLAY + 51), act.code("play 2C")
    (53, 52, 'play AS', 1)
    """

    def __init__(self) -> None:
        self.families: list[Family] = []
        self._texts: list[str] = []
        self._codes: dict[str, int] = {}

    @property
    def size(self) -> int:
        """The number of all actions."""
        return len(self._texts)

    def __call__(
        self,
        text: str,
        *domains: Sequence[str],
        others: str = OPEN,
        final: bool = False,
        otherwise: tuple[str, str] | None = None,
    ) -> Family:
        """Declare a family; `domains` give the names of each argument's values, in the order of the text."""
        if not isinstance(text, str):
            raise RulesError(f"an action is a text, such as 'play {{card}}', not {repr(text)[:40]}")
        if len(slots_of(text)) != len(domains):
            raise RulesError(f"the action {text!r} needs one domain for each argument")
        for slot, domain in zip(slots_of(text), domains, strict=True):
            if not isinstance(domain, Sequence) or not all(isinstance(value, str) for value in domain):
                said = f"the argument {{{slot}}} of the action {text!r} takes a Deck or a list of texts"
                raise RulesError(f"{said}, not {repr(domain)[:40]}")
        if others not in _SEEN:
            raise RulesError(f"the action {text!r} says others={others!r}, which is none of OPEN, BACKS, SECRET and SEALED")
        family = Family(self.size)
        family.text, family.domains, family.others = text, domains, others
        family.final, family.otherwise = final, otherwise
        self.families.append(family)
        for values in product(*(range(len(domain)) for domain in domains)):
            self._add(family, values)
        return family

    def _add(self, family: Family, values: tuple[int, ...]) -> None:
        words = [domain[value] for domain, value in zip(family.domains, values, strict=True)]
        text = _filled(family, words)
        if not text.strip() or text.splitlines() != [text]:
            raise RulesError(f"the text of an action is a line, not {text[:40]!r}")
        if _folded(text) in self._codes:
            raise RulesError(f"two actions bear the text {text!r}")
        self._codes[_folded(text)] = self.size
        self._texts.append(text)

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self._texts[action]

    def code(self, text: str) -> int:
        """The action of this notation, whatever its spacing and case.

        Raises `UnknownAction` where there is none.
        """
        code = self._codes.get(_folded(text))
        if code is None:
            raise self.stray(text) or UnknownAction(f"no action is written {text[:60]!r}")
        return code

    def stray(self, text: str) -> UnknownAction | None:
        """Return a family's `otherwise` error for an argument that only other families take; None for any other text.

        >>> act = Actions()
        >>> STEP = act("step {square}", ["A", "B"])
        >>> HOP = act("hop {square}", ["B"], otherwise=("nobody hops from {square}", "2.1"))
        >>> act.stray("hop a"), act.stray("hop b"), act.stray("hop c")
        (UnknownAction('nobody hops from A (2.1)'), None, None)
        """
        for family in self.families:
            if family.otherwise and len(family.slots) == 1:
                (slot,), (said, rule) = family.slots, family.otherwise
                for value in self._values(slot) - {*family.domains[0]}:
                    if _folded(_filled(family, [value])) == _folded(text):
                        return UnknownAction(said.format(**{slot: value}), rule)
        return None

    def _values(self, slot: str) -> set[str]:
        """Return all values an argument of this name may have."""
        return {
            value
            for f in self.families
            for name, domain in zip(f.slots, f.domains, strict=True)
            for value in domain
            if name == slot
        }

    def family(self, action: int) -> Family:
        """Return the family an action belongs to."""
        return next(f for f in reversed(self.families) if f <= action)

    def families_of_all(self) -> list[int]:
        """The family of each action, as a number that rules compare with the family itself."""
        return [int(family) for family in self.families for _ in range(family.size)]

    def column(self, slot: str) -> list[int]:
        """The argument of this name of each action, -1 where it has none; a card is the number it has in the whole deck.

        Raises `RulesError` where no action has such an argument.

        Rules read what an action means in such columns, and so need not know in what order actions were declared:

        >>> act = Actions()
        >>> DRAW = act("draw")
        >>> OFFER = act("offer {card} to {seat}", Deck.standard().only([50, 51]), Seats.numbered(2))
        >>> act.column("card"), act.column("seat"), act.families_of_all()
        ([-1, 50, 50, 51, 51], [-1, 0, 1, 0, 1], [0, 1, 1, 1, 1])
        """
        known = {name for family in self.families for name in family.slots}
        if slot not in known:
            raise RulesError(f"no action has an argument {{{slot}}}{did_you_mean(slot, known)}")
        found = []
        for action in range(self.size):
            family = self.family(action)
            named = dict(zip(family.slots, zip(family.domains, family.arguments(action), strict=True), strict=True))
            domain, value = named.get(slot, ((), -1))
            found.append(domain.kinds[value] if isinstance(domain, Deck) else value)
        return found

    def grid(self, family: Family) -> list[Any]:
        """The actions of a family by its arguments, as nested rows; -1 where there is none.

        Cards count as in the whole deck: ``grid(OFFER)[50][1]`` offers card 50 to the second seat.
        """
        return _rows(family, [_whole(domain) for domain in family.domains], ())  # type: ignore[no-any-return]

    def label_text(self, action: int) -> str:
        """Return what the other seats see of an action while it is played."""
        family = self.family(action)
        return CONCEALED if family.others == SEALED else _filled(family, self.label_words(action))

    def label_words(self, action: int) -> list[str]:
        """Return what the other seats see of each argument of an action."""
        family = self.family(action)
        pairs = zip(family.domains, family.arguments(action), strict=True)
        if family.others in (SECRET, SEALED):
            return [CONCEALED] * len(family.domains)
        backs = family.others == BACKS
        return [d.name(BACK + d.backs[v]) if backs and isinstance(d, Deck) else d[v] for d, v in pairs]

    def seats(self) -> tuple[tuple[int, int], ...]:
        """The seat that each action names, of several the first, and the step of its number from one seat to the next; -1
        and 0 where it names none.

        >>> act = Actions()
        >>> PASS = act("pass")
        >>> HIT = act("hit {seat} with {card}", Seats.numbered(2), ["a stick", "a stone"])
        >>> act.seats()
        ((-1, 0), (0, 2), (0, 2), (1, 2), (1, 2))
        """
        return tuple(_seat_of(self.family(action), action) for action in range(self.size))

    @property
    def name_seats(self) -> bool:
        """Whether any action names a seat."""
        return any(seat >= 0 for seat, _ in self.seats())

    def labels(self) -> tuple[int, ...]:
        """The number that others know each action by: its own, or one shared by all that look alike to them.

        >>> act = Actions()
        >>> PUT = act("put {card}", Deck(["king", "fool"]), others=SECRET)
        >>> act.labels()
        (2, 2)
        """
        numbers: dict[str, int] = {}
        labels = []
        for action in range(self.size):
            concealed = self.family(action).others != OPEN
            labels.append(numbers.setdefault(self.label_text(action), self.size + len(numbers)) if concealed else action)
        return tuple(labels)


def _seat_of(family: Family, action: int) -> tuple[int, int]:
    """The seat that an action of a family names, and the distance of its number from that with the next seat."""
    for place, domain in enumerate(family.domains):
        if isinstance(domain, Seats):
            return family.arguments(action)[place], prod(len(other) for other in family.domains[place + 1 :])
    return -1, 0


def _whole(domain: Sequence[str]) -> list[int]:
    """The place in the domain of each value that an argument may have in rules, -1 where it has none."""
    if not isinstance(domain, Deck):
        return list(range(len(domain)))
    places = dict(zip(domain.kinds, range(len(domain)), strict=True))
    return [places.get(kind, -1) for kind in range(domain.whole)]


def _rows(family: Family, left: list[list[int]], chosen: tuple[int, ...]) -> Any:
    """The actions whose first arguments are chosen, as rows for those that are left."""
    if left:
        return [_rows(family, left[1:], (*chosen, place)) for place in left[0]]
    if -1 in chosen:
        return -1
    action = 0
    for domain, place in zip(family.domains, chosen, strict=True):
        action = action * len(domain) + place
    return family + action


def _filled(family: Family, words: Iterable[str]) -> str:
    return family.text.format(**dict(zip(family.slots, words, strict=True)))


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


class Events:
    """Things that happen without being anybody's action (a draw, a pile turned over), by name.

    >>> events = Events()
    >>> DREW, WON = events("drew"), events("won", NUMBER)
    >>> events.name(WON), events.of_card(DREW)
    ('won', True)
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._kinds: list[str] = []

    def __call__(self, name: str, what: str = CARD) -> int:
        """Declare an event; rules `tell` it by the number returned.

        Told with it is a cell (``CARD``: only a seat that knows its card reads it), or a public ``NUMBER`` or ``SEAT``.
        """
        if not isinstance(name, str):
            raise RulesError(f"the name of an event is a text, such as 'drew', not {repr(name)[:40]}")
        self._names.append(name)
        self._kinds.append(what)
        return len(self._names) - 1

    def kind(self, event: int) -> str:
        """`CARD`, `NUMBER` or `SEAT`, with which an event is told."""
        return self._kinds[event]

    def of_card(self, event: int) -> bool:
        """Whether an event is told with a cell."""
        return self._kinds[event] == CARD

    @property
    def names(self) -> tuple[str, ...]:
        """All names, in the order of their numbers."""
        return tuple(self._names)

    def name(self, event: int) -> str:
        """The name of an event."""
        return self._names[event]
