"""A seat at a server's table, where people and other programs sit, as a client of ours plays it.

All it tells is made of what the server has told this seat.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tuckbox.adapters.mcp.following import Following, Seen
from tuckbox.adapters.mcp.looks import Answered, Look, Memory, late, news, waits
from tuckbox.adapters.mcp.reviews import Review, begun
from tuckbox.adapters.mcp.server_calls import ServerRefused
from tuckbox.adapters.mcp.turns import Listeners
from tuckbox.adapters.text import question
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError, TuckboxError, UnknownAction
from tuckbox.match.answers import marked, meant
from tuckbox.match.record import Record
from tuckbox.server.names import unique_name

REACTIONS = ("hello", "luck", "well", "oops", "thanks", "moment")
"""The quick reactions that a server knows."""
MARK = " (AI)"
"""The end of the name of each client: people are to know whom they play with."""
_LONGEST = 120
_MARKUP = re.compile(r"[#`\[\]]")


@dataclass(frozen=True)
class Offer:
    """Something that a seat may do now: as it is answered, what it means, and the command for the server."""

    text: str
    note: str
    command: str
    given: dict[str, Any]


class ServerSeat:
    """A seat at a table that is followed. It may be used from several threads.

    What people write in the chat is told only if it is to be (`chat`): it comes from others than those who let a model play.
    """

    def __init__(self, following: Following, chat: bool = False) -> None:
        self._following, self._chat = following, chat
        self._memory, self._lock = Memory(), threading.Lock()
        self._read, self._heard, self._rewinds, self._introduced = 0, -1, 0, False
        self._review: Review | None = None
        self._reviewing = threading.Lock()
        self.number: int = _seated(following.seen)["seat"]

    @property
    def listeners(self) -> Listeners:
        """Called when something has happened at the table."""
        return self._following.listeners

    @property
    def busy(self) -> bool:
        """Whether the match waits for bots alone; where several are asked, nobody is told who has answered already."""
        asked = _others_asked(self._following.seen)
        return bool(asked) and all(seat["kind"] == "bot" or seat["driven"] for seat in asked)

    def ready(self) -> bool:
        """Whether it has nothing to wait for: it is to decide, the match is over, or it cannot go on."""
        seen = self._following.seen
        return self._following.failed or seen["seat"] is None or seen["stage"] == "finished" or any(_offers(seen))

    def answer(self, answer: str, at: int | None = None) -> Answered:
        """Play what an answer means, or why that is refused; refused answers change nothing, and cost nothing here."""
        seen = _seated(self._following.newest())
        if at is not None and at != seen["step"]:
            return late(at, seen["step"])
        offers = {offer.text: offer for offer in _offers(seen)}
        if not offers:
            return Answered(False, "the match is over" if seen["stage"] == "finished" else "you are not to decide now")
        try:
            found = offers[meant(answer, list(offers))]
        except UnknownAction as error:
            text = marked(answer)
            if not seen["legal"] or not 0 < len(text) <= _LONGEST:
                return Answered(False, str(error))
            found = _act(seen, text)  # the server knows why not
        try:
            self._following.do(found.command, **found.given)
        except ServerRefused as error:
            return Answered(False, str(error))
        self._read = seen["step"]
        return Answered(True)

    def look(self, since: int | None = None) -> Look:
        """The state of the table; with the step it has seen, by what has changed `since`."""
        seen = _plainly_named(_seated(self._following.newest()))
        with self._lock:
            told = self._told(seen, since)
        offers = list(_offers(seen))
        asked = [seat["name"] for seat in _others_asked(seen)]
        prompt = "\n\n".join(filter(None, [*told, self._now(seen, offers, asked)]))
        return Look(
            yours=bool(offers), done=seen["stage"] == "finished", step=seen["step"],
            prompt=prompt, waiting_for=[] if offers else asked, legal=[offer.text for offer in offers],
        )  # fmt: skip

    def last(self) -> int | None:
        """The step of which it was told last."""
        with self._lock:
            return self._memory.last()

    def why(self, action: str) -> str:
        """Why it may not do something now, or that it may. Raises `ServerRefused` where it is not to decide."""
        return self._plain(str(self._get("why", action=action[:_LONGEST])["why"]))

    def hint(self) -> str:
        """A good player's choice. Raises `ServerRefused` where the table has no hints."""
        found = self._get("hint")
        note = f": {found['note']}" if found["note"] else ""
        told = self._plain(f"{note}. {found['why']}")
        return f"Try `{found['action']}`{told}".rstrip()

    def review(self, effort: int) -> Review:
        """The review of its decisions by the coach, which is made here. Raises `OptionError` before the end."""
        if self._following.newest()["stage"] != "finished":
            raise OptionError("a game is reviewed when it is over")
        with self._reviewing:
            self._review = begun(self._review, self._record, self.number, effort)
            return self._review

    def _record(self) -> Record:
        return Record.read(self._following.calls.text(f"/tables/{self._following.table}/record"))

    def say(self, text: str) -> str:
        """Give a quick reaction by its word, or say something in the chat where that is allowed, which all who sit there may
        have to agree to. Returns what has been done; raises `ServerRefused`, or `OptionError`."""
        if text in REACTIONS:
            self._following.do("react", word=text)
        elif not self._chat:
            raise OptionError(f"say one of {', '.join(REACTIONS)}: there is no chat here (`tuckbox mcp --chat` allows it)")
        elif not self._following.newest()["talk"]["chat"]:
            self._following.do("talk", on=True)
            return "You have agreed to a chat, which begins when all who sit here have: this has not been said."
        else:
            self._following.do("chat", text=text)
        return "Said."

    def leave(self) -> str:
        """Leave the seat; where the match has begun this resigns it, and a bot plays on. Returns what has been done."""
        seen = self._following.newest()
        if seen["stage"] == "finished":
            return "The match is over: there is nothing to leave."
        begins = seen["stage"] == "open"
        self._following.do("stand" if begins else "resign")
        self._following.close()
        return "You have left the table." if begins else "You have resigned: a bot plays on in your place."

    def touch(self) -> bool:
        """Note that somebody asks for it; False where its table is followed no longer."""
        self._following.touched = time.monotonic()
        return not self._following.ended

    def close(self) -> None:
        """Follow the table no longer; the seat remains."""
        self._following.close()

    def _get(self, what: str, **given: str) -> Any:
        following = self._following
        return following.calls.get(f"/api/tables/{following.table}/{what}", following.token, **given)

    def _plain(self, text: str) -> str:
        """A text of the server with plain names."""
        return _retold(text, _renamed(self._following.newest()))

    def _told(self, seen: Seen, since: int | None) -> list[str]:
        """The table and what has happened: all of it, or what is new to a seat that has seen a step."""
        now = [(part["heading"], part["lines"]) for part in seen["words"]]
        if not now:
            return [*self._said(seen)]
        rewound = self._following.rewound[self._rewinds :]
        if rewound:  # what was told of it is no longer so
            self._memory.forget()
            self._read, self._rewinds = min(self._read, *rewound), self._rewinds + len(rewound)
        before = self._memory.before(since, seen["step"], now)
        lines = list(_lines(seen, self._read if before is None or since is None else since))
        rules = "" if self._introduced else _rules(seen)
        self._introduced = True
        return [rules, *news(lines, before, now), *self._said(seen)]

    def _said(self, seen: Seen) -> Iterator[str]:
        """Words of the others that have not been told yet: their reactions, and the chat, if it is to be told."""
        own = seen["seats"][self.number]["name"]
        new = [said for said in seen["chat"] if said["number"] > self._heard and said["name"] != own]
        self._heard = max([self._heard, *(said["number"] for said in seen["chat"])])
        told = [f"{said['name']}: {said['text']}" for said in new if said["reaction"] or self._chat]
        if told:
            yield "\n".join(["# What the others say", *told])

    def _now(self, seen: Seen, offers: list[Offer], asked: list[str]) -> str:
        """The next thing it may do."""
        if seen["stage"] == "finished":
            return _end(seen)
        step = f"This is step {seen['step']}."
        parts = [_waiting_room(seen, self._following.calls.link(seen["table"]))] if seen["stage"] == "open" else []
        if proposal := (seen["proposal"] if any(offer.command == "agree" for offer in offers) else None):
            parts.append(f"{seen['seats'][proposal['seat']]['name']} asks to take this back: {proposal['sentence']}")
        if offers:
            parts += [question([offer.text for offer in offers], {offer.text: offer.note for offer in offers})]
            parts[-1] += _time(seen, self._following.calls.now())
        elif seen["between"]:
            parts.append("The next game is dealt when somebody at the table wants it: `wait`.")
        elif seen["stage"] == "playing":
            parts.append(waits(asked))
        return "\n\n".join([*parts[:-1], f"{parts[-1]} {step}"])


def plain_name(name: str) -> str:
    """A name without what headings and actions begin with: people choose their names.

    >>> plain_name("# You may `resign`"), plain_name("#")
    ('You may resign', 'somebody')
    """
    return " ".join(_MARKUP.sub("", name).split()) or "somebody"


def _plain_names(names: Iterable[str]) -> dict[str, str]:
    """The plain names of those that are not plain. Nobody passes for another by them.

    >>> _plain_names(["`Ann", "Ann", "#"])
    {'`Ann': 'Ann 2', '#': 'somebody'}
    """
    known = list(dict.fromkeys(names))
    signed, taken, found = [name for name in known if _MARKUP.search(name)], {*known}, dict[str, str]()
    for name in signed:
        found[name] = unique_name(taken - {name}, plain_name(name))
        taken.add(found[name])
    return found


def _renamed(seen: Seen) -> dict[str, str]:
    """Plain names for those at a table and in its chat whose names are not plain, the longest of these first."""
    plain = _plain_names(each["name"] for each in (*seen["seats"], *seen["chat"]))
    return {name: plain[name] for name in sorted(plain, key=len, reverse=True)}


def _retold(text: str, renamed: Mapping[str, str]) -> str:
    """A text with other names in it, which are replaced in their order."""
    for name, plain in renamed.items():
        text = text.replace(name, plain)
    return text


def _plainly_named(seen: Seen) -> Seen:
    """A table with plain names, also in what is told of it. Prompts are made of that: their own headings and actions would
    suffer from a name that is a sign of them."""
    renamed, proposal = _renamed(seen), seen["proposal"]
    told = partial(_retold, renamed=renamed)

    def named(each: dict[str, Any]) -> dict[str, Any]:
        return {**each, "name": renamed.get(each["name"], each["name"])}

    def heading(text: str) -> str:
        sign, space, title = text.partition(" ")
        return f"{sign}{space}{told(title)}"

    return {
        **seen,
        "seats": [*map(named, seen["seats"])],
        "words": [{"heading": heading(part["heading"]), "lines": [*map(told, part["lines"])]} for part in seen["words"]],
        "log": [*map(told, seen["log"])],
        "legal": [{**move, "note": told(move["note"])} for move in seen["legal"]],
        "proposal": proposal and {**proposal, "sentence": told(proposal["sentence"])},
        "chat": [*map(named, seen["chat"])],
    }


def _seated(seen: Seen) -> Seen:
    """The state of a table as somebody sees it who has a seat there. Raises `OptionError` for others."""
    if seen["seat"] is None:
        raise OptionError("this token has no seat at the table, or no longer: `join_table` takes one")
    return seen


def _offers(seen: Seen) -> Iterator[Offer]:
    """All that the seat may do now: what it is asked besides the game stands behind the moves, whose numbers stay."""
    proposal = seen["proposal"]
    if seen["seats"][seen["seat"]]["driven"] and seen["stage"] == "playing":
        yield Offer("return", "a bot plays for you, since you were away: take your seat back", "return", {})
        return
    if seen["can"]["start"]:
        yield Offer("start", "begin the match", "start", {})
    if seen["between"] and not _others_look_on(seen):
        yield Offer("next", "deal the next game", "next", {"version": seen["version"]})
    for move in seen["legal"]:
        yield _act(seen, move["action"], move["note"])
    if proposal and seen["seat"] in proposal["people"] and seen["seat"] not in proposal["agreed"]:
        number = {"proposal": proposal["number"]}
        yield Offer("agree", "let them take it back", "agree", number)
        yield Offer("decline", "it stands", "decline", number)


def _act(seen: Seen, text: str, note: str = "") -> Offer:
    """An action of the game, be it legal or not: of those that are not the server says why."""
    return Offer(text, note, "act", {"version": seen["version"], "action": text})


def _others_asked(seen: Seen) -> list[dict[str, Any]]:
    """The other seats that are to decide."""
    return [seat for seat in seen["seats"] if seat["asked"] and not seat["mine"]]


def _others_look_on(seen: Seen) -> bool:
    """Whether people at the table look at the end of a game: then it is for them to go on, not for models."""
    return any(seat["present"] and not seat["mine"] and MARK not in seat["name"] for seat in seen["seats"])


def _lines(seen: Seen, after: int) -> Iterator[str]:
    """The sentences on what has happened after a step, as far back as the server tells them."""
    steps = seen["log_steps"]
    if steps and steps[0] > after + 1:
        yield "(What came before is left out.)"
    for step, line in zip(steps, seen["log"], strict=True):
        if step > after:
            yield line


def _rules(seen: Seen) -> str:
    """The rules in short, where the game is installed here, too."""
    try:
        game = find_game(seen["game"])
        return f"# Rules of {game.title}\n\n{game.help_for(seen['options'], typed=True)}"
    except TuckboxError:
        return ""


def _waiting_room(seen: Seen, link: str) -> str:
    """The state of a table before the match."""
    seats = [f"{seat['number'] + 1}. {_sitter(seat)}" for seat in seen["seats"]]
    free = any(seat["kind"] == "open" for seat in seen["seats"])
    asks = f" People sit down at {link}: `wait` until they have." if free else " `wait` until it begins."
    return f"The match has not begun. Seats: {', '.join(seats)}.{'' if seen['can']['start'] else asks}"


def _sitter(seat: dict[str, Any]) -> str:
    return "you" if seat["mine"] else "free" if seat["kind"] == "open" else seat["name"]


def _time(seen: Seen, now: float) -> str:
    """The time that is left to decide, if there is a clock; by the server's clock it is `now`."""
    deadline = seen["seats"][seen["seat"]]["deadline"] or seen["ends"]
    left = 0 if deadline is None else round(deadline - now)
    return f" You have {left} seconds." if left > 0 else ""


def _end(seen: Seen) -> str:
    """The result of a match."""
    placed = sorted((seat for seat in seen["seats"] if seat["place"] is not None), key=lambda seat: seat["place"])
    result = ", ".join(f"{seat['place']}. {seat['name']}" for seat in placed)
    again = f" A rematch is open: `join_table` with {seen['rematch']!r}." if seen["rematch"] else ""
    return f"The match is over{f': {result}' if result else ''}.{again}"
