"""The command ``tuckbox exercises``: exercises made from games that bots play among themselves, and asked for agreement."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from tuckbox.definition.finding import GameName, given_as
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.match.options import read_options

if TYPE_CHECKING:
    from tuckbox.coach.exercises import Exercise
    from tuckbox.coach.finding import Search
    from tuckbox.definition.game import Game


@click.command()
@click.argument("game", type=GameName())
@click.option("--make", type=click.IntRange(1), metavar="N", help="Find N more, and write them beside the game.")
@click.option("--players", type=int, metavar="N", help="The number of players.  [each in turn]")
@click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the game; see `tuckbox games`.")
@click.option("--seed", type=int, default=33, show_default=True, help="The seed of the games and of all searches.")
@click.option("--agree", is_flag=True, help="Ask a separate search, with its own seed and depth, whether it agrees.")
@click.option("--explain", is_flag=True, help="Find again why each answer is better, and write that beside the game.")
def exercises(
    game: str, make: int | None, players: int | None, pairs: Sequence[str], seed: int, agree: bool, explain: bool
) -> None:
    """List the exercises of GAME, or make more of them.

    In each of these positions one action is better by far, in every possible world."""
    from tuckbox.coach.exercises import ship, shipped
    from tuckbox.coach.finding import AGREED, Search, agreement, explained

    if (players or pairs) and not make:
        raise OptionError("--players and --option say of which games more exercises are made: with --make only")
    known = find_game(game)
    if make:
        _make(known, Search(known, seed, players, dict(read_options(pairs)) or None), make)
    if explain:
        ship(known, [explained(each) for each in shipped(known)])
    if agree:
        agreed = agreement(shipped(known), seed + 1)
        click.echo(f"A search of {AGREED:,} games agrees with {sum(agreed)} of {len(agreed)}.")
        return
    there = shipped(known)
    if not there:
        click.echo(f"{known.title} has no exercises yet; `tuckbox exercises {given_as(game)} --make 10` looks for some.")
    _list(there)


def _make(game: Game, search: Search, number: int) -> None:
    """Search until a number of exercises has been found, or ctrl-c; write each beside the game at once."""
    from tuckbox.coach.exercises import ship, shipped

    known = {each.key: each for each in shipped(game)}
    with suppress(KeyboardInterrupt):
        for found in search.exercises():
            known[found.key] = found
            ship(game, known.values())
            counts = f"{search.looked:,} decisions, {search.seeming} seemed so, {search.confirmed} confirmed"
            click.echo(f"{search.found} of {number}: {found.best} ({counts})")
            if search.found >= number:
                break


def _list(shipped: Sequence[Exercise]) -> None:
    """Print the exercises that a game ships."""
    from tuckbox.coach.why import told

    for number, each in enumerate(shipped, 1):
        levels = ", ".join(f"{level} {share:.0%}" for level, share in each.found.items())
        click.echo(f"{number:>3}  {each.best}, by {each.cost:.0%} better than {each.other}; found by {levels}")
        if each.reasons:
            click.echo(f"     {told(each.reasons)}")
