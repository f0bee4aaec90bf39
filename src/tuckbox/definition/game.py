"""A game: its rules, its words, its scene, and its declarations; and how installed games are found."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from tuckbox.definition.encodings import Hints
from tuckbox.definition.faults import described, line_of, placed
from tuckbox.definition.finding import add, given_as, installed
from tuckbox.definition.offers import Offer, check_offers
from tuckbox.definition.payoffs import GENERAL_SUM, Payoffs
from tuckbox.definition.planes import check_hints
from tuckbox.definition.sentences import words_in
from tuckbox.definition.sources import OPTIONAL_RULES, rules_hash
from tuckbox.definition.topics import Topic
from tuckbox.definition.tournament import Tournament, check_tournament
from tuckbox.errors import OptionError, RulesError, UnknownGame, did_you_mean, nearest
from tuckbox.kit.actions import SEAT, Actions, Events
from tuckbox.kit.fields import Number
from tuckbox.kit.layout import GameState, Layout
from tuckbox.kit.reasons import Reasons
from tuckbox.numbers import is_whole
from tuckbox.scene.art import Art
from tuckbox.scene.parts import Scene


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules, its words, its scene, and what has to be declared about it.

    The entry point group `tuckbox.games` names the games that are installed.
    """

    name: str
    """Name by which it is called in commands, records and paths."""
    title: str
    """Name for people."""
    rules: ModuleType
    """The module with `State`, `act`, the rules `setup`, `refuse` (or `legal`, or both) and `apply`, and the `reasons` of
    `refuse`."""
    scene: Callable[[Any], Scene]
    """Lays a view out as a table; of a `View`, which holds its game and so is declared after it."""
    tagline: str = ""
    """A sentence that invites."""
    designers: str = ""
    """Names of its authors."""
    minutes: tuple[int, int] = (5, 30)
    """Shortest and longest usual duration of a match among people."""
    says: Mapping[str, str | Callable[[int], str]] = field(default_factory=dict)
    """Sentences of the log by the texts of action families and the names of events; see `tuckbox.match.log`."""
    labels: Mapping[str, str | Callable[[int], str]] = field(default_factory=dict)
    """Labels of actions where people click, by the texts of action families; see `tuckbox.match.labels`."""
    facts: Mapping[str, Callable[[Any, int], str]] = field(default_factory=dict)
    """Words for the sentences of reasons besides the action's own arguments, from the view of whoever asks and the
    action; of a reason why an `event` means nothing now, from the view of an onlooker, and -1."""
    check_options: Callable[[int, Mapping[str, Any]], None] | None = None
    """Raises `OptionError` for options that make no sense together."""
    options_rule: str | None = None
    """Number of the rule that sets the options."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Labels of options, and of their values as ``name=value``, in forms."""
    offers: tuple[Offer, ...] = ()
    """Matches offered to people who begin a table, the shortest first; programs keep the defaults of the options."""
    tournament: Tournament | None = None
    """Its competition for many people at several tables, where its rules have one."""
    help: str | Callable[[Mapping[str, Any]], str] = ""
    """The game in short; a function makes it of the options."""
    notation: str = ""
    """How actions are written, for those who type them."""
    art: Art | None = None
    """Folder of the drawings that a scene calls by name, and of the game's look."""
    topics: Callable[[Mapping[str, str]], Mapping[str, Topic]] | None = None
    """Answers to those who ask about a card or a place, made of the options, by the names that these have in a
    scene; see `tuckbox.match.topics`."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of cards by their faces, where these are mere signs and there is room for words."""
    manners: tuple[str, ...] = ()
    """Ways to play that the rule `lean` knows; the first is that of `prefer`."""
    utility: tuple[float, float] = (0.0, 1.0)
    """Least and greatest payoff of a seat."""
    payoffs: Payoffs | Callable[[int, Mapping[str, Any]], Payoffs] = GENERAL_SUM
    """Kind of payoffs (`tuckbox.definition.payoffs`); a function where it depends on the number of players and the
    options."""
    longest: int = 10_000
    """Maximum number of decisions of a game; one that goes on for so long is cut off."""
    mini: Mapping[str, Any] | None = None
    """Options of a version small enough to count through, which the suite plays too."""
    variants: tuple[Mapping[str, Any], ...] = ({},)
    """Sets of options of which golden records are kept."""
    observe: Hints = field(default_factory=dict)
    """Encodings of public numbers, and contents of piles, for learners; see `tuckbox.definition.encodings`."""
    as_numbers: Mapping[str, str] = field(default_factory=dict)
    """Why a number that rules use as a seat or as a kind of card is told to learners otherwise, by its name; the check asks
    for it (`tuckbox.testing.meanings`)."""
    sides: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Names of the values of numbers by seat that say what a seat plays, its racer or its faction, for reports (empty:
    none)."""
    urgent: tuple[int, ...] = ()
    """Kinds of windows that are asked even of those who pass until their turn."""
    former: tuple[str, ...] = ()
    """Hashes of earlier rules that these replay step for step, as older records name options; their matches go on."""
    unreached: Mapping[str, str] = field(default_factory=dict)
    """Why no walk can reach an action, reason or event, by its name in `tuckbox.testing.reach`."""

    def __post_init__(self) -> None:
        """Refuse what is declared of another kind than it should be, and sentences for what the game does not have."""
        self._check_kinds()
        shared = self.layout.events  # with another game that has the same state
        if shared is None or len(self.told.names) > len(shared.names):
            self.layout.events = self.told
        if self.manners and "lean" not in self.brings:
            raise RulesError(f"{self.name} names manners, but has no rule `lean` that tells them apart")
        self._check_keys()
        self._check_sentences()
        self._check_reasons()
        check_hints(self.layout, self.observe)
        self._check_offers()
        if self.tournament is not None:
            check_tournament(self.name, self.tournament, self.allows)

    def _check_keys(self) -> None:
        """Refuse sentences, labels, terms and sides of what the game does not have."""
        actions, options = {family.text for family in self.actions.families}, self.layout.options
        events = {*self.told.names, *self.outside.names}
        settings = {f"{name}={value}" for name, kind in options.items() for value in kind.all_values} | set(options)
        for what, given, known, kinds in (
            ("a sentence", self.says, actions | events, "action or event"),
            ("a label", self.labels, actions, "action"),
            ("a term", self.terms, settings, "option or value"),
        ):
            if stray := sorted(set(given) - known):
                meant = did_you_mean(stray[0], known)
                raise RulesError(f"{self.name} has {what} for {stray[0]!r}, which is no {kinds} of its own{meant}")
        for name in self.sides:
            kind = self.layout.fields.get(name)
            if not isinstance(kind, Number) or kind.shape != (self.layout.seats,):
                raise RulesError(f"`sides` of {self.name} speaks of {name!r}, which is no number of each seat")

    def _check_kinds(self) -> None:
        """Refuse values that are not of the kind that is wanted, where errors would be raised much later."""
        pays = self.payoffs
        state = getattr(self.rules, "State", None)
        if isinstance(state, type) and not hasattr(state, "layout"):
            raise RulesError(f"`State` of {self.name} is not decorated: write @state(players=(2, 3, 4)) above it")
        wanted = {
            "rules": ("the module of its rules", isinstance(self.rules, ModuleType)),
            **{name: ("a text", isinstance(getattr(self, name), str)) for name in _TEXTS},
            "title": ("what the game is called", isinstance(self.title, str) and bool(self.title.strip())),
            "minutes": ("the shortest and the longest duration, such as (5, 30)", _is_pair(self.minutes)),
            "says": ("a dict of sentences", isinstance(self.says, Mapping)),
            "labels": ("a dict of labels", isinstance(self.labels, Mapping)),
            "help": ("a text, or a function of the options", isinstance(self.help, str) or callable(self.help)),
            "observe": ("a dict of encodings, such as {'leader': SeatOf()}", isinstance(self.observe, Mapping)),
            "scene": ("a function of a view", callable(self.scene)),
            "longest": ("a whole number from 1", is_whole(self.longest, 1)),
            "utility": ("the least and the greatest payoff, such as (0, 1)", _is_span(self.utility)),
            "payoffs": ("one of tuckbox.definition.payoffs or a function", isinstance(pays, Payoffs) or callable(pays)),
            "offers": ("a tuple of Offer(...)", all(isinstance(offer, Offer) for offer in self.offers)),
        }  # fmt: skip
        for name, (kind, good) in wanted.items():
            if not good:
                raise RulesError(f"`{name}` of {self.name} is {kind}, not {repr(getattr(self, name))[:40]}")
        self._check_names()
        for name, texts in (("says", self.says), ("labels", self.labels)):
            for of, text in texts.items():
                if not isinstance(text, str) and not callable(text):
                    said = f"`{name}` of {self.name} has for {of!r} a text, or a function that makes one"
                    raise RulesError(f"{said}, not {repr(text)[:40]}")
        for name, sets in (("variants", self.variants), ("mini", (self.mini or {},))):
            for option in (option for options in sets for option in options if option not in self.layout.options):
                meant = did_you_mean(str(option), self.layout.options)
                raise RulesError(f"`{name}` of {self.name} speaks of {option!r}, which is no option of its own{meant}")

    def _check_names(self) -> None:
        """Refuse rules in which something that is found by its name has another one, or is missing."""
        kinds = {"State": GameState, "act": Actions, "told": Events, "reasons": Reasons}
        for name in (name for name in kinds if not hasattr(self.rules, name)):
            named = {other: value for other, value in vars(self.rules).items() if other != "outside"}
            meant = next((other for other, value in named.items() if _is_of(value, kinds[name])), "")
            if meant or name in ("State", "act"):
                missing = f", which is found by this name: call {meant} so" if meant else ""
                raise RulesError(f"the rules of {self.name} have no `{name}`{missing}")

    def _check_sentences(self) -> None:
        """Refuse sentences of the log, and labels, with words in braces that they are not told."""
        told = {family.text: {*family.slots, *(f"{slot}'s" for slot in family.slots)} for family in self.actions.families}
        kinds = {name: self.told.kind(event) for event, name in enumerate(self.told.names)}
        told |= {name: {kind, "seat's"} if kind == SEAT else {kind} for name, kind in kinds.items()}
        for name, sentence in (*self.says.items(), *self.labels.items()):
            known = {"who", *told.get(name, ())}
            try:
                stray = sorted(words_in(sentence) - known) if isinstance(sentence, str) else []
            except ValueError as error:
                raise RulesError(f"the sentence {sentence!r} of {self.name} cannot be read: {error}") from error
            if stray:
                may = ", ".join(f"{{{word}}}" for word in sorted(known))
                meant = did_you_mean(stray[0], known)
                raise RulesError(f"the sentence {sentence!r} of {self.name} may use {may}, but not {{{stray[0]}}}{meant}")

    def _check_reasons(self) -> None:
        """Refuse reasons with words in braces that stand for nothing."""
        known = {*self.facts, *(slot for family in self.actions.families for slot in family.slots)}
        for reason in self.reasons:
            stray = sorted(set(self.reasons.slots(reason)) - known)
            if stray:
                told = f"the reason {self.reasons.text(reason)!r} of {self.name} speaks of {{{stray[0]}}}"
                raise RulesError(f"{told}, which is no argument of an action; `facts` of the Game say what else it is")

    def _check_offers(self) -> None:
        """Refuse offers that cannot be played."""
        check_offers(self.name, self.players, self.offers)
        for offer in self.offers:
            for number in self.players:
                try:
                    self.settle_options(number, offer.options)
                except OptionError as error:
                    raise RulesError(f"the offer {offer.name!r} of {self.name} cannot be played: {error}") from None

    @property
    def layout(self) -> Layout:
        """The state's layout."""
        layout: Layout = self.rules.State.layout
        return layout

    @property
    def actions(self) -> Actions:
        """All actions of the game."""
        actions: Actions = self.rules.act
        return actions

    @property
    def told(self) -> Events:
        """Events that the rules tell."""
        return getattr(self.rules, "told", None) or Events()

    @property
    def outside(self) -> Events:
        """Events that may come from outside the rules, such as the end of the time."""
        return getattr(self.rules, "outside", None) or Events()

    @property
    def reasons(self) -> Reasons:
        """Why actions are refused."""
        return getattr(self.rules, "reasons", None) or Reasons()

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players it can be played with."""
        return self.layout.players

    def term(self, option: str, value: object = None) -> str:
        """Label of an option in a form, or of one of its values; its own name where no term is given."""
        if value is None:
            return self.terms.get(option, option.replace("_", " "))
        return self.terms.get(f"{option}={value}", str(value))

    def __deepcopy__(self, memo: object) -> Game:
        """Return the game itself, of which there is one."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Say where it is bound, in its package or the module of its rules. Raises `RulesError` where it is not."""
        for module in (self.rules.__package__ or "", self.rules.__name__):
            for name, value in vars(sys.modules.get(module, object)).items():
                if value is self:
                    return _bound, (module, name)
        raise RulesError(f"{self.name} cannot be pickled: its package has no name for it, such as GAME")

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The options that say which match it is: those that offers set, and those that mean something only with these."""
        named = {name for offer in self.offers for name in offer.options}
        options = self.layout.options.items()
        return tuple(name for name, kind in options if name in named or (kind.only and kind.only[0] in named))

    def offer(self, name: str) -> Offer:
        """The offer of this name. Raises `OptionError`."""
        known = {offer.name: offer for offer in self.offers}
        if name not in known:
            meant = did_you_mean(name, known) or f"; it offers {', '.join(known) or 'none'}"
            raise OptionError(f"{self.name} offers no match {name[:40]!r}{meant}")
        return known[name]

    @property
    def folder(self) -> Path:
        """The folder in which its rules lie, with what is shipped beside them."""
        return Path(str(self.rules.__file__)).parent

    def first_offer(self, options: Mapping[str, Any] | None = None) -> Offer | None:
        """The match that people play who have not chosen one; None where they have, or where nothing is offered."""
        said = any(name in self.offered for name in options or {})
        return self.offers[0] if self.offers and not said else None

    def with_offer(self, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Options of a match, those of the first offer among them where none says which match it is."""
        offer = self.first_offer(options)
        return {**(offer.options if offer else {}), **(options or {})}

    @cached_property
    def players_as_offered(self) -> tuple[int, ...]:
        """The numbers of players for the match that people play who have not chosen one, the fewest first: some games need
        an option for others."""
        found = []
        for number in sorted(self.players):
            with suppress(OptionError):
                self.settle_options(number, self.with_offer())
                found.append(number)
        return tuple(found)

    def offer_of(self, players: int, options: Mapping[str, str]) -> Offer | None:
        """The offer that is played with these options, given as texts; None if it is another match."""
        played = {name: value for name, value in options.items() if name in self.offered}
        for offer in self.offers:
            _, settled = self.settle_options(players, offer.options)
            if played == {name: str(value) for name, value in settled.items() if name in self.offered}:
                return offer
        return None

    def help_for(self, options: Mapping[str, Any] | None = None, *, typed: bool = False) -> str:
        """The game in short, as it is played with these options, the others as usual; `typed` adds the notation."""
        told = self._help(options or {}).strip()
        return f"{told}\n\n{self.notation}" if typed and self.notation else told

    def _help(self, given: Mapping[str, Any]) -> str:
        if isinstance(self.help, str):
            return self.help
        numbers = {name: kind.number(name, given.get(name, kind.default)) for name, kind in self.layout.options.items()}
        return self.help({name: self.layout.options[name].value(number) for name, number in numbers.items()})

    @property
    def brings(self) -> set[str]:
        """Which of the optional rules the game has."""
        return {name for name in OPTIONAL_RULES if inspect.isfunction(getattr(self.rules, name, None))}

    @cached_property
    def hash(self) -> str:
        """Names the rules and data; records of other rules are refused."""
        return rules_hash(self.rules.__name__)

    def pays(self, players: int, options: Mapping[str, Any]) -> Payoffs:
        """The kind of payoffs for a number of players and all options."""
        return self.payoffs if isinstance(self.payoffs, Payoffs) else self.payoffs(players, options)

    def manner(self, name: str) -> int:
        """The number of a manner of playing; of no name 0. Raises `OptionError`."""
        if name and name not in self.manners:
            known = f"; it knows {', '.join(self.manners)}" if self.manners else ""
            raise OptionError(f"{self.name} knows no manner {name[:40]!r}{known}")
        return self.manners.index(name) if name else 0

    def settle_options(self, players: int | None, options: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """The number of players and the value of every option that means something with the others.

        Raises `OptionError` for what is not allowed.
        """
        try:
            number, values = self._settled(players, options)
        except OptionError as error:
            raise OptionError(error.message, error.rule or self.options_rule) from None
        if self.check_options:
            self.check_options(number, values)
        return number, values

    def _settled(self, players: int | None, options: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        """The same, but for what the game checks itself."""
        known = self.layout.options
        number = self.players[0] if players is None else players
        if number not in self.players or not is_whole(number, 1):
            allowed = ", ".join(map(str, sorted(self.players)))
            raise OptionError(f"{self.name} is for {allowed} players, not {repr(players)[:20]}")
        for name in options:
            if name not in known:
                meant = did_you_mean(str(name), known) or f"; it has {', '.join(known) or 'none'}"
                raise OptionError(f"{self.name} has no option {str(name)[:40]!r}{meant}")
        given = {name: _written(value) for name, value in options.items()}
        values = {name: kind.value(kind.number(name, given.get(name, kind.default))) for name, kind in known.items()}
        for name, kind in known.items():
            if kind.only and str(values[kind.only[0]]) != kind.only[1]:
                if name in options:
                    raise OptionError(f"{name} is only for {kind.only[0]}={kind.only[1]}", kind.rule)
                del values[name]
        return int(number), values

    def recorded_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of an older record, with the value that was meant where it does not name one that is new."""
        told = {
            name: kind.before
            for name, kind in self.layout.options.items()
            if name not in options and kind.before is not None
            if not kind.only or str(options.get(kind.only[0])) == kind.only[1]
        }
        return {**told, **options}

    def allows(self, players: int, options: Mapping[str, Any]) -> bool:
        """Whether this number of players can play with these options."""
        try:
            self.settle_options(players, options)
        except OptionError:
            return False
        return True

    def blank(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> GameState:
        """A plain record with options and players written in, before any game has been set up."""
        number, values = self.settle_options(players, options or {})
        record: Any = self.layout.State()
        record.players = number
        for name, kind in self.layout.options.items():
            setattr(record, name, kind.number(name, values.get(name, kind.default)))
        return record  # type: ignore[no-any-return]


_TEXTS = ("name", "tagline", "designers", "notation")
"""Declarations that are texts."""


def _is_of(value: object, kind: type) -> bool:
    """Whether something is of a kind, or a kind that is made from it."""
    return isinstance(value, kind) or (isinstance(value, type) and issubclass(value, kind) and value is not kind)


def _is_pair(given: object) -> bool:
    """Whether something is two whole numbers, the second not the smaller."""
    numbers = isinstance(given, Sequence) and len(given) == 2 and all(is_whole(number, 1) for number in given)
    return numbers and given[0] <= given[1]  # type: ignore[index]


def _is_span(given: Any) -> bool:
    """Whether something is two numbers, the lower first."""
    numbers = isinstance(given, Sequence) and len(given) == 2 and all(isinstance(each, int | float) for each in given)
    return numbers and given[0] < given[1]


def _bound(package: str, name: str) -> Any:
    """A game by the name it has in its package, which may lie in a folder of `TUCKBOX_GAMES`."""
    installed()
    return getattr(importlib.import_module(package), name)


def given_once(options: Mapping[str, Any] | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a call that takes them as one mapping, by name, or both. Raises `OptionError` for one given twice,
    and for what are no options."""
    if not isinstance(options, Mapping | None):
        raise OptionError(f"options are given by their names, not as {repr(options)[:40]}")
    if several := [name for name, value in more.items() if isinstance(value, Mapping)]:
        raise OptionError(f"several options at once are given as options={{...}}, not as {several[0]}")
    if twice := sorted({*(options or {})} & {*more}):
        raise OptionError(f"{twice[0]} is given twice")
    return {**(options or {}), **more}


def _written(value: Any) -> Any:
    """The value of an option, with Python's truths as options have them, ``true`` and ``false``."""
    return str(value).lower() if isinstance(value, bool) else value


@cache
def game(name: str) -> Game:
    """The game of this name. Raises `UnknownGame`, or `RulesError` where its code cannot be loaded."""
    if name not in installed():
        raise _unknown(str(name))
    load = installed()[name]
    try:
        found: Any = load()
    except RulesError as error:
        raise RulesError(placed(error, _home_of(load))) from error
    except Exception as error:  # a stranger's package may fail in any way while it is imported
        raise RulesError(f"{_called(name)} cannot be loaded: {_failure(error, _home_of(load))}") from error
    if not isinstance(found, Game):
        raise RulesError(f"the entry point of {name} does not give a Game")
    if found.name != name:  # records and addresses have the game's own name, by which it would not be found
        raise RulesError(f"{_called(name)} calls itself {found.name!r}: its Game and its entry point need one name")
    return found


def _unknown(name: str) -> UnknownGame:
    """The error about a game that is not there, with what may be meant."""
    said = f"there is no game {name[:40]!r}"
    if "/" in name or os.sep in name:  # names come from the network, too: no folder is looked into for one
        return UnknownGame(f"{said}; the game of a project's folder is tuckbox.game_in(folder)")
    if meant := nearest(name, installed()):
        return UnknownGame(f"{said}{did_you_mean(name, [meant])}", meant)
    known = installed()
    return UnknownGame(f"{said}: it is one of {', '.join(known)}" if known else f"{said}; none is installed")


def given_game(given: str | Game) -> Game:
    """A game that is given by its name, or itself. Raises `UnknownGame`, also for what is neither, or `RulesError`."""
    if isinstance(given, Game):
        return given
    if not isinstance(given, str):
        raise UnknownGame(f"a game is given by its name, or itself, not as {repr(given)[:40]}")
    return game(given)


def game_in(folder: str | Path) -> Game:
    """The game that a project in a folder declares; of several the first. Code that lies there is run.

    Raises `OptionError` where it declares none, or one whose name is taken, and for what is no path; `RulesError` where its
    code cannot be loaded.
    """
    if not isinstance(folder, str | Path):
        raise OptionError(f"the folder of a project is a path, not {repr(folder)[:40]}")
    found = game(add(Path(folder)))
    if not found.folder.resolve().is_relative_to(Path(folder).resolve()):
        raise OptionError(f"there is a game called {found.name} already, in {found.folder}")
    return found


def _called(name: str) -> str:
    """A game that cannot be loaded, by where it is."""
    where = given_as(name)
    return f"the game {name} is installed but" if where == name else f"the game {name} in {where}"


def _home_of(load: Callable[[], Any]) -> Path:
    """The folder of the package that an entry point loads a game from; that of this module for what is none."""
    module = getattr(getattr(load, "__self__", None), "module", __name__)
    spec = find_spec(module.partition(".")[0])
    return Path(spec.origin).parent if spec and spec.origin else Path(__file__).parent


def _failure(error: Exception, folder: Path) -> str:
    """An error while a game was loaded, with its line and, for a misspelt name, what may be meant."""
    return described(error, "" if isinstance(error, SyntaxError) else line_of(error, folder))
