"""Response windows: seats are asked, answer sealed, and the first answer that stands wins; counters open further windows.

A window is opened by public facts only. At a table all answers are in before any is looked at (`lazy` is 0) and the match
lets seats answer in any order; in playouts seats are asked one after another and later ones only when it still matters
(`lazy` is 1). Both give the same result, because an answer that comes after one that stands is void.

A game's `apply` is then::

    ready = answer(s, action) if asking(s) else move(s, action, rng)
    while ready:
        ready = settle(s, rng)

where the game's own `move` carries out an ordinary action, and its `settle` looks at `standing(s)`, the answer that is up:
it lets it stand (`close` the window and carry on), opens another window on top for those who may counter it, or lets it
drop (`dismiss`, for one that was countered or can no longer be given). Both return what `ask` or `dismiss` returned last,
false where they did neither. Read what you need of a `window` before you `close` it.
"""

from tuckbox.kit.plain import check_asked, check_open, rule
from tuckbox.kit.types import HasWindow, Level


def asked_by(level: Level, players: int) -> list[int]:
    """Return the seats that a window asks, in their order: clockwise from whoever opened it, where nobody has from the
    first."""
    order = [(level.by + step) % players for step in range(1, players + (level.by < 0))]
    return [seat for seat in order if level.asked >> seat & 1]


@rule
def asking(s: HasWindow) -> bool:
    """Return whether a window is open."""
    return s.window.depth > 0


@rule
def window(s: HasWindow) -> Level:
    """Return the top window: `kind`, `by` (who opened it), `on` (whom it is about), `subject` (any number, a card say)."""
    return s.window.level[s.window.depth - 1]


@rule
def ask(s: HasWindow, kind: int, by: int, on: int, subject: int, seats: int, nothing: int) -> bool:
    """Open a window for `seats` (a mask without `by`); `nothing` is the action that lets things pass.

    True when it is to be settled at once, because nobody is asked.
    """
    if s.window.depth >= len(s.window.level):
        raise IndexError("more windows on top of each other than the state has levels for")
    check_asked(by, seats)
    level = s.window.level[s.window.depth]
    s.window.depth += 1
    level.kind = kind
    level.by = by
    level.on = on
    level.at = by
    level.subject = subject
    level.nothing = nothing
    level.asked = seats
    level.given = 0
    for seat in range(len(level.answer)):
        level.answer[seat] = nothing
    return next_answer(s)


@rule
def answer(s: HasWindow, action: int) -> bool:
    """Store the answer of the seat whose turn it is; true when an answer is ready to be settled."""
    level = window(s)
    level.answer[s.turn] = action
    level.given |= 1 << s.turn
    return next_answer(s)


@rule
def next_answer(s: HasWindow) -> bool:
    """Go on, clockwise from where the window has been looked at: true when something is ready to be settled (an answer
    that is not `nothing`, or the end of the window), false when a seat must be asked first."""
    level = window(s)
    if not s.window.lazy:
        for step in range(1, s.players):
            seat = (level.by + step) % s.players
            if level.asked >> seat & 1 and not level.given >> seat & 1:
                s.turn = seat
                return False
    seat = (level.at + 1) % s.players
    while seat != level.by:
        if level.asked >> seat & 1:
            if not level.given >> seat & 1:
                s.turn = seat
                return False
            if level.answer[seat] != level.nothing:
                level.at = seat
                return True
        seat = (seat + 1) % s.players
    level.at = level.by
    return True


@rule
def standing(s: HasWindow) -> int:
    """Return the answer to settle; the window's `nothing` when all let it pass."""
    level = window(s)
    return level.nothing + 0 if level.at == level.by else level.answer[level.at] + 0


@rule
def answerer(s: HasWindow) -> int:
    """Return the seat whose answer is to be settled."""
    return window(s).at + 0


@rule
def dismiss(s: HasWindow) -> bool:
    """Drop the answer being settled and go on to the next; True when one is ready to be settled."""
    return next_answer(s)


@rule
def close(s: HasWindow) -> None:
    """Close the window on top; it is the turn of whoever opened it."""
    check_open(s.window)
    s.turn = window(s).by
    s.window.depth -= 1
    clear_level(s.window.level[s.window.depth])


@rule
def clear_windows(s: HasWindow) -> None:
    """Close all windows and erase their traces."""
    s.window.depth = 0
    s.window.lazy = 0
    for depth in range(len(s.window.level)):
        clear_level(s.window.level[depth])


@rule
def clear_level(level: Level) -> None:
    """Reset a level as if no window had ever been open there."""
    level.kind = 0
    level.by = 0
    level.on = 0
    level.at = 0
    level.subject = 0
    level.nothing = 0
    level.asked = 0
    level.given = 0
    for seat in range(len(level.answer)):
        level.answer[seat] = 0


@rule
def hide_answers(s: HasWindow, viewer: int) -> None:
    """Blind a record's windows: of answers not yet looked at only the viewer's own is left. The other seats are
    still to be asked, in playouts when it matters; but where the viewer is to answer now, those before it count as having
    let it pass, since otherwise its answer would be void."""
    s.window.lazy = 1
    for depth in range(s.window.depth):
        level = s.window.level[depth]
        passed = depth == s.window.depth - 1 and (level.asked & ~level.given) >> viewer & 1 != 0
        seat = (level.at + 1) % s.players
        while seat != level.by:
            if seat == viewer:
                passed = False
            else:
                level.answer[seat] = level.nothing
                level.given &= ~(1 << seat)
                if passed:
                    level.given |= level.asked & 1 << seat
            seat = (seat + 1) % s.players
    if s.window.depth > 0:
        s.turn = first_unasked(s)


@rule
def first_unasked(s: HasWindow) -> int:
    """Return the first seat clockwise that, by the record, has not answered the window on top."""
    level = window(s)
    seat = (level.at + 1) % s.players
    while seat != level.by:
        if level.asked >> seat & 1 and not level.given >> seat & 1:
            return seat
        seat = (seat + 1) % s.players
    return level.by + 0
