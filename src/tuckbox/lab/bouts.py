"""Bouts: the same deals, played by a line-up of bots in several orders of seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import factorial, gcd

import numpy as np

from tuckbox.errors import OptionError
from tuckbox.lab.traces import write
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.workspace import consecutive, parsed, simulator_for

MOST_ORDERS = 24


def bout(block: Block) -> Arrays:
    """Play every deal in every order; ``payoffs[order, deal, seat]``. An order names, seat by seat, the place in the
    line-up.

    Games are written down where ``more["noted"]`` says so: for nothing but that what is compiled for others serves here.
    """
    policies, players = parsed(block.bots), block.setting.players
    simulator, found, deals = simulator_for(block.setting, policies), [], consecutive(block.seed, block.first, block.games)
    for order in block.more["orders"]:
        seated = [policies[place] for place in order]
        noted = block.more.get("noted")
        played = write(simulator, block.seed, deals.chances, seated) if noted else simulator.play(deals, seated)
        found.append(played.payoffs[:, :players])
    return {"payoffs": np.array(found)}


def seat_orders(names: Sequence[object]) -> list[tuple[int, ...]]:
    """The orders in which a line-up can sit, alike ones once. Where there are too many, some in which everybody sits in each
    seat, and after each other, equally often or nearly so; then alike ones may come more than once.

    >>> seat_orders("ab"), seat_orders("aab")
    ([(0, 1), (1, 0)], [(0, 1, 2), (0, 2, 1), (2, 0, 1)])
    """
    n, alike = len(names), dict[tuple[object, ...], list[tuple[int, ...]]]()
    for order in permutations(range(n)) if factorial(n) <= MOST_ORDERS else _balanced(n):
        alike.setdefault(tuple(names[place] for place in order), []).append(order)
    common = gcd(*map(len, alike.values()))
    return [order for orders in alike.values() for order in orders[: len(orders) // common]]


def in_turn(orders: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """All orders of some number, those that are one another shifted round in a row: after each such row everybody has sat in
    each seat once. Fewer than all, which are in such rows, stay as they are.

    >>> in_turn([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
    [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1), (1, 0, 2), (2, 1, 0)]
    """
    first = orders[0]
    if len(orders) < factorial(len(first)):
        return list(orders)
    starts = {order: order.index(0) for order in orders}
    return sorted(orders, key=lambda order: (order[starts[order] :] + order[: starts[order]], starts[order]))


def _balanced(n: int) -> list[tuple[int, ...]]:
    """Rows of a square in which each number comes once in each column and once after each other one; two squares for an odd
    n, together twice. Round the table some come after another once more. (E. J. Williams, 1949: designs balanced for the
    estimation of residual effects of treatments.)

    >>> _balanced(4)
    [(0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1)]
    """
    zigzag = [(step + 1) // 2 if step % 2 else -step // 2 % n for step in range(n)]
    rows = [zigzag, zigzag[::-1]] if n % 2 else [zigzag]
    return [tuple(zigzag.index((number + shift) % n) for number in row) for row in rows for shift in range(n)]


Sides = Sequence[Sequence[int]]


def sides_of(setting: Setting) -> list[tuple[int, ...]]:
    """The seats of each side of a game: of each team, or where teams are not equally large each seat by itself."""
    teams = setting.pays.all_teams(setting.players)
    return teams if len({len(team) for team in teams}) == 1 else [(seat,) for seat in range(setting.players)]


def opposing_sides(setting: Setting) -> list[tuple[int, ...]]:
    """The sides of a game in which one player can be stronger than another. Raises `OptionError` where there is only one."""
    if setting.players < 2:
        raise OptionError(f"{setting.loaded.title} with one player has nobody to be stronger than")
    if len(sides := sides_of(setting)) == 1:
        raise OptionError(f"all players of {setting.loaded.title} win together: none can be stronger than another")
    return sides


def side_of_each(sides: Sides) -> list[int]:
    """The side of each seat, by its number.

    >>> side_of_each([(0, 2), (1, 3)])
    [0, 1, 0, 1]
    """
    return [side for _, side in sorted((seat, side) for side, team in enumerate(sides) for seat in team)]


def seated(sides: Sides, order: Sequence[int], turn: int = 0) -> tuple[int, ...]:
    """An order of sides as one of seats, in which partners move together, and by a `turn` on from one place of their side to
    the next.

    >>> seated([(0, 2), (1, 3)], (1, 0)), seated([(0, 2), (1, 3)], (0, 1), 1)
    ((1, 0, 3, 2), (2, 3, 0, 1))
    """
    places = {
        seat: sides[order[side]][(partner + turn) % len(team)]
        for side, team in enumerate(sides)
        for partner, seat in enumerate(team)
    }
    return tuple(places[seat] for seat in range(len(places)))
