"""A hint: what a good player would do now, from the view alone, and why, in the game's own words."""

from __future__ import annotations

from dataclasses import dataclass

from tuckbox.bots.bots import Bot, Policy
from tuckbox.coach.seeds import seed_from
from tuckbox.coach.why import Reason, why
from tuckbox.coach.why import told as say_why
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View

EFFORT = 2_000
"""Games played in the mind for a hint."""

_CLOSE = 0.03


@dataclass(frozen=True)
class Hint:
    """An action in notation, a sentence about it, what the game notes of it, and why it is better than `other`."""

    action: str
    sentence: str
    note: str = ""
    other: str = ""
    reasons: tuple[Reason, ...] = ()


def hint(view: View, scene: Scene, effort: int = EFFORT, seconds: float | None = None) -> Hint:
    """A good player's action, by a search of a number of games, or of a number of seconds if that is less.

    The same view gets the same hint, unless time runs out. Raises `OptionError` if the seat is not to decide.
    """
    seed = seed_of(view)
    bot = Bot(Policy.parse(f"search:{effort}"), view.game, seed)
    best = bot.choose(view, seconds)
    text = view.game.actions.text(best)
    note = scene.notes.get(text, "")
    if len(view.legal) == 1:
        return Hint(text, f"There is nothing else to do: {_noted(text, scene)}.", note)
    tried = {thought.action: thought for thought in bot.thoughts if thought.visits}
    first = tried.pop(best, None)
    if first is None or not tried:
        return Hint(text, f"Try {_noted(text, scene)}.", note)
    second = max(tried.values(), key=lambda thought: thought.visits)
    other = view.game.actions.text(second.action)
    near = first.worth - second.worth < _CLOSE
    beside = f"; `{other}` is about as good" if near else f", more than `{other}` with {second.worth:.0%}"
    reasons = why(view, best, second.action, seed + 1) if not near else ()
    told = f"Try {_noted(text, scene)}. It promises {first.worth:.0%}{beside}. {say_why(reasons)}".rstrip()
    return Hint(text, told, note, other, reasons)


def seed_of(view: View) -> int:
    """The seed of a hint's searches: the same for the same view."""
    return seed_from(repr(view.state.astuple()))


def _noted(action: str, scene: Scene) -> str:
    note = scene.notes.get(action, "")
    return f"`{action}`: {note}" if note else f"`{action}`"
