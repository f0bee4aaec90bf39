"""Positions of Jaunty Jalopies laid out by hand: what matters by name, the rest of the pack in the draw piles."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.questions import Questions
from tuckbox.games.jalopies import GAME, cards, effects_in_play, races, state, troubles
from tuckbox.kit import push
from tuckbox.kit.chance import Fast
from tuckbox.view.view import blind

QUESTIONS = Questions(GAME)
PLAIN = QUESTIONS.plain
legal = QUESTIONS.legal
RULES: Any = GAME.rules
DECK = cards.DECK
SIDES = {"h": state.Side.HERO, "n": state.Side.NEUTRAL, "v": state.Side.VILLAIN}
CHANCE = Fast(1)


def kinds(names: str) -> list[int]:
    """Kinds by their codes: ``kinds("CR SM")``."""
    return [DECK.card(name) for name in names.split()]


def race(
    *hands: str,
    sides: str = "",
    sheets: Sequence[str] = (),
    course: str = "",
    pawns: Sequence[int] = (),
    ground: Mapping[int, str] | None = None,
    lying: Mapping[int, str] | None = None,
    beneath: Mapping[int, str] | None = None,
    kept: Mapping[int, str] | None = None,
    karma: Mapping[int, str] | None = None,
    stock: str | None = None,
    discards: str = "",
    plots: str | None = None,
    turn: int = 0,
    first: int = 0,
    round: int = 2,  # noqa: A002 - it is called so; in the first one a duel is opened (JJ-5.5)
    **options: Any,
) -> Any:
    """A race in which the seats hold these hands, `turn` to act; sides by letter (Neutral unless told), sheets by word.

    Seats are counted from 0, sections from 1. `lying` are troubles before seats, in order, `beneath` the cards under the
    first of these; `stock` and `plots` name the cards of the piles from the top, without them all that is left lies there.
    """
    s: Any = GAME.blank(len(hands), options)
    PLAIN.rules.renew(s)
    s.form = state.Form.STANDARD if s.race == state.Form.CIRCUIT else s.race
    s.first, s.round = first, round
    races.measure(s)
    for seat in range(len(hands)):
        s.side[seat] = SIDES[sides[seat]] if sides else state.Side.NEUTRAL
        s.sheet[seat] = 1 + cards.WORDS.index(sheets[seat]) if sheets and sheets[seat] else 0
        races.line_up(s, seat)
        effects_in_play.reckon(s, seat)
    for seat, pawn in enumerate(pawns):
        s.pawn[seat] = pawn
    _lay_out(s, hands, course, ground or {}, kept or {}, karma or {})
    for seat, names in (lying or {}).items():
        for kind in kinds(names):
            troubles.lay_trouble(s, seat, kind)
        for kind in kinds((beneath or {}).get(seat, "")):
            troubles.put_under(s, seat, seat, 0, kind, CHANCE)
    _fill_piles(s, stock, discards, plots)
    PLAIN.rules.count_pack(s)
    races.begin_turn(s, turn, CHANCE)
    return s


def _lay_out(
    s: Any,
    hands: Sequence[str],
    course: str,
    ground: Mapping[int, str],
    kept: Mapping[int, str],
    karma: Mapping[int, str],
) -> None:
    for seat, names in enumerate(hands):
        for kind in kinds(names):
            push(s.hand[seat], kind)
    for seat, names in karma.items():
        for kind in kinds(names):
            push(s.karma[seat], kind)
    for kind in kinds(course):
        push(s.course, kind)
    for section, name in ground.items():
        push(s.verge, DECK.card(name))
        s.ground[section] = DECK.card(name) + 1
    for seat, names in kept.items():
        for kind in kinds(names):
            troubles.retain(s, seat, kind)


def _fill_piles(s: Any, stock: str | None, discards: str, plots: str | None) -> None:
    PLAIN.rules.count_pack(s)
    sets = 2 if s.sets == 2 or s.players > 4 else 1
    for kind in kinds(discards):
        push(s.discards, kind)
    named = [None if names is None else kinds(names)[::-1] for names in (stock, plots)]
    lying = list(s.pack)
    for kind in [*kinds(discards), *(named[0] or []), *(named[1] or [])]:
        lying[kind] += 1
    for kind in range(cards.NUMBER):
        left = sets * cards.COPIES[s.deck][kind] - lying[kind]
        assert left >= 0, f"there are not so many {DECK[kind]}"
        pile, rest = (s.plots, named[1]) if cards.PLOT[kind] else (s.stock, named[0])
        for _ in range(left if rest is None else 0):
            push(pile, kind)
    for pile, names in ((s.stock, named[0]), (s.plots, named[1])):
        for kind in names or []:
            push(pile, kind)


def may(s: Any, start: str) -> set[str]:
    """The legal actions that begin with a word."""
    return {text for text in legal(s) if text == start or text.startswith(f"{start} ")}


def play(s: Any, *texts: str, rng: Any = CHANCE) -> Any:
    """Play actions, each of them legal, on the state; returns it."""
    for text in texts:
        assert text in legal(s), f"{text} is not among {sorted(legal(s))}"
        RULES.apply(s, GAME.actions.code(text), rng)
        count_cards(s)
    return s


def count_cards(s: Any) -> None:
    """No card is lost or doubled, and what lies in front of everybody is what the numbers say."""
    pack = list(s.pack)
    PLAIN.rules.count_pack(s)
    assert s.pack == pack, "cards were lost or doubled"
    for seat in range(s.players):
        front = [kind for kind in range(cards.NUMBER) for _ in range(lying_before(s, seat, kind))]
        assert sorted(front) == sorted(cell & 255 for cell in s.front[seat].cell[: s.front[seat].n])


def lying_before(s: Any, seat: int, kind: int) -> int:
    """Return the number of cards of a kind before a seat, by the numbers."""
    number = s.kept[seat][cards.KEEP_AT[kind]] if kind in cards.KEPT else 0
    for slot in range(troubles.lies(s, seat)):
        number += s.trouble[seat][slot] == kind + 1
        number += s.beneath[seat][slot][: s.met[seat][slot]].count(kind)
    return int(number)


def names(zone: Any) -> str:
    """The cards of a zone as they lie."""
    return " ".join(DECK[cell & 255] for cell in zone.cell[: zone.n])


def hand(s: Any, seat: int) -> str:
    """A hand in kind order."""
    return " ".join(DECK[kind] for kind in sorted(cell & 255 for cell in s.hand[seat].cell[: s.hand[seat].n]))


def ailing(s: Any, seat: int) -> str:
    """The troubles before a seat, in the order in which they came."""
    return " ".join(DECK[kind - 1] for kind in s.trouble[seat] if kind)


def asked(s: Any) -> list[int]:
    """The seats the open window asks, in their order."""
    level = s.window.level[s.window.depth - 1]
    order = [(level.by + step) % s.players for step in range(1, s.players)]
    return [seat for seat in order if level.asked >> seat & 1] if s.window.depth else []


def seen(s: Any, seat: int | None) -> Any:
    """The blind record of a seat."""
    return blind(GAME, s, seat)
