"""The verbs for dice: they are thrown, not dealt, so a redeal throws those nobody has shown the viewer.

A face is a number from 0; in the cells of a zone of `Dice` it stands as the kind ``first + face``. The verb `show` takes
dice as it takes cards.
"""

from tuckbox.kit.deck import BACK
from tuckbox.kit.plain import below, check_throw, rule, thrown
from tuckbox.kit.types import DiceCells, Rng
from tuckbox.kit.zones import clear_pile, give, put, remove


@rule
def roll(dice: DiceCells, n: int, rng: Rng) -> None:
    """Throw n dice into a zone, instead of those that lie there; only those who see the zone see them."""
    check_throw(dice, n)
    for i in range(dice.n):
        dice.cell[i] = 0
    dice.n = 0
    for _ in range(n):
        put(dice, dice.first + thrown(dice, rng))


@rule
def reroll(dice: DiceCells, face: int, rng: Rng) -> None:
    """Throw one die again that shows this face: of several the one most seats know."""
    remove(dice, dice.first + face)
    put(dice, dice.first + thrown(dice, rng))


@rule
def set_aside(dice: DiceCells, face: int, to: DiceCells) -> int:
    """Move a die that shows this face to another zone of dice, with what is known of it. Returns its cell, for `tell`."""
    return give(dice, dice.first + face, to)


@rule
def showing(dice: DiceCells, face: int) -> int:
    """Return the number of dice that show a face."""
    number = 0
    for i in range(dice.n):
        number += dice.cell[i] & 255 == dice.first + face
    return number


@rule
def clear_dice(dice: DiceCells, marks: int, first: int, faces: int) -> None:
    """Reset a zone to empty; dice arriving there have these faces and get these marks."""
    clear_pile(dice, marks)
    dice.first = first
    dice.faces = faces


@rule
def throw_hidden(dice: DiceCells, rng: Rng) -> None:
    """Throw the dice of a blind record again that its viewer does not see; the marks stay."""
    for i in range(dice.n):
        if dice.cell[i] & 255 >= BACK:
            dice.cell[i] = dice.cell[i] & 65280 | dice.first + below(rng, dice.faces)


@rule
def throw_unseen(dice: DiceCells, rng: Rng) -> None:
    """Throw the dice again that nobody has seen."""
    for i in range(dice.n):
        if dice.cell[i] >> 8 == 0:
            dice.cell[i] = dice.first + below(rng, dice.faces)
