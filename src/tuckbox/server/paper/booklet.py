"""A game as a booklet: how it is played on two pages, all rules by their numbers, cards and boards to cut out."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tuckbox.definition.game import Game
from tuckbox.definition.rulebook import rules_text, short_text
from tuckbox.errors import OptionError
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import has_lessons, lesson
from tuckbox.match.match import Match
from tuckbox.match.topics import topics_of
from tuckbox.scene import things
from tuckbox.scene.parts import Board, Card, Map
from tuckbox.server.paper.markup import text, typst_of
from tuckbox.server.paper.pieces import Drawer

_TABLE = re.compile(r"table:(\d+)")
_WIDE = 63
"""Width of a card that is cut out, in millimetres: that of poker cards."""
_PAGE = """#set page(paper: "a4", margin: (x: 20mm, y: 18mm), numbering: "1")
#set text(font: ("Libertinus Serif", "DejaVu Sans"), size: 10.5pt, lang: "en")
#set par(justify: true)
#set table(stroke: .4pt + luma(150), inset: 4pt)
#show heading: set block(above: 1.2em, below: .6em)
#show raw: set text(font: "DejaVu Sans Mono", size: 8.5pt)
"""
_SHEET = "\n#set page(margin: 10mm, numbering: none)\n#set par(justify: false, leading: 0pt)\n"


def booklet(game: Game) -> bytes:
    """The booklet of a game as a PDF. Raises `OptionError` where Typst is not installed."""
    try:
        import typst
    except ImportError as error:
        raise OptionError("a PDF needs Typst: pip install 'tuckbox[print]'") from error
    drawer = Drawer(game)
    source = "".join([_PAGE, _title(game), _short(game, drawer), _rules(game), _cards(game, drawer), _boards(game, drawer)])
    with tempfile.TemporaryDirectory(prefix="tuckbox-print-") as folder:
        for name, data in drawer.files.items():
            Path(folder, name).write_bytes(data)
        Path(folder, "game.typ").write_text(source, "utf-8")
        made: bytes = typst.compile(str(Path(folder, "game.typ")), root=folder)
    return made


def _title(game: Game) -> str:
    by = f"#align(center)[#emph[{text(f'Designed by {game.designers}')}]]" if game.designers else ""
    return f"\n#align(center, text(size: 26pt, weight: 700)[{text(game.title)}])\n{by}\n"


def _short(game: Game, drawer: Drawer) -> str:
    """The rules in short, with the tables of its lesson as pictures."""
    steps = lesson(game) if has_lessons(game) else None

    def picture(address: str, alt: str) -> str:
        found = _TABLE.fullmatch(address)
        if not found or steps is None:
            return ""
        view = Guide(steps, int(found[1]) - 1).view()
        return drawer.table(game.scene(view), alt)

    return typst_of(short_text(game), picture, 2)


def _rules(game: Game) -> str:
    return f"\n#pagebreak()\n{typst_of(rules_text(game, terminal=True), lambda *_: '')}"


def _cards(game: Game, drawer: Drawer) -> str:
    """All cards as often as they are in the pack, nine a page."""
    drawn = [f"[{drawer.card(card, _WIDE)}]" for card in cards_of(game)]
    return f"{_SHEET}#grid(columns: ({_WIDE}mm,) * 3, gutter: 0mm, {', '.join(drawn)})\n" if drawn else ""


def cards_of(game: Game) -> Iterator[Card]:
    """The cards of a game as it is played when nobody asks for anything else; then things that are cards without lying
    in its pack, such as characters."""
    match = Match(game, seed=1)
    topics, deck = topics_of(game, match.options), game.layout.deck
    known = {name: _faced(topic.card, topic.lines) for name, topic in topics.items() if topic.card}
    for kind, copies in enumerate(match.state.pack[: len(deck)]):
        found = topics.find(deck.name(kind))
        cards = [card for name, _ in found if (card := known.pop(name, None))]
        card = cards[0] if cards else Card(deck.face(kind), deck.name(kind))
        yield from [card] * copies
    drawn = _on_boards(game, match)
    yield from (card for name, card in known.items() if not (card.hidden or name in drawn))


def _faced(card: Card, lines: tuple[str, ...]) -> Card:
    """A card with what it does, where it is one that says so."""
    return replace(card, text=" ".join(lines)) if card.title and not card.text else card


def _on_boards(game: Game, match: Match) -> set[str]:
    """The names of what is printed on boards."""
    parts = [part for panel in game.scene(match.view(0)).panels for part in panel.parts if isinstance(part, Board)]
    lying = [space for board in parts for row in board.rows for space in row if space] + [
        door for board in parts for door in board.doors
    ]
    return {name for thing in lying for name in things.words_of(thing)}


def _boards(game: Game, drawer: Drawer) -> str:
    """The boards and maps at the beginning, a page each."""
    match = Match(game, seed=1)
    parts = [part for panel in game.scene(match.view(0)).panels for part in panel.parts]
    boards = [part for part in parts if isinstance(part, Board) and not part.small and not part.loose]
    pages = [drawer.board(board, 60, 270) for board in boards]
    pages += [drawer.drawing(part.art, height="185mm") for part in parts if isinstance(part, Map)]
    return "".join(f"\n#page(flipped: true)[{page}]" for page in pages)
