"""A worked example: three players, nine turns, a whiplash."""

from __future__ import annotations

from tests.games.whiplash.positions import RULES, Stacked, cards, held_by, names, pile, rated
from tuckbox.games.whiplash import GAME
from tuckbox.match.match import Match

DEALT = "9D 6C 3D JD 7S 7D QS QC 8D AD AC QD"
UP, DRAWN = "7H", "9C KH TD KC 6D 9S 7C"
TURNS: list[tuple[str, str, str, str]] = [
    ("draw stock", "9C", "discard JD", "9C 9D QS AD"),
    ("draw stock", "KH", "discard 6C", "7S QC KH AC"),
    ("draw stock", "TD", "discard 3D", "7D 8D TD QD"),
    ("draw stock", "KC", "discard QS", "9C 9D KC AD"),
    ("take discard", "QS", "discard 7S", "QC QS KH AC"),
    ("take discard", "7S", "discard 8D", "7S 7D TD QD"),
    ("draw stock", "6D", "discard 6D", "9C 9D KC AD"),
    ("draw stock", "9S", "discard 9S", "QC QS KH AC"),
    ("draw stock", "7C", "call TD", "7C 7D 7S QD"),
]
CALLABLE = {9: {"call TD", "call QD"}}


def dealt() -> Match:
    return Match(GAME, 3, dealer=2, deal=Stacked(seed=0, order=f"{DEALT} {UP} {DRAWN}"))


def play(match: Match, turns: int) -> Match:
    for take, _, drop, _ in TURNS[:turns]:
        match.play(take)
        match.play(drop)
    return match


def test_worked_example_the_deal() -> None:
    match = dealt()
    hands = [zone.cards for zone in match.state.hand[:3]]
    assert hands == [cards("9D JD QS AD"), cards("6C 7S QC AC"), cards("3D 7D 8D QD")]
    assert pile(match.state.discards) == "7H"
    assert match.turn == 0


def test_worked_example_turn_by_turn() -> None:
    match = dealt()
    for turn, (take, drawn, drop, kept) in enumerate(TURNS, 1):
        seat = (turn - 1) % 3
        assert match.turn == seat
        before = match.state.hand[seat].cards
        match.play(take, seat)
        assert match.state.hand[seat].cards == before | cards(drawn)
        assert {text for text in match.legal(seat) if text.startswith("call")} == CALLABLE.get(turn, set())
        match.play(drop, seat)
        assert match.state.hand[seat].cards == cards(kept)
        assert pile(match.state.discards).endswith(drop.split()[1])


def test_worked_example_remarks() -> None:
    match = play(dealt(), 1)
    assert RULES.score(match.state.hand[0].cards) == rated("3 x 9")
    match = play(dealt(), 5)
    assert [held_by(match.view(viewer), 1) for viewer in (0, 2, None)] == [("QS", 3)] * 3
    assert RULES.score(match.state.hand[1].cards) == rated("3 x Q")
    match = play(dealt(), 6)
    assert [held_by(match.view(viewer), 2) for viewer in (0, 1, None)] == [("7S", 3)] * 3


def test_worked_example_the_showdown() -> None:
    match = play(dealt(), 9)
    s = match.state
    assert [RULES.score(zone.cards) for zone in s.hand[:3]] == [rated("3 x 9"), rated("3 x Q"), rated("3 x 7")]
    assert (match.payoff, s.caller, s.winner, s.turns) == ((0.0, 1.0, 0.0), 2, 1, 8)
    assert match.between
    assert s.dealing == 0
    assert match.log()[-1].startswith("Whiplash! Bo ")
    assert [held_by(match.view(None), seat)[0] for seat in range(3)] == [names(zone.cards) for zone in s.hand[:3]]
