"""The suite finds what it is there for: faults are planted in two sound games, and each is caught by name."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.toys import nim
from tests.view.test_refusal import LEGAL, REFUSE
from tuckbox.cli import main
from tuckbox.definition.game import Game
from tuckbox.scene import lay
from tuckbox.testing import Report, check
from tuckbox.testing.case import Case
from tuckbox.testing.jobs import BOUNDS, Job
from tuckbox.view.view import View

TOYS = Path(__file__).parent.parent / "toys"
NUMBERS = count()


def planted(toy: str, folder: Path, *changes: tuple[str, str]) -> Game:
    """A toy as a package of its own, with parts of its rules replaced."""
    name = f"planted_{toy}_{next(NUMBERS)}"
    (folder / name).mkdir()
    text = (TOYS / toy / "rules.py").read_text("utf-8")
    for old, new in [("    window,\n)", "    peek,\n    window,\n)"), *changes] if toy == "bluff" else changes:
        assert old in text, old
        text = text.replace(old, new)
    (folder / name / "rules.py").write_text(text, "utf-8")
    face = (TOYS / toy / "__init__.py").read_text("utf-8").replace(f"tests.toys.{toy}", name)
    (folder / name / "__init__.py").write_text(face, "utf-8")
    sys.path.insert(0, str(folder))
    try:
        game: Game = importlib.import_module(name).GAME
    finally:
        sys.path.remove(str(folder))
    return game


REST = "    add(moves, REST)\n"
TURN = "    s.turns += 1\n"
PREFER = "@rule\ndef prefer("
HINT = "    tell(s, HINT, s.turn, count(s.hand[s.turn], WRIT))\n"

TOTAL = "    total = 1.0\n"
PASSED = "    if action == LET:\n        close(s)\n"
AFTER = "        if kind == CALLED:\n            s.good = count(s.hand[0], WRIT)\n"

Change = tuple[str, str]
FAULTS: dict[str, tuple[str, list[Change]]] = {
    "a public number that tells a hidden card": ("number", [(TURN, f"{TURN}    s.good = count(s.hand[s.turn], WRIT)\n")]),
    "a legal list that depends on a rival's hand": (
        "legal list",
        [(REST, "    if count(s.hand[(s.turn + 1) % s.players], WRIT) > 0:\n        add(moves, REST)\n")],
    ),
    "asking only those who could answer": ("who is asked", [("s.hand[seat].n > 0", "count(s.hand[seat], WRIT) > 0")]),
    "a sentence with a number that hidden cards make": (
        "text",
        [("told = Events()\n", 'told = Events()\nHINT = told("hint", "number")\n'), (TURN, TURN + HINT)],
    ),
    "copy numbers under one face": (
        "alike",
        [('    back_names=["crate"', '    faces=["tea", "silk", "writ", "gold", "jade", "tea"],\n    back_names=["crate"')],
    ),
    "an answer that is not sealed": (
        "sealed answer",
        [("    ready = answer(s", "    if asking(s):\n        s.gain[s.turn] += action != LET\n    ready = answer(s")],
    ),
    "cards that nobody has shuffled": (
        "redeal",
        [("    shuffle(s.deck, rng)\n    for seat in range(s.players):", "    for seat in range(s.players):")],
    ),
    "a redeal that never moves a card": (
        "redeal",
        [(PREFER, f"@rule\ndef possible(s):\n    return False\n\n\n{PREFER}")],
    ),
    "a view that is written from hidden cards": (
        "view",
        [(PREFER, f"@rule\ndef possible(s):\n    s.good = peek(s.hand[0], 0) % 2\n    return True\n\n\n{PREFER}")],
    ),
    "a redeal that never deals the truth": (
        "redeal",
        [(PREFER, f"@rule\ndef possible(s):\n    return s.deck.n < 2 or peek(s.deck, 0) == peek(s.deck, 1)\n\n\n{PREFER}")],
    ),
    "an open action that moves a card out of sight": (
        "text",
        [('act("load {card} as {good}", DECK, GOODS, others=BACKS)', 'act("load {card} as {good}", DECK, GOODS)')],
    ),
    "a result that tells hidden cards": (
        "number",
        [("    s.dealt += 1\n", "    s.dealt += 1\n    s.points[0] += count(s.hand[0], WRIT)\n")],
    ),
    "a bell that tells hidden cards": (
        "number",
        [
            ("told = Events()\n", 'outside = Events()\nBELL = outside("bell")\ntold = Events()\n'),
            (PREFER, f"@rule\ndef event(s, code):\n    s.good = count(s.hand[0], WRIT)\n    return 0\n\n\n{PREFER}"),
        ],
    ),
    "a lost card": (
        "conservation",
        [("        tell(s, DREW, s.turn, draw(s.deck, s.hand[s.turn]))", "        lift(s.deck)")],
    ),
    "a number that outgrows its field": ("conservation", [("s.gain[s.turn] += WORTH[s.good]", "s.good += 200")]),
    "a list that changes the state": ("pure", [("    stack = s.stack[s.turn]\n", f"    stack = s.stack[s.turn]\n{TURN}")]),
    "a value that changes the state": ("pure", [(TOTAL, f"    s.turns += 1\n{TOTAL}")]),
    "a value outside the utility": ("payoff", [(TOTAL, TOTAL.replace("1.0", "0.1"))]),
    "a value that is returned to nobody": ("payoff", [("    return (s.gain[seat]", "    total += (s.gain[seat]")]),
    "a number that hidden cards make when all have answered": ("number", [(PASSED, f"{PASSED}{AFTER}")]),
    "a window that cannot be let pass": ("legal list", [("with_cards(s, seat), LET)", "with_cards(s, seat), REST)")]),
    "an action listed twice": ("legal list", [(REST, REST + REST)]),
    "nothing to do": ("legal list", [(REST, f"    if s.turns == 2:\n        return\n{REST}")]),
    "a payoff outside the utility": ("payoff", [("s.payoff[seat] = 1 / winners", "s.payoff[seat] = 7 / winners")]),
    "a weight of nothing": ("prefer", [("== CARD[action] else 3", "== CARD[action] else 0")]),
    "an index below 0": ("bounds", [(TURN, f"{TURN}    s.gain[s.turn - 1] += 1\n")]),
    "an index below 0 in a zone": ("bounds", [(TURN, f"{TURN}    s.good = s.hand[0].cell[s.turn - 1] * 0\n")]),
    "an index below 0 in a table": ("bounds", [(TURN, f"{TURN}    s.gain[0] += 0 * WORTH[s.turn - 1]\n")]),
    "an index below 0 in setup": ("bounds", [("    s.dealt += 1\n", "    s.dealt += 1\n    s.gain[s.turn - 1] = 0\n")]),
    "an index below 0 in prefer": (
        "bounds",
        [("== CARD[action] else 3", "== CARD[action] else 3 + 0 * s.gain[s.turn - 1]")],
    ),
    "an index out of range": ("rules", [(TURN, f"{TURN}    s.gain[s.turns + 3] += 1\n")]),
}


def test_a_list_that_goes_by_what_a_seat_has_been_shown_is_found(tmp_path: Path) -> None:
    """In worlds dealt anew for a third seat nobody has been shown anything, so there the list would be another."""
    skipped = "s.out >> seat & 1:\n            continue\n        if card"
    stranger = "or card == THIEF and not knows(s.hand[seat].cell[0], s.turn)"
    changes = [("    glimpse,\n", "    glimpse,\n    knows,\n"), (skipped, skipped.replace("& 1:", f"& 1 {stranger}:"))]
    game = planted("envoys", tmp_path, *changes)
    report = check(game, players=3, seeds=2, native=False, skip=("golden", "legal list"))
    said = [finding.message for finding in report.findings if finding.name == "redeal"]
    assert said, str(report)
    assert all("may `trade with " in each and "(`knows`)" in each for each in said)


def test_a_weight_that_goes_by_what_a_seat_has_been_shown_is_found(tmp_path: Path) -> None:
    """Lists were compared in worlds dealt anew, but not how rivals weigh what stands in them."""
    prefer = """@rule
def prefer(s: State, action: int) -> int:
    known = 0
    for seat in range(s.players):
        for i in range(s.hand[seat].n):
            known += seat != s.turn and knows(s.hand[seat].cell[i], s.turn)
    return 1 + known


"""
    apply = "@rule\ndef apply("
    game = planted("envoys", tmp_path, ("    glimpse,\n", "    glimpse,\n    knows,\n"), (apply, prefer + apply))
    report = check(game, players=3, seeds=2, native=False, skip=("golden",))
    said = [finding.message for finding in report.findings if finding.name == "redeal"]
    assert said, str(report)
    assert all(each.startswith("what `prefer` gives seat ") and "(`knows`)" in each for each in said)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught_by_name(fault: str, tmp_path: Path) -> None:
    name, changes = FAULTS[fault]
    game = planted("bluff", tmp_path, *changes)
    report = check(game, players=3, options={"rounds": 1}, seeds=1, steps=25, native=False, skip=("golden", "reach"))
    assert name in {finding.name for finding in report.findings}, str(report)


@pytest.mark.parametrize("zone", ["box", "luck[seat]"])
def test_a_number_made_of_dice_that_are_thrown_unseen_amid_the_game_is_found(zone: str, tmp_path: Path) -> None:
    """Such dice fall alike in two worlds that are dealt anew before; those who see them may know the number."""
    more = f"    roll(s.{zone}, 1, rng)\n    s.step = showing(s.{zone}, 2)\n"
    game = planted("cups", tmp_path, ("    s.step += 1\n", f"    s.step += 1\n{more}"))
    report = check(game, players=2, seeds=2, steps=25, native=False, skip=("golden", "termination"))
    assert {finding.name for finding in report.findings} == {"number"}, str(report)


@pytest.mark.parametrize("body", ["s.laid = 1", "s.laid = weight(s.parcel[0])"])
def test_a_rule_that_comes_to_no_end_is_told_with_its_line(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the rule with the loop, not one that it calls, in which most of the time is spent."""
    monkeypatch.setattr("tuckbox.engine.endless.LIMIT", 1.0)
    slow = ("    total = 0\n", "    total = 0\n    for i in range(5000):\n        total = 0\n")
    game = planted("parcel", tmp_path, ("    s.laid += 1\n", f"    while s.turn >= 0:\n            {body}\n"), slow)
    report = check(game, seeds=2, native=False, skip=("golden",))
    assert len(report.findings) == 1, str(report)
    assert "the rule apply (rules.py, line " in report.findings[0].message
    assert "came to no end in 1 seconds" in report.findings[0].message


LONG = """
    while s.turns > 4 and s.gain[0] < 1 << 26:
        s.gain[1] = (s.gain[1] * 5 + s.gain[0]) & 7
        s.gain[0] += 1
"""


def test_compiled_code_that_comes_to_no_end_is_told_with_the_line_of_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does one that takes long: a loop without end would go on as long as the tests do."""
    game = planted("bluff", tmp_path, (TURN, f"{TURN}{LONG}"))
    monkeypatch.setattr("tuckbox.engine.endless.LIMIT", 0.3)
    outcome = Job(BOUNDS, Case(game, 2, {}, 1)).do()
    assert outcome.endless
    assert "the rule end_turn (rules.py, line " in outcome.findings[0].message


def test_compiled_code_that_alone_comes_to_no_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toys.parcel import GAME

    monkeypatch.setattr("tuckbox.testing.parity._ends", lambda work, done: False)
    outcome = Job(BOUNDS, Case(GAME, 2, {}, 1)).do()
    assert [finding.message for finding in outcome.findings] == ["compiled rules come to no end, where plain ones do"]


def test_a_game_that_gets_stuck_is_not_called_endless_as_well(tmp_path: Path) -> None:
    stuck = ("    if s.laid:\n", "    if s.laid and s.turn == 0:\n")
    game = planted("parcel", tmp_path, stuck)
    outcome = Job(BOUNDS, Case(game, 2, {}, 1)).do()
    assert [finding.name for finding in outcome.findings] == ["legal list"]
    assert outcome.findings[0].message == (
        "200 of 200 random games come to a seat that is to decide and has no legal action"
    )


def test_what_whole_games_pay_is_looked_at_where_no_walk_ends(tmp_path: Path) -> None:
    game = planted("parcel", tmp_path, ("s.payoff[1] = 1 - s.payoff[0]", "s.payoff[1] = 2 - s.payoff[0]"))
    outcome = Job(BOUNDS, Case(game, 2, {}, 1)).do()
    assert [finding.name for finding in outcome.findings] == ["payoff"]


def test_a_reason_that_cannot_be_told_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    refuse = REFUSE.replace("{left}", "{times}").replace(
        "action - TAKE >= s.left", "action == WAIT or action - TAKE >= s.left"
    )
    rules = nim.NIM.replace(LEGAL, refuse).replace("Actions, ", "Actions, Reasons, ")
    rules = rules.replace("WORTH =", 'WAIT = act("wait {times}", ["once"])\nWORTH =')
    report = check(nim.game(nim.write(tmp_path, "untold", rules)), native=False, skip=("golden", "reach"))
    told = [finding for finding in report.findings if "cannot be taken' against" in finding.message]
    assert {finding.name for finding in told} == {"reason"}, str(report)
    assert len(told) == len({finding.case for finding in report.findings if finding.case != "nim"})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("0", "gives 0 to"), ("None", "gives None to"), ("1.5", "gives 1.5 to"), ("1 << 31", "gives 2147483648 to")],
)
def test_a_weight_that_is_none_is_told_once_with_its_line(tmp_path: Path, wrong: str, said: str) -> None:
    game = planted("bluff", tmp_path, ("== CARD[action] else 3", f"== CARD[action] else {wrong}"))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden",))
    assert {finding.name for finding in report.findings} == {"prefer"}, str(report)
    line = (game.folder / "rules.py").read_text("utf-8").split(f"else {wrong}")[0].count("\n") + 1
    assert f"`prefer` {said} `" in report.findings[0].message
    assert f"(rules.py, line {line}): weights are whole numbers from 1" in report.findings[0].message


def test_a_weight_that_depends_on_a_rivals_hand_is_told_with_its_line(tmp_path: Path) -> None:
    peeks = "== CARD[action] else 3 + count(s.hand[(s.turn + 1) % s.players], WRIT)"
    game = planted("bluff", tmp_path, ("== CARD[action] else 3", peeks))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"prefer"}, str(report)
    line = (game.folder / "rules.py").read_text("utf-8").split(peeks)[0].count("\n") + 1
    assert f"(rules.py, line {line}): it reads cards the seat does not see" in report.findings[0].message


@pytest.mark.parametrize("action", ["-1", "act.size", "None"])
def test_a_list_with_what_is_no_action_is_told(action: str, tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (REST, f"{REST}    add(moves, {action})\n"))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"legal list"}, str(report)
    said = report.findings[0].message
    assert f"the rule legal gives seat 0 the action {game.actions.size if 'size' in action else action}; actions are" in said


def test_a_scene_that_is_none_is_told(tmp_path: Path) -> None:
    def scene(view: View) -> Any:
        lay.status(view, "Load a ship.")

    game = replace(planted("bluff", tmp_path), scene=scene)
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"scene"}, str(report)
    where = f"(test_planted_faults.py, line {scene.__code__.co_firstlineno})"
    assert f"`scene` returned None, which is no Scene {where}" in report.findings[0].message


def test_payoffs_that_are_none_are_told_with_the_line_alone(tmp_path: Path) -> None:
    game = planted("parcel", tmp_path, ("s.payoff[1] = 1 - s.payoff[0]", "s.payoff[1] = s.payoff[0] = None"))
    report = check(game, seeds=1, native=False, skip=("golden", "reach"))
    assert report.findings
    assert all("written by `weigh_up` (rules.py, line" in finding.message for finding in report.findings), str(report)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("'hint', s.turn", "`tell` takes numbers: an event, a seat, and a cell or a public number, not 'hint'"),
        ("0, None", "`tell` takes numbers: an event, a seat, and a cell or a public number, not 0, None"),
        ("0, s.turn, 0.5", "a cell or a public number, not 0, 0 and 0.5"),
        ("0, 3", "something is told of seat 3, but the seats are 0 to 2, and -1 for nobody"),
    ],
)
def test_what_cannot_be_told_is_refused_with_the_line(told: str, said: str, tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, f"    tell(s, {told})\n{TURN}"))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    line = (game.folder / "rules.py").read_text("utf-8").split(f"tell(s, {told})")[0].count("\n") + 1
    messages = [finding.message for finding in report.findings if finding.name == "rules"]
    assert f"the rule end_turn (rules.py, line {line}) went wrong: " in messages[0]
    assert said in messages[0]


def test_a_weight_that_is_none_in_another_manner_is_told(tmp_path: Path) -> None:
    lean = f"@rule\ndef lean(s, action, manner):\n    return prefer(s, action) * (1 - manner)\n\n\n{PREFER}"
    game = replace(planted("bluff", tmp_path, (PREFER, lean)), manners=("open", "sly"))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"prefer"}, str(report)
    assert "`lean` gives 0 to" in report.findings[0].message


@pytest.mark.parametrize(("wrong", "said"), [("action == REST or None", "None"), ("action == REST", "False")])
def test_a_refusal_that_is_no_reason_is_told_with_its_line(tmp_path: Path, wrong: str, said: str) -> None:
    refuse = f"@rule\ndef refuse(s, action):\n    if not s.turns:\n        return 0\n    return {wrong}\n\n\n{PREFER}"
    game = planted("bluff", tmp_path, (PREFER, refuse))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    messages = [finding.message for finding in report.findings if finding.name == "rules"]
    assert any(f"`refuse` returned {said} for `" in message for message in messages), str(report)
    line = (game.folder / "rules.py").read_text("utf-8").split(f"return {wrong}")[0].count("\n") + 1
    assert f"(rules.py, line {line}): return 0 or a reason" in messages[0]


def test_a_number_that_does_not_fit_is_told_with_the_lines_that_write_it(tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, "    s.turns += 0.5\n"))
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    line = (game.folder / "rules.py").read_text("utf-8").split("s.turns += 0.5")[0].count("\n") + 1
    messages = [finding.message for finding in report.findings if finding.name == "conservation"]
    assert f"not 0.5; it is written by `end_turn` (rules.py, line {line})" in messages[0], str(report)


@pytest.mark.parametrize(("part", "said"), [
    ("Panel('Table', Fact('coins', '1'))", "`parts` of Panel is a tuple of Row, Stack, Board, Map or Fact, not Fact("),
    ("Panel('Table', (Fact('coins', 1),))", "`value` of Fact is a text, not 1"),
    ("Panel('Table', (Row('Hand', (1, 2)),))", "`cards` of Row is a tuple of Card, not of 1"),
    ("None", "`panels` of Scene is a tuple of Panel, not of None"),
    ("view.state.trun", "has no attribute 'trun' (__init__.py, line {line}); did you mean 'turn'?"),
])  # fmt: skip
def test_a_part_of_a_scene_that_is_of_another_kind_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, said: str
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    game = planted("bluff", tmp_path)
    face = game.folder / "__init__.py"
    text = face.read_text("utf-8").replace('    return Scene("Bluff", "", ())', SCENE.replace("PART", part))
    face.write_text(text, "utf-8")
    game = importlib.reload(sys.modules[game.folder.name]).GAME
    report = check(game, players=3, options={"rounds": 1}, seeds=1, native=False, skip=("golden", "reach"))
    assert {finding.name for finding in report.findings} == {"scene"}, str(report)
    line = text.split("return Scene")[0].count("\n") + 1
    assert said.format(line=line) in report.findings[0].message
    assert f"(__init__.py, line {line})" in report.findings[0].message


SCENE = """\
    from tuckbox.scene.parts import Fact, Panel, Row
    return Scene("Bluff", "", (PART,))"""


def test_the_quick_check_plays_a_game_to_its_end(tmp_path: Path) -> None:
    endless = (
        ("    if s.turn == 2:\n", "    if s.turn == 3:\n"),
        ("    s.turn += 1\n", "    s.turn = 0\n"),
        ("    if s.laid:\n", "    if s.laid or hand.n == 0:\n"),  # nor does it get stuck
    )
    game = replace(planted("parcel", tmp_path, *endless), longest=50)
    report = check(game, seeds=1, native=False, skip=("golden", "reach"))
    assert [finding.message for finding in report.findings if finding.name == "termination"] == [
        "a random game is not over after 50 decisions"
    ]


def test_rules_that_never_say_whose_turn_is_next_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = nim.NIM.replace("    s.turn = 1 - s.turn\n", "")
    for name, text, players in (("alone", rules, 2), ("solitaire", rules.replace("(2,)", "(1,)"), 1)):
        game = nim.game(nim.write(tmp_path, name, text))
        report = check(game, players=players, native=False, skip=("golden", "reach"))
        said = "no rule sets `s.turn`: seat 0 alone decides; `apply` says whose turn is next"
        assert (said in str(report)) == (name == "alone"), str(report)


def test_a_match_that_its_rules_never_end_is_told(tmp_path: Path) -> None:
    game = planted("parcel", tmp_path, ("@rule\ndef apply(", "@rule\ndef after(s):\n    s.laid = 0\n\n\n@rule\ndef apply("))
    report = check(game, seeds=1, native=False, skip=("golden", "reach"))
    assert "the rule `after` never sets `s.done`: no match comes to an end" in str(report)


LIMITS: dict[str, Change] = {
    "a limit that is not true": ("s.denied[seat] |= 1 << action - DENY", "s.denied[1 - seat] |= 1 << action - DENY"),
    "a limit that looks at hidden cards": (
        "return not s.denied[seat] >> card & 1",
        "return not s.denied[seat] >> card & 1 and s.hand[seat].cell[0] & 255 < 240",
    ),
}


@pytest.mark.parametrize("fault", LIMITS)
def test_a_wrong_limit_is_caught(fault: str, tmp_path: Path) -> None:
    report = check(planted("hints", tmp_path, LIMITS[fault]), players=2, seeds=2, native=False, skip=("golden", "reach"))
    assert "limit" in {finding.name for finding in report.findings}, str(report)


def test_a_limit_without_its_rule_is_told(tmp_path: Path) -> None:
    game = planted("hints", tmp_path, ('limited_by("may_lie")', 'limited_by("may_ly")'))
    report = check(game, players=2, seeds=1, native=False, skip=("golden",))
    assert any("no rule 'may_ly'" in finding.message for finding in report.findings), str(report)


def test_an_order_that_tells_is_caught(tmp_path: Path) -> None:
    """Hands whose places mean something are kept sorted: where a known card lies tells what lies beside it."""
    sort = """    hand = s.hand[s.turn]
    for i in range(1, hand.n):
        for k in range(i, 0, -1):
            if hand.cell[k] & 255 < hand.cell[k - 1] & 255:
                hand.cell[k], hand.cell[k - 1] = hand.cell[k - 1] + 0, hand.cell[k] + 0
"""
    ordered = ("hand = Hand(CARDS)[4].seen_by(OWNER)", "hand = Pile(CARDS)[4].seen_by(OWNER)")
    game = planted("bluff", tmp_path, ordered, (TURN, TURN + sort))
    report = check(game, players=2, options={}, seeds=6, steps=40, native=False, skip=("golden",))
    assert "order" in {finding.name for finding in report.findings}, str(report)


def test_rules_that_differ_when_compiled_are_caught(tmp_path: Path) -> None:
    """Compiled numbers wrap at 64 bits, Python's do not."""
    game = planted("parcel", tmp_path, ("    s.laid += 1\n", "    s.laid += 1 + (s.laid + 1 << 62) * 4 % 7\n"))
    report = check(game, seeds=1, skip=("golden",))
    assert "parity" in {finding.name for finding in report.findings}, str(report)


@pytest.mark.slow
def test_a_game_that_never_ends_is_caught_unless_its_limit_is_off(tmp_path: Path) -> None:
    limit = ("    laid = Small\n", "    laid = Small\n    limit = Range(1, 9, default=9, off=True)\n")
    endless = (
        ("    if s.turn == 2:\n", "    if s.turn == 3:\n"),
        ("    s.turn += 1\n", "    s.turn = 0\n"),
        ("    if s.laid:\n", "    if s.laid or hand.n == 0:\n"),  # nor does it get stuck
    )
    game = planted("parcel", tmp_path, ("    Pile,\n", "    Pile,\n    Range,\n"), limit, *endless)
    for options, found in ({}, True), ({"limit": "off"}, False):
        report = check(game, options=options, seeds=1, skip=("golden",))
        assert ("termination" in {finding.name for finding in report.findings}) is found, str(report)


def test_a_missing_golden_record_is_told() -> None:
    from tests.toys.parcel import GAME

    report = check(GAME, seeds=1, native=False)
    assert [finding.name for finding in report.findings] == ["golden"]


@pytest.mark.parametrize("toy", ["kuhn", "sets"])
def test_the_small_toys_pass(toy: str) -> None:
    report = check(importlib.import_module(f"tests.toys.{toy}").GAME, native=False, skip=("golden", "reach"))
    assert report.passed, str(report)


@pytest.mark.parametrize("toy", [pytest.param("bluff", marks=pytest.mark.slow), "parcel"])
def test_the_sound_games_pass(toy: str) -> None:
    game: Game = importlib.import_module(f"tests.toys.{toy}").GAME
    report = check(game, seeds=1, steps=25, skip=("golden",))
    assert report.passed, str(report)


def test_a_finding_comes_with_the_record_that_leads_there(tmp_path: Path) -> None:
    from tuckbox import Record

    game = planted("bluff", tmp_path, *FAULTS["asking only those who could answer"][1])
    report = check(game, players=3, options={}, seeds=1, steps=20, native=False, skip=("golden",))
    assert any(finding.record and Record.read(finding.record).game == "bluff" for finding in report.findings)
    assert report.data()["passed"] is False


def test_a_finding_comes_with_the_command_that_finds_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = planted("bluff", tmp_path, *FAULTS["a payoff outside the utility"][1])
    report = check(game, players=3, options={"rounds": 1}, seeds=3, steps=25, native=False, skip=("golden",))
    found = report.findings[-1]
    words = found.again.split()
    assert words[:3] == ["tuckbox", "check", "bluff"]
    asked: dict[str, Any] = {}

    def again(game: Game, **wanted: Any) -> Report:
        asked.update(wanted)
        return check(game, **{**wanted, "native": False, "processes": 0, "skip": ("golden",)})

    monkeypatch.setattr("tuckbox.testing.command.check", again)
    monkeypatch.setattr("tuckbox.testing.command.find_game", lambda name: game)
    with pytest.raises(SystemExit):
        main([*words[1:], "--json"])
    assert (asked["players"], asked["options"], asked["steps"]) == (3, {"rounds": "1"}, 25)
    assert asked["seed"] == int(words[words.index("--seed") + 1])
