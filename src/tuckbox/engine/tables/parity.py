"""Single steps on rows of states, for tests that drive both modes side by side."""

from tuckbox.engine.injected import after, apply, begin, blind, redeal
from tuckbox.engine.scratch import Rngs, Scratches, States
from tuckbox.engine.think.playout import BLANK, ROOT, TABLE, WORLD, options
from tuckbox.kit.plain import assign, rule


@rule
def deal(states: States, rngs: Rngs, scratches: Scratches) -> None:
    """Deal the next game of a series at ``TABLE``, the first time from ``BLANK``."""
    if states[TABLE].players == 0 or not states[TABLE].over:
        assign(states, TABLE, BLANK)
    begin(states[TABLE], rngs[0])


@rule
def legal(states: States, rngs: Rngs, scratches: Scratches) -> int:
    """Gather the legal actions; returns how many there are."""
    return options(states[TABLE], scratches[0].moves)


@rule
def step(states: States, rngs: Rngs, scratches: Scratches, action: int) -> int:
    """Carry an action out; returns whether the game is over."""
    apply(states[TABLE], action, rngs[0])
    return states[TABLE].over + 0


@rule
def finish(states: States, rngs: Rngs, scratches: Scratches) -> int:
    """Book the result of a game; returns whether the match is done."""
    after(states[TABLE])
    return states[TABLE].done + 0


@rule
def look(states: States, rngs: Rngs, scratches: Scratches, viewer: int) -> None:
    """Write what a viewer sees to ``ROOT``."""
    assign(states, ROOT, TABLE)
    blind(states[ROOT], viewer)


@rule
def sample_world(states: States, rngs: Rngs, scratches: Scratches, viewer: int) -> None:
    """Write a redeal for a viewer to ``ROOT``; the second generator deals."""
    look(states, rngs, scratches, viewer)
    assign(states, WORLD, ROOT)
    redeal(states[WORLD], rngs[1], scratches[0].pool)
    assign(states, ROOT, WORLD)
