"""Why something is refused: every reason of the rules, in a position where it holds, with the number that it cites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.whipsaw.positions import GAME, RULES, play, position, seated
from tuckbox.testing.reasons import reached
from tuckbox.view.refusal import refusal

PASS = ("P2: let pass", "P3: let pass")
BLUFFS = {"A01": "P2: oL", "OP2": "P2: oLL", "BP1": "P1: kJ", "OP1": "P2: oLL", "OP3": "P3: oL"}


def action() -> Any:
    """P1 in the action step."""
    return position(["oL kJ gB", "kJ oL", "kJ"], built=BLUFFS, proof={"OP2": 1, "OP1": 2}, row="GC1")


def building(**more: Any) -> Any:
    """P1 in the build step; a joint venture lies before P3."""
    hands = more.pop("hands", ["oL kJ oLL", "kJ oL", "kJ"])
    return play(position(hands, row="GC1 A12 HH1", fronts={"JV2": "P3"}, **more), "no action")


def called(*texts: str, **more: Any) -> Any:
    """P1 has called a bluff of P2."""
    hands = more.pop("hands", ["oL kJ", "kJ oL", "kJ"])
    return play(position(hands, row="GC1", built=more.pop("built", BLUFFS), **more), "call A01", "spend oL", *texts)


def due(*texts: str) -> Any:
    """The call waits for P2, whose turn has come."""
    hands = ["oL kJ", "kJ kJ oL", "oL"]
    return called("P2: delay with kJ", "P1: no build", "P2: no action", *texts, hands=hands)


def paying(*texts: str, road: str = "GC1", **more: Any) -> Any:
    """P1 has named a road, and nobody has blocked it."""
    passing = PASS if more.get("turns_left") is None else ()
    return play(building(**more), f"build {road}", *passing, *texts)


def found_out() -> Any:
    """P1 has called a joint venture of the others, a bluff; another lies before P1."""
    s = position(["oL oL", "", ""], built={"JV3": "P2 P3: oL"}, fronts={"JV2": "P1"})
    return play(s, "call JV3", "spend oL", "P2: no delay", "P3: no delay")


def offered(*texts: str, **more: Any) -> Any:
    """P1 has offered a joint venture to P2."""
    return play(building(**more), "offer JV2 to P2", *texts)


def partly_paid() -> Any:
    """P2 has joined a venture that costs 2 $, of which P1 has paid one."""
    s = position(["kJ", "kJ", ""], fronts={"JV1": "P3"}, money=(3, 5))
    return play(s, "no action", "offer JV1 to P2", "pay 1", "put kJ", "done", "P2: join")


CASES: list[tuple[Callable[[], Any], str, str, str]] = [
    (lambda: play(building(), "build GC1"), "build A12", "a road has been named: block it", "WS-5.21"),
    (called, "delay with oJ", "you do not hold oJ", "WS-2.1"),
    (called, "no action", "your road is called", "WS-5.8"),
    (building, "no action", "there is one action a turn", "WS-5.3"),
    (action, "spend oL", "a card is spent on a call that has just been made", "WS-5.7"),
    (action, "no fix", "no call that waits for you is due", "WS-5.11"),
    (due, "no delay", "first comes a card under the called road", "WS-5.12"),
    (lambda: due("fix oL"), "no fix", "one card at the most", "WS-5.11"),
    (action, "take", "there is no bluff that you have just found out", "WS-5.16"),
    (action, "no build", "roads are named in the build step", "WS-5.18"),
    (action, "build GC1", "roads are named in the build step", "WS-5.18"),
    (action, "offer JV2 to P2", "joint ventures are offered in the build step", "WS-5.23"),
    (action, "let pass", "nobody else has named a road", "WS-5.21"),
    (action, "done", "there is no road that you are paying for", "WS-5.18"),
    (lambda: paying(road="HH1", money=(2,)), "done", "first comes how many $ tokens", "WS-5.18"),
    (paying, "pay 0", "$ tokens are paid before the cards", "WS-5.18"),
    (action, "decline", "nobody has offered you a joint venture", "WS-5.24"),
    (action, "sign", "there is no joint venture for you to sign", "WS-5.24"),
    (action, "discard oL", "by whoever holds more than 10", "WS-5.31"),
    (action, "draw k", "there is one deck", "WS-5.31"),
    (lambda: position(["", "", ""], decks="three"), "draw k", "cards are drawn when the build step is over", "WS-5.31"),
    (lambda: play(position(["", "", ""], decks="three", deck="kJ"), "no action", "no build"),
     "draw g", "there is no card with that back", "WS-5.31"),
    (action, "call BP2", "nobody has built Bath Beach (BP2)", "WS-5.7"),
    (action, "call BP1", "Bay Ridge (BP1) is your own", "WS-5.7"),
    (action, "call OP2", "Kensington (OP2) is verified", "WS-5.15"),
    (action, "call OP1", "Prospect Park (OP1) was built in the open", "WS-5.7"),
    (lambda: position(["kJ", "", ""], built=BLUFFS), "call A01", "a call costs a card with a legislator", "WS-5.7"),
    (lambda: due("no fix", "delay with kJ", "no build"), "call A01", "a call on Queens Boulevard (A01)", "WS-5.7"),
    (building, "build A01", "Queens Boulevard (A01) does not lie in the row", "WS-5.18"),
    (lambda: play(building(), "build GC1", "P2: block with kJ", "P3: let pass"),
     "build GC1", "Astoria (GC1) is closed until Bo moves", "WS-5.21"),
    (found_out, "take", "a joint venture is taken over with a partner", "WS-5.17"),
    (lambda: called("P2: no delay", hands=["oL", "", ""]), "take", "a road needs at least one card", "WS-5.18"),
    (lambda: building(hands=["", "oL", ""]), "build GC1", "a road needs at least one card", "WS-5.18"),
    (lambda: building(turns_left=0), "build A12", "in the last round a road must be paid for in full", "WS-5.19"),
    (lambda: called("P2: no delay", turns_left=1), "take", "in the last round a road must be paid for in full", "WS-5.19"),
    (building, "offer JV2 to P4", "nobody has the seat P4", "WS-5.23"),
    (building, "offer JV2 to P1", "a joint venture is built with another player", "WS-5.23"),
    (building, "offer JV1 to P2", "Triborough Bridge (JV1) lies before nobody", "WS-5.23"),
    (found_out, "offer JV2 to P2", "only the joint venture that was found out", "WS-5.17"),
    (lambda: offered("done", "P2: decline"), "offer JV2 to P2", "Bo has been asked about Marine Parkway Bridge", "WS-5.25"),
    (lambda: building(hands=["", "", "oL"]), "offer JV2 to P2", "neither of you holds a card", "WS-6.2"),
    (lambda: paying(road="HH1", money=(4,)), "build A12", "you are building Riverside Park (HH1) already", "WS-5.18"),
    (paying, "no build", "you are building Astoria (GC1) already", "WS-5.18"),
    (paying, "offer JV2 to P2", "you are building Astoria (GC1) already", "WS-5.18"),
    (lambda: offered("put kJ", "done", "P2: join", "done"), "offer JV2 to P3", "you are building Marine Parkway", "WS-5.18"),
    (lambda: paying(road="HH1", money=(4,)), "pay 3", "that is more than the road costs in $", "WS-5.18"),
    (partly_paid, "pay 2", "that is more than is still due: 1 $ of the cost is paid", "WS-5.24"),
    (lambda: paying(road="A12", money=(2,)), "pay 3", "you do not have so many $", "WS-5.18"),
    (lambda: paying(road="HH1", hands=["gB", "", ""], money=(2,), turns_left=0), "pay 0", "with so few $", "WS-6.1"),
    (lambda: paying("put oL"), "put kJ", "cards are put down in their order, and kJ comes before", "WS-6.1"),
    (lambda: paying(hands=["kJ kJ oL", "", ""], turns_left=0), "put oL", "after oL the cost could not be met", "WS-6.1"),
    (paying, "done", "at least one card must lie under the road", "WS-6.3"),
    (lambda: paying("put kJ", hands=["kJ kJ oL", "", ""], turns_left=0), "done", "in the last round the cost", "WS-5.19"),
    (lambda: offered("done", hands=["oL", "", ""]), "join", "the proposer has put no card and you hold none", "WS-6.3"),
    (lambda: offered("done", turns_left=1), "join", "in the last round you can join only if you complete", "WS-5.26"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "text", "said", "rule"), CASES)
def test_what_is_refused_is_told_why(case: Any, text: str, said: str, rule: str) -> None:
    s = case()
    told = refusal(seated(s).view(s.turn), GAME.actions.code(text))
    assert told is not None
    assert said in told.text
    assert told.rule == rule


def test_every_reason_is_given_in_some_position() -> None:
    missing = set(RULES.reasons) - reached(seated(case()) for case, *_ in CASES)
    assert {RULES.reasons.text(reason) for reason in missing} == set()
