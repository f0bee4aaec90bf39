"""Decide what a command means at a table now: its events, or why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tuckbox.bots.levels import LEVELS
from tuckbox.errors import UndoError
from tuckbox.match.letters import seen
from tuckbox.match.match import NAMES, Match
from tuckbox.server.errors import Refused
from tuckbox.server.names import one_line, unique_name
from tuckbox.server.people import Person
from tuckbox.server.table import commands as cmd
from tuckbox.server.table import events as ev
from tuckbox.server.table import takeback
from tuckbox.server.table.state import FUSS, NO_HAND, PAST, TableState, Viewer

PEOPLE_ONLY = "where a match that counts is played twice, no bot sits: it would not know the other hand the second time"
MOST_CHAT, MOST_ASIDE = 1_000, 500
"""Maximum number of lines said at a table, and after how many of them onlookers say no more: the rest is for the players."""

CHAT_RATE, CHAT_SECONDS = 6, 15.0
MOST_FUSS = 1_000
"""Maximum number of arrivals, departures, undos and changes of passing on one seat: a table must not grow without end."""


def decide(state: TableState, person: Person, command: cmd.AnyCommand, now: float) -> tuple[ev.Event, ...]:
    """The events a command of a person asks for. Raises `Refused` or an `ActionError`."""
    if state.barred:
        raise Refused("closed", state.fault)
    if state.past and not isinstance(command, (cmd.Chat, cmd.React, cmd.Talk)):
        raise Refused("past", state.fault or PAST)
    if isinstance(command, cmd.Chat | cmd.React):
        _check_speaking(state, person, now)
    event = _ORDERS[type(command)](state, person, command)
    if event is None:
        return ()
    if isinstance(event, FUSS) and not isinstance(event, ev.Returned) and state.fuss[event.seat] >= MOST_FUSS:
        raise Refused("enough", "there has been enough to and fro on this seat")
    return (*_giving_way(state, event), event) if isinstance(event, ev.Sat) else (event,)


# -- playing -----------------------------------------------------------------------------------------------------------


def _act(state: TableState, person: Person, command: cmd.Act) -> ev.Event:
    seat, match = _deciding(state, person, command.version)
    if state.answered(seat) is not None:
        raise Refused("answered", "you have answered already")
    return action_event(state, match, seat, command.action)


def action_event(state: TableState, match: Match, seat: int, action: str | int) -> ev.Event:
    """The event of a seat's action: sealed while a response window is open. Raises an `ActionError`."""
    text = match.game.actions.text(match.check(action, seat))
    return ev.Answered(seat, text) if state.window else ev.Acted(seat, text)


def _undo(state: TableState, person: Person, command: cmd.Undo) -> ev.Event:
    seat, match = _deciding(state, person, command.version)
    if not match.can_undo(seat):
        raise UndoError("only your own last step can be taken back, and only until something was drawn, shown or asked")
    return ev.Undone(seat)


def _takeback(state: TableState, person: Person, command: cmd.Takeback) -> ev.Event:
    seat, match = _deciding(state, person, command.version)
    return takeback.propose(state, match, seat)


def _agree(state: TableState, person: Person, command: cmd.Agree) -> ev.Event | None:
    seat, match = _playing_oneself(state, person)
    return takeback.agree(state, match, seat, command.proposal)


def _decline(state: TableState, person: Person, command: cmd.Decline) -> ev.Event:
    seat, _ = _playing_oneself(state, person)
    return takeback.decline(state, seat, command.proposal)


def _next(state: TableState, person: Person, command: cmd.Next) -> ev.Event:
    _, match = _deciding(state, person, command.version)
    if not match.between:
        raise Refused("not between", "the game in progress is not over")
    return ev.Dealt()


def _passing(state: TableState, person: Person, command: cmd.Passing) -> ev.Event | None:
    seat, _ = _playing_oneself(state, person)
    return ev.Passes(seat, command.on) if command.on != state.seats[seat].passing else None


# -- seats -------------------------------------------------------------------------------------------------------------


def _sit(state: TableState, person: Person, command: cmd.Sit) -> ev.Event | None:
    if command.seat >= len(state.seats):
        raise Refused("no seat", f"there is no seat {command.seat}")
    if state.stage == "finished":
        raise Refused("over", "the match is over")
    place, own = state.seats[command.seat], state.seat_of(person.id)
    if own == command.seat and state.stage == "open":
        return ev.Sat(own, person.id, place.name, command.salt) if command.salt else None
    if own is not None:
        raise Refused("seated", "you have a seat at this table")
    if not place.free:
        raise Refused("taken", "this seat is taken")
    if state.opened.counts:
        check_counting(person)
    _check_handed_on(state, person, command.seat)
    return ev.Sat(command.seat, person.id, own_name(state, person, command.seat), command.salt or "")


def _check_handed_on(state: TableState, person: Person, seat: int) -> None:
    """Raise `Refused` where a person may not take this seat from somebody who had it."""
    if state.stage == "playing" and state.opened.kept is not None:
        raise Refused(*state.opened.kept)
    if state.hand_seen(person.id) not in (NO_HAND, seat):
        raise Refused("seen", "you have seen another hand of this match")


def _giving_way(state: TableState, event: ev.Sat) -> Iterator[ev.Placed]:
    """The new names of bots that bear the one with which somebody sits down before the match."""
    for seat, place in enumerate(state.seats):
        if seat != event.seat and state.gives_way(place) and unique_name([place.name], event.name) != event.name:
            yield ev.Placed(seat, place.level, bot_name(state, seat, event.name))


def _stand(state: TableState, person: Person, command: cmd.Stand) -> ev.Event | None:
    seat = _seated(state, person)
    if state.stage == "open":
        return ev.Stood(seat)
    _playing(state, person)
    return None if state.seats[seat].driven else ev.Left(seat)


def _return(state: TableState, person: Person, command: cmd.Return) -> ev.Event | None:
    seat, _ = _playing(state, person)
    return ev.Returned(seat) if state.seats[seat].driven else None


def _resign(state: TableState, person: Person, command: cmd.Resign) -> ev.Event:
    seat, _ = _playing(state, person)
    return ev.Resigned(seat, bot_name(state, seat, state.seats[seat].name))


def _bot(state: TableState, person: Person, command: cmd.Bot) -> ev.Event:
    _hosting(state, person)
    if command.seat >= len(state.seats):
        raise Refused("no seat", f"there is no seat {command.seat}")
    if state.seats[command.seat].kind == "person":
        raise Refused("taken", "somebody sits there")
    if command.level is None:
        return ev.Placed(command.seat)
    check_listed("no level", "level of bots", command.level, LEVELS)
    if state.opened.twice and state.opened.counts:
        raise Refused("twice", PEOPLE_ONLY)
    return ev.Placed(command.seat, command.level, bot_name(state, command.seat))


def _start(state: TableState, person: Person, command: cmd.Start) -> ev.Event:
    _hosting(state, person)
    if any(place.kind == "open" for place in state.seats):
        raise Refused("open seats", "there are still open seats")
    return start(state)


def start(state: TableState) -> ev.Started:
    """The beginning of the match, with what the seats have added to the deal."""
    return ev.Started(tuple(place.salt for place in state.seats))


def _close(state: TableState, person: Person, command: cmd.Close) -> ev.Event:
    _hosting(state, person)
    if state.opened.meet:
        raise Refused("meet", "this match begins by itself: stand up if you do not want to play")
    return ev.Barred(host=True)


# -- talking -----------------------------------------------------------------------------------------------------------


def _chat(state: TableState, person: Person, command: cmd.Chat) -> ev.Event:
    text = one_line(command.text)
    if not seen(text):
        raise Refused("empty", "there is nothing to say")
    seat = state.seat_of(person.id)
    if not state.may_chat(seat):
        raise Refused("no chat", "here are only quick reactions, until all who sit at the table agree to a chat")
    return ev.Chatted(person.id, own_name(state, person) if seat is None else state.seats[seat].name, text)


def _react(state: TableState, person: Person, command: cmd.React) -> ev.Event:
    return ev.Reacted(_seated(state, person), command.word)


def _talk(state: TableState, person: Person, command: cmd.Talk) -> ev.Event | None:
    seat = _seated(state, person)
    if state.opened.chat:
        raise Refused("chat open", "everybody may chat at this table")
    return ev.Talks(seat, command.on) if command.on != state.seats[seat].talks else None


def _check_speaking(state: TableState, person: Person, now: float) -> None:
    """Refuse who may say nothing now, in words or by a reaction."""
    if person.muted:
        raise Refused("muted", "you may not say anything here")
    if state.chatted >= MOST_CHAT:
        raise Refused("chat full", "enough has been said at this table")
    if state.chatted >= MOST_ASIDE and state.seat_of(person.id) is None:
        raise Refused("chat full", "so much has been said at this table that only those who sit there may say more")
    if sum(0 <= now - at < CHAT_SECONDS for at in state.spoke.get(person.id, ())) >= CHAT_RATE:
        raise Refused("too often", "not so fast")


# -- who may -----------------------------------------------------------------------------------------------------------


def _seated(state: TableState, person: Person) -> int:
    seat = state.seat_of(person.id)
    if seat is None:
        raise Refused("not seated", "you have no seat at this table")
    return seat


def _playing(state: TableState, person: Person) -> tuple[int, Match]:
    """The seat of somebody in a match that runs."""
    seat = _seated(state, person)
    if state.match is None:
        raise Refused("not started", "the match has not begun")
    if state.match.done:
        raise Refused("over", "the match is over")
    if state.fault:
        raise Refused("fault", state.fault)
    return seat, state.match


def _playing_oneself(state: TableState, person: Person) -> tuple[int, Match]:
    """The seat of somebody in a match that runs, for whom no bot plays."""
    seat, match = _playing(state, person)
    if state.seats[seat].driven:
        raise Refused("driven", "a bot plays for you; take your seat back first")
    return seat, match


def _deciding(state: TableState, person: Person, version: int) -> tuple[int, Match]:
    """The seat of a person who plays themselves, and has seen what there is to see."""
    seat, match = _playing_oneself(state, person)
    if version != state.versions[seat]:
        raise Refused("stale", "too late: something else has happened first")
    return seat, match


def _hosting(state: TableState, person: Person) -> None:
    """Before the match, the host alone, or who stands in for them."""
    if state.stage != "open":
        raise Refused("started", "the match has begun")
    if not state.hosted_by(person.id):
        raise Refused("not host", "only the host of the table may do this")


def why_no_hints(state: TableState, seat: Viewer) -> str:
    """The reason why who looks from there gets no hints; "" where they do. Where other people play a table has to allow
    them, and tells so: nobody has an aid that the others do not know of."""
    if seat is None:
        return "hints are for those who play here"
    if state.opened.earnest:
        return f"{state.opened.earnest}: there are no hints"
    if not state.opened.hints and any(place.kind != "bot" for at, place in enumerate(state.seats) if at != seat):
        return "there are no hints where people play each other, unless the table was opened so"
    return ""


def check_counting(person: Person) -> None:
    """Refuse a guest where a match counts: whose result it is must be known for longer than a cookie is kept."""
    if not person.somebody:
        raise Refused("guest", "this match counts, so it is for people with a passkey: make one, or sign in, first")


def check_listed(code: str, what: str, given: str, known: Iterable[str]) -> None:
    """Refuse something (`what`) that is none of those there are."""
    if given not in (names := [*known]):
        raise Refused(code, f"there is no {what} {given[:40]!r}: it is one of {', '.join(names)}")


def own_name(state: TableState, person: Person, seat: int | None = None) -> str:
    """The name a person has at this table, whether they sit, perhaps take a `seat`, or speak: one that passes for nobody
    else's there, but that of a bot which gives way to who sits down."""
    return unique_name(state.names_besides(person.id, seat), person.name)


def bot_name(state: TableState, seat: int, former: str = "") -> str:
    """A name for a bot on a seat, which passes neither for anybody else's there nor for a `former` one."""
    others = [place.name for number, place in enumerate(state.seats) if number != seat]
    taken = [*others, *state.voices.values(), *([former] if former else [])]
    free = (name for name in NAMES if unique_name(taken, name) == name)
    return next(free, unique_name(taken, NAMES[0]))


_ORDERS: dict[type, Callable[[TableState, Person, Any], ev.Event | None]] = {
    cmd.Act: _act, cmd.Undo: _undo, cmd.Takeback: _takeback, cmd.Agree: _agree, cmd.Decline: _decline, cmd.Next: _next,
    cmd.Passing: _passing, cmd.Sit: _sit, cmd.Stand: _stand,
    cmd.Return: _return, cmd.Resign: _resign, cmd.Bot: _bot, cmd.Start: _start, cmd.Close: _close, cmd.Chat: _chat,
    cmd.React: _react, cmd.Talk: _talk,
}  # fmt: skip
"""All commands but `Rematch`, which concerns two tables."""
