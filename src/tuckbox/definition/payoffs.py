"""Kinds of payoffs: whether one seat's gain is another's loss, and who are partners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tuckbox.errors import RulesError

ZERO, CONSTANT, GENERAL, SAME = "zero-sum", "constant-sum", "general-sum", "identical"


@dataclass(frozen=True)
class Payoffs:
    """The kind of a game: ``zero-sum``, ``constant-sum``, ``general-sum``, or ``identical`` where all get the same.

    `total` is what the payoffs of all seats always add up to, None where nothing is said of that. `teams` are the seats
    that get the same and win together; without any each plays alone. In `degrees` there is more and less between the lowest
    and the highest payoff, as where places bring points, and so the mean is no chance to win.

    >>> pairs = CONSTANT_SUM(2).in_teams([(0, 2), (1, 3)])
    >>> pairs.kind, pairs.total, pairs.team_of(2, 4)
    ('constant-sum', 2.0, (0, 2))
    >>> IDENTICAL.team_of(1, 3), GENERAL_SUM.team_of(1, 3)
    ((0, 1, 2), (1,))
    """

    kind: str
    total: float | None = None
    teams: tuple[tuple[int, ...], ...] = ()
    degrees: bool = False

    def in_teams(self, teams: Iterable[Iterable[int]]) -> Payoffs:
        """The same, played in teams. Raises `RulesError` where a seat is in two of them."""
        made = tuple(tuple(sorted(team)) for team in teams)
        seated = [seat for team in made for seat in team]
        if len(set(seated)) != len(seated):
            raise RulesError("a seat is in two teams")
        return replace(self, teams=made)

    def in_degrees(self) -> Payoffs:
        """The same, with payoffs between the lowest and the highest."""
        return replace(self, degrees=True)

    def team_of(self, seat: int, players: int) -> tuple[int, ...]:
        """The seats that win with a seat, its own among them."""
        if self.kind == SAME:
            return tuple(range(players))
        return next((team for team in self.teams if seat in team), (seat,))

    def even(self, players: int) -> float | None:
        """Payoff of each seat where nobody wins, such as in a game that is cut off; None where it keeps what it has.

        >>> CONSTANT_SUM(1).even(4), ZERO_SUM.even(2), GENERAL_SUM.even(3)
        (0.25, 0.0, None)
        """
        return None if self.total is None else self.total / players

    def forfeited(self, seat: int, players: int, low: float, high: float) -> tuple[float, ...]:
        """Payoffs of a game, between `low` and `high`, that a seat has forfeited: it and its team get the least, and the
        others share what is left of the total, or get the most where nothing is said of that.

        >>> CONSTANT_SUM(1).forfeited(0, 3, 0, 1), GENERAL_SUM.forfeited(1, 2, -1, 2)
        ((0, 0.5, 0.5), (2, -1))
        """
        team = self.team_of(seat, players)
        others = players - len(team)
        rest = high if self.total is None or not others else (self.total - low * len(team)) / others
        return tuple(low if each in team else rest for each in range(players))

    def all_teams(self, players: int) -> list[tuple[int, ...]]:
        """All teams, a seat that plays alone being one of its own."""
        return sorted({self.team_of(seat, players) for seat in range(players)})


def CONSTANT_SUM(total: float) -> Payoffs:  # noqa: N802 - it reads as the other kinds do
    """Payoffs of all seats always add up to `total`."""
    return Payoffs(CONSTANT if total else ZERO, float(total))


ZERO_SUM = CONSTANT_SUM(0)
"""Payoffs of all seats always add up to 0."""

GENERAL_SUM = Payoffs(GENERAL)
"""Payoffs of which nothing is said: all may win, or none."""

IDENTICAL = Payoffs(SAME)
"""Cooperation: all seats get the same."""
