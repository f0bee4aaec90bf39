"""Takebacks by agreement: a person asks to take their last action back, and it is when all other people at the table agree.

What is asked for ends when somebody says no, comes, leaves, or plays on. Bots agree to everything, and wait a while for
people to answer. Whether anything can be taken back `tuckbox.match.takeback` says.
"""

from __future__ import annotations

from tuckbox.errors import UndoError
from tuckbox.match.match import Match
from tuckbox.match.takeback import unshown, way_back
from tuckbox.server.errors import Refused
from tuckbox.server.table import events as ev
from tuckbox.server.table.state import Proposal, TableState

PATIENCE = 30.0
"""Seconds for which bots do not play on while people are asked."""


def propose(state: TableState, match: Match, seat: int) -> ev.Event:
    """The event by which a seat asks, or by which its action is taken back at once, where no people are to be asked.

    Raises `Refused` or an `UndoError`.
    """
    if not state.opened.takeback:
        raise Refused("no takeback", "at this table nothing is taken back by agreement")
    if state.proposal is not None:
        raise Refused("asked", "a takeback is being asked for already")
    step = way_back(match, seat)
    if state.declined.get(seat) == step:
        raise Refused("declined", "you have asked for this before, and it stands")
    return _next(state, match, Proposal(seat, step, state.count, 0.0)) or ev.Proposed(seat, step)


def agree(state: TableState, match: Match, seat: int, number: int) -> ev.Event | None:
    """The event by which a seat agrees: the last to do so takes the action back. Raises `Refused`."""
    proposal = _proposed(state, number)
    if seat == proposal.seat:
        raise Refused("own", "the others are asked, not you")
    if seat in proposal.agreed:
        return None
    if seat in match.asked and unshown(match):
        raise Refused("seen", "what you are doing has shown you something new, so you can only say no or play on")
    return _next(state, match, proposal, seat) or ev.Agreed(seat)


def decline(state: TableState, seat: int, number: int) -> ev.Event:
    """The event by which a seat says no. Raises `Refused`."""
    _proposed(state, number)
    return ev.Declined(seat)


def may_propose(state: TableState, seat: int) -> bool:
    """Whether a seat may ask for a takeback now. This depends on nothing that is hidden from it."""
    if state.match is None or state.match.can_undo(seat) or state.fault:
        return False
    try:
        propose(state, state.match, seat)
    except (Refused, UndoError):
        return False
    return True


def bots_wait(state: TableState, now: float) -> bool:
    """Whether bots wait for people to answer what is proposed; a response window waits for nobody."""
    proposal = state.proposal
    if proposal is None or state.window or not proposal.at <= now < proposal.at + PATIENCE:
        return False
    return not state.people_besides(proposal.seat) <= {*proposal.agreed}


def _next(state: TableState, match: Match, proposal: Proposal, seat: int | None = None) -> ev.Rewound | None:
    """The event that takes the action back, if with this seat all agree. A bot amid a sequence that has shown it something
    plays on."""
    agreed = {*proposal.agreed, seat}
    if state.people_besides(proposal.seat) <= agreed and not unshown(match):
        return ev.Rewound(proposal.seat, proposal.step)
    return None


def _proposed(state: TableState, number: int) -> Proposal:
    if state.proposal is None or state.proposal.number != number:
        raise Refused("not asked", "that is not being asked for any more")
    return state.proposal
