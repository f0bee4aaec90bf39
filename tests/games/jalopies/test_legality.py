"""Why something is refused: every reason is given where its condition holds, and cites the rule that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.jalopies.positions import play, race
from tests.games.questions import Questions
from tuckbox.errors import IllegalAction
from tuckbox.games.jalopies import GAME, legality, reasons, state
from tuckbox.match.match import Match
from tuckbox.testing.reasons import declared, reached
from tuckbox.view.refusal import refusal

ASK = Questions(GAME)


def full(*hands: str, **more: Any) -> Any:
    return race(*hands, windows="full", **more)


def choosing(steps: int) -> Any:
    """Before a race of two: after so many choices."""
    match = Match(GAME, 2, seed=1)
    for _ in range(steps):
        match.play(match.legal()[0])
    return match.state


def attacked(**more: Any) -> Any:
    """A Speed Trap is played on seat 2 of three."""
    return play(race("SP TK", "SM FA HF", "TK", **more), "play SP on 2")


def finished(**more: Any) -> Any:
    """A Rally of three in which the second has finished."""
    s = race("FL CO NT TK", "", "", race="rally", pawns=[0, 6, 0], **more)
    s.home[1], s.finishers = 1, 1
    return s


def paying() -> Any:
    return play(race("BR SM TK VE", ""), "road BR")


def curing() -> Any:
    return play(race("BW SO", "", sides="hn", lying={0: "SP"}), "fix 1 SP")


def learning() -> Any:
    return play(race("SO TK", "", sides="hn", lying={0: "SP"}, beneath={0: "SM"}), "fix 1 SP", "with SO")


def resting() -> Any:
    return play(race("TK", "", lying={0: "FL FL"}), "rest")


def crowded() -> Any:
    """Two cards too many, and a smile gone."""
    s = race("MH SM SM SM TK TK VE", "", karma={0: "CW"}, sides="hn")
    return play(s, "road MH", "end", "discard TK")


def tired() -> Any:
    s = race("MH", "")
    s.acts = legality.MOST_ACTS - 1
    return s


REFUSED: list[tuple[int, Callable[[], Any], int, str, str, str]] = [
    # what is to be decided first
    (reasons.RACER_FIRST, lambda: choosing(0), -1, "rest", "JJ-4.2", "choose your racer first"),
    (reasons.TAKEN, lambda: choosing(1), -1, "racer Angus", "JJ-4.2", "Angus is taken"),
    (reasons.SIDE_FIRST, lambda: choosing(2), -1, "racer Zeke", "JJ-4.3", "choose your side first"),
    (reasons.PAY_FIRST, paying, 0, "end", "JJ-5.16", "pay first what is due"),
    (reasons.CURE_FIRST, curing, 0, "end", "JJ-5.33", "choose a card for the trouble you work on"),
    (reasons.LEARN_FIRST, learning, 0, "end", "JJ-5.36", "say whether this was a Valuable Experience"),
    (reasons.MEND_FIRST, resting, 0, "end", "JJ-5.6", "who rests mends Mishaps, or is done"),
    (reasons.ROOM_FIRST, crowded, 0, "end", "JJ-5.7", "make room in your hand, or draw"),
    (
        reasons.ANSWER_FIRST, attacked, 1, "rest", "JJ-5.71",
        "this is no answer: pass, or stop what is being played",
    ),
    # what has no occasion in the Action Phase
    (reasons.SETTLED, lambda: race("MH", ""), 0, "racer Zeke", "JJ-4.2", "racers and sides are chosen before the race"),
    (
        reasons.FIX_FIRST, lambda: race("SM", "", lying={0: "SP"}), 0, "with SM", "JJ-5.33",
        "choose first which trouble the card is for",
    ),
    (
        reasons.NOTHING_DUE, lambda: race("CR SM", ""), 0, "pay SM", "JJ-5.16",
        "nothing is due: pay when you have played what costs something",
    ),
    (
        reasons.NOT_COMPLETED, lambda: race("VE", "", sides="hn"), 0, "experience", "JJ-5.36",
        "you have not just completed a Sub-Plot",
    ),
    (
        reasons.NOT_RESTING, lambda: race("TK", "", lying={0: "FL"}), 0, "mend FL", "JJ-5.6",
        "Mishaps are mended in a Rest",
    ),
    (
        reasons.NOT_DRAWING, lambda: race("TK", ""), 0, "discard TK", "JJ-5.7",
        "you draw, and make room for it, when you rest or end your turn",
    ),
    (
        reasons.NOTHING_PLAYED, lambda: race("HF", ""), 0, "negate HF", "JJ-5.70",
        "nothing is being played that you could answer",
    ),
    # cards and racers
    (reasons.NOT_HELD, lambda: race("MH", ""), 0, "play CW", "JJ-1.5", "you do not hold The Crowd Roars"),
    (reasons.NOT_HELD, lambda: race("MH", ""), 0, "drive SM", "JJ-1.5", "you do not hold Winning Smile"),
    (reasons.NOT_HELD, paying, 0, "pay MH", "JJ-1.5", "you do not hold Main Highway"),
    (reasons.NOBODY_THERE, lambda: race("FL", ""), 0, "play FL on 3", "JJ-1.5", "nobody sits at seat 3"),
    (reasons.HAS_FINISHED, finished, 0, "play FL on 2", "JJ-5.91", "Bo has finished"),
    (reasons.HAS_FINISHED, finished, 0, "rescue 2 FL", "JJ-5.91", "Bo has finished"),
    # the turn
    (reasons.BUSY, lambda: play(race("MH TK", ""), "road MH"), 0, "rest", "JJ-5.4", "you have played cards: end the turn"),
    (reasons.IDLE, lambda: race("MH", ""), 0, "end", "JJ-5.4", "you have played nothing: rest"),
    (reasons.SIXTY_ACTS, tired, 0, "road MH", "JJ-8.4", "a turn has at most sixty actions"),
    # roads and driving
    (
        reasons.NO_DRIVING, lambda: race("SM TK", "", course="MH"), 0, "drive SM", "JJ-5.12",
        "Winning Smile does not count as a Driving card for you",
    ),
    (
        reasons.HALTED, lambda: race("SO", "", course="MH", lying={0: "FL SP"}), 0, "drive SO", "JJ-2.2",
        "you cannot move until you are rid of Speed Trap",
    ),
    (
        reasons.HALTED, lambda: race("HP", "", course="MH", lying={0: "TT SP"}), 0, "play HP", "JJ-2.2",
        "you cannot move until you are rid of Speed Trap and Tied to the Tracks",
    ),
    (
        reasons.CAPPED, lambda: play(race("SO SO", "", course="MH MH", lying={0: "BO"}), "drive SO"), 0, "drive SO",
        "JJ-5.20", "you can enter no more sections this turn",
    ),
    (
        reasons.IN_THE_DITCH, lambda: race("MH", "", lying={0: "DI"}), 0, "road MH", "JJ-2.2",
        "you lie in the ditch and can lay no road",
    ),
    (
        reasons.NOT_IN_FRONT, lambda: race("MH", "", course="MH"), 0, "road MH", "JJ-5.10",
        "roads are laid from the front-most section only",
    ),
    (
        reasons.COMPLETE, lambda: race("MH", "", course="CR CR CR CR CR CR CR CR", pawns=[8, 0]), 0, "road MH", "JJ-5.10",
        "the course is complete",
    ),
    (reasons.NOTHING_AHEAD, lambda: race("SO", ""), 0, "drive SO", "JJ-5.12", "there is no section ahead: lay a road"),
    (
        reasons.NOTHING_BEHIND, lambda: race("SO", "", course="MH", pawns=[1, 0]), 0, "back SO", "JJ-5.12",
        "there is no section behind you",
    ),
    (
        reasons.TOO_DEAR, lambda: race("MP CR", "", lying={0: "FL"}), 0, "road CR", "JJ-5.15",
        "that costs 1 Driving, 1 card more, which you cannot pay",
    ),
    (reasons.NO_SECTION, lambda: race("SR", ""), 0, "terrain SR @2", "JJ-5.21", "section @2 is not in play"),
    (
        reasons.PAVED, lambda: race("SR", "", course="MH", ground={1: "IR"}), 0, "terrain SR @1", "JJ-5.21",
        "Terrain lies on section @1 already",
    ),
    # attacks and plots
    (
        reasons.ONE_PLOT, lambda: play(race("TK", "", sides="vn", karma={0: "TG TT"}), "play TG on 2"), 0, "play TT on 2",
        "JJ-5.51", "one Fiendish Plot an Action Phase",
    ),
    (
        reasons.PLOT_TOO_DEAR, lambda: race("", "", sides="vn", karma={0: "HW"}), 0, "play HW on 2", "JJ-5.51",
        "you have no other card to pay for Highwaymen",
    ),
    (reasons.HEROIC, lambda: race("FL", "", sides="hn"), 0, "play FL on 2", "JJ-5.30", "a Hero plays no Mishaps"),
    (reasons.OWN_SIDE, lambda: race("FL", ""), 0, "play FL on 1", "JJ-5.30", "not on yourself, nor on your partner"),
    (
        reasons.OWN_SIDE, lambda: race("FL", "", "", "", race="team"), 0, "play FL on 3", "JJ-5.30",
        "not on yourself, nor on your partner",
    ),
    (
        reasons.ONE_SUBPLOT, lambda: race("SP", "", lying={1: "CO"}), 0, "play SP on 2", "JJ-5.31",
        "there is a Sub-Plot in front of Bo already",
    ),
    (
        reasons.NO_BRIDGE, lambda: race("TK", "", sides="vn", karma={0: "BB"}), 0, "play BB", "JJ-5.53",
        "there is no section that could be blown up",
    ),
    (
        reasons.LAST_BRIDGE, lambda: race("TK", "", sides="vn", karma={0: "BB"}, course="CR CR CR CR CR CR CR MH"), 0,
        "play BB", "JJ-5.53", "the last section of the course stands",
    ),
    (
        reasons.NOBODY_AHEAD, lambda: race("TK", "TK", sides="vn", karma={0: "AT"}), 0, "play AT", "JJ-5.53",
        "no rival ahead of you has a card in hand",
    ),
    # troubles and Specials
    (reasons.NO_TROUBLE, lambda: race("TK", ""), 0, "fix 1 FL", "JJ-5.33", "there is no Flat Tire in front of Ann"),
    (reasons.NO_TROUBLE, lambda: race("NT", ""), 0, "rescue 2 FL", "JJ-5.33", "there is no Flat Tire in front of Bo"),
    (
        reasons.ONLY_A_HERO, lambda: race("TK", "", lying={1: "FL"}), 0, "fix 2 FL", "JJ-5.40",
        "only a Hero works on the troubles of others",
    ),
    (
        reasons.NO_REMEDY, lambda: race("SM", "", lying={0: "FL"}), 0, "fix 1 FL", "JJ-5.33",
        "you hold no card that counts as what Flat Tire asks for next",
    ),
    (reasons.WRONG_REMEDY, curing, 0, "with SO", "JJ-5.33", "Step on It! is not what the trouble asks for next"),
    (
        reasons.NO_RESCUE, lambda: race("TK", "", lying={0: "FL"}), 0, "rescue 1 FL", "JJ-5.82",
        "you do not hold In the Nick of Time",
    ),
    (
        reasons.NOBODY_TO_FOLLOW, lambda: race("HP", ""), 0, "play HP", "JJ-5.81",
        "there is no section ahead to follow to",
    ),
    (reasons.NO_LESSON, learning, 0, "experience", "JJ-5.36", "you do not hold Valuable Experience"),
    (reasons.NO_MISHAP, resting, 0, "mend BO", "JJ-5.6", "there is no Boiling Radiator in front of you"),
    # paying and making room
    (
        reasons.WRONG_COIN, lambda: play(race("MP SM SO", ""), "road MP"), 0, "pay SM", "JJ-5.13",
        "Winning Smile cannot pay: a Driving card is due",
    ),
    (
        reasons.PAID_OUT_OF_ORDER, lambda: play(race("BR SM TK VE", ""), "road BR", "pay TK"), 0, "pay SM", "JJ-6.1",
        "pay in the order of the kinds",
    ),
    (
        reasons.TOO_FEW_LEFT, paying, 0, "pay VE", "JJ-6.1", "too few cards would be left for the rest of the cost",
    ),
    (reasons.NONE_KEPT, paying, 0, "spend RF", "JJ-5.83", "you keep no Rabbit's Foot"),
    (
        reasons.NONE_KEPT, lambda: race("TR", "", kept={0: "PA"}), 0, "remove TR", "JJ-5.83",
        "you keep no Steamer Trunk",
    ),
    (
        reasons.NOT_FOR_THE_PURSE, lambda: play(race("MP SO", "", kept={0: "RF"}), "road MP"), 0, "spend RF", "JJ-5.17",
        "Rabbit's Foot stands only for any cards that entering a section costs",
    ),
    (reasons.NOT_IN_HAND, crowded, 0, "discard CW", "JJ-5.7", "The Crowd Roars is not in your hand"),
    (reasons.TOSSED_OUT_OF_ORDER, crowded, 0, "discard SM", "JJ-6.1", "discard in the order of the kinds"),
    # answers
    (
        reasons.NO_SHIELD, attacked, 1, "negate SM", "JJ-5.77",
        "you have no ability to stop a card with Winning Smile",
    ),
    (
        reasons.NOT_STRUCK, lambda: play(full("FL", "SM", "TK", sheets=["", "Fifi", ""]), "play FL on 3"), 1, "negate SM",
        "JJ-5.77", "Winning Smile stops only an attack that affects you",
    ),
    (
        reasons.NOT_THE_TARGET, lambda: play(full("FL", "FA", "TK"), "play FL on 3"), 1, "frame 1", "JJ-5.76",
        "only the single target of an attack can have a Fall Guy",
    ),
    (
        reasons.NO_FALL_GUY, lambda: play(race("FL", "TK"), "play FL on 2"), 1, "frame 1", "JJ-5.76",
        "you do not hold Fall Guy",
    ),
    (reasons.FRAMED_FRIEND, attacked, 1, "frame 2", "JJ-5.76", "neither you nor your partner can be the Fall Guy"),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "position", "seat", "text", "rule", "said"), REFUSED)
def test_every_refusal_says_what_is_wrong_and_names_the_rule(
    reason: int, position: Callable[[], Any], seat: int, text: str, rule: str, said: str
) -> None:
    match = ASK.seated(position())
    asked = match.asked[0] if seat < 0 else seat
    found = refusal(match.view(asked), GAME.actions.code(text))
    assert found is not None
    assert (found.text, found.rule, found.reason) == (said, rule, reason)
    with pytest.raises(IllegalAction):
        match.play(text, asked)


def test_every_reason_is_reached() -> None:
    matches = [ASK.seated(position()) for _, position, *_ in REFUSED]
    assert reached(matches) == set(reasons.reasons)


def test_every_reason_stands_for_one_condition_and_its_rule_is_written() -> None:
    assert list(declared(GAME)) == []


# -- reasons that were wrong once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "more", "text", "reason"),
    [
        ("TK", {}, "play HP", reasons.NOT_HELD),
        ("HP", {}, "play HP", reasons.NOBODY_TO_FOLLOW),
        ("HP", {"course": "MH", "lying": {1: "SP"}}, "play HP", reasons.HALTED),
        ("TK", {}, "rescue 1 FL", reasons.NO_RESCUE),
        ("NT", {}, "rescue 1 FL", reasons.NO_TROUBLE),
        ("TK", {}, "keep RF", reasons.NOT_HELD),
        ("PA", {}, "keep PA", reasons.ANSWER_FIRST),
    ],
)
def test_jj_5_78_a_special_that_is_no_answer_now_is_refused_for_what_is_wrong(
    hand: str, more: dict[str, Any], text: str, reason: int
) -> None:
    match = ASK.seated(play(full("CW TK", hand, **more), "play CW"))
    found = refusal(match.view(1), GAME.actions.code(text))
    assert found is not None
    assert found.reason == reason


def test_jj_5_12_without_a_driving_card_it_is_not_the_cost_that_forbids() -> None:
    s = race("SM", "", course="MH")
    assert ASK.refusal(s, "drive SM") == "JJ-5.12"


def test_jj_5_81_no_next_section_is_no_matter_of_plots() -> None:
    assert ASK.refusal(race("HP", ""), "play HP") == "JJ-5.81"


def test_seats_and_sections_are_told_from_each_other() -> None:
    """What an action is about counts from 0, but for sections."""
    goals = {text: state.GOAL[GAME.actions.code(text)] for text in ("play FL on 2", "terrain SR @2", "racer Cliff", "rest")}
    assert goals == {"play FL on 2": 1, "terrain SR @2": 2, "racer Cliff": 1, "rest": 0}
