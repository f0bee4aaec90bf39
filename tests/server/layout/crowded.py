"""Scenes of games that do not exist, more crowded than those of any that does; and faults to be found."""

from __future__ import annotations

from tests.server.html.models import model_of
from tuckbox import Match
from tuckbox.kit.deck import Deck
from tuckbox.scene.lay import suited
from tuckbox.scene.parts import Board, Card, Fact, Panel, Row, Scene, Space, Stack, Token
from tuckbox.server.table.view_model import Move, ViewModel

_PACK = Deck.standard()
_BACK = Card("card", hidden=True)


def _scene(hand: int, rows: int = 1, trick: int = 4, backs: str = "") -> Scene:
    """Four seats with hands of so many cards, perhaps in several rows, around a trick."""
    own = [suited(number) for number in range(hand)]
    each = -(-hand // rows)
    parts = [Row(f"Hand {row + 1}", tuple(own[row * each : (row + 1) * each])) for row in range(rows)]
    facts = (Fact("bid", "4"), Fact("taken", "2"), Fact("points", "120"))
    rivals = [
        Panel(name, (Row("Hand", (_BACK,) * hand, backs=backs), *facts), seat)
        for seat, name in ((1, "Bo"), (2, "Cyrus"), (3, "Dee"))
    ]
    middle = Panel("Table", (Row("Trick", tuple(own[:trick])), Stack("Stock", 12, _BACK), Fact("trumps", "hearts")))
    return Scene("Crowd", "Play a card.", (*rivals, middle, Panel("Ann", (*parts, *facts), 0, True, True)))


def _five() -> Scene:
    """Five seats with two rows of cards each around five cards on offer."""
    won = tuple(suited(4 * number) for number in range(6))

    def panel(seat: int, name: str) -> Panel:
        facts = (Fact("coins", "2"), Fact("bid", "3"))
        return Panel(name, (Row("Houses", won), Row("Cheques", ()), *facts), seat, seat == 0, seat == 0)

    offered = tuple(suited(4 * number + 1) for number in range(5))
    middle = Panel("Table", (Row("Offer", offered), Stack("Cheques", 25, _BACK)))
    seats = [panel(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee", "Eve"))]
    return Scene("Houses", "Choose a house to sell.", (*seats[1:], middle, seats[0]))


def _board(columns: int, rows: int, sides: bool) -> Scene:
    """A table with a board in the middle on which two seats have pieces, and nothing but a fact at each place."""

    def space(column: int, row: int) -> Space:
        return Space(f"{column}-{row}", tokens=(Token("7", row % 2, "a piece"),) if (column + row) % 3 == 0 else ())

    lying = tuple(tuple(space(column, row) for column in range(columns)) for row in range(rows))
    names = tuple(map(str, range(1, rows + 1))) if sides else ()
    board = Board("Field", lying, heads=tuple(map(str, range(1, columns + 1))), sides=names)
    places = [Panel(name, (Fact("taken", "3"),), seat, mine=seat == 0) for seat, name in enumerate(("Ann", "Bo"))]
    return Scene("Field", "Move a piece.", (places[1], Panel("Field", (board,)), places[0]))


BOARDS = {
    "five by six": _board(5, 6, sides=True),
    "eight by eight": _board(8, 8, sides=True),
    "twelve by nine": _board(12, 9, sides=False),
}
"""Boards that are as wide as a phone, and one that is too wide for its places to be touched there."""

SCENES = {
    "thirteen cards": _scene(13),
    "thirteen cards, counted": _scene(13, backs="count"),
    "thirteen in two rows": _scene(13, 2),
    "seventeen cards": _scene(17),
    "a lone hand": _scene(5, trick=1),
    "twenty-four cards in two rows": _scene(24, 2),
    "five seats with two rows": _five(),
}


def model(match: Match, name: str) -> ViewModel:
    """A crowded scene at the table of a match."""
    scene = {**SCENES, **BOARDS}[name]
    cards = [
        card for panel in scene.panels if panel.mine for part in panel.parts if isinstance(part, Row) for card in part.cards
    ]
    moves = tuple(Move(f"play {card.name}", f"play {card.face}", "") for card in cards)
    return model_of(match, 0, scene=scene, moves=moves)


FAULTS = {
    ".middle { translate: 0 9rem }": "overlap",
    ".mine .slot { margin-right: -8rem }": "only",
    ".seat h2 { max-width: 1rem; overflow: hidden }": "cut",
    ".mine { transform: translate(0, 12rem) }": "out of sight",
    ".rivals .seat:first-child { translate: 0 12rem }": "lies under",
    ".dock { min-height: 26rem }": "the bar takes more than half",
    ".middle { transform: translate(90rem) }": "beside the window",
}
"""A line of style that spoils a table, and what is found then."""
