"""A question to a bot in another process: a view as bytes. It is made of the blind record, so nothing hidden is in it.

Neither the log nor anybody's name goes along: no bot reads them.
"""

from __future__ import annotations

import msgspec

from tuckbox.definition.game import Game
from tuckbox.view.view import View


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A question for the action of a bot of a level at a seat, within a number of seconds; with its `chance`, if that is
    given."""

    game: str
    level: str
    seconds: float
    players: int
    seat: int
    state: bytes
    legal: tuple[int, ...]
    asked: tuple[int, ...]
    news: tuple[tuple[int, int, int], ...]
    heard: int
    chance: int | None = None

    def view(self, game: Game) -> View:
        """The view that is asked about."""
        state = game.layout.unpacked(self.state)
        return View(game, self.seat, state, ("",) * self.players, self.legal, self.asked, (), self.news, self.heard)


_encode, _decoder = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Question)


def write(level: str, view: View, seconds: float, chance: int | None = None) -> bytes:
    """A question as bytes."""
    game, state = view.game, view.game.layout.packed(view.state)
    assert view.seat is not None
    news = tuple((int(event), int(seat), int(card)) for event, seat, card in view.news)
    legal, asked = tuple(map(int, view.legal)), tuple(map(int, view.asked))  # whatever words rules have for numbers
    seen = (int(view.seat), state, legal, asked, news, int(view.heard))
    return _encode(Question(game.name, level, seconds, len(view.names), *seen, chance))


def read(data: bytes) -> Question:
    """The question of some bytes."""
    return _decoder.decode(data)
