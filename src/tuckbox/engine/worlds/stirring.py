"""Stirring a world: what nobody has seen is laid out anew, all else stays. The verbs of the derived rule `stir`.

A redeal is what one viewer may think of; a stirred world is what somebody who sees all hands may think of. So the order of
a stock is open again, but for cards that some seat has seen in it.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Pool
from tuckbox.engine.worlds.redeal import mix_row
from tuckbox.kit.plain import rule, settled
from tuckbox.kit.types import Cells, Rng


@rule
def open_rows(pool: Pool) -> None:
    """Begin with nothing lifted."""
    for back in range(len(pool.row)):
        pool.row[back].n = 0


@rule
def lift_unseen(zone: Cells, pool: Pool, backs: Sequence[int]) -> None:
    """Note the cards of a zone that nobody has seen, in the row of their back."""
    settled(zone)
    for i in range(zone.n):
        if zone.cell[i] >> 8 == 0:
            row = pool.row[backs[zone.cell[i] & 255]]
            row.card[row.n] = zone.cell[i] & 255
            row.n += 1


@rule
def mix_rows(pool: Pool, rng: Rng) -> None:
    """Shuffle what has been noted, back by back."""
    for back in range(len(pool.row)):
        mix_row(pool.row[back], rng)


@rule
def lay_unseen(zone: Cells, pool: Pool, backs: Sequence[int]) -> None:
    """Lay a card of the same back onto each of these places."""
    for i in range(zone.n):
        if zone.cell[i] >> 8 == 0:
            row = pool.row[backs[zone.cell[i] & 255]]
            row.n -= 1
            zone.cell[i] = row.card[row.n]
