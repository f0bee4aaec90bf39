"""Worlds for a seat that decides: dealt uniformly from its blind record, or by a belief where there is one."""

from tuckbox.engine.injected import MANNERS, lay, redeal, regard
from tuckbox.engine.scratch import Rngs, Scratch, Scratches, States
from tuckbox.engine.think.playout import ROOT, WORLD
from tuckbox.engine.worlds.belief import PACE, SETTLING, keep_cards, ponder, stir, take_back
from tuckbox.kit.plain import assign, below, rule
from tuckbox.kit.types import Rng

TRIES = 100


@rule
def sample_world(states: States, rngs: Rngs, scratches: Scratches) -> bool:
    """Deal a world from the blind record at ``ROOT`` to ``WORLD``, each as likely; false if none was possible in `TRIES`
    deals."""
    for _ in range(TRIES):
        assign(states, WORLD, ROOT)
        if redeal(states[WORLD], rngs[0], scratches[0].pool):
            return True
    return False


@rule
def start_belief(states: States, rngs: Rngs, scratches: Scratches, seat: int, believing: bool) -> None:
    """Deal a world as `sample_world` does; where there is a belief and one goes by it, begin its chain there."""
    belief = scratches[0].belief
    found = sample_world(states, rngs, scratches)
    belief.places = 0
    if found and belief.on and believing:
        regard(states[ROOT], states[WORLD], seat, belief, scratches[0].pool)
        ponder(belief)
        stir(belief, rngs[0], SETTLING * belief.places)


@rule
def draw_world(states: States, rng: Rng, scratch: Scratch, seat: int) -> bool:
    """Deal the next world to ``WORLD``, by belief where its chain has begun; false where it cannot be."""
    belief = scratch.belief
    if scratch.varied:
        for other in range(states[ROOT].players):
            scratch.moves.manner[other] = below(rng, MANNERS)
    assign(states, WORLD, ROOT)
    if belief.places == 0:
        return redeal(states[WORLD], rng, scratch.pool)
    keep_cards(belief)
    stir(belief, rng, PACE * belief.places)
    lay(states[WORLD], seat, belief)
    if redeal(states[WORLD], rng, scratch.pool):
        return True
    take_back(belief)
    return False
