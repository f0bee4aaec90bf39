"""Commands of a client to a table: one small structure each, the same for the browser and for programs.

Commands arrive as JSON with the word in ``do``: ``{"do": "act", "version": 12, "action": "draw stock"}``. Lengths are
bounded here; whether a command makes sense now only the table knows.

>>> read_command(b'{"do": "act", "version": 12, "action": "draw stock"}')
Act(version=12, action='draw stock')
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tuckbox.server.errors import Refused
from tuckbox.server.messages import read_json

MOST_BYTES = 2_000
"""No command is longer than this."""

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]


class Command(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Base of all commands."""


class Act(Command, frozen=True):
    """Play an action, in notation, from the view of this `version`: refused if the view has changed since."""

    version: Number
    action: Notation


class Undo(Command, frozen=True):
    """Take one's own last step back."""

    version: Number


class Takeback(Command, frozen=True):
    """Ask the people at the table to let one take one's last action back."""

    version: Number


class Agree(Command, frozen=True):
    """Agree to a takeback, by the number of its `proposal`."""

    proposal: Number


class Decline(Command, frozen=True):
    """Say no to a takeback, by the number of its `proposal`; or withdraw one's own."""

    proposal: Number


class Next(Command, frozen=True):
    """Deal the next game of a series."""

    version: Number


class Passing(Command, frozen=True):
    """Pass in all response windows until one's own next turn (`on`), or be asked again."""

    on: bool


class Sit(Command, frozen=True):
    """Take a free seat; `salt` (hex) is what the seat adds to the deal. On one's own seat before the match: add a salt."""

    seat: SeatNumber
    salt: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")] | None = None


class Stand(Command, frozen=True):
    """Leave one's seat: before the match it is free again; during it a bot plays on and one may `Return`."""


class Return(Command, frozen=True):
    """Take one's seat back from the bot that plays for one."""


class Resign(Command, frozen=True):
    """Give one's seat to a bot for good; somebody else may `Sit` there."""


class Bot(Command, frozen=True):
    """The host sets a bot of this level on an open seat, or (level None) takes it away before the match."""

    seat: SeatNumber
    level: Annotated[str, msgspec.Meta(max_length=20)] | None


class Start(Command, frozen=True):
    """The host starts the match; open seats must have been filled."""


class Close(Command, frozen=True):
    """The host closes the table before the match: nothing happens at it any more."""


class Rematch(Command, frozen=True):
    """After the match: open the same table again, everybody on the seat after their own. Asked twice it changes nothing."""


class Chat(Command, frozen=True):
    """Say something to everybody at the table."""

    text: Text


class React(Command, frozen=True):
    """Give one of the quick reactions."""

    word: Literal["hello", "luck", "well", "oops", "thanks", "moment"]


class Talk(Command, frozen=True):
    """Agree to a chat with all who sit at the table, or (not `on`) no longer."""

    on: bool


AnyCommand = (
    Act | Undo | Takeback | Agree | Decline | Next | Passing | Sit | Stand | Return | Resign | Bot | Start | Close | Rematch
    | Chat | React | Talk
)  # fmt: skip

_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def read_command(data: bytes | str) -> AnyCommand:
    """The command of a message. Raises `Refused` for whatever is no command."""
    if len(data) > MOST_BYTES:
        raise Refused("too long", f"a command has at most {MOST_BYTES} bytes")
    return read_json(data, _decoder, "this is no command")
