"""Matches for language models over the Model Context Protocol: ``tuckbox mcp``.

A match and each of its open seats have a token, which `new_match` gives and every other tool asks for: the protocol keeps no
sessions, and several clients may play at one table, each with the token of its seat. What a tool tells is made from the view
of that seat. Needs ``pip install 'tuckbox[mcp]'``.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field, ValidationError

from tuckbox import __version__
from tuckbox.adapters import text
from tuckbox.bots.bots import LEVELS, Policy
from tuckbox.definition import rulebook
from tuckbox.definition.game import Game, installed
from tuckbox.definition.game import game as find_game
from tuckbox.errors import MatchOver, NotYourTurn, OptionError, TuckboxError

if TYPE_CHECKING:
    from tuckbox.adapters.watching import Pages

P = ParamSpec("P")
R = TypeVar("R")

MOST_MATCHES = 256
"""Maximum number of matches that are kept; a new one then takes the place of the one longest untouched."""
MOST_ITERATIONS, MOST_MILLISECONDS = LEVELS["hard"], 10_000
"""Maximum effort of a bot for one decision: while it thinks nobody else is answered."""
OPEN = "open"
"""Name of a seat that a client plays."""
INSTRUCTIONS = """\
Card games that you cannot have read about: every rule is in `rules`. Begin with `new_match`, keep the token of your seat,
and repeat `observe` and `act` until the game is over. Nothing hidden is ever told, so neither are secrets of your rivals."""

Token = Annotated[str, Field(description="The token of your seat, as `new_match` gave it")]


@dataclass(frozen=True)
class Listed:
    """A game that can be played."""

    name: str
    title: str
    tagline: str
    players: list[int]
    minutes: list[int]
    options: dict[str, list[str]]


@dataclass(frozen=True)
class Place:
    """A seat of a match: its number and name, and its token if a client plays it, else the bot that does."""

    seat: int
    name: str
    token: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Opened:
    """A new match."""

    game: str
    options: dict[str, str]
    seats: list[Place]
    watch: str = ""
    """Address at which the table can be watched in a browser of this machine, as onlookers see it."""


@dataclass(frozen=True)
class Look:
    """State of a match for a seat: whether it is to decide, whom it waits for else, and the prompt."""

    yours: bool
    done: bool
    waiting_for: list[str]
    prompt: str
    legal: list[str] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    step: int = 0
    """Number of steps of the match so far. An answer that names it is played there or not at all."""


@dataclass(frozen=True)
class Told:
    """Result of an answer: whether it was taken, what was said to it and by which rule, and whether the game is over."""

    taken: bool
    said: str
    rule: str
    done: bool
    yours: bool
    rewards: list[float] = field(default_factory=list)
    step: int = 0
    """Number of steps of the match so far."""


_LATE = "this is meant for step {}, but the match is at step {}: `observe` it again"


class Matches:
    """The matches of a server by the tokens of their seats, which can be `watched` or not. It may be used from several
    threads."""

    def __init__(self, most: int = MOST_MATCHES, watched: bool = False) -> None:
        self.most, self.watched = most, watched
        self._pages: Pages | None = None
        self._lock = threading.RLock()
        self._tables: OrderedDict[str, text.Table] = OrderedDict()
        self._seats: dict[str, tuple[str, int]] = {}

    def open(self, game: str, seats: list[str], options: Mapping[str, Any], seed: int | None, whole: bool) -> Opened:
        """Begin a match with a bot or a client in each seat. Raises `TuckboxError` for what cannot be."""
        bots = {seat: name for seat, name in enumerate(seats) if name != OPEN}
        for name in bots.values():
            _check_bot(name)
        with self._lock:
            table = text.make(game, len(seats), seed=seed, bots=bots, whole=whole, options=options)
            number, names = secrets.token_urlsafe(12), table.match.names
            self._tables[number] = table
            while len(self._tables) > self.most:
                gone, _ = self._tables.popitem(last=False)
                self._seats = {token: place for token, place in self._seats.items() if place[0] != gone}
            places = []
            for seat, name in enumerate(names):
                token = "" if seat in bots else secrets.token_urlsafe(18)
                if token:
                    self._seats[token] = number, seat
                places.append(Place(seat, name, token, bots.get(seat, "")))
            watch = self._link(number)
        return Opened(game, {name: str(value) for name, value in table.match.options.items()}, places, watch)

    def _link(self, number: str) -> str:
        """Where a match can be watched; the pages are served from the first match on."""
        if not self.watched:
            return ""
        from tuckbox.adapters.watching import Pages

        self._pages = self._pages or Pages(self.page)
        return self._pages.link(number)

    def page(self, number: str) -> str:
        """The page of a match as onlookers see it now. Raises `OptionError` for one that is none."""
        from tuckbox.adapters.watching import page, watched

        with self._lock:
            table = self._tables.get(number)
            if table is None:
                raise OptionError("there is no such match, or no longer")
            return page(number, watched(table.match, table.bots, table.done))

    def close(self) -> None:
        """Let nobody watch any more."""
        if self._pages is not None:
            self._pages.close()
            self._pages = None

    def find(self, token: str) -> tuple[text.Table, int]:
        """The table and seat of a token. Raises `OptionError` for one that is none, or of a match that was dropped."""
        if token not in self._seats:
            raise OptionError("there is no match with this token: `new_match` gives one")
        number, seat = self._seats[token]
        self._tables.move_to_end(number)
        return self._tables[number], seat

    def observe(self, token: str) -> Look:
        """State of a match for the seat of a token."""
        with self._lock:
            table, seat = self.find(token)
            at = table.match.told(seat)
            if table.done:
                over = f"{table.table(seat)}\n\n{table.news(seat)}"
                return Look(False, True, [], over, rewards=list(table.rewards()), step=at)
            waiting = table.match.waiting
            if seat in waiting:
                asked = table.observe(seat)
                return Look(True, False, [], asked.prompt, list(asked.legal), step=at)
            names = [table.match.names[other] for other in table.match.asked if other != seat]
            return Look(False, False, names, "\n\n".join(filter(None, (table.table(seat), table.news(seat)))), step=at)

    def act(self, token: str, answer: str, at: int | None = None) -> Told:
        """Play what an answer means for the seat of a token; refused answers change nothing, as long as it has tries.

        One meant for a step (`at`) other than that which the match has reached is refused, and costs no try: it may have
        been sent twice.
        """
        with self._lock:
            table, seat = self.find(token)
            now = table.match.told(seat)
            try:
                late = at is not None and at != now
                step = text.Step(table.done, False, _LATE.format(at, now)) if late else table.step(answer, seat)
            except (MatchOver, NotYourTurn) as error:
                step = text.Step(table.done, False, str(error))
            rewards = list(table.rewards()) if table.done else []
            yours = not table.done and seat in table.match.waiting
            return Told(step.taken, step.said, step.rule or "", table.done, yours, rewards, table.match.told(seat))

    def hint(self, token: str) -> str:
        """A good player's choice for the seat of a token. Raises `OptionError` where others play without bots' help."""
        from tuckbox.coach.hint import hint
        from tuckbox.scene.lay import laid

        with self._lock:
            table, seat = self.find(token)
            if len({place for place in self._seats.values() if self._tables[place[0]] is table}) > 1:
                raise OptionError("there are no hints where several clients play each other")
            if table.done or seat not in table.match.waiting:
                raise OptionError("there is nothing to decide just now")
            view = table.match.view(seat)
        return hint(view, laid(view), seconds=1.0).sentence

    def review(self, token: str, effort: int) -> str:
        """The decisions of the seat of a token, judged by the coach. Raises `OptionError` before the end."""
        from tuckbox.coach.report import told as report
        from tuckbox.coach.review import review

        with self._lock:
            table, seat = self.find(token)
            if not table.done:
                raise OptionError("a game is reviewed when it is over")
            record = table.match.record()
        return "\n".join(report(review(record, seat, effort)))


def _check_bot(name: str) -> None:
    """Raise `OptionError` for what is no bot that a client may name. Weights in a file are none: what is said of a file that
    holds none is in it."""
    try:
        policy = Policy.parse(name, files=False)
    except OptionError as error:
        known = f"{OPEN}, random, greedy, learned or search:ITERATIONS ({MOST_ITERATIONS:,} at most)"
        raise OptionError(f"a seat is {known}, not {name[:40]!r}") from error
    if policy.effort > MOST_ITERATIONS or policy.milliseconds > MOST_MILLISECONDS:
        raise OptionError(f"a search here has {MOST_ITERATIONS:,} iterations or {MOST_MILLISECONDS:,} milliseconds at most")


def listed(name: str) -> Listed:
    """An installed game as it is listed."""
    game = find_game(name)
    options = {option: [str(value) for value in kind.all_values][:40] for option, kind in game.layout.options.items()}
    return Listed(game.name, game.title, game.tagline, list(game.players), list(game.minutes), options)


def told(tool: Callable[P, R]) -> Callable[P, R]:
    """A tool whose typed errors are told to the client; any others are ours to know."""

    @wraps(tool)
    def telling(*given: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*given, **named)
        except TuckboxError as error:
            raise ToolError(str(error)) from error

    return telling


def _rule(game: Game, number: str) -> str:
    """The rule of a number. Raises `OptionError`."""
    text = rulebook.rule(game, number.strip())
    if text is None:
        raise OptionError(f"{game.title} has no rule {number[:20]!r}: `rules` with `whole` has all, with their numbers")
    return text


class _Server(MCPServer):
    """The SDK's server, but errors are told in our words alone, and wrong arguments in one line. So are those that a tool
    does not take, which the SDK leaves out in silence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        taken = {tool.name: list(tool.input_schema.get("properties", ())) for tool in await self.list_tools()}
        stray = [each for each in arguments if name in taken and each not in taken[name]]
        if stray:
            raise ToolError(f"{name} takes {', '.join(taken[name]) or 'nothing'}, but not {stray[0][:40]!r}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(f"{name}: {_wrong(error.__cause__)}") from error.__cause__
            if isinstance(error.__cause__, ToolError):  # as `told` has it, before the SDK put its own words in front
                raise error.__cause__ from None
            raise


def _wrong(error: ValidationError) -> str:
    """The first argument that is wrong, and why, without pydantic's heading and link."""
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{first['loc'][0]}: {first['msg']}"


def server(matches: Matches | None = None) -> MCPServer:
    """A server of the protocol, with matches of its own unless some are given."""
    house = matches or Matches()
    made = _Server("tuckbox", title="Tuckbox", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")

    @made.tool()
    @told
    def list_games() -> list[Listed]:
        """Games that can be played, with their numbers of players and options."""
        return [listed(name) for name in installed()]

    @made.tool()
    @told
    def rules(
        game: str,
        whole: Annotated[bool, Field(description="The numbered book instead of the short rules")] = False,
        rule: Annotated[str, Field(description="Only the rule of this number, such as WL-5.6")] = "",
    ) -> str:
        """Rules of a game: in short, whole, or the one of a number."""
        found = find_game(game)
        if rule:
            return _rule(found, rule)
        return rulebook.rules_text(found, terminal=True) if whole else found.help_for(typed=True)

    @made.tool()
    @told
    def new_match(
        game: str,
        seats: Annotated[
            list[str], Field(description=f"For each seat {OPEN!r} or a bot: random, greedy, learned, search:60")
        ],
        options: Annotated[
            dict[str, str | int | bool] | None, Field(description="Options by name, as `list_games` has them")
        ] = None,
        seed: Annotated[int | None, Field(description="The same seed deals the same cards")] = None,
        whole: Annotated[bool, Field(description="A whole match instead of one game")] = False,
    ) -> Opened:
        """Begin a match; it gives a token for each open seat, and the address at which people can watch."""
        return house.open(game, seats, options or {}, seed, whole)

    @made.tool()
    @told
    def observe(token: Token) -> Look:
        """The table as your seat sees it, what has happened, and what you may do."""
        return house.observe(token)

    @made.tool()
    @told
    def act(
        token: Token,
        answer: Annotated[
            str, Field(description="One legal action, in prose or as it stands in the list, best in backticks")
        ],
        step: Annotated[
            int | None, Field(description="The `step` you have seen: an answer sent twice is then played once")
        ] = None,
    ) -> Told:
        """Play an action of your seat; whoever else is a bot then plays, too. A refused answer changes nothing, but after
        three in succession an action is played for you at random."""
        return house.act(token, answer, step)

    @made.tool()
    @told
    def hint(token: Token) -> str:
        """A good player's choice now; not where several clients play each other."""
        return house.hint(token)

    @made.tool()
    @told
    def review(token: Token, effort: Annotated[int, Field(ge=20, le=2_000)] = 100) -> str:
        """Your decisions judged by the coach, when the game is over; `effort` is games played in the mind for each."""
        return house.review(token, effort)

    return made


__all__ = ["Matches", "server"]
