"""Matches for language models over the Model Context Protocol: ``tuckbox mcp``.

A match and each of its open seats have a token, which `new_match` gives and every other tool asks for: the protocol keeps no
sessions, and several clients may play at one table, each with the token of its seat. What a tool tells is made from the view
of that seat. Needs ``pip install 'tuckbox[mcp]'``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial, wraps
from itertools import count, groupby, pairwise
from typing import Annotated, Any, ParamSpec, TypeVar

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from tuckbox import __version__
from tuckbox.adapters.matches import BOTS, OPEN, Matches, Opened, told
from tuckbox.adapters.seat import Look, Told
from tuckbox.adapters.turns import Listeners
from tuckbox.definition import rulebook
from tuckbox.definition.game import Game, installed
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.match.topics import told_of

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE, LONGEST = 25.0, 50.0
"""Seconds that a client waits unless it says how long, and at most: many give a call a minute."""
_READS = ToolAnnotations(read_only_hint=True)
_MANY = 6
BEAT = 5.0
"""Seconds after which whoever waits is told that it goes on."""
INSTRUCTIONS = """\
Card games that you cannot have read about: every rule is in `rules`. Begin with `new_match`, keep the token of your seat,
and look at the table with `observe`. From then on `act` with the `step` you have seen: it plays your action, waits for bots,
and tells what has changed and what you may do next. Where others are to decide, `wait`. `why` says why something is not
allowed. Nothing is told of what your seat cannot see."""

Token = Annotated[str, Field(description="The token of your seat, as `new_match` gave it")]
Seen = Annotated[int | None, Field(description="The `step` you have seen: then only what has changed since is told")]


class Listed(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    tagline: str
    players: list[int]
    minutes: list[int]
    options: dict[str, str] = Field(description="The values of each option")


class Library(BaseModel):
    """The games that can be played."""

    games: list[Listed]


def listed(name: str) -> Listed:
    """An installed game as it is listed."""
    game = find_game(name)
    options = {option: _choices([str(value) for value in kind.all_values]) for option, kind in game.layout.options.items()}
    numbers = {"players": sorted(game.players), "minutes": list(game.minutes)}
    return Listed(name=game.name, title=game.title, tagline=game.tagline, options=options, **numbers)


def _said(game: Listed) -> str:
    """A game in a few lines."""
    players = "-".join(map(str, dict.fromkeys((game.players[0], game.players[-1]))))
    minutes = "-".join(map(str, dict.fromkeys((game.minutes[0], game.minutes[-1]))))
    options = [f"  {name}: {values}" for name, values in game.options.items()]
    head = f"{game.name} ({game.title}): {game.tagline} {players} players, {minutes} minutes."
    return "\n".join([head, *(["Options:", *options] if options else [])])


def _choices(values: list[str]) -> str:
    """The values of an option, of a long row of numbers its ends and its step.

    >>> _choices(["off", *map(str, range(1, 21))]), _choices(["1", "1.5", "2", "2.5", "3", "3.5", "4"])
    ('off, 1 to 20', '1 to 4 in steps of 0.5')
    """
    told = list[str]()
    for number, row in groupby(values, key=_is_number):
        each = [*row]
        told += _ends(each) if number and len(each) > _MANY else each
    return ", ".join(f'"{value}"' if "," in value else value for value in told)


def _ends(numbers: list[str]) -> list[str]:
    """The ends of a row of numbers with equal distances; all of them where these differ."""
    steps = {Fraction(after) - Fraction(before) for before, after in pairwise(numbers)}
    if len(steps) > 1:
        return numbers
    (step,) = steps
    return [f"{numbers[0]} to {numbers[-1]}" + (f" in steps of {float(step):g}" if step != 1 else "")]


def _is_number(value: str) -> bool:
    return value.replace(".", "", 1).isdecimal()


def told_errors(tool: Callable[P, R]) -> Callable[P, R]:
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


def _about(game: Game, thing: str) -> str:
    """The explanation of a card or a place. Raises `OptionError`."""
    told = told_of(game, game.settle_options(None, {})[1], thing)
    if not told:
        raise OptionError(f"{game.title} has no card or place that is called {thing[:40]!r}")
    return told


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
    _add_rules(made)
    _add_play(made, house)
    _add_coach(made, house)
    return made


def _add_rules(made: MCPServer) -> None:
    """The tools that tell of games, and the same as resources."""

    @made.tool(annotations=_READS)
    @told_errors
    def list_games() -> Annotated[CallToolResult, Library]:
        """Games that can be played, with their numbers of players and options."""
        games = [listed(name) for name in installed()]
        return _result(Library(games=games), "\n\n".join(map(_said, games)))

    @made.tool(annotations=_READS, structured_output=False)
    @told_errors
    def rules(
        game: str,
        whole: Annotated[bool, Field(description="The numbered book instead of the short rules")] = False,
        rule: Annotated[str, Field(description="Only the rule of this number, such as WL-5.6")] = "",
        about: Annotated[str, Field(description="Only what this card, square or place is and does")] = "",
    ) -> str:
        """Rules of a game: in short, whole, the one of a number, or about one thing."""
        found = find_game(game)
        if rule:
            return _rule(found, rule)
        if about:
            return _about(found, about)
        return rulebook.rules_text(found, terminal=True) if whole else found.help_for(typed=True)

    for name in installed():
        title = find_game(name).title
        for book, called in ((False, f"{title} in short"), (True, f"All rules of {title}")):
            _add_resource(made, f"tuckbox://{name}/{'book' if book else 'rules'}", called, partial(rules, name, book))


def _add_play(made: MCPServer, house: Matches) -> None:
    """The tools with which one plays."""

    @made.tool()
    @goes_on
    async def new_match(
        ctx: Context[Any, Any],
        game: str,
        seats: Annotated[
            list[str], Field(description=f"For each seat {OPEN!r} or a bot: random, greedy, learned, search:60")
        ],
        options: Annotated[
            dict[str, str | int | bool] | None, Field(description="Options by name, as `list_games` has them")
        ] = None,
        seed: Annotated[int | None, Field(description="The same seed deals the same cards")] = None,
        whole: Annotated[bool, Field(description="A whole match instead of one game")] = False,
    ) -> Annotated[CallToolResult, Opened]:
        """Begin a match; it gives a token for each open seat, and the address at which people can watch."""
        opened = await _beside(lambda: house.open(game, seats, options or {}, seed, whole))
        return _result(opened, opened.model_dump_json(exclude_defaults=True))

    @made.tool(annotations=_READS)
    @goes_on
    async def observe(ctx: Context[Any, Any], token: Token, step: Seen = None) -> Annotated[CallToolResult, Look]:
        """The whole table as your seat sees it, what has happened, and what you may do."""
        look = await _looked(house, token, step, BOTS, bots=True)
        return _result(look, look.prompt)

    @made.tool(annotations=_READS)
    @goes_on
    async def wait(
        ctx: Context[Any, Any],
        token: Token,
        step: Seen = None,
        seconds: Annotated[float, Field(ge=0, le=LONGEST, description="How long at most")] = PATIENCE,
    ) -> Annotated[CallToolResult, Look]:
        """Wait until you are to decide or the game is over, and see what has changed. When the time is up, wait again:
        nothing is lost."""
        look = await _looked(house, token, step, seconds)
        return _result(look, look.prompt)

    @made.tool(annotations=ToolAnnotations(destructive_hint=False))
    @goes_on
    async def act(
        ctx: Context[Any, Any],
        token: Token,
        answer: Annotated[
            str,
            BeforeValidator(lambda given: str(given) if isinstance(given, int) else given),
            Field(
                description="One legal action as in the list, or its number there, or prose that ends with it in backticks"
            ),
        ],
        step: Annotated[
            int | None, Field(description="The `step` you have seen: an answer sent twice is then played once")
        ] = None,
        wait: Annotated[
            float, Field(ge=0, le=LONGEST, description="Seconds to wait for the next turn where not only bots play")
        ] = 0,
    ) -> Annotated[CallToolResult, Told]:
        """Play an action of your seat; bots play after it. Tells what has changed then, and what you may do next. A refused
        answer changes nothing, but after three in succession an action is played for you at random."""
        seat = told_errors(house.find)(token)
        seen = seat.last() if step is None else step
        found = await _beside(lambda: seat.answer(answer, step))
        began = time.monotonic()
        await _wait(seat.play.listeners, BOTS, lambda: seat.ready() or not seat.play.busy)
        await _wait(seat.play.listeners, min(wait, LONGEST - (time.monotonic() - began)), seat.ready)
        look = told(found, await _beside(lambda: seat.look(seen)))
        return _result(look, look.prompt if found.taken else f"Refused: {found.said}\n\n{look.prompt}")

    @made.tool(annotations=_READS, structured_output=False)
    @told_errors
    def why(token: Token, action: Annotated[str, Field(description="An action, or a card or place of the notation")]) -> str:
        """Why you may not do something now. It is no answer: nothing is played, and no try is lost."""
        return house.find(token).why(action)


def _add_resource(made: MCPServer, address: str, title: str, read: Callable[[], str]) -> None:
    """A text that a client may read without a tool."""

    @made.resource(address, name=title, title=title, mime_type="text/markdown")
    def resource() -> str:
        return read()


async def _looked(house: Matches, token: str, step: int | None, seconds: float, bots: bool = False) -> Look:
    """The view of a seat when it need not wait any more, be it for `bots` alone or for anybody."""
    seat = told_errors(house.find)(token)
    await _wait(seat.play.listeners, seconds, lambda: seat.ready() or (bots and not seat.play.busy))
    return await _beside(lambda: seat.look(step))


def _add_coach(made: MCPServer, house: Matches) -> None:
    """The tools with which one learns."""

    @made.tool(annotations=_READS, structured_output=False)
    @goes_on
    async def hint(ctx: Context[Any, Any], token: Token) -> str:
        """A good player's choice now; not where several clients play each other."""
        return await _beside(lambda: house.find(token).hint())

    @made.tool(annotations=_READS, structured_output=False)
    @goes_on
    async def review(ctx: Context[Any, Any], token: Token, effort: Annotated[int, Field(ge=20, le=2_000)] = 100) -> str:
        """Your decisions judged by the coach, when the game is over; `effort` is games played in the mind for each. Where it
        takes long, call it again."""
        made = told_errors(lambda: house.find(token).review(effort))()
        await _wait(made.listeners, PATIENCE, lambda: made.done)
        return told_errors(lambda: made.told)()


def _result(data: BaseModel, prompt: str) -> CallToolResult:
    """An answer as a text to read, and as data for programs: a client may show its model either."""
    return CallToolResult(content=[TextContent(type="text", text=prompt)], structured_content=data.model_dump(mode="json"))


def goes_on(tool: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """A tool whose client, if it asks for that, is told every `BEAT` seconds that its call goes on, whatever happens
    meanwhile: from the times nobody can see that rivals have answered."""

    @wraps(tool)
    async def going_on(*given: P.args, **named: P.kwargs) -> R:
        (context,) = (each for each in (*given, *named.values()) if isinstance(each, Context))
        alive = asyncio.create_task(_keep_alive(context))
        try:
            return await tool(*given, **named)
        finally:
            alive.cancel()

    return going_on


async def _keep_alive(ctx: Context[Any, Any]) -> None:
    for beat in count(1):
        await asyncio.sleep(BEAT)
        await ctx.report_progress(beat * BEAT, message="it goes on")


async def _beside(work: Callable[[], R]) -> R:
    """Do some work in a thread. Raises `ToolError` for what the client is to know; where it has gone nobody waits for the
    thread."""
    return await anyio.to_thread.run_sync(told_errors(work), abandon_on_cancel=True)


async def _wait(listeners: Listeners, seconds: float, enough: Callable[[], bool]) -> None:
    """Wait until there is `enough`, which may be so whenever listeners are told, or for some seconds. Nothing is lost where
    the client has gone meanwhile."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def notice() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(changed.set)

    remove = listeners.add(notice)
    try:
        with anyio.move_on_after(seconds):
            while not enough():
                await changed.wait()
                changed.clear()
    finally:
        remove()


__all__ = ["Matches", "server"]
