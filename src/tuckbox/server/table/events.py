"""Events of a table. A table is nothing but the row of these: replayed from the first they give it again.

They are stored as JSON. Fields may be added with a default, never renamed or taken away: old tables must stay readable.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """Base of all events."""

    @property
    def kind(self) -> str:
        """Its word."""
        return str(self.__struct_config__.tag)


class Opened(Event, frozen=True):
    """A table is opened by its host; `hints` says whether people may have them against people, `tempo` how fast its bots
    are, `counts` whether the result counts for ratings, to which whoever sits down agrees. It is for people who `meet`: then
    it begins by itself when all seats are taken. Without a `chat` from the beginning there are quick reactions, until all
    who sit there agree to a chat. Onlookers see the match `delay` steps late. `day` is the day whose deal it has,
    `competition` the id of the competition in a round of which it is played. With `takeback` people may take actions back
    if all agree. A match of two that is played `twice` is played again on the same deal, with seats exchanged, at a table
    that names the `first` and its `score`: for each seat of its own the share of that match, and the points. From `secret`
    (hex) comes its deal; it does not leave the server before the end."""

    game: str
    rules: str
    players: int
    options: dict[str, str]
    pace: str
    private: bool
    title: str
    host: str
    secret: str
    hints: bool = False
    tempo: str = "usual"
    counts: bool = False
    meet: bool = False
    chat: bool = True
    delay: int = 0
    day: str = ""
    takeback: bool = False
    competition: str = ""
    twice: bool = False
    first: str = ""
    score: tuple[tuple[float, float], ...] = ()

    @property
    def earnest(self) -> str:
        """Words for a match whose result is known beyond its table; "" for any other."""
        if self.competition:
            return "this is a match of a competition"
        if self.counts:
            return "this match counts"
        return "this is the deal of the day" if self.day else ""

    @property
    def kept(self) -> tuple[str, str] | None:
        """The code and the sentence with which seats of the match are not handed on; None where they are."""
        if self.counts:
            return "counts", "this match counts: seats are not handed on"
        if self.competition:
            return "competition", "this is a match of a competition: seats are not handed on"
        return ("twice", "this match is played twice on the same deal: seats are not handed on") if self.twice else None

    def chance(self, seat: int, step: int) -> int | None:
        """The number that what a bot draws at a step follows from; None where it is up to the bot.

        All who play the deal of a day meet bots that do the same in the same position.
        """
        if not self.day:
            return None
        digest = hmac.new(bytes.fromhex(self.secret), f"bot {seat} {step}".encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:8]) >> 1


class Sat(Event, frozen=True):
    """A person takes a seat, or (again on their own) adds `salt` (hex) to the deal."""

    seat: int
    person: str
    name: str = ""
    salt: str = ""


class Stood(Event, frozen=True):
    """A person leaves a seat before the match."""

    seat: int


class Placed(Event, frozen=True):
    """A bot is set on a seat before the match, or (no `level`) taken away."""

    seat: int
    level: str = ""
    name: str = ""


class Started(Event, frozen=True):
    """The match begins; `salts` (hex) are what each seat has added to the deal, "" where the house does."""

    salts: tuple[str, ...]


class Practised(Event, frozen=True):
    """Practice goes on from a position of a finished match: the match `of` a table as a `seat` of it had it to decide, after
    these `steps` of its record, with its deal (`salts` as in `Started`, or a `seed`). Or it goes on where a lesson ends:
    then it is of no table ("")."""

    of: str
    seat: int
    salts: tuple[str, ...]
    steps: tuple[str, ...]
    seed: int | None = None


class Acted(Event, frozen=True):
    """A seat plays an action, in notation.

    `digest` is that of the match before it (`tuckbox.match.digest`), which some events of a match tell, so that it can be
    seen whether other rules lead to the same.
    """

    seat: int
    action: str
    digest: str = ""


class Answered(Event, frozen=True):
    """A seat gives its sealed answer to the response window that is open."""

    seat: int
    action: str


class Closed(Event, frozen=True):
    """The response window closes: all answers are carried out, and who has given none lets it pass."""

    digest: str = ""


class Undone(Event, frozen=True):
    """A seat takes its last step back."""

    seat: int


class Proposed(Event, frozen=True):
    """A seat asks the people at the table to take its last action back: to go back to a number of steps of the match."""

    seat: int
    step: int


class Agreed(Event, frozen=True):
    """A seat agrees to what is proposed, and others have not yet."""

    seat: int


class Declined(Event, frozen=True):
    """A seat says no to what is proposed, or withdraws what it has proposed itself."""

    seat: int


class Rewound(Event, frozen=True):
    """All agree: a seat's last action is taken back, and the match goes back to a number of steps."""

    seat: int
    step: int


class Dealt(Event, frozen=True):
    """The next game of the series is dealt."""

    digest: str = ""


class Happened(Event, frozen=True):
    """Something comes from outside the rules, such as the end of the time."""

    name: str


class Passes(Event, frozen=True):
    """A seat lets all response windows pass until its next turn, or no longer."""

    seat: int
    on: bool


class Left(Event, frozen=True):
    """A bot takes over for a person who has gone, or (`late`) has run out of time."""

    seat: int
    late: bool = False


class Returned(Event, frozen=True):
    """A person takes their seat back."""

    seat: int


class Resigned(Event, frozen=True):
    """A person gives their seat up for good: a bot of this name plays on, and somebody else may sit down."""

    seat: int
    name: str = ""


class Chatted(Event, frozen=True):
    """Somebody says something."""

    person: str
    name: str
    text: str


class Reacted(Event, frozen=True):
    """A seat gives one of the quick `REACTIONS`, by its word."""

    seat: int
    word: str


class Talks(Event, frozen=True):
    """A seat agrees to a chat with all who sit there, or (not `on`) no longer."""

    seat: int
    on: bool


class Barred(Event, frozen=True):
    """The operator of the server, or (`host`) its host before the match, has closed the table: nothing happens at it any
    more."""

    host: bool = False


class Adopted(Event, frozen=True):
    """The match goes on by other rules, of this hash: by them too all that was played is legal and leads to the same."""

    rules: str


class Ended(Event, frozen=True):
    """The match cannot be continued, since the rules have changed to those of this hash."""

    rules: str


class Reopened(Event, frozen=True):
    """The same table is opened again, for a rematch or for the second match on the same deal."""

    table: str


REACTIONS = {
    "hello": "Hello!", "luck": "Good luck!", "well": "Well played!", "oops": "Oops!", "thanks": "Thank you!",
    "moment": "One moment, please.",
}  # fmt: skip
"""The quick reactions by their words: all that strangers can say to each other until they agree to a chat."""

AnyEvent = (
    Opened | Sat | Stood | Placed | Started | Practised | Acted | Answered | Closed | Undone | Proposed | Agreed
    | Declined | Rewound | Dealt | Happened | Passes | Left | Returned | Resigned | Chatted | Reacted | Talks | Reopened
    | Barred | Adopted | Ended
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write_event(event: Event) -> str:
    """An event as it is stored.

    >>> write_event(Acted(1, "draw stock"))
    '{"kind":"acted","seat":1,"action":"draw stock"}'
    """
    return _encoder.encode(event).decode()


def read_event(data: str) -> AnyEvent:
    """An event that was stored. Raises `msgspec.DecodeError` for what is none."""
    return _decoder.decode(data)
