"""A scene as HTML: what lies in front of each player and in the middle, whatever the game.

Ids follow from names that the viewer sees and from places, never from anything hidden: a page is the same in all worlds its
viewer cannot tell apart. What can be touched is a button, all else is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from tuckbox.numbers import counted
from tuckbox.scene.parts import Board, Card, Fact, Map, Panel, Row, Stack
from tuckbox.server.html.board import board_fragment, noted
from tuckbox.server.html.cards import chip, look
from tuckbox.server.html.click_targets import ClickTargets, asked, home_of
from tuckbox.server.html.fragments import Element, Fragment, Lines, Piece, Rows, around
from tuckbox.server.html.map import map_fragment
from tuckbox.server.html.markup import classes, esc

_CHIPS = 60
"""Maximum number of cards of a pile that are listed."""

Shown = Row | Stack | Map | Board

_element = lru_cache(maxsize=16_384)(Element)
"""Elements that are as before are the same, so nothing in them is compared."""


def card_fragment(
    targets: ClickTargets, card: Card, place: str, mine: bool, pile: Stack | None = None, *, idle: bool = False
) -> Element:
    """A card where it lies, perhaps on top of a `pile`: a button if it can be touched; one that is `idle` is only read."""
    seen = look(card)
    more, label = (pile.handles, _pile_label(pile, seen.label)) if pile else ((), seen.label)
    ident, of = targets.identity(card, place), asked(card)
    numbers = targets.touching(card, mine, more) if targets.by_word else []
    if numbers:
        said = targets.button(numbers, label, card.face)
        return _element(ident, f'<button type="button" class="{seen.classes} act" id="{ident}"{of} {said}>', seen.inside)
    if card.hidden:
        told = targets.named(more)
        return _element(ident, f'<span class="{seen.classes}" id="{ident}"{of} aria-hidden="true"{told}>', seen.inside)
    hint = f' title="{label}"' if card.text and not of else ""  # what can be asked about tells more where a pointer rests
    told = hint if idle else hint + targets.named(targets.words(card, mine, more))
    tag = f'<span class="{seen.classes}" id="{ident}"{of} role="img" aria-label="{label}"{told}>'
    return _element(ident, tag, seen.inside)


def _pile_label(pile: Stack, top: str) -> str:
    """Label of a pile: its name, its number of cards, and its top card if that is known."""
    label = f"{esc(pile.title)}, {counted(pile.count, 'card')}"
    return label if pile.top is None or pile.top.hidden else f"{label}, {top} on top"


def row_fragment(targets: ClickTargets, row: Row, place: str, mine: bool, titled: bool) -> Fragment:
    """Cards side by side; they overlap where there is little room."""
    lying = zip(row.drawn, places(row.drawn, place), strict=True)
    slots = [_slot(card_fragment(targets, card, at, mine, idle=row.idle)) for card, at in lying]
    slots += _threads(row.drawn)
    title = [f'<span class="label">{esc(row.title)}</span>'] if titled else []
    label = esc(f"{row.title}: {_counted(row)}")
    name = f"{place}-cards"
    cards = Rows(
        name,
        f'<div class="{classes("cards", row.of_dice and "dice")}" id="{name}" role="group" aria-label="{label}">',
        slots,
        "</div>",
    )
    return Rows(place, f'<div class="row" id="{place}">', [*title, cards, *noted("p", place, row.note)], "</div>")


@lru_cache(maxsize=4096)
def _slot(card: Element) -> Piece:
    """The place of a card in a row."""
    return around('<span class="slot">', card, "</span>")


def places(cards: Iterable[Card], place: str) -> Iterator[str]:
    """The places of cards: backs are counted by themselves, so that none becomes another when a card is shown."""
    backs = 0
    for number, card in enumerate(cards):
        yield f"{place}-b{backs}" if card.hidden else f"{place}-{number}"
        backs += card.hidden


def _threads(cards: tuple[Card, ...]) -> list[str]:
    """Threads from each card that stands for another to that one; `off` is the distance of its middle from that of the row,
    in half steps, and `of` the number of cards in the row."""
    faces = [card.face for card in cards]
    ends = [sorted((at, faces.index(card.copies))) for at, card in enumerate(cards) if card.copies in faces]
    n = len(cards)
    return [f'<i class="thread of{n} off{start + end + 1 - n} over{end - start}"></i>' for start, end in ends]


def _counted(row: Row) -> str:
    """Number of cards or dice, and of those that are hidden."""
    dice = row.of_dice and all(card.tone == "die" for card in row.cards)
    one, many, down = ("die", "dice", "covered") if dice else ("card", "cards", "face down")
    number = sum(card.count for card in row.cards)
    hidden = sum(card.count for card in row.cards if card.hidden)
    said = counted(number, one, many) if number else f"no {many}"
    return said + (f", {hidden} {down}" if hidden else "")


def pile_fragment(targets: ClickTargets, stack: Stack, place: str, mine: bool) -> Fragment:
    """A pile: the top card on what is below it, and a list of what is known to lie there."""
    high = "high" if stack.count > 9 else "some" if stack.count > 1 else "flat"
    if stack.top:
        top: Piece = card_fragment(targets, stack.top, f"{place}-top", mine, stack)
    else:
        top = _empty(targets, stack, place)
    lying: list[Piece] = []
    if stack.under:
        seen, ident = look(stack.under[0]), targets.identity(stack.under[0], f"{place}-below")
        lying.append(f'<span class="{seen.classes} below" id="{ident}" aria-hidden="true">{seen.inside}</span>')
    known = [_under(stack, place)] if stack.under else []
    title = f"{esc(stack.title)} <b>{stack.count}</b></span>"
    head = Fragment(f"{place}-label", f'<span class="label" id="{place}-label">', title)
    pile = Rows(f"{place}-pile", f'<div class="pile" id="{place}-pile">', [*lying, top], "</div>")
    inside = [head, pile, *known, *noted("span", place, stack.note)]
    return Rows(place, f'<div class="stack {high}" id="{place}">', inside, "</div>")


def _empty(targets: ClickTargets, stack: Stack, place: str) -> str:
    """The place of a pile without cards."""
    numbers = targets.matching(stack.handles)
    if not numbers:
        told = targets.named(stack.handles)
        return f'<span class="card gap" id="{place}-top"{asked(stack)}{told}><span class="hidden">none</span></span>'
    said = targets.button(numbers, esc(f"{stack.title}, empty"))
    return f'<button type="button" class="card gap act" id="{place}-top" {said}></button>'


def _under(stack: Stack, place: str) -> Fragment:
    chips = [f"{chip(card.title or card.face, card.tone)} " for card in stack.under[:_CHIPS]]
    more, name = len(stack.under) - _CHIPS, f"{place}-under"
    if more > 0:
        chips.append(f"<span>and {more} more</span>")
    known = Lines(f"{name}-all", f'<div id="{name}-all">', chips, "</div>")
    return Fragment(name, f'<details class="under" id="{name}">', "<summary>what lies below</summary>", known, "</details>")


def parts(targets: ClickTargets, panel: Panel, at: int) -> list[Fragment]:
    """All that lies in a panel but its facts, which stand in its head."""
    titled = sum(not isinstance(part, Fact) for part in panel.parts) > 1
    home, mine = home_of(panel, at), panel.mine
    return [
        _part(targets, part, f"{home}-{number}", mine, titled)
        for number, part in enumerate(panel.parts)
        if not isinstance(part, Fact)
    ]


def _part(targets: ClickTargets, part: Shown, place: str, mine: bool, titled: bool) -> Fragment:
    twins = targets.untouched(part)
    return _drawn(targets, part, place, mine, titled) if twins is None else _same(part, place, mine, titled, twins)


@lru_cache(maxsize=4096)
def _same(part: Shown, place: str, mine: bool, titled: bool, twins: frozenset[str]) -> Fragment:
    """A part that cannot be touched looks the same to everybody, and from move to move."""
    return _drawn(ClickTargets(twins=twins), part, place, mine, titled).for_all()


def _drawn(targets: ClickTargets, part: Shown, place: str, mine: bool, titled: bool) -> Fragment:
    if isinstance(part, Row):
        return row_fragment(targets, part, place, mine, titled)
    if isinstance(part, Stack):
        return pile_fragment(targets, part, place, mine)
    return map_fragment(part, place) if isinstance(part, Map) else board_fragment(targets, part, place)


def facts(panel: Panel) -> list[str]:
    """The facts of a panel, each a label and its value."""
    found = [part for part in panel.parts if isinstance(part, Fact)]
    return [f'<span class="fact">{esc(fact.label)} <b>{esc(fact.value)}</b></span>' for fact in found]
