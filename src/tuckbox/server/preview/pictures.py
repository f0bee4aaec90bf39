"""The pictures of pages, each from the view model of its page, and those that have been drawn of late."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from datetime import date

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import listed
from tuckbox.server.errors import Refused
from tuckbox.server.html.exercise import question
from tuckbox.server.html.page import game_of
from tuckbox.server.html.replay import open_hands, told_text
from tuckbox.server.html.table import status_of
from tuckbox.server.preview.painter import Words, cover_picture, table_picture
from tuckbox.server.preview.png import NotDrawn, png
from tuckbox.server.table.fair_queue import Asker, FairQueue
from tuckbox.server.table.view_model import ViewModel

_KEPT = 24 * 2**20
"""Bytes of pictures that are kept."""


class Pictures:
    """The pictures that have been drawn of late, by what is on them."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, bytes] = OrderedDict()
        self._turns = FairQueue(1)
        self._size = 0

    async def png(self, svg: str, asker: Asker) -> bytes:
        """A picture as PNG, drawn in turn for those who ask. Raises `Refused` where it cannot be."""
        tag = tag_of(svg)
        if tag not in self._made:
            try:
                async with self._turns.turn(asker):
                    if tag not in self._made:
                        self._keep(tag, await png(svg))
            except NotDrawn as error:
                raise Refused("failed", str(error)) from error
        self._made.move_to_end(tag)
        return self._made[tag]

    def _keep(self, tag: str, made: bytes) -> None:
        self._made[tag] = made
        self._size += len(made)
        while self._size > _KEPT and len(self._made) > 1:
            self._size -= len(self._made.popitem(last=False)[1])


def tag_of(svg: str) -> str:
    """A name for what is on a picture."""
    return hashlib.sha256(svg.encode()).hexdigest()[:16]


# -- of pages ----------------------------------------------------------------------------------------------------------


def of_table(model: ViewModel) -> str:
    """The picture of a table, from the model of an onlooker: of one that waits for players, who is there.
    Raises `Refused`."""
    game = _game(model)
    if model.scene is None:
        people = [seat.name or None for seat in model.seats]
        return cover_picture(game, dict(model.options), Words(model.title, gathering(model)), people)
    corner = f"step {model.step}" if model.looking_back else ""
    return _of_scene(model, status_of(model), corner)


def gathering(model: ViewModel) -> str:
    """A table in a sentence that tells nothing of the match: who is there, and who is waited for."""
    names = [seat.name for seat in model.seats if seat.name]
    who = listed(names)
    free = len(model.seats) - len(names)
    verb = {"open": "is here" if len(names) == 1 else "are here", "playing": "play", "finished": "have played"}[model.stage]
    waits = f" {free} seat{'s are' if free > 1 else ' is'} free: come and play!" if free and model.stage == "open" else ""
    return f"{who} {verb}.{waits}" if names else f"Nobody is here yet.{waits}"


def of_replay(model: ViewModel) -> str:
    """The picture of a step of a match that is over, from the model of its page: all hands are open. Raises `Refused`."""
    return _of_scene(model, told_text(model), f"step {model.step}", opened=True)


def of_review(model: ViewModel) -> str:
    """The picture of a step as a seat saw it then. Raises `Refused`."""
    return _of_scene(model, told_text(model) or status_of(model), f"step {model.step}")


def of_exercise(model: ViewModel, heading: str) -> str:
    """The picture of an exercise: what its seat sees, and what is asked."""
    assert model.scene is not None
    return table_picture(_game(model), dict(model.options), model.scene, Words(heading, question(model)))


def of_daily(game: Game, day: date) -> str:
    """The picture of a deal of the day, which shows nothing of it."""
    said = "The same deal for everybody, against the same bots. You have one try."
    return cover_picture(game, {}, Words(f"{game.title}: the deal of the day", said, f"{day.day} {day:%B}"))


def _of_scene(model: ViewModel, said: str, corner: str, opened: bool = False) -> str:
    if model.scene is None:
        raise Refused("not here", "nothing of this table was kept that could be drawn")
    scene = open_hands(model.scene) if opened else model.scene
    return table_picture(_game(model), dict(model.options), scene, Words(model.title, said, corner))


def _game(model: ViewModel) -> Game:
    game = game_of(model)
    if game is None:
        raise Refused("not here", "the game of this table is not here any more")
    return game
