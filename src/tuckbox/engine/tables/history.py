"""The last actions at tables, kept in rings as they are played, and told behind observations to each seat as it knows them.

An action told is an entry of `width` numbers: one for each seat, counted from the viewer's own, and then one for each kind
of action and each value of its arguments. `columns` says which of these are 1, by viewer, by whether the action is its own,
and by action; what rivals may not know of an action has no columns (`tuckbox.definition.past`). The last action of the
columns stands for the answer of a rival to a window, of which nothing is told. Nor are rivals told of a sequence in
progress, not even how long it is: a second ring holds what was before it.
"""

from typing import Any

from tuckbox.engine.scratch import History, Shares
from tuckbox.kit.plain import rule

SEAT, ACTION, SEALED = 0, 1, 2
"""Numbers of an action in a ring."""
NOW, BEFORE, DRAFT = 0, 1, 2
"""Counts of a table: how many actions its game has had, how many before the sequence in progress, and whether there is one.
The first two are also the rings."""


@rule
def is_sealed(s: Any, windows: bool | None) -> bool:
    """Whether an action now is the answer to a window; `windows` is None in a game without."""
    if windows is None:
        return False
    else:  # noqa: RET505 - the compiler drops one of two branches, not what follows one
        return bool(s.window.depth > 0)


@rule
def keep_action(history: History, table: int, seat: int, action: int, sealed: bool) -> None:
    """Take down an action at a table; and what was before it, unless a sequence is in progress."""
    ring, before, counts = history.rings[table][NOW], history.rings[table][BEFORE], history.counts[table]
    if not counts[DRAFT]:
        counts[BEFORE] = counts[NOW]
        for place in range(len(ring)):
            for number in range(len(ring[place])):
                before[place][number] = ring[place][number]
    entry = ring[counts[NOW] % len(ring)]
    entry[SEAT] = seat
    entry[ACTION] = action
    entry[SEALED] = sealed
    counts[NOW] += 1


@rule
def mark_draft(history: History, table: int, drafting: bool) -> None:
    """Say whether the action taken down last has left its seat in the middle of a sequence."""
    history.counts[table][DRAFT] = drafting


@rule
def forget(history: History, table: int) -> None:
    """A new game has had no actions."""
    for number in range(len(history.counts[table])):
        history.counts[table][number] = 0


@rule
def tell_history(history: History, table: int, row: Shares, players: int, viewer: int, deciding: bool) -> None:
    """Write the entries of the last actions into a row of zeros, the last one first. Of a sequence in progress only the seat
    that is `deciding` is told."""
    which = NOW if deciding or not history.counts[table][DRAFT] else BEFORE
    ring, played = history.rings[table][which], history.counts[table][which]
    for back in range(min(played, len(ring))):
        entry = ring[(played - 1 - back) % len(ring)]
        seat, action, at = entry[SEAT], entry[ACTION], history.start + back * history.width
        row[at + (seat - viewer + players) % players] = 1
        own = 1 if seat == viewer else 0
        rows = history.columns[viewer][own]
        told = rows[len(rows) - 1 if entry[SEALED] and own == 0 else action]
        for part in range(len(told)):
            if told[part] >= 0:
                row[at + told[part]] = 1


@rule
def add_history(history: Any, table: int, row: Shares, players: int, viewer: int, deciding: bool) -> None:
    """Write the last actions, where any are told."""
    if history is not None:
        tell_history(history, table, row, players, viewer, deciding)
