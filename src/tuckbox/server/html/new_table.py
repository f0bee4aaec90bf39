"""The form for a table of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import htpy as h

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.definition.offers import Offer
from tuckbox.definition.sentences import capitalised
from tuckbox.kit.fields import OFF, Option
from tuckbox.server.html.fields import radio, refusal, your_name
from tuckbox.server.html.page import Subject, document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.table.levels import TEMPOS
from tuckbox.server.table.new_table import DELAYS
from tuckbox.server.table.time_controls import TimeControl

_CHATS = [
    ("", "With friends, or if all agree"),
    ("1", "Open from the beginning"),
    ("0", "Quick reactions, until all who sit there agree"),
]
_TWICE = [("", "Played once"), ("1", "Played twice, with seats exchanged")]
_TAKEBACKS = [
    ("", "With friends: if all agree"),
    ("1", "If all who play agree"),
    ("0", "Only what nobody has seen yet"),
]
_COUNTING = [("", "No: play as you like"), ("1", "Yes: without hints, for people with a passkey")]
_TEMPOS = {"usual": "As usual", "quick": "Quickly", "slow": "Slowly, so that one can follow"}


def new_table_page(
    game: Game, paces: Iterable[TimeControl], visitor: Visitor, refused: str = "", given: Mapping[str, str] | None = None
) -> str:
    """The form for a table; `refused` says what was wrong with it the last time, and `given` what had been chosen."""
    body = h.main("#main.page")[
        h.h1[f"Open a table of {game.title}"],
        refusal(_in_words(game, refused)),
        h.form("#new.form", method="post", action="/tables")[
            h.input(type="hidden", name="game", value=game.name),
            None if visitor.name else your_name(),
            _Fields(game, given).all(paces, visitor),
            h.div(class_="orders")[h.button(class_="order main")["Open the table"], h.a(class_="order", href="/")["Cancel"]],
        ],
    ]
    return document(f"Open a table of {game.title}", body, visitor, subject=Subject(game), script="form.js")


def _in_words(game: Game, told: str) -> str:
    """A refusal of options, these called as in the form and not as `name` or `name=value`."""

    def label(found: re.Match[str]) -> str:
        name, value = found[1] or found[2], found[4]
        if value and found[3] == " " and f"{name}={value}" not in game.terms:
            return found[0]
        return f"“{capitalised(game.term(name))}{f': {game.term(name, value)}' if value else ''}”"

    names = "|".join(game.layout.options)
    return re.sub(rf"^({names})(?= must be | is only )|\b({names})([= ])(\w+)", label, told) if names else told


@dataclass(frozen=True)
class _Fields:
    """The fields of the form, with what has been `given`, or as they are at first."""

    game: Game
    given: Mapping[str, str] | None

    def all(self, paces: Iterable[TimeControl], visitor: Visitor) -> h.Node:
        """All fields of a table of the game."""
        return h.fragment[
            self._players(),
            self._matches(),
            h.fieldset(class_="pick")[
                h.legend["Who plays with you"],
                h.div(class_="grid")[[self._rival(number) for number in range(1, max(self.game.players))]],
            ],
            h.fieldset(class_="pick")[
                h.legend["Who can find the table"],
                self._radio("private", "1", "Only people with the link", True),
                self._radio("private", "0", "Everyone, on the front page", False),
            ],
            h.div(class_="grid")[
                self._select("pace", "Time to think", [(pace.name, capitalised(pace.title)) for pace in paces]),
                self._select("counts", "For ratings", _COUNTING) if visitor.somebody else None,
            ],
            self._beside(),
            self._options(),
        ]

    def _beside(self) -> h.Node:
        """Choices about what goes on beside the match, folded away unless some were given."""
        delays = [(str(delay), f"{delay} steps late" if delay else "As it happens") for delay in DELAYS]
        usual = {"hints": "", "twice": "", "chat": "", "takeback": "", "delay": str(DELAYS[0]), "tempo": "usual"}
        return h.details(open=self._unusual(usual))[
            h.summary["Hints, chat and onlookers"],
            h.div(class_="grid")[
                self._select("hints", "Hints", [("", "Only against bots"), ("1", "For everybody; all are told")]),
                self._select("chat", "Chat", _CHATS),
                self._select("takeback", "Taking moves back", _TAKEBACKS),
                self._select("delay", "Onlookers see it", delays),
                self._select("tempo", "Bots play", [(tempo, _TEMPOS[tempo]) for tempo in TEMPOS]),
                self._select("twice", "The deal", _TWICE, only="players=2") if 2 in self.game.players else None,
            ],
        ]

    def _chosen(self, name: str, at_first: str) -> str:
        return at_first if self.given is None else self.given.get(name, at_first)

    def _radio(self, name: str, value: str, label: str, at_first: bool) -> h.Node:
        return radio(name, value, label, self._chosen(name, value if at_first else "") == value)

    def _select(
        self, name: str, label: str, choices: list[tuple[str, str]], at_first: str = "", needs: int = 0, only: str = ""
    ) -> h.Node:
        """A choice; it counts with this number of players (`needs`), or with this value of another option (`only`)."""
        chosen = self._chosen(name, at_first)
        return h.label(class_="field", data_needs=str(needs) if needs else None, data_only=only or None)[
            label,
            h.select(name=name)[[h.option(value=value, selected=value == chosen)[shown] for value, shown in choices]],
        ]

    def _players(self) -> h.Node:
        numbers = self.game.players
        if len(numbers) == 1:
            return h.input(type="hidden", name="players", value=str(numbers[0]))
        return h.fieldset(class_="pick")[
            h.legend["Players"],
            [self._radio("players", str(number), str(number), number == numbers[0]) for number in sorted(numbers)],
        ]

    def _matches(self) -> h.Node:
        """The matches that the game offers, the first of them chosen; what else there is can be set below them."""
        game = self.game
        if not game.offers:
            return None
        chosen = self._chosen("offer", game.offers[0].name)
        return h.fieldset(class_="pick offers")[
            h.legend["Which match"],
            [_offer(offer, offer.name == chosen) for offer in game.offers],
            radio("offer", "", "Another match", not chosen),
            h.div(class_="grid other")[[self._option(name, game.layout.options[name]) for name in game.offered]],
        ]

    def _rival(self, number: int) -> h.Node:
        choices = [("", "A friend"), *((level, f"Bot, {level}") for level in LEVELS)]
        return self._select(f"bot{number}", f"Seat {number + 1}", choices, needs=number + 1)

    def _options(self) -> h.Node:
        """The options of the game, folded away unless some were given: their usual values are fine for a first match."""
        own = [(name, kind) for name, kind in self.game.layout.options.items() if name not in self.game.offered]
        shown = [(name, kind) for name, kind in own if not kind.house]
        house = [(name, kind) for name, kind in own if kind.house]
        options = h.div(class_="grid")[[self._option(name, kind) for name, kind in shown]]
        return h.fragment[
            h.details(open=self._unusual(_defaults(shown)))[h.summary["Options of the game"], options] if shown else None,
            h.details(class_="house-rules", open=self._unusual(_defaults(house)))[
                h.summary["House rules"],
                h.p(class_="aside")["Each departs from the printed rules, and is off unless you switch it on."],
                h.div(class_="grid")[[self._house_rule(name, kind) for name, kind in house]],
            ]
            if house
            else None,
        ]

    def _unusual(self, usual: Mapping[str, str]) -> bool:
        """Whether another value than the usual one has been chosen for some field."""
        return any(self._chosen(name, value) != value for name, value in usual.items())

    def _house_rule(self, name: str, kind: Option) -> h.Node:
        """A switch; a browser sends nothing of one that is off, and so the printed rule is played."""
        field, on = f"option.{name}", kind.values[1]
        only = f"option.{kind.only[0]}={kind.only[1]}" if kind.only else None
        return h.label(class_="switch", data_only=only)[
            h.input(type="checkbox", name=field, value=on, checked=self._chosen(field, "") == on),
            h.span[capitalised(self.game.term(name)), h.small[kind.house]],
        ]

    def _option(self, name: str, kind: Option) -> h.Node:
        """An option of the game; one that means something only with another, or with no offer, says so."""
        game, field = self.game, f"option.{name}"
        label = capitalised(game.term(name))
        only = f"option.{kind.only[0]}={kind.only[1]}" if kind.only else "offer=" if name in game.offered else ""
        if not isinstance(kind.values, range):
            choices = [(value, capitalised(game.term(name, value))) for value in kind.values]
            return self._select(field, label, choices, str(kind.default), only=only)
        low, high = str(kind.values[0]), str(kind.values[-1])
        span = h.small[f" {low} to {high}, or {game.term(name, OFF)}" if kind.off else f" {low} to {high}"]
        number = {"type": "number", "min": low, "max": high}
        words = {"type": "text", "inputmode": "numeric", "pattern": rf"\d+|{OFF}"}  # a number or the word
        value = self._chosen(field, str(kind.default))
        return h.label(class_="field", data_only=only or None)[
            h.span[label, span],
            h.input(name=field, value=value, **(words if kind.off else number)),
        ]


def _defaults(options: list[tuple[str, Option]]) -> dict[str, str]:
    """The usual values of the fields of some options."""
    return {f"option.{name}": str(kind.default) for name, kind in options}


def _offer(offer: Offer, chosen: bool) -> h.Node:
    """A match to choose; of its minutes the style sheet shows those with the number of players that is chosen."""
    lengths = [h.small(class_=f"with with-{number}")[offer.length(number)] for number in sorted(offer.minutes)]
    return h.label[
        h.input(type="radio", name="offer", value=offer.name, checked=chosen),
        h.span[offer.title, lengths],
    ]
