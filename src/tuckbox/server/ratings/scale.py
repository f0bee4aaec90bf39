"""The scale of ratings: a model of strength with its uncertainty, for any number of seats.

OpenSkill's Plackett-Luce model rates an order of any number of players at once, where Elo and Glicko know only two; it is
free of patents, unlike TrueSkill, and keeps for each player how sure it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

MIDDLE, POINT = 1500, 30
"""The rating of a newcomer, and the points in a unit of the model: differences then read about as in chess."""

PROVISIONAL = 4.2
"""The uncertainty (of the model) above which a rating is provisional: a dozen matches or so against settled players."""


@dataclass(frozen=True)
class Rating:
    """Strength as the model knows it: `mu` with the standard deviation `sigma`, after a number of `matches`."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0

    @property
    def points(self) -> int:
        """The strength as it is shown.

        >>> Rating().points
        1500
        """
        return round(MIDDLE + POINT * (self.mu - 25.0))

    @property
    def within(self) -> int:
        """The number of points by which the true strength differs at most, 19 times in 20.

        >>> Rating().within
        500
        """
        return round(2 * POINT * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few matches have been played to say much."""
        return self.sigma > PROVISIONAL


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # slow to load, and needed by the first match that counts

    return PlackettLuce()


def rated(players: Sequence[tuple[str, Rating]], places: Sequence[int]) -> dict[str, Rating]:
    """The ratings after a match: each player by a key, with the rating before, and the place.

    One that sits on several seats, as bots of a level do, gets the mean of what each seat would bring.
    """
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for _, rating in players]
    after = [team[0] for team in model.rate(teams, ranks=[float(place) for place in places])]
    found: dict[str, Rating] = {}
    for key, before in dict(players).items():
        own = [new for (other, _), new in zip(players, after, strict=True) if other == key]
        mu, sigma = (sum(getattr(new, name) for new in own) / len(own) for name in ("mu", "sigma"))
        found[key] = Rating(mu, sigma, before.matches + 1)
    return found
