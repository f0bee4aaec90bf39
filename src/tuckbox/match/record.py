"""The record: a match as text. It is the save file, the replay, the bug report and the golden test.

It holds the game, its options, the seats, where chance came from and every action; playing these again gives the
match. Reading is strict: a text that `str(Record)` would not write in just that way is refused, with the line at fault.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, zip_longest
from pathlib import Path

from tuckbox.errors import OptionError, RecordError
from tuckbox.files import path_of
from tuckbox.match.deal import Deal
from tuckbox.match.letters import parted, seen

VERSION = 1
LONGEST_NAME = 40
"""Maximum number of characters in a person's name, anywhere."""

_MOST_LINES, _LONGEST_LINE = 1_000_000, 1_000
_MOST_BYTES = 64 << 20
_MOST_OPTIONS, _MOST_SEATS = 200, 32
"""Bounds far beyond any match: a record may come from anybody, so anything larger is refused before it is read."""


@dataclass(frozen=True)
class Seat:
    """The occupant of a seat: a name, and ``person`` or the bot that plays (``search:normal``)."""

    name: str
    player: str = "person"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not isinstance(self.player, str):
            raise OptionError(f"a seat has a name and a kind of player, not {self.name!r} and {self.player!r}")
        if not 1 <= len(self.name) <= LONGEST_NAME or self.name != self.name.strip():
            raise OptionError(f"a name has 1 to {LONGEST_NAME} characters and no space at its ends")
        if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in parted(self.name)):
            raise OptionError("a name must not hold characters that nobody sees")
        if not seen(self.name):
            raise OptionError("a name has to show something")
        if not self.player or any(letter not in _PLAYER for letter in self.player):
            raise OptionError(f"{self.player[:40]!r} names no kind of player")
        if len(self.line) > _LONGEST_LINE:
            raise OptionError(f"{self.player[:40]!r}... is too long for a kind of player: a record could not be read")

    @property
    def line(self) -> str:
        """The line of a record that tells of it."""
        return f"seat {self.player} {json.dumps(self.name)}"


_PLAYER = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=_-./\\~@+"


@dataclass(frozen=True)
class Record:
    """A match as data; ``str(record)`` is its text and `Record.read` the way back.

    `steps` are lines such as ``deal``, ``0 draw stock``, ``outside time up`` and ``cut``; `places` is None while the match
    runs.
    """

    game: str
    rules: str
    players: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    deal: Deal
    steps: tuple[str, ...] = ()
    places: tuple[int, ...] | None = None

    @property
    def header(self) -> str:
        """Return the lines a commitment fixes: game, rules, players, options."""
        lines = [f"tuckbox {VERSION}", f"game {self.game}", f"rules {self.rules}", f"players {self.players}"]
        lines += [f"option {name} {value}" for name, value in self.options.items()]
        return "".join(f"{line}\n" for line in lines)

    def _deal_lines(self) -> Iterator[str]:
        if self.deal.is_open:
            yield f"seed {self.deal.seed}" if self.deal.number is None else f"simulated {self.deal.seed} {self.deal.number}"
            return
        yield f"commitment {self.deal.commitment(self.header)}"
        yield f"secret {self.deal.secret.hex()}"
        for seat, salt in enumerate(self.deal.salts):
            yield f"house {self.deal.house_salt(seat).hex()}" if salt is None else f"salt {salt.hex()}"
        if self.deal.apart:
            yield "apart"

    def __str__(self) -> str:
        lines = [*(seat.line for seat in self.seats), *self._deal_lines(), "", *self.steps]
        if self.places is not None:
            lines += ["", f"places {' '.join(map(str, self.places))}"]
        return self.header + "".join(f"{line}\n" for line in lines)

    def line_of(self, step: int) -> int:
        """Return the number of the line, from 1, on which a step stands in the text."""
        return str(self).split("\n\n", 1)[0].count("\n") + 3 + step

    @classmethod
    def read(cls, text: str) -> Record:
        """Read a record from its text. Raises `RecordError` with the line that is wrong.

        Whether the steps can be played is only known to `Match.from_record`.
        """
        reader = _Reader(text)
        record = reader.record()
        for number, (is_there, should) in enumerate(zip_longest(text.split("\n"), str(record).split("\n")), 1):
            if is_there != should:
                raise RecordError(f"expected {_shown(should)}, found {_shown(is_there)}", number)
        return record

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file. Raises `RecordError`, or `OSError` if it cannot be read."""
        with path_of(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError("this is no text in UTF-8") from error
        return cls.read(text)


def _shown(line: str | None) -> str:
    return "the end" if line is None else repr(line[:60]) if line else "an empty line"


class _Reader:
    """Takes the lines of a record in their order."""

    def __init__(self, text: str) -> None:
        if len(text) > _MOST_BYTES:
            raise RecordError(f"a record has at most {_MOST_BYTES >> 20} MiB")
        try:
            text.encode()
        except UnicodeEncodeError as error:  # half of a pair of surrogates
            raise RecordError("this is no text in UTF-8", text.count("\n", 0, error.start) + 1) from None
        if text.startswith("\ufeff"):
            raise RecordError("a record begins with `tuckbox 1`, without a byte order mark", 1)
        if not text:
            raise RecordError("there is nothing in it")
        if not text.endswith("\n"):
            raise RecordError("the last line is cut off", text.count("\n") + 1)
        self.lines = text.split("\n")[:-1]
        if len(self.lines) > _MOST_LINES:
            raise RecordError(f"a record has at most {_MOST_LINES} lines")
        self.at = 0
        long = next((number for number, line in enumerate(self.lines, 1) if len(line) > _LONGEST_LINE), None)
        if long is not None:
            raise RecordError(f"a line of a record has at most {_LONGEST_LINE} characters", long)

    def fail(self, message: str) -> RecordError:
        return RecordError(message, min(self.at + 1, max(1, len(self.lines))))

    def has(self, word: str) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].split(" ", 1)[0] == word

    def take(self, word: str) -> str:
        """Return the rest of the next line, which must begin with a word."""
        if not self.has(word):
            found = self.lines[self.at] if self.at < len(self.lines) else None
            raise self.fail(f"expected `{word} ...`, found {_shown(found)}")
        rest = self.lines[self.at].partition(" ")[2]
        self.at += 1
        return rest

    def number(self, word: str) -> int:
        rest = self.take(word)
        if not (rest.isascii() and rest.isdigit() and len(rest) <= 20):
            self.at -= 1
            raise self.fail(f"{word} needs a whole number, not {_shown(rest)}")
        return int(rest)

    def hexadecimal(self, word: str) -> bytes:
        rest = self.take(word)
        try:
            return bytes.fromhex(rest)
        except ValueError:
            self.at -= 1
            raise self.fail(f"{word} needs hexadecimal digits") from None

    def record(self) -> Record:
        if not self.has("tuckbox"):
            raise self.fail("this is no Tuckbox record: it does not begin with `tuckbox 1`")
        version = self.number("tuckbox")
        if version != VERSION:
            self.at -= 1
            raise self.fail(f"this record is of version {version}; this program reads version {VERSION}")
        game, rules, players = self.take("game"), self.take("rules"), self.number("players")
        options = self._options()
        seats = tuple(self._seats())
        place = self.at
        deal, commitment = self._deal()
        self._empty()
        steps = self._steps()
        record = Record(game, rules, players, options, seats, deal, steps, self._places())
        if commitment is not None and commitment != deal.commitment(record.header):
            self.at = place
            raise self.fail("the commitment does not fit the secret and the header: the deal or the options were changed")
        if len(seats) != players:
            raise RecordError(f"{players} players, but {len(seats)} seats", place)
        return record

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        while self.has("option"):
            if len(options) == _MOST_OPTIONS:
                raise self.fail(f"a record has at most {_MOST_OPTIONS} options")
            name, _, value = self.take("option").partition(" ")
            if name in options:
                self.at -= 1
                raise self.fail(f"the option {name[:40]!r} is given twice")
            options[name] = value
        return options

    def _seats(self) -> Iterator[Seat]:
        for seat in count():
            if not self.has("seat"):
                return
            if seat == _MOST_SEATS:
                raise self.fail(f"a record has at most {_MOST_SEATS} seats")
            player, _, name = self.take("seat").partition(" ")
            try:
                text = json.loads(name)
                if not isinstance(text, str):
                    raise ValueError
                yield Seat(text, player)
            except (ValueError, RecursionError, OptionError) as error:
                self.at -= 1
                reason = str(error) if isinstance(error, OptionError) else "a seat needs a player and a quoted name"
                raise self.fail(reason) from None

    def _deal(self) -> tuple[Deal, str | None]:
        try:
            if self.has("seed"):
                return Deal(seed=self.number("seed")), None
            if self.has("simulated"):
                return self._simulated(), None
            commitment = self.take("commitment")
            secret = self.hexadecimal("secret")
            salts = tuple(self._salts(Deal(secret=secret)))
            return Deal(secret=secret, salts=salts, apart=self.has("apart") and not self.take("apart")), commitment
        except OptionError as error:
            self.at -= 1
            raise self.fail(str(error)) from None

    def _simulated(self) -> Deal:
        """Read the deal of a simulated game: its seed and its number."""
        words = self.take("simulated").split(" ")
        if len(words) != 2 or not all(word.isascii() and word.isdigit() and len(word) <= 20 for word in words):
            raise OptionError("a simulated game has a seed and a number")
        return Deal(seed=int(words[0]), number=int(words[1]))

    def _salts(self, deal: Deal) -> Iterator[bytes | None]:
        """Read the bytes of the seats; the house's must be those that follow from the secret."""
        for seat in range(_MOST_SEATS):
            if self.has("salt"):
                yield self.hexadecimal("salt")
            elif not self.has("house"):
                return
            elif self.hexadecimal("house") == deal.house_salt(seat):
                yield None
            else:
                self.at -= 1
                raise self.fail(
                    "the bytes of the house do not follow from the secret: it could have chosen the deal by them"
                )

    def _empty(self) -> None:
        if self.at >= len(self.lines) or self.lines[self.at]:
            found = self.lines[self.at] if self.at < len(self.lines) else None
            raise self.fail(f"expected an empty line, found {_shown(found)}")
        self.at += 1

    def _steps(self) -> tuple[str, ...]:
        steps = []
        while self.at < len(self.lines) and self.lines[self.at]:
            steps.append(self.lines[self.at])
            self.at += 1
        return tuple(steps)

    def _places(self) -> tuple[int, ...] | None:
        if self.at == len(self.lines):
            return None
        self._empty()
        words = self.take("places").split(" ")
        if self.at != len(self.lines) or not all(w.isascii() and w.isdigit() and len(w) < 3 for w in words):
            raise self.fail("a record ends with `places` and a number for each seat")
        return tuple(map(int, words))
