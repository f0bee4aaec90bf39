"""The order of the seats."""

from tuckbox.kit.plain import rule


@rule
def next_seat(s, seat):
    """The seat after this one, clockwise (without the division that ``%`` is)."""
    return seat + 1 if seat + 1 < s.players else 0
