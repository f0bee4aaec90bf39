"""Taking back by agreement: how far a match can go back fairly though others have moved on.

It goes back to before a seat's last action, if that has shown no card but the one its seat chose to show, and no step since
has shown anything to anybody or used any chance. What somebody has seen they cannot forget, so nothing else is fair. Whether
it is possible depends on nothing hidden: steps that rivals are not told of do not count, and an action of which they see
only part, or an answer to a response window, stands whatever it was.
"""

from __future__ import annotations

from tuckbox.errors import UndoError
from tuckbox.match.log import MORE, NOTHING
from tuckbox.match.match import Match

MOST = 8
"""Number of last steps, as far as all are told of them, to before which a match can go back."""


def way_back(match: Match, seat: int) -> int:
    """Return the number of steps before the last action of a seat, to which the match can go back if all agree.

    Raises `UndoError` with the reason where it cannot. Both hang only on what is public and what the seat did itself.
    """
    if match.over:
        raise UndoError("the game is over")
    known, history, entries = match.told(), match._history, match._history.entries
    first = max(known - MOST, history.dealt, history.past.first)
    if match.told(seat) > known:
        raise UndoError("this can be taken back only by yourself, step by step, until it is shown to the others")
    last = next((step for step in reversed(range(first, known)) if entries[step].seat == seat), None)
    if last is None:
        raise UndoError("you have done nothing lately that could be taken back")
    if entries[last].shows == MORE or any(entries[step].shows != NOTHING for step in range(last + 1, known)):
        raise UndoError("it stands, since something was drawn, rolled, shown or answered with it or after it")
    return last


def unshown(match: Match) -> bool:
    """Whether a sequence that rivals are not told of yet has shown its seat something: it cannot be taken back then."""
    return not all(match._history.entries[step].undoable for step in range(match.told(), match.steps))
