"""Reading options that are lists (`tuckbox.kit.fields.Listing`)."""

from tuckbox.kit.fields import LISTED
from tuckbox.kit.plain import rule


@rule
def is_list(option: int) -> bool:
    """Whether a list option holds a list, not one of the words that stand alone."""
    return option & LISTED == LISTED


@rule
def listed(option: int, place: int) -> int:
    """The item at a place of a list, counted from 0; -1 where the list has ended.

    >>> from tuckbox.kit.fields import Listing
    >>> sides = Listing("pick", of=("hero", "villain"), default="pick").number("sides", "villain,hero")
    >>> is_list(sides), listed(sides, 0), listed(sides, 2)
    (True, 1, -1)
    """
    return (option >> 3 + 4 * place & 15) - 1
