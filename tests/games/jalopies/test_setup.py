"""Setting up (JJ-2.2 to JJ-4.5), and the data."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.jalopies.positions import PLAIN, RULES, kinds, legal, names
from tuckbox.errors import RulesError
from tuckbox.games.jalopies import GAME, cards, state
from tuckbox.kit.chance import Fast, Script
from tuckbox.match.match import Match


def test_jj_2_3_the_main_deck() -> None:
    main = [kind for kind in cards.KINDS if not kind.plot]
    assert (len(main), sum(kind.copies for kind in main)) == (35, 70)
    count = {letter: sum(kind.copies for kind in main if letter in kind.types) for letter in "RTMS"}
    assert count == {"R": 20, "T": 4, "M": 7, "S": 5}
    assert sum(kind.copies for kind in main if not kind.types) == 11
    assert sum(kind.copies for kind in main if "D" in kind.types and "R" not in kind.types) == 10


def test_jj_2_4_the_fiendish_deck() -> None:
    assert [kind.code for kind in cards.KINDS if kind.plot] == ["HW", "BB", "TT", "SN", "SG", "TG", "OI", "AT"]


def test_jj_2_5_thirteen_racers() -> None:
    assert len(cards.RACERS) == 13
    assert len({racer.word for racer in cards.RACERS}) == 13


def test_jj_6_all_actions() -> None:
    count = {family.text.split()[0]: 0 for family in state.act.families}
    for family in state.act.families:
        count[family.text.split()[0]] += family.size
    assert count == {
        "racer": 13, "hero": 1, "neutral": 1, "villain": 1, "rest": 1, "end": 1, "road": 4, "drive": 22, "back": 22,
        "terrain": 48, "play": 100, "keep": 4, "rescue": 84, "fix": 84, "with": 43, "pay": 43, "spend": 1, "discard": 35,
        "draw": 1, "mend": 6, "done": 1, "experience": 1, "pass": 1, "negate": 5, "frame": 6, "remove": 4,
    }  # fmt: skip
    assert state.act.size == 533


def test_jj_2_2_effects_nobody_knows_are_refused() -> None:
    with pytest.raises(RulesError, match="'fly' is no effect"):
        cards.amounts("draw 1; fly 2")
    with pytest.raises(RulesError, match="at most 3"):
        cards.needs("need DEPD")


def test_every_road_has_a_name_for_every_copy() -> None:
    for kind in cards.KINDS:
        if "R" in kind.types:
            assert len(kind.places) == kind.copies
        else:
            assert kind.line


def begun(players: int, script: list[int], **options: Any) -> Any:
    s: Any = GAME.blank(players, options)
    PLAIN.rules.begin(s, Script(script))
    return s


def test_case_76_who_chooses_and_who_is_dealt_when() -> None:
    """JJ-4.3."""
    order = kinds("MH MH MH MH MP MP CR CR CR CR CR CR CR CR CR CR BR BR BR BR SO SO")
    s = begun(3, [1, *order])
    chosen = []
    while s.phase in (state.Phase.RACER, state.Phase.SIDE):
        chosen.append((s.phase, s.turn))
        RULES.apply(s, GAME.actions.code(sorted(legal(s))[0]), Script())
    racing, siding = state.Phase.RACER, state.Phase.SIDE
    assert chosen == [(racing, 0), (racing, 2), (racing, 1), (siding, 1), (siding, 2), (siding, 0)]
    # in alphabetical order: seat 0 took Angus (Hand Size 8), seat 2 Bartholomew and seat 1 Chadwick (7)
    assert [s.hand[seat].n for seat in range(3)] == [8, 7, 7]
    assert names(s.hand[1]) == "MH MH MH MH MP MP CR"


def test_jj_4_2_no_sheet_twice() -> None:
    m = Match(GAME, 3, seed=1)
    taken: list[str] = []
    for _ in range(3):
        choice = m.legal()[0]
        assert not {*m.legal()} & {*taken}
        taken.append(choice)
        m.play(choice)
    assert {*m.legal()} == {"hero", "neutral", "villain"}


def test_racers_and_sides_may_be_named_or_dealt() -> None:
    m = Match(GAME, 2, seed=1, options={"racers": "Fifi,Otto", "sides": "hero,villain"})
    s = m.state
    assert (s.sheet[:2], s.side[:2], s.phase) == ([4, 9], [state.Side.HERO, state.Side.VILLAIN], state.Phase.ACT)
    assert [s.hand[seat].n for seat in range(2)] == [6, 6]
    dealt = [tuple(Match(GAME, 4, seed=seed, options={"racers": "deal"}).state.sheet[:4]) for seed in range(30)]
    assert all(len(set(sheets)) == 4 and min(sheets) >= 1 and max(sheets) <= 13 for sheets in dealt)
    assert len({sheet for sheets in dealt for sheet in sheets}) == 13


def test_jj_4_1_the_first_racer_is_drawn() -> None:
    firsts = {Match(GAME, 3, seed=seed).state.first for seed in range(20)}
    assert firsts == {0, 1, 2}


def test_jj_4_1_or_named() -> None:
    assert {Match(GAME, 3, seed=seed, options={"first_racer": "3"}).state.first for seed in range(5)} == {2}


def test_jj_4_4_nobody_is_dealt_a_plot() -> None:
    s: Any = GAME.blank(6, {"racers": "deal", "sides": "villain,villain,villain,hero,neutral,villain"})
    PLAIN.rules.begin(s, Fast(2))
    assert s.plots.n == 16
    assert all(cell & 255 < kinds("HW")[0] for seat in range(6) for cell in s.hand[seat].cell[: s.hand[seat].n])
