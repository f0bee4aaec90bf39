"""A table in words: headings, lists and sentences in reading order, for those who do not look at it.

Everything that a scene tells by place or colour is said: whose a thing is, what lies face down, who is to decide. It is made
from a scene and so, like it, cannot leak.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tuckbox.numbers import counted
from tuckbox.scene.parts import Board, Card, Door, Fact, Panel, Part, Row, Scene, Score, Space, Stack, Token

NOTHING = "nothing"
TO_DECIDE = "to decide"
"""The mark beside the title of who is asked."""
_HIDDEN = "a hidden card"
_KNOWN = "face down, but known"
_WORDS = re.compile(r"\w+")
_ONE = re.compile(r"an? ")
_NUMBER = re.compile(r"(\d+)( \(.*\))")


@dataclass(frozen=True)
class PanelWords:
    """A panel in words: its title, `marks` beside it ("you", "dealer"), and its lines; `own` is the viewer's place."""

    title: str
    marks: tuple[str, ...]
    lines: tuple[str, ...]
    own: bool

    @property
    def heading(self) -> str:
        """The title, and in brackets what is to be said besides."""
        return f"{self.title} ({', '.join(self.marks)})" if self.marks else self.title


def words(scene: Scene) -> list[str]:
    """The lines of a whole table, each panel under a heading.

    >>> from tuckbox.scene.parts import Panel
    >>> scene = Scene("Whiplash", "Draw a card.", (Panel("Ann", (Row("Hand", (Card("7♦", "7D"),)),), 0, True, True),))
    >>> words(scene)
    ['# Whiplash', '## Ann (you, to decide)', 'Hand: 7♦.', 'Draw a card.']
    """
    return flat(sections(scene))


def flat(sections: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """The lines of sections, each heading first."""
    return [line for heading, below in sections for line in (*filter(None, [heading]), *below)]


def sections(scene: Scene) -> list[tuple[str, list[str]]]:
    """The same in its sections, each with its heading: the headline, with nothing below it, the panels, and last without
    a heading what is said of the whole table.

    >>> sections(Scene("Whiplash", "Draw a card.", ()))
    [('# Whiplash', []), ('', ['Draw a card.'])]
    """
    panels = [(f"## {panel.heading}", list(panel.lines)) for panel in panel_words(scene)]
    said = [*filter(None, (scene.moment, *score_words(scene), *scene.hints, scene.status))]
    return [(f"# {scene.headline}", []), *panels, ("", said)]


def panel_words(scene: Scene, notation: bool = True) -> list[PanelWords]:
    """The panels of a scene in words, in their order; without `notation` cards that have a title are called by it alone.

    >>> from tuckbox.scene.parts import Panel
    >>> [alone] = panel_words(Scene("Race", "", (Panel("Course", (Board("Course", ((Space("1", "1"),),)),)),)))
    >>> alone.heading, alone.lines
    ('Course', ('1.',))
    """
    names = _names(scene)
    own = {_places(part) for panel in scene.panels if panel.mine for part in panel.parts if isinstance(part, Board)}
    found = []
    for panel in scene.panels:
        marks = (*("you" for _ in range(panel.mine)), *panel.badges, *(TO_DECIDE for _ in range(panel.active)))
        others = {seat: name for seat, name in names.items() if seat != panel.seat}
        lines = tuple(_lines(panel, others, set() if panel.mine else own, notation))
        found.append(PanelWords(panel.title or "The table", marks, lines, panel.mine))
    return found


def _names(scene: Scene) -> dict[int, str]:
    """The names of seats, as the titles of their panels tell them."""
    return {panel.seat: panel.title for panel in scene.panels if panel.seat is not None}


def _lines(panel: Panel, others: Mapping[int, str], told: set[frozenset[str]], notation: bool) -> Iterator[str]:
    """The lines of a panel; a board with places that the viewer's own has `told` is brief."""
    for part in panel.parts:
        if isinstance(part, Board):
            board = replace(part, title="") if part.title == panel.title else part  # which the heading tells
            yield from _board(board, others, _places(part) in told)
        else:
            yield from _part(part, notation)


def score_words(scene: Scene) -> list[str]:
    """The lines of the result: what each seat has of each."""
    names = _names(scene)
    return [line for line in (_score(score, names) for score in scene.scores) if line]


def _score(score: Score, names: Mapping[int, str]) -> str:
    """A line of the result: what each seat has of it."""
    told = [f"{names.get(seat, f'seat {seat + 1}')} {value}" for seat, value in enumerate(score.values) if value]
    return f"{score.label}: {', '.join(told)}." if told else ""


def own_words(scene: Scene) -> list[str]:
    """The lines of the viewer's own place alone, without a heading; none for an onlooker."""
    return [line for panel in panel_words(scene) if panel.own for line in panel.lines]


def _places(board: Board) -> frozenset[str]:
    """The names of the places of a board: a rival's own board, of which there is one for each, has the same."""
    return frozenset(space.name for row in board.rows for space in row if space is not None)


def _part(part: Part, notation: bool) -> Iterator[str]:
    if isinstance(part, Fact):
        yield _sentence(part.label, part.value)
    elif isinstance(part, Row):
        told = _cards(part.cards, notation)
        yield _sentence(part.title, told, "" if _repeats(part.note, told) else part.note)
    elif isinstance(part, Stack):
        yield _sentence(part.title, _stack(part, notation), part.note)


def _sentence(title: str, told: str, note: str = "") -> str:
    """A title, what is told, and what is said of it."""
    line = f"{title.rstrip(':')}: {told}" if title else told
    line = f"{line}; {note}" if note and told else f"{line}{note}"
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _repeats(note: str, told: str) -> bool:
    """Whether a note beside cards says no more than what is said of one of them.

    >>> _repeats("everybody knows K♠", "7♣, K♠ (everybody knows it)"), _repeats("two 7s", "7♣, 7♠")
    (True, False)
    """
    said = _spoken(note)
    return len(said) > 2 and said <= _spoken(told)


def _besides(said: str, *more: str) -> str:
    """A thing, and in brackets what more there is to say; not what another part says with the same words."""
    parts = list(dict.fromkeys(filter(None, more)))
    spoken = [_spoken(part) for part in parts]
    kept = [
        part
        for i, part in enumerate(parts)
        if not any(spoken[i] < other or (spoken[i] == other and k < i) for k, other in enumerate(spoken) if k != i)
        and not spoken[i] <= _spoken(said)
    ]
    return f"{said} ({'; '.join(kept)})" if kept else said


def _named(name: str, more: str) -> str:
    """A thing by both its names, or by one if that holds the words of the other: of equal ones by the one without signs.

    >>> _named("2-4", "doorway"), _named("A02", "Astoria (A02)"), _named("@8", "8 home stretch"), _named("Judge", "judge")
    ('2-4 doorway', 'Astoria (A02)', '8 home stretch', 'Judge')
    >>> _named("@3", "3")
    '3'
    """
    if _spoken(more) == _spoken(name):
        return min(name, more, key=len)
    if _spoken(more) <= _spoken(name):
        return name
    return more if _spoken(name) <= _spoken(more) else f"{name} {more}"


def _number(n: int, what: str) -> str:
    """A thing, or several of them.

    >>> _number(1, "a piece"), _number(3, "a piece"), _number(2, "J")
    ('a piece', '3 pieces', '2 × J')
    """
    if n == 1:
        return what
    one, noun = _ONE.match(what), _ONE.sub("", what)
    return f"{n} {noun}s" if one and noun.isalpha() else f"{n} × {noun}"


def _spoken(text: str) -> set[str]:
    return set(_WORDS.findall(text.casefold()))


def _cards(cards: Iterable[Card], notation: bool) -> str:
    """Cards one after the other; of those alike how many there are."""
    told = [(_card(card, notation), card.count) for card in cards]
    found = []
    for said, alike in groupby(told, key=lambda each: each[0]):
        n = sum(number for _, number in alike)
        found.append(said.replace(_HIDDEN, f"{n} hidden cards") if n > 1 and said.startswith(_HIDDEN) else _number(n, said))
    return ", ".join(found) or NOTHING


def _card(card: Card, notation: bool) -> str:
    if card.hidden:
        return f"{_HIDDEN} ({card.face})" if card.face.strip() not in ("", "card") else _HIDDEN
    said = _named(card.title, card.face) if notation else card.title or card.face
    copies, faint = f"copies {card.copies}" if card.copies else "", _KNOWN if card.faint else ""
    return _besides(said, "" if notation else card.sort, card.text, card.note, copies, faint)


def _stack(stack: Stack, notation: bool) -> str:
    """A pile: its number, what lies on top and below; that all are known is said once, since they may be forty.

    >>> nine, ten = Card("9", faint=True), Card("10", faint=True)
    >>> _stack(Stack("Stock", 2, nine, under=(ten,)), True), _stack(Stack("Stock", 1, nine), True)
    ('2 cards, on top 9, under it 10, all face down, but known', '1 card, on top 9 (face down, but known)')
    """
    top, under = stack.top, stack.under
    known = top is not None and bool(under) and all(card.faint for card in (top, *under))
    if top is not None and known:
        top, under = replace(top, faint=False), tuple(replace(card, faint=False) for card in under)
    said = [counted(stack.count, "card")]
    if top:
        said.append(f"on top {_card(top, notation)}")
    if under:
        said.append(f"under it {_cards(under, notation)}")
    return ", ".join([*said, f"all {_KNOWN}"] if known else said)


def _board(board: Board, others: Mapping[int, str], brief: bool) -> Iterator[str]:
    """The places of a board row by row; in `brief` only those where something stands. `others` are the names of seats other
    than the one whose board it is."""
    if board.title or board.note:
        yield _sentence(board.title or "Board", board.note) if board.note else f"{board.title}."
    for number, row in enumerate(board.rows):
        told = _runs([_space(space, others) for space in row if space is not None and (space.tokens or not brief)])
        if told:
            side = board.sides[number] if number < len(board.sides) else ""
            yield _sentence(f"Row {side}" if side else "", "; ".join(told))
    for door in board.doors if not brief else ():
        yield _sentence(f"Door {door.face}{_passage(board, door)}", door.note or ("open now" if door.open else "shut"))


def _passage(board: Board, door: Door) -> str:
    """The place of a door in words: below a place, or where there is none above the one that it leads to."""
    above, below = _at(board, door.row, door.column), _at(board, door.row + 1, door.column)
    return f" below {above.name}" if above else f" above {below.name}" if below else ""


def _at(board: Board, row: int, column: int) -> Space | None:
    spaces = board.rows[row] if row < len(board.rows) else ()
    return spaces[column] if column < len(spaces) else None


def _space(space: Space, others: Mapping[int, str]) -> str:
    """A place: its name, what it is, who stands there, how it stands."""
    said = _named(space.name, (space.title or space.face).strip(" []"))
    goal = "a piece may go there now" if space.goal else ""
    note = space.note.removeprefix(f"{space.title}, ") if space.title else space.note  # a place's note may name it again
    return _besides(said, _tokens(space.tokens, others), space.text, note, goal)


def _runs(spaces: Iterable[str]) -> list[str]:
    """Places one after the other; those with consecutive numbers of which the same is said, together.

    >>> _runs(["2 (bare)", "3 (bare)", "4 (bare)", "5 home (bare)"]), _runs(["1", "2", "3 (bare)", "4 (steep)"])
    (['2 to 4 (bare)', '5 home (bare)'], ['1', '2', '3 (bare)', '4 (steep)'])
    """

    def alike(each: tuple[int, str]) -> tuple[int, str]:
        at, told = each
        number = _NUMBER.fullmatch(told)
        return (int(number[1]) - at, number[2]) if number else (at, "")

    found = []
    for (_, more), run in groupby(enumerate(spaces), alike):
        told = [said for _, said in run]
        found.append(f"{told[0].removesuffix(more)} to {told[-1]}" if len(told) > 1 else told[0])
    return found


def _tokens(tokens: Iterable[Token], others: Mapping[int, str]) -> str:
    """Tokens of a place, with whose they are where that is not told by whose board it is."""
    told = [(token.note or token.face, others.get(token.seat, "") if token.seat is not None else "") for token in tokens]
    counted = Counter(f"{what} of {who}" if who and who not in what else what for what, who in told)
    return ", ".join(_number(n, what) for what, n in counted.items())
