"""Dice: thrown, not dealt; they lie beside cards, and no card is lost among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from tests.toys.cups import GAME as CUPS
from tests.toys.cups import rules as cups
from tuckbox import Match
from tuckbox.definition.planes import describe, planes
from tuckbox.engine.engine import engine
from tuckbox.errors import RulesError
from tuckbox.kit import ALL, OWNER, Cards, Deck, Dice, GameState, Hand, put, reroll, roll, set_aside, show, showing, state
from tuckbox.kit.chance import Fast, Script
from tuckbox.kit.deck import BACK
from tuckbox.testing import check
from tuckbox.view.invariants import check_state
from tuckbox.view.view import blind


def thrown(faces: Iterable[int] = ()) -> Any:
    """A state of two players, with these faces under the first cup."""
    s: Any = CUPS.blank(2)
    engine(CUPS, "plain").rules.renew(s)
    given = list(faces)
    roll(s.cup[0], len(given), Script(given))
    return s


def test_dice_are_kinds_behind_the_cards() -> None:
    layout = CUPS.layout
    assert layout.cards == 6
    assert layout.deck.names[6:] == cups.SIDES
    assert layout.deck.name(BACK + layout.deck.backs[7]) == "die"


def test_a_throw_takes_the_place_of_the_one_before() -> None:
    s = thrown([0, 2, 2])
    assert [showing(s.cup[0], face) for face in range(3)] == [1, 0, 2]
    roll(s.cup[0], 2, Script([1, 1]))
    assert [showing(s.cup[0], face) for face in range(3)] == [0, 2, 0]
    assert s.cup[0].cell[2] == 0


def test_only_its_owner_sees_a_throw_until_it_is_shown_and_nobody_the_next() -> None:
    s = thrown([0, 2, 2])
    assert [cell >> 8 for cell in s.cup[0].cell] == [1, 1, 1]
    show(s.cup[0])
    assert [cell >> 8 for cell in s.cup[0].cell] == [255, 255, 255]
    reroll(s.cup[0], 0, Script([1]))
    assert Counter(cell >> 8 for cell in s.cup[0].cell) == {255: 2, 1: 1}
    roll(s.cup[0], 3, Script([0, 0, 0]))
    assert [cell >> 8 for cell in s.cup[0].cell] == [1, 1, 1]


def test_a_die_put_aside_is_seen_where_it_lies() -> None:
    s = thrown([0, 2])
    assert set_aside(s.cup[0], 2, s.table) == (6 + 2) | 255 << 8
    assert (s.cup[0].n, showing(s.table, 2)) == (1, 1)


def test_more_dice_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(RulesError, match="4 dice were thrown where there is room for 3"):
        thrown([0, 0, 0, 0])


def test_a_face_that_no_die_shows_is_refused() -> None:
    with pytest.raises(RulesError, match="not in the zone"):
        reroll(thrown([0]).cup[0], 1, Fast(1))


def test_dice_are_no_part_of_the_pack_and_not_to_be_mixed_with_cards() -> None:
    match = Match(CUPS, 2, seed=1)
    assert match.state.pack == [1] * 6 + [0] * 3
    s = match.state
    put(s.hand[0], 7)
    with pytest.raises(RulesError, match="middle lies among cards"):
        check_state(CUPS, s)
    s = match.state
    s.cup[1].cell[0] = 2 | 255 << 8
    with pytest.raises(RulesError, match="jack lies among dice"):
        check_state(CUPS, s)


def test_every_throw_is_as_likely_in_a_redeal_and_what_is_seen_stays() -> None:
    match = Match(CUPS, 2, seed=3)
    seen, rng, plain = blind(CUPS, match.state, 0), Fast(1), engine(CUPS, "plain")
    assert [cell & 255 for cell in seen.cup[1].cell] == [BACK + 1] * 3
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(2_700):
        world = seen.copy()
        assert plain.rules.redeal(world, rng, plain.pool())
        assert blind(CUPS, world, 0) == seen
        found[tuple(cell & 255 for cell in world.cup[1].cell)] += 1
    assert len(found) == 27
    assert max(abs(n - 100) for n in found.values()) < 45


def test_observations_have_columns_for_faces_and_for_cards() -> None:
    named = {plane.name: plane for plane in planes(CUPS, 2)}
    assert named["cup[me] cards"].labels == cups.SIDES
    assert named["cup[+1] hidden"].labels == ("die",)
    assert named["hand[me] cards"].labels == cups.CARDS.names
    match = Match(CUPS, 2, seed=3)
    view = match.view(0)
    told = describe(CUPS, 2, view.observation()) if hasattr(view, "observation") else ""
    assert "cup" in told or not told


def test_dice_of_two_sorts_and_limits_of_dice_are_refused() -> None:
    with pytest.raises(RulesError, match="the same faces"):

        @state(players=(2,))
        class Two(GameState):
            one = Dice(2, faces=6)
            other = Dice(2, faces=4)

    with pytest.raises(RulesError, match="no rule limits"):
        Dice(2).limited_by("may")
    with pytest.raises(RulesError, match="at least two faces"):
        Dice(2, faces=1)
    with pytest.raises(RulesError, match="one for each"):

        @state(players=(2,))
        class Owned(GameState):
            cup = Dice(2)[3].seen_by(OWNER)


def test_sets_of_cards_go_with_dice() -> None:
    @state(players=(2,), deck=Deck(["a", "b"]))
    class Both(GameState):
        hand = Cards[2].seen_by(OWNER)
        cup = Dice(2, faces=["heads", "tails"])[2].seen_by(OWNER)
        rest = Hand(2)
        shown = Dice(1, faces=["heads", "tails"]).seen_by(ALL)

    assert Both.layout.deck.names == ("a", "b", "heads", "tails")


def test_the_toy_conforms() -> None:
    report = check(CUPS, seeds=2, steps=12, native=False, skip=("golden",))
    assert report.passed, str(report)
