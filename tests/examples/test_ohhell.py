"""Oh Hell, rule by rule; and what a redeal knows of hands."""

from __future__ import annotations

from typing import Any

import pytest
from tuckbox_ohhell import GAME, rules

import tuckbox
from tests.examples.exact import legal
from tuckbox import Match
from tuckbox.engine.engine import engine
from tuckbox.kit import suited
from tuckbox.kit.chance import Fast
from tuckbox.scene.parts import Row
from tuckbox.testing import check
from tuckbox.testing.reasons import reached
from tuckbox.view.refusal import refusal
from tuckbox.view.view import blind

RULES: Any = rules
PACK: Any = rules.PACK


def position(*hands: str, turned: str, bids: tuple[int, ...]) -> Any:
    """A table at which all have bid and the last seat has dealt: hands and the card turned up by names."""
    state: Any = GAME.blank(len(hands))
    plain = engine(GAME, "plain").rules
    plain.renew(state)
    for seat, hand in enumerate(hands):
        state.hand[seat].cards = sum(1 << PACK.card(name) for name in hand.split())
    state.turned.cell[0], state.turned.n = PACK.card(turned) | 255 << 8, 1
    shown = [PACK.card(name) for name in " ".join((*hands, turned)).split()]
    for card in sorted(set(range(52)) - set(shown)):
        state.stock.cell[state.stock.n] = card
        state.stock.n += 1
    state.tricks, state.dealer, state.bids = len(hands[0].split()), len(hands) - 1, len(hands)
    state.bid[: len(hands)] = bids
    plain.count_pack(state)
    return state


def texts(state: Any) -> list[str]:
    return [GAME.actions.text(action) for action in legal(GAME, state)]


def play(state: Any, *cards: str) -> Any:
    """Play cards, each of which has to be legal."""
    for card in cards:
        assert f"play {card}" in texts(state)
        RULES.apply(state, GAME.actions.code(f"play {card}"), Fast(1))
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_get_smaller_and_the_deal_goes_round(players: int) -> None:
    match, chance = Match(GAME, players, seed=1, cards=3), Fast(1)
    dealers, sizes = [], []
    while not match.done:
        if match.between:
            match.deal()
        if match.state.bids == 0:
            dealers.append(match.state.dealer)
            sizes.append([zone.cards.bit_count() for zone in match.state.hand[:players]])
            assert match.turn == (match.state.dealer + 1) % players
        actions = match.actions()
        match.play(actions[chance.below(len(actions))])
    assert sizes == [[n] * players for n in (3, 2, 1)]
    assert dealers == [(dealers[0] + n) % players for n in range(3)]
    assert match.places is not None
    best = max(match.state.points[:players])
    assert [place == 1 for place in match.places] == [points == best for points in match.state.points[:players]]


def test_the_dealer_must_not_let_the_bids_add_up() -> None:
    match = Match(GAME, 3, seed=1, cards=3)
    with pytest.raises(tuckbox.IllegalAction, match="only 3 tricks"):
        match.play("bid 4")
    with pytest.raises(tuckbox.IllegalAction, match="bid before"):
        match.play("play AS")
    match.play("bid 1")
    match.play("bid 1")
    assert match.legal() == ["bid 0", "bid 2", "bid 3"]
    with pytest.raises(tuckbox.IllegalAction, match="must not add up to 3"):
        match.play("bid 1")


def test_suits_are_followed() -> None:
    state = play(position("2C 9D", "3C KD", "4H 5H", turned="2S", bids=(0, 0, 0)), "2C")
    assert texts(state) == ["play 3C"]
    play(state, "3C")
    assert texts(state) == ["play 4H", "play 5H"]
    assert state.void[2] == 0
    play(state, "5H")
    assert state.void[:3] == [0, 0, 1]  # no clubs


def test_trumps_beat_the_suit_led_and_this_all_others() -> None:
    state = play(position("2C 9D", "AC KD", "4H 5H", turned="2S", bids=(0, 1, 0)), "2C", "AC", "5H")
    assert (state.turn, state.taken[:3]) == (1, [0, 1, 0])
    state = play(position("KC 9D", "AC KD", "2S 5H", turned="3S", bids=(0, 1, 0)), "KC", "AC", "2S")
    assert (state.turn, state.taken[:3]) == (2, [0, 0, 1])


def test_a_bid_that_comes_true_brings_ten_and_its_tricks() -> None:
    state = play(position("2C", "AC", "5H", turned="2S", bids=(0, 1, 1)), "2C", "AC", "5H")
    assert state.over
    assert state.payoff[:3] == [10, 11, 0]


def test_a_redeal_gives_nobody_a_suit_that_they_did_not_follow() -> None:
    state = play(
        position("2C 9D 8S", "3C KD AD", "4H 5H JC", "6C 7C 3S", turned="2S", bids=(0, 0, 0, 0)), "2C", "3C", "JC", "6C"
    )
    assert state.turn == 2
    play(state, "4H", "7C")
    assert state.void[3] == 0b100  # hearts: so it may have anything else
    play(state, "8S")
    assert state.void[0] == 0b100
    seen, rng, plain = blind(GAME, state, 1), Fast(1), engine(GAME, "plain")
    for _ in range(200):
        world = seen.copy()
        assert plain.rules.redeal(world, rng, plain.pool())
        assert not (world.hand[0].cards | world.hand[3].cards) & suited(2)


def test_every_reason_is_reached() -> None:
    matches = [Match(GAME, 3, seed=seed, cards=5) for seed in range(6)]
    found: set[int] = set()
    chance = Fast(1)
    for match in matches:
        while not match.over:
            found |= reached([match])
            actions = match.actions()
            match.play(actions[chance.below(len(actions))])
    assert found == set(GAME.reasons)


def test_what_is_told_of_a_hand() -> None:
    match = Match(GAME, 3, seed=1, cards=3, seats=["Ann", "Bo", "Cy"])
    for _ in range(3):
        match.play(match.legal()[0])
    chance = Fast(4)
    while not match.over and not any(match.state.void):
        match.play(match.actions()[chance.below(len(match.actions()))])
    assert any("has no" in str(panel) for panel in GAME.scene(match.view(None)).panels)
    view = match.view(match.turn)
    wrong = next(code for code in range(GAME.actions.size) if code not in view.legal)
    assert refusal(view, wrong) is not None


@pytest.mark.slow
def test_it_conforms() -> None:
    report = check(GAME)
    assert report.passed, str(report)


def test_the_last_trick_stays_in_sight_until_the_next_card() -> None:
    match = Match(GAME, 3, seed=4, cards=3)
    while match.state.bids < 3:
        match.play(match.legal()[0])
    played = []
    for _ in range(3):
        played.append(match.legal()[0].removeprefix("play "))
        match.play(match.legal()[0])
    assert row(match) == ("Last trick", played)
    card = match.legal()[0]
    match.play(card)
    assert row(match) == ("Trick", [card.removeprefix("play ")])


def row(match: Match) -> tuple[str, list[str]]:
    """The trick on the table of a match."""
    scene = GAME.scene(match.view(0))
    (middle,) = [panel for panel in scene.panels if panel.seat is None]
    part = middle.parts[-1]
    assert isinstance(part, Row)
    return part.title, [card.name for card in part.cards]
