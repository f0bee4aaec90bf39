"""The texts: a sentence for each action and event, names of actions where one clicks, and help."""

from collections.abc import Callable

from .rules import END


def arrived(place: int) -> str:
    """The sentence about where a runner is now."""
    return "{who} reach[es] the end!" if place == END else "{who} [is|are] at {number}."


SAYS: dict[str, str | Callable[[int], str]] = {
    "run {card}": "{who} run[s] {card}.",
    "arrived": arrived,
    "sent back": "{who} must go back to the start.",
    "drew": "{who} draw[s] {card}.",
}

LABELS = {"run {card}": "Run {card}"}

HELP = """\
You have three cards. Play one to run as many steps, and draw another. Whoever you land on goes back to the start. The first
to reach 20 wins."""
