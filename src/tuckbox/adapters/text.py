"""A game as a conversation: prompts out, answers in prose in; for language models, and for whoever reads and writes.

>>> table = make("whiplash", players=2, seed=7, bots={1: "random"})
>>> asked = table.observe()
>>> asked.seat, asked.legal
(0, ('draw stock', 'take discard'))
>>> print(asked.prompt.splitlines()[-1])
Answer with one action in backticks, such as `draw stock`.
>>> table.step("The pile has nothing for me, so I will `Draw Stock`.").done
False

The parts of a prompt can be had apart: `Table.rules`, `Table.table`, `Table.news`, `Table.question`. They are made from the
view of the seat, so that nothing hidden can be in them, and never name an action that is not legal.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tuckbox.bots.bots import Bot, by_seat, check_learnt
from tuckbox.definition.game import Game, given_game
from tuckbox.definition.rulebook import rules_text
from tuckbox.definition.sentences import listed
from tuckbox.errors import ActionError, MatchOver, NotYourTurn, OptionError
from tuckbox.kit.plain import blend
from tuckbox.match.answers import chosen
from tuckbox.match.match import Match
from tuckbox.match.twin import Twin
from tuckbox.numbers import is_whole
from tuckbox.scene.lay import laid
from tuckbox.scene.words import words
from tuckbox.view.data import seen, seen_schema

VERSION = 1
"""Version of the form of `Table.data`, which `schema` describes."""
MANY = 24
"""Actions from which on a list names them by families, on one line each."""
GIVE_UP = ("random", "forfeit", "raise")


@dataclass(frozen=True)
class Asked:
    """A seat that is to decide, its prompt, and its legal actions in notation."""

    seat: int
    prompt: str
    legal: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """Result of an answer: whether the game is over now, whether the answer was taken, and what was said to it, the
    sentences of what has happened or the reason of a refusal (with the number of the `rule` that gives it). If an action
    was played at random instead of the answer, both, and the action."""

    done: bool
    taken: bool
    said: str
    rule: str | None = None


class Table:
    """A table at which some seats answer in prose and bots play the others; use `make`."""

    def __init__(
        self, match: Match, bots: Mapping[int, Bot], whole: bool, tries: int, give_up: str, seed: int | None,
        twin: Twin | None, go_on: bool,
    ) -> None:  # fmt: skip
        self.match, self.whole, self.tries, self.give_up, self.twin = match, whole, tries, give_up, twin
        self._bots, self._chance = dict(bots), random.Random(seed)
        self._read, self._wrong = defaultdict[int, int](int), defaultdict[int, int](int)
        self.illegal = [0] * match.players
        """Number of answers of each seat that were refused."""
        self.forfeited: int | None = None
        """The seat that has lost the game by its answers."""
        if go_on:
            self._go_on()

    @property
    def bots(self) -> list[str]:
        """The bot of each seat by its name, "" where somebody is asked."""
        return [self._bots[seat].policy.name if seat in self._bots else "" for seat in range(self.match.players)]

    @property
    def done(self) -> bool:
        """Whether the game is over, or the whole match if that is played."""
        over = self.match.done if self.whole else self.match.over
        return over or self.forfeited is not None

    @property
    def seat(self) -> int:
        """The seat that is to answer, of several the first. Raises `MatchOver`."""
        if self.done:
            raise MatchOver("the game is over")
        return self.match.waiting[0]

    def observe(self, seat: int | None = None) -> Asked:
        """A seat (None: the one that is to answer) and its prompt. Raises `MatchOver`, or `NotYourTurn`."""
        seat = self._asked(seat)
        parts = [self.table(seat), self.news(seat), self.question(seat)]
        if self.is_new(seat):
            parts.insert(0, self.rules())
        return Asked(seat, "\n\n".join(filter(None, parts)), tuple(map(self._told, self.match.legal(seat))))

    def is_new(self, seat: int) -> bool:
        """Whether a seat has not decided anything yet, and so may not know the rules."""
        return seat not in self._read

    def _told(self, text: str) -> str:
        """A text of the game in the words of this table."""
        return text if self.twin is None else self.twin.tell(text)

    def _asked(self, seat: int | None) -> int:
        if seat is None or self.done:
            return self.seat
        if seat not in self.match.waiting:
            raise NotYourTurn(self._other(seat))
        return int(seat)

    def _other(self, seat: int) -> str:
        """The reason why a seat is not to answer. Which of the others who are asked have answered already is for nobody to
        know."""
        if seat in self.match.asked:
            return "you have answered already"
        asked = [self.match.names[other] for other in self.match.asked]
        return f"{listed(asked)} {'is' if len(asked) == 1 else 'are'} to answer"

    def rules(self, whole: bool = False) -> str:
        """The rules in short, as they are with these options; or the `whole` book."""
        game = self.match.game
        text = rules_text(game, terminal=True) if whole else game.help_for(self.match.options, typed=True)
        told = text if self.twin is None else self.twin.rules(text)
        return told if whole else f"# Rules of {self._told(game.title)}\n\n{told}"

    def table(self, seat: int) -> str:
        """The table as a seat sees it, in words."""
        return self._told("\n".join(words(laid(self.match.view(seat, log=False)))))

    def news(self, seat: int) -> str:
        """Sentences on what has happened since the seat decided last; empty where nothing has."""
        return happened(self.fresh(seat))

    def fresh(self, seat: int) -> list[str]:
        """The same sentences without a heading."""
        return self.lines(seat, self._read.get(seat, 0))

    def lines(self, seat: int, after: int) -> list[str]:
        """The sentences that a seat was told after a step."""
        return [self._told(line) for _, line in self.match.lines(seat, most=10_000, after=after)]

    def question(self, seat: int) -> str:
        """Legal actions of a seat that is to answer, and what each of them means. Raises `MatchOver`, or `NotYourTurn`."""
        seat = self._asked(seat)
        notes = laid(self.match.view(seat, log=False)).notes
        return question(self.match.legal(seat), notes, self._told)

    def data(self, seat: int) -> dict[str, Any]:
        """The table of a seat for programs: its view as plain data, and the legal actions with their numbers."""
        match, view = self.match, self.match.view(seat, log=False)
        legal = [{"action": text, "number": code} for text, code in zip(match.legal(seat), match.actions(seat), strict=True)]
        head = {"version": VERSION, "game": match.game.name, "rules": match.game.hash}
        head |= {"seat": view.seat, "names": [*match.names]}
        options = {name: str(value) for name, value in match.options.items()}
        data = {**head, "options": options, "view": seen(view), "legal": legal, "done": self.done}
        return data if self.twin is None else self.twin.message(data)

    def step(self, answer: str, seat: int | None = None) -> Step:
        """Play what an answer of a seat (None: of the one that is to answer) means; a refused one changes nothing at the
        table.

        After as many refusals in succession as it has tries, a seat plays at random, forfeits, or `ActionError` is raised,
        as was said when the table was made. Raises `MatchOver`, or `NotYourTurn`.
        """
        seat = self._asked(seat)
        before = self.match.steps
        answered = self.answer(answer, seat)
        if self._wrong[seat] or self.forfeited is not None:
            return answered
        self._go_on()
        said = "\n".join([*filter(None, [answered.said]), *self.lines(seat, before)])
        return Step(self.done, answered.taken, said, answered.rule)

    def answer(self, answer: str, seat: int | None = None) -> Step:
        """The same, but no bot plays then, and of what has happened nothing is said: for those who let the bots think
        beside, by `bot`."""
        seat = self._asked(seat)
        refused, rule = "", None
        try:
            action = chosen(self.match, seat, str(answer), self.twin)
        except ActionError as error:
            rule = error.rule
            self.illegal[seat] += 1
            self._wrong[seat] += 1
            if self._wrong[seat] < self.tries:
                return Step(False, False, str(error), rule)
            if self.give_up == "raise":
                raise
            if self.give_up == "forfeit":
                self.forfeited = seat
                return Step(True, False, f"{self.match.names[seat]} forfeits: {error}", rule)
            action = self._chance.choice(self.match.actions(seat))
            instead = self._told(self.match.game.actions.text(action))
            refused = f"{error}; after {self.tries} refusals in succession `{instead}` is played for you, at random"
        self._wrong[seat] = 0
        self._read[seat] = self.match.steps
        self.match.play(action, seat)
        return Step(self.done, not refused, refused, rule)

    def tries_left(self, seat: int) -> int:
        """Number of answers of a seat that may still be refused before it loses its choice."""
        return self.tries - self._wrong[seat]

    def bot(self) -> tuple[int, Bot] | None:
        """A bot that is to decide now, and its seat; None where somebody is asked or all is over. Where the next game of a
        match waits to be dealt, it is."""
        while not self.done and self.match.between:
            self.match.deal()
        if self.done:
            return None
        return next(((seat, self._bots[seat]) for seat in self.match.waiting if seat in self._bots), None)

    def _go_on(self) -> None:
        """Let bots play until somebody is to answer, and deal the next game of a match."""
        while (ready := self.bot()) is not None:
            seat, bot = ready
            self.match.play(bot.choose(self.match.view(seat)), seat)

    def rewards(self) -> tuple[float, ...]:
        """Payoff of each seat in the game, or of a whole match in all its games. A seat that forfeits gets the least
        a game can pay, the others share what is left of a constant sum. Zero before the end."""
        if not self.done:
            return (0.0,) * self.match.players
        if self.forfeited is None:
            return tuple(map(sum, zip(*self.match.payoffs(), strict=True)))
        match = self.match
        return match.game.pays(match.players, match.options).forfeited(self.forfeited, match.players, *match.game.utility)


def schema(game: str | Game) -> dict[str, Any]:
    """The JSON Schema of `Table.data` of a game, whatever its options; those of a twin have other names.

    >>> schema("whiplash")["properties"]["view"]["properties"]["points"]["maxItems"]
    4
    """
    found = given_game(game)
    seat = {"type": "integer", "minimum": 0, "maximum": max(found.players) - 1}
    number = {"type": "integer", "minimum": 0, "maximum": found.actions.size - 1}
    action = {
        "type": "object",
        "properties": {"action": {"type": "string"}, "number": number},
        **_closed("action", "number"),
    }
    names = list(found.layout.options)
    parts = {
        "version": {"const": VERSION},
        "game": {"const": found.name},
        "rules": {"const": found.hash},
        "seat": seat,
        "names": {"type": "array", "items": {"type": "string"}, "maxItems": max(found.players)},
        "options": {"type": "object", "properties": {name: {"type": "string"} for name in names}, **_closed()},
        "view": seen_schema(found),
        "legal": {"type": "array", "items": action},
        "done": {"type": "boolean"},
    }
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"A seat of {found.title}"}
    return {**head, "type": "object", "properties": parts, **_closed(*parts)}


def _closed(*names: str) -> dict[str, Any]:
    """The end of a schema of an object that has these fields and no others."""
    return {"required": list(names), "additionalProperties": False}


def happened(lines: Sequence[str]) -> str:
    """Sentences on what has happened under their heading; empty where there are none."""
    return "\n".join(["# What has happened", *lines]) if lines else ""


def question(legal: Sequence[str], notes: Mapping[str, str], tell: Callable[[str], str] = str) -> str:
    """The question that lists legal actions, with what is noted of each, perhaps to `tell` in other words.

    >>> print(question(["draw stock", "take discard"], {"draw stock": "face down"}))
    # You may
    1. `draw stock`: face down
    2. `take discard`
    <BLANKLINE>
    Answer with one action in backticks, such as `draw stock`.
    """
    lines = [f"{number}. `{text}`{f': {notes[text]}' if notes.get(text) else ''}" for number, text in enumerate(legal, 1)]
    offered = _families(legal, notes) if len(legal) > MANY else lines
    ask = f"Answer with one action in backticks, such as `{tell(legal[0])}`."
    return "\n".join(["# You may", *map(tell, offered), "", ask])


def _families(legal: Sequence[str], notes: Mapping[str, str]) -> list[str]:
    """Many actions by their families, with what is noted of each."""
    found = defaultdict[str, list[str]](list)
    for text in legal:
        found[text.partition(" ")[0]].append(f"`{text}` ({notes[text]})" if notes.get(text) else f"`{text}`")
    return [f"- {', '.join(texts)}" for texts in found.values()]


def make(
    game: str | Game,
    players: int | None = None,
    *,
    seed: int | None = None,
    bots: Mapping[int, str] | Iterable[str | None] | None = None,
    whole: bool = False,
    tries: int = 3,
    give_up: Literal["random", "forfeit", "raise"] = "random",
    options: Mapping[str, Any] | None = None,
    twin: int | None = None,
    go_on: bool = True,
    **more: Any,
) -> Table:
    """A table for answers in prose; all seats but those of `bots`, ``{1: "greedy"}`` or ``[None, "greedy"]``, are asked.

    One game is played, or with `whole` a whole match. After `tries` answers in succession that are none, the seat plays at
    ``"random"``, loses by ``"forfeit"``, or the error is raised (``"raise"``), as `give_up` says. The same seed and the same
    actions give the same game. With the number of a `twin` all is told in other words (see `tuckbox.match.twin`). Unless
    they `go_on`, bots wait for whoever lets them play (`Table.bot`). Raises `UnknownGame` or `OptionError`.
    """
    if give_up not in GIVE_UP:
        raise OptionError(f"give_up is one of {', '.join(GIVE_UP)}, not {str(give_up)[:40]!r}")
    if not is_whole(tries, 1):
        raise OptionError("a seat has at least one try")
    match = Match(game, players, seed=seed, options=options, **more)
    named = by_seat(bots, match.players)
    check_learnt(match.game, list(named.values()), match.players, match.options)
    seed = match.source.seed  # an int, also where NumPy's was given
    start = random.getrandbits(62) if seed is None else seed
    seated = {seat: Bot(policy, match.game, blend(start, seat + 1), policy.table_mode) for seat, policy in named.items()}
    return Table(match, seated, whole, tries, give_up, seed, None if twin is None else Twin(match.game, twin), go_on)
