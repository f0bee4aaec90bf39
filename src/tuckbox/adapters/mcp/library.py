"""Tools that tell of games and their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult
from pydantic import BaseModel, Field

from tuckbox.adapters.mcp.calls import READS, result, told_errors
from tuckbox.definition import rulebook
from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.definition.sentences import span
from tuckbox.errors import OptionError
from tuckbox.match.topics import told_of

Options = dict[str, str | int | bool]
"""Options of a match as a client gives them."""
_MANY = 6


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
    minutes = "-".join(map(str, dict.fromkeys((game.minutes[0], game.minutes[-1]))))
    options = [f"  {name}: {values}" for name, values in game.options.items()]
    head = f"{game.name} ({game.title}): {game.tagline} {span(game.players)} players, {minutes} minutes."
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


def _rule(game: Game, number: str) -> str:
    """The rule of a number. Raises `OptionError`."""
    text = rulebook.rule(game, number.strip())
    if text is None:
        raise OptionError(f"{game.title} has no rule {number[:20]!r}: `rules` with `whole` has all, with their numbers")
    return text


def _about(game: Game, options: Mapping[str, Any], thing: str) -> str:
    """The explanation of a card or a place. Raises `OptionError`."""
    told = told_of(game, options, thing)
    if not told:
        raise OptionError(f"{game.title} has no card or place that is called {thing[:40]!r}")
    return told


def add_library(made: MCPServer) -> None:
    """The tools that tell of games, and the same as resources."""

    @made.tool(annotations=READS)
    @told_errors
    def list_games() -> Annotated[CallToolResult, Library]:
        """Games that can be played, with their numbers of players and options."""
        games = [listed(name) for name in installed()]
        return result(Library(games=games), "\n\n".join(map(_said, games)))

    @made.tool(annotations=READS, structured_output=False)
    @told_errors
    def rules(
        game: str,
        whole: Annotated[bool, Field(description="The numbered book instead of the short rules")] = False,
        rule: Annotated[str, Field(description="Only the rule of this number, such as WL-5.6")] = "",
        about: Annotated[str, Field(description="Only what this card, square or place is and does")] = "",
        options: Annotated[
            Options | None, Field(description="Options of the match, to which short rules and explanations then fit")
        ] = None,
    ) -> str:
        """Rules of a game: in short, whole, the one of a number, or about one thing."""
        found = find_game(game)
        chosen = found.settle_options(None, options or {})[1]
        if rule:
            return _rule(found, rule)
        if about:
            return _about(found, chosen, about)
        return rulebook.rules_text(found, terminal=True) if whole else found.help_for(chosen, typed=True)

    for name in installed():
        title = find_game(name).title
        for book, called in ((False, f"{title} in short"), (True, f"All rules of {title}")):
            _add_resource(made, f"tuckbox://{name}/{'book' if book else 'rules'}", called, partial(rules, name, book))


def _add_resource(made: MCPServer, address: str, title: str, read: Callable[[], str]) -> None:
    """A text that a client may read without a tool."""

    @made.resource(address, name=title, title=title, mime_type="text/markdown")
    def resource() -> str:
        return read()
