"""Presenter made straight from matches, without a server; and scenes of games that do not exist."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.toys.bluff import GAME as BLUFF
from tests.toys.parcel import GAME as PARCEL
from tuckbox import Match
from tuckbox.definition.game import Game
from tuckbox.scene import lay
from tuckbox.scene.art import Art
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Row, Scene, Space, Stack, Token
from tuckbox.server.table.time_controls import TimeControl
from tuckbox.server.table.view_model import Chat, ChatLine, Move, SeatView, Terms, ViewModel, Window, log_lines, moves_of
from tuckbox.view.view import View

PACE = TimeControl("brisk", "half a minute a move", 30.0, 3.0, 12.0)
NOW = 1_700_000_000.0


def model_of(match: Match, seat: int | None = 0, **more: Any) -> ViewModel:
    """What a seat of a match sees, as a table would show it."""
    view = match.view(seat)
    scene = match.game.scene(view)
    order = {text: number for number, text in enumerate(scene.notes)}
    moves = tuple(sorted(moves_of(view, scene.notes), key=lambda move: order.get(move.text, 99)))
    lines = tuple(log_lines(match.lines(seat, 10_000)))
    steps = len(match.record().steps)
    given: dict[str, Any] = {
        "table": "t7",
        "game": match.game.name,
        "title": match.game.title,
        "options": tuple((name, str(value)) for name, value in match.options.items()),
        "stage": "finished" if match.done else "playing",
        "terms": Terms(False, PACE),
        "host": seat == 0,
        "version": steps,
        "seat": seat,
        "seats": tuple(seat_view_of(match, at, seat) for at in range(match.players)),
        "view": view,
        "scene": scene,
        "moves": moves,
        "log": lines[-40:],
        "earlier": len(lines) > 40,
        "chat": Chat((ChatLine("Bo", "Good luck!", NOW),)),
        "can_undo": seat is not None and match.can_undo(seat),
        "between": match.between,
        "window": Window(NOW + 12, match.nothing) if match.asking and not match.over else None,
        "commitment": match.commitment,
        "step": steps,
        "steps": steps,
        "acted": match.acted(seat, steps) if seat is not None else 0,
    }
    return ViewModel(**{**given, **more})


def move(text: str, note: str = "") -> Move:
    """An action that is called as it is written."""
    return Move(text, text, note)


def seat_view_of(match: Match, at: int, seat: int | None) -> SeatView:
    """A seat; those of odd number are bots."""
    places = match.places
    return SeatView(
        number=at,
        name=match.names[at],
        kind="bot" if at % 2 else "person",
        level="normal" if at % 2 else "",
        present=at % 2 == 0,
        mine=at == seat,
        asked=at in match.asked,
        deadline=NOW + 30 if at in match.asked and seat is not None else None,
        place=places[at] if places else None,
    )


def played(game: str | Game, players: int, steps: int, seed: int = 1, **options: Any) -> Match:
    """A match some random steps on; games of a series follow each other."""
    match, chance = Match(game, players, seed=seed, options=options), random.Random(seed)
    for _ in range(steps):
        if match.done:
            break
        if match.between:
            match.deal()
            continue
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal(seat)), seat)
    return match


def finished(game: str | Game, players: int, seed: int = 1, **options: Any) -> Match:
    """A match that has ended."""
    match = played(game, players, 100_000, seed, **options)
    assert match.done
    return match


def open_model(players: int = 3, seat: int | None = 0, **more: Any) -> ViewModel:
    """A table before play: a host, a free seat, a bot."""
    seats = (
        SeatView(0, "Ann", "person", present=True, mine=seat == 0),
        SeatView(1, "", "open", free=seat is None),
        SeatView(2, "Rook", "bot", "normal"),
    )[:players]
    return ViewModel(
        "t7", "whiplash", "Whiplash", (("edition", "royal"),), Terms(True, PACE), "open", seat == 0, 3, seat, seats, **more
    )


# -- toys with a table, which they have not in the tests of the engine -------------------------------------------------


def bluff_scene(view: View) -> Scene:
    """Bluff laid out: hidden stacks, alike cards, two kinds of backs."""
    s = view.state
    panels = [
        Panel(
            view.names[seat],
            (
                Row("Hand", lay.cards(view, s.hand[seat], seat)),
                Row("Loaded", lay.cards(view, s.stack[seat], seat)),
                Fact("gain", str(s.gain[seat])),
            ),
            seat,
            seat in view.asked,
            seat == view.seat,
        )
        for seat in lay.seats(view)
    ]
    panels.insert(
        -1, Panel("Table", (Stack("Deck", s.deck.n, Card("card", hidden=True)), lay.pile(view, "Discards", s.discards)))
    )
    return Scene("Bluff", lay.status(view, "Answer, or let it pass."), tuple(panels))


def parcel_scene(view: View) -> Scene:
    """Parcel laid out."""
    s = view.state
    panels = [
        Panel(
            view.names[seat],
            (Row("Hand", lay.cards(view, s.hand[seat], seat)), Row("Parcel", lay.cards(view, s.parcel[seat], seat))),
            seat,
            seat in view.asked,
            seat == view.seat,
        )
        for seat in lay.seats(view)
    ]
    return Scene("Parcel", lay.status(view, "Put a card into the parcel, or seal it."), tuple(panels))


BLUFF_LAID = replace(BLUFF, scene=bluff_scene)
PARCEL_LAID = replace(PARCEL, scene=parcel_scene)


# -- a board of a game that does not exist -----------------------------------------------------------------------------

_KINDS = {
    "[]": ("", "gold"),
    "DS": ("draw or swap", "teal"),
    "WZ": ("whiz", "purple"),
    "M1": ("one or door", "orange"),
    "CH": ("choice", "red"),
}
_ROWS = (
    "[] DS WZ [] M1 DS WZ [] DS DS [] .. .. ..",
    ".. .. .. [] .. .. .. [] WZ DS [] DS [] CH",
    ".. .. .. [] DS [] DS [] M1 DS [] DS [] ..",
)
_DOORS = ((0, 0, "1"), (0, 3, "2"), (1, 3, "W"), (1, 7, "4"), (1, 10, "3"), (2, 3, "1"), (2, 7, "2"), (2, 12, "2"))


def house_board(title: str, pieces: dict[str, int], seat: int, small: bool = False) -> Board:
    """Four rows of places joined by doors, like those of Key Whiz; `pieces` says how many stand where."""
    rows: list[tuple[Space | None, ...]] = [(Space("start", "Start", _tokens(pieces, "start", seat), wide=14),)]
    for row, text in enumerate(_ROWS, 2):
        rows.append(tuple(_space(f"{row}-{column}", kind, pieces, seat) for column, kind in enumerate(text.split(), 1)))
    rows.append((Space("payoff", "Payoff", _tokens(pieces, "payoff", seat), wide=14),))
    doors = tuple(
        Door(row, column, face, f"opens with {face}", (f"open {row + 1}-{column + 1}" if row else f"start {face}",))
        for row, column, face in _DOORS
    )
    return Board(title, tuple(rows), "", doors, small)


def _tokens(pieces: dict[str, int], name: str, seat: int) -> tuple[Token, ...]:
    return (Token("●", seat, "a piece"),) * pieces.get(name, 0)


def _space(name: str, kind: str, pieces: dict[str, int], seat: int) -> Space | None:
    if kind == "..":
        return None
    note, tone = _KINDS[kind]
    return Space(name, kind if kind != "[]" else "", _tokens(pieces, name, seat), tone, note)


def race_model(moves: Iterable[str] = ("start 1", "start 2", "step 2-4", "step 2-1", "draw"), **more: Any) -> ViewModel:
    """A race of pieces, with cards and rivals' boards."""
    match = Match("whiplash", 3, seed=7)
    hand = tuple(
        Card(face, name, tone="red" if face[-1] in "♥♦" else "black")
        for face, name in (("4♣", "4C"), ("4♥", "4H"), ("J♦", "JD"))
    )
    panels = [
        Panel(
            name,
            (Row("Hand", (Card("card", hidden=True),) * 4), house_board("Board", {"2-5": 1, "start": 2}, seat, True)),
            seat,
        )
        for seat, name in ((1, "Bo"), (2, "Cy"))
    ]
    panels.append(Panel("Table", (Stack("Deck", 31, Card("card", hidden=True), handles=("draw",)), Row("Keys", hand[:2]))))
    board = house_board("Your board", {"2-1": 1, "2-4": 1, "start": 1}, 0)
    panels.append(Panel("Ann", (board, Row("Hand", hand), Fact("home", "0 of 3")), 0, True, True))
    notes = {"step 2-4": "to 2-5: one more, or to the next doorway"}
    scene = Scene("Key race", "Move a piece.", tuple(panels), notes)
    texts = tuple(move(text, notes.get(text, "")) for text in moves)
    return model_of(match, 0, scene=scene, moves=texts, **more)


RICH = (
    Card("OIL", "oil", title="Oil on the road", text="The next car loses a turn.", art="oil", tone="black"),
    Card("TYRE", "tyre", title="Spare tyre", text="Undo a puncture.", art="tyre", tone="blue", count=2),
    Card("60", "60", title="Sixty miles", art="road", tone="green", fresh=True),
)


ART = Art(Path(__file__).with_name("art"))
"""Drawings of a game that does not exist."""


def motor_model(**more: Any) -> ViewModel:
    """Cards with titles, texts and drawings, and a course to drive."""
    match = Match("whiplash", 2, seed=7)
    match.game = replace(match.game, art=ART)
    spaces = tuple(
        Space(str(mile), f"{mile}", (Token("A", 0), Token("B", 1)) if mile == 60 else (), art="road")
        for mile in range(0, 260, 20)
    )
    panels = (
        Panel("Bo", (Row("Hand", (Card("hazard", hidden=True), Card("card", hidden=True))), Fact("miles", "60")), 1),
        Panel(
            "Road",
            (
                Board("TableState", (spaces,)),
                Stack("Deck", 40, Card("card", hidden=True)),
                Stack("Wrecks", 0, handles=("dump",)),
            ),
        ),
        Panel("Ann", (Row("Hand", RICH, "worth a lot"),), 0, True, True, ("dealer",)),
    )
    scene = Scene("Motor", "Play a card.", panels, hints=("It rains.",), moment="Crash!")
    view = replace(match.view(0), game=match.game)
    moves = (move("play oil on P2", "Bo stops"), move("play 60"), move("discard oil"), move("discard 60"), move("dump"))
    return model_of(match, 0, **{"scene": scene, "view": view, "moves": moves, **more})
