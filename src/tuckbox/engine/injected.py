"""The names a game brings and the engine's own rules use; the loader puts the game's functions in their place."""

from collections.abc import Sequence

from tuckbox.engine.scratch import Belief, Pool, Shares
from tuckbox.kit.layout import GameState
from tuckbox.kit.types import Moves, Rng

_LOADED = "only a loaded game has rules"

ACTIONS = 0
"""Number of actions: the width of a mask, which the compiler knows by this and then clears in a few instructions."""

LABELS: Sequence[int] = ()
"""The number that others know each action by."""

SEATS: Sequence[Sequence[int]] = ()
"""The seat that each action names, and the step of its number from one seat to the next, as `Actions.seats` tells them."""

NAMES_SEATS = False
"""Whether an action names a seat."""

VALUED = False
"""Whether the game has a `value` of its own."""

MANNERS = 1
"""Number of manners in which the game's rules can lean."""


def setup(s: GameState, rng: Rng) -> None:
    """Deal the next game."""
    raise AssertionError(_LOADED)


def legal(s: GameState, moves: Moves) -> None:
    """Add the actions the seat to decide may choose from."""
    raise AssertionError(_LOADED)


def refuse(s: GameState, action: int) -> int:
    """Why that seat may not do something; 0 where it may."""
    raise AssertionError(_LOADED)


def apply(s: GameState, action: int, rng: Rng) -> None:
    """Carry an action out."""
    raise AssertionError(_LOADED)


def possible(s: GameState) -> bool:
    """Whether a redealt world can be."""
    raise AssertionError(_LOADED)


def prefer(s: GameState, action: int) -> int:
    """Weight that a sensible player gives to an action."""
    raise AssertionError(_LOADED)


def lean(s: GameState, action: int, manner: int) -> int:
    """The same for a manner of playing."""
    raise AssertionError(_LOADED)


def value(s: GameState, seat: int) -> float:
    """Value of a state for a seat."""
    raise AssertionError(_LOADED)


def after(s: GameState) -> None:
    """Book the result of a game."""
    raise AssertionError(_LOADED)


def event(s: GameState, code: int) -> bool:
    """Let something happen from outside."""
    raise AssertionError(_LOADED)


def continues(s: GameState) -> bool:
    """Whether the seat to decide is in the middle of a sequence."""
    raise AssertionError(_LOADED)


def renew(s: GameState) -> None:
    """Empty what does not live on from one game to the next."""
    raise AssertionError(_LOADED)


def begin(s: GameState, rng: Rng) -> None:
    """Deal a game, and count the pack."""
    raise AssertionError(_LOADED)


def blind(s: GameState, viewer: int) -> None:
    """Hide what a viewer does not know."""
    raise AssertionError(_LOADED)


def cover(s: GameState, viewer: int) -> None:
    """Hide the same, but leave the cells of zones without order as they lie: for `observe`, which does not read their
    order."""
    raise AssertionError(_LOADED)


def redeal(s: GameState, rng: Rng, pool: Pool) -> bool:
    """Deal what is hidden; false where the world cannot be."""
    raise AssertionError(_LOADED)


def stir(s: GameState, rng: Rng, pool: Pool) -> None:
    """Lay out anew what nobody has seen."""
    raise AssertionError(_LOADED)


def observe(s: GameState, seat: int, out: Shares, scaled: bool | None) -> int:
    """Write what a seat sees as a row of shares, or of bytes where `scaled` is None; returns how many."""
    raise AssertionError(_LOADED)


def regard(s: GameState, world: GameState, seat: int, belief: Belief, pool: Pool) -> None:
    """Note what others see and a seat does not, by its blind record and a world that fits it, dealt by way of the pool."""
    raise AssertionError(_LOADED)


def lay(s: GameState, seat: int, belief: Belief) -> int:
    """Lay the cards of a belief into a blind record; returns how many."""
    raise AssertionError(_LOADED)
