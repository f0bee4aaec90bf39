"""Cards shown where they lie, to all or to one; and what an owner is aware of."""

# mypy: allow-untyped-calls

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.kit.zones import ALL_SEEN, cards, known, lie, pile
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.envoys import rules as envoys
from tuckbox import Match
from tuckbox.definition.planes import describe, planes
from tuckbox.engine.engine import engine
from tuckbox.errors import RulesError
from tuckbox.kit import give, glimpse, knows, push, remove, reveal, show
from tuckbox.kit.chance import Fast
from tuckbox.scene import lay
from tuckbox.testing import check
from tuckbox.view.view import blind

PAGE, SEER, CROWN = envoys.PAGE, envoys.SEER, envoys.CROWN


def envoys_state(*hands: tuple[int, ...]) -> Any:
    """A state of three players with these hands; all other cards have been sent."""
    s: Any = ENVOYS.blank(3)
    plain: Any = engine(ENVOYS, "plain").rules
    plain.renew(s)
    left = list(envoys.COPIES)
    for seat, hand in enumerate(hands):
        for card in hand:
            push(s.hand[seat], card)
            left[card] -= 1
    for card, n in enumerate(left):
        for _ in range(n):
            push(s.sent, card)
    plain.count_pack(s)
    return s


def test_a_card_revealed_is_known_to_all_and_lies_where_it_lay() -> None:
    hand, held = pile(4, 5, seen=1), cards(4, 5, seen=1)
    assert reveal(hand, 4) == reveal(held, 4) == 4 | ALL_SEEN << 8
    assert lie(hand) == [4 | ALL_SEEN << 8, known(5, 0)]
    assert (held.cards, held.known) == (1 << 4 | 1 << 5, 1 << 4)


def test_who_knew_a_card_alike_knows_no_more_when_one_is_revealed() -> None:
    hand = pile(known(3, 1), known(3, 2), seen=1)
    reveal(hand, 3)
    assert lie(hand) == [3 | ALL_SEEN << 8, known(3, 0)]


def test_a_seat_that_knew_two_alike_still_knows_two() -> None:
    hand = pile(known(3, 1), known(3, 1), 3, seen=1)
    reveal(hand, 3)
    assert sum(knows(cell, 1) for cell in lie(hand)) == 2


def test_a_glimpse_is_for_one_seat() -> None:
    hand = pile(4, 5, seen=1)
    assert glimpse(hand, 5, 2) == known(5, 0, 2)
    assert lie(hand) == [known(4, 0), known(5, 0, 2)]


def test_a_second_glimpse_of_a_card_alike_tells_nothing_new() -> None:
    hand = pile(3, known(3, 2), seen=1)
    glimpse(hand, 3, 2)
    assert [knows(cell, 2) for cell in lie(hand)] == [False, True]


def test_cards_that_are_not_there_and_sets_are_refused() -> None:
    with pytest.raises(RulesError, match="not in the zone where it was to be shown"):
        reveal(pile(4), 5)
    with pytest.raises(RulesError, match="not in the zone where it was to be shown"):
        glimpse(pile(4), 5, 1)
    with pytest.raises(RulesError, match="not in the set"):
        reveal(cards(4), 5)
    with pytest.raises(RulesError, match="use Hand instead"):
        glimpse(cards(4, seen=1), 4, 1)


def test_an_owner_is_aware_of_a_glimpse_and_nobody_else() -> None:
    s = envoys_state((CROWN, PAGE), (SEER,), (PAGE,))
    glimpse(s.hand[0], CROWN, 1)
    seen = [blind(ENVOYS, s, viewer).hand[0] for viewer in range(3)]
    assert [[knows(cell, 1) for cell in hand.cell[: hand.n]] for hand in seen] == [[False, True], [True, False], [False] * 2]
    assert [sum(knows(cell, 0) for cell in hand.cell[: hand.n]) for hand in seen] == [2, 2, 2]  # it is the owner's hand


def test_a_card_that_travels_takes_along_what_is_known_but_not_who_is_aware_of_it() -> None:
    s = envoys_state((CROWN,), (SEER,), ())
    glimpse(s.hand[0], CROWN, 1)
    give(s.hand[0], CROWN, s.hand[2])
    assert knows(s.hand[2].cell[0], 1)
    assert not knows(blind(ENVOYS, s, 2).hand[2].cell[0], 1)
    glimpse(s.hand[2], CROWN, 1)
    assert knows(blind(ENVOYS, s, 2).hand[2].cell[0], 1)


def test_what_an_owner_is_aware_of_does_not_hang_on_what_others_know_besides() -> None:
    """Of two pages alike others know any that travelled here; the owner sees the same after all that can be shown."""
    for done in product("12ar", repeat=3):
        looks = set()
        for marks in product(range(4), repeat=2):
            s = envoys_state((PAGE, PAGE), (), ())
            hand = s.hand[0]
            for place, others in enumerate(marks):
                hand.cell[place] |= others << 9
            for act in done:
                if act in "12":
                    glimpse(hand, PAGE, int(act))
                elif act == "a":
                    reveal(hand, PAGE)
                elif hand.n > 1:
                    remove(hand, PAGE)
            looks.add(tuple(blind(ENVOYS, s, 0).hand[0].cell))
        assert len(looks) == 1, done


def test_what_is_shown_to_all_needs_nobody_aware() -> None:
    s = envoys_state((CROWN, PAGE), (SEER,), ())
    glimpse(s.hand[0], PAGE, 1)
    show(s.hand[0])
    assert set(s.hand[0].cell) == {CROWN | ALL_SEEN << 8, PAGE | ALL_SEEN << 8}


def test_a_redeal_keeps_what_the_owner_is_aware_of() -> None:
    s = envoys_state((CROWN,), (SEER,), (PAGE,))
    glimpse(s.hand[0], CROWN, 1)
    seen, plain = blind(ENVOYS, s, 0), engine(ENVOYS, "plain")
    world = seen.copy()
    assert plain.rules.redeal(world, Fast(1), plain.pool())
    assert knows(world.hand[0].cell[0], 1)
    assert blind(ENVOYS, world, 0) == seen


def test_the_table_and_observations_say_who_knows() -> None:
    match = Match(ENVOYS, 3, seed=2)
    while not any(text.startswith("look") for text in match.legal(match.waiting[0])):
        match.play(match.legal(match.waiting[0])[0], match.waiting[0])
    seat = match.waiting[0]
    at = next(int(text[-1]) - 1 for text in match.legal(seat) if text.startswith("look"))
    match.play(f"look at {at + 1}", seat)
    view = match.view(at)
    held = view.state.hand[at].cell[0] & 255
    assert lay.known_to(view, view.state.hand[at], seat) == (held,)
    assert [card.note for card in lay.hand(view, view.state.hand[at], at)] == [f"{view.names[seat]} knows it"]
    stranger = next(other for other in range(3) if other not in (seat, at))
    assert lay.known_to(match.view(stranger), match.view(stranger).state.hand[at], seat) == ()
    told = describe(ENVOYS, 3, _observed(view.state, at))
    assert f"known to: +{(seat - at) % 3} {envoys.DECK[held]}" in told


def _observed(state: Any, seat: int) -> list[float]:
    """The observation of a blind record."""
    out = [0.0] * planes(ENVOYS, 3)[-1].slice.stop
    engine(ENVOYS, "plain").rules.observe(state, seat, out, True)
    return out


@pytest.mark.slow
def test_a_game_of_glimpses_conforms() -> None:
    report = check(ENVOYS, skip=("golden",))
    assert report.passed, str(report)
