"""The table of Hanabi."""

from dataclasses import replace

from tuckbox.kit.deck import BACK
from tuckbox.scene import lay
from tuckbox.scene.parts import Card, Fact, Panel, Row, Scene
from tuckbox.view.view import View
from tuckbox_hanabi.rules import COLOURS, DECK, MISTAKES, TOKENS


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    lost = "The third mistake: all is lost." if view.state.mistakes == MISTAKES else ""
    status = lay.status(view, "Play a card, discard one, or give a hint.", lost)
    return Scene("Hanabi", status, lay.panels(view, _place, _middle))


def _face(card: int) -> Card:
    """A card in its colour, or a back."""
    if card >= BACK:
        return Card(DECK.face(card), hidden=True)
    return Card(DECK.face(card), DECK.name(card), tone=COLOURS[card // 5])


def _place(view: View, seat: int) -> Panel:
    """A hand in the order it is held, each card with what the hints say of it."""
    s = view.state
    cells = s.hand[seat].cell[: s.hand[seat].n]
    notes = [hinted(s.may[seat][place]) for place in range(len(cells))]
    cards = tuple(replace(_face(cell & 255), note=note) for cell, note in zip(cells, notes, strict=True))
    facts = [Fact(f"card {place + 1}", note) for place, note in enumerate(notes) if note]
    return lay.place(view, seat, [Row("Hand", cards), *facts])


def hinted(may: int) -> str:
    """Describe a card known to be of one of these kinds.

    >>> hinted(31), hinted(0b00010_00010_00000_00000_00010), hinted(0x1FFFFFF)
    ('red', 'a 2: red, white or blue', '')
    """
    colours = [colour for number, colour in enumerate(COLOURS) if may >> 5 * number & 31]
    numbers = [str(n + 1) for n in range(5) if may & 0x108421 << n]
    said = [_either(colours)] if len(colours) < 5 else []
    if len(numbers) == 1:
        said = [f"a {numbers[0]}", *said]
    elif len(numbers) < 5:
        said = [f"a {_either(numbers)}", *said]
    return ": ".join(said)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _middle(view: View) -> Panel:
    s = view.state
    heights = [Fact(colour, str(s.height[number])) for number, colour in enumerate(COLOURS)]
    facts = [Fact("tokens", f"{s.tokens} of {TOKENS}"), Fact("mistakes", f"{s.mistakes} of {MISTAKES}")]
    gone = Row("Discards", lay.cards(view, s.discards, face=_face))
    return Panel("Table", (*heights, lay.pile(view, "Stock", s.stock), gone, *facts))
