"""The example of the book, card for card."""

from __future__ import annotations

from typing import Any

from tests.games.whipsaw.positions import names, owners, play, position, road, under


def start() -> Any:
    return position(
        ["kJ kJJ gB oL oLL", "kJ kJJ gBB oL oJ", "kJ gL oL oLL oLB"],
        row="OP1 GC2 A01 BP2",
        roads="JV2 HH1 A03 HH2",
        deck="oL kB gB oL kJJ oLL kL oL oB oB",
        money=(0, 1, 2),
    )


def test_the_worked_example() -> None:
    s = play(start(), "P1: no action", "build GC2", "P2: let pass", "P3: let pass", "put kJ", "put gB", "done")
    assert (names(s.row), s.front[1], names(s.hand[0])) == ("OP1 A01 BP2 HH1", 1, "kJJ oL oLL oL kB")
    play(s, "P2: no action", "build OP1", "P3: block with kJ", "P1: let pass")
    play(s, "P2: build A01", "P3: let pass", "P1: let pass", "put oL", "done")
    assert (names(s.row), names(s.hand[1])) == ("OP1 BP2 HH1 A03", "kJ kJJ gBB oJ gB oL")
    assert names(s.discards[0]) == "kJ"
    play(s, "P3: call A01", "spend gL", "P2: delay with kJ")
    assert (s.waiter[road("A01")], s.caller[road("A01")]) == (2, 3)
    play(s, "P3: build OP1", "P1: let pass", "P2: let pass", "put oLL", "done")
    assert (names(s.row), names(s.hand[2])) == ("BP2 HH1 A03 HH2", "oL oLB kJJ oLL")
    play(s, "P1: no action", "offer JV2 to P3", "put kJJ", "done")
    before = s.roads.n
    play(s, "P3: join", "pay 1", "put oL", "done", "P1: sign")
    assert (owners(s, "JV2"), under(s, "JV2"), s.paid[road("JV2")], s.roads.n) == ("P1 P3", "kJJ oL", 1, before)
    assert (names(s.hand[0]), s.money[:3]) == ("oL oLL oL kB kL oL", [0, 1, 1])
    play(s, "P2: no action", "fix oL", "no delay")
    assert (under(s, "A01"), s.proof[road("A01")], s.turn) == ("oL oL", 1, 1)
