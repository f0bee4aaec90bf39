"""Authors' mistakes: each is told with the game, the rule and the line, in plain mode and when it is compiled."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from tests.testing.test_planted_faults import planted
from tests.toys.nim import NIM, game, line_of, write
from tuckbox import Match, RulesError
from tuckbox.definition.game import Game
from tuckbox.definition.lint import ARGUMENTS
from tuckbox.engine import injected
from tuckbox.engine.engine import engine
from tuckbox.lab.simulate import simulate

_NUMBER = count()
TAKEN = "s.taken[s.turn] += number + 1"


class Nims:
    """Makes Nim with some of its text replaced."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.text = folder, NIM

    def __call__(self, *changes: str) -> Game:
        """The game with texts replaced: each is followed by what takes its place."""
        self.text = NIM
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert old in self.text
            self.text = self.text.replace(old, new)
        return game(write(self.folder, f"nim{next(_NUMBER)}", self.text))

    def line(self, part: str) -> int:
        """The line of the rules made last in which a text stands."""
        return line_of(part, self.text)


@pytest.fixture
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nims:
    """The maker of games in a folder of the test's own."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return Nims(tmp_path)


def error_of(call: Callable[..., object], game: Game, *more: object) -> str:
    """Text of the error that something raises about a game's rules."""
    with pytest.raises(RulesError) as told:
        call(game, *more)
    return str(told.value)


def play_natively(game: Game, boundscheck: bool = False) -> int:
    """Play a game, each step the first legal action; returns the number of steps."""
    e = engine(game, "native", boundscheck)
    states, _ = e.states(game.blank())
    rng, scratch, state, steps = e.rngs(1)[0], e.scratches()[0], states[0], 0
    e.call(e.rules.begin, state, rng)
    while not state["over"]:
        assert e.call(e.playout.options, state, scratch["moves"])
        e.call(e.rules.apply, state, int(scratch["moves"]["action"][0]), rng)
        steps += 1
    return steps


def play_a_match(game: Game) -> tuple[float, ...]:
    """Play the same in plain mode; returns the payoffs."""
    match = Match(game, seed=1)
    while not match.done:
        match.play(match.actions()[0])
    return match.payoff


def test_nim_without_mistakes_plays(nim: Nims) -> None:
    good = nim()
    assert play_natively(good) == 7
    assert play_a_match(good) == (1, 0)


@pytest.mark.parametrize(("old", "new", "said"), [
    (TAKEN, "s.takn[s.turn] += 1", "note uses s.takn, which no state has (rules.py, line {line}); did you mean 'taken'?"),
    ("s.left -= WORTH", "s.left -= s.worth + WORTH", "apply uses s.worth, which no state has (rules.py, line {line})"),
    ("note(s, action", "notte(s, action",
     "apply uses notte, which nobody has defined (rules.py, line {line}); did you mean 'note'?"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_misspelt_name_is_found_before_anything_is_played(nim: Nims, old: str, new: str, said: str, mode: str) -> None:
    wrong = nim(old, new)
    told = error_of(engine, wrong, mode)
    assert told == f"nim: the rule {said.format(line=nim.line(new))}"


NOTE = "@rule\ndef note(s, number):\n"
IMPORTS = "import time\nfrom random import choice\nfrom tuckbox.kit import Deck\n\nSEEN = [1]\nFEW = Deck(['a'])\n"
HELPED = f"{IMPORTS}\n\ndef half(number):\n    return number // 2\n\n\n{NOTE}"


@pytest.mark.parametrize(("new", "said"), [
    ("s.taken[0] += {1: 2}[1]", "does not compile: rules know no dicts"),
    ("s.taken[0] += table([1, 2])[0]", "does not compile: a table is made outside of rules, as a constant of the module"),
    ("s.taken[0] += sum([1 for _ in WORTH])", "does not compile: rules know no comprehensions"),
    ("s.taken[0] += sum(1 for _ in WORTH)", "does not compile: rules know no generators"),
    ("import random; s.left -= random.choice(WORTH)",
     "imports something: imports stand at the top of the file, and all chance comes from `rng`"),
    ("SEEN.append(number)", "changes SEEN, which is no part of the state"),
    ("SEEN[0] += number", "changes SEEN, which is no part of the state"),
    ("WORTH[number] &= 1", "changes WORTH, which is no part of the state"),
    ("s.left = choice(WORTH)", "uses `choice`: all chance comes from `rng`, and all else from the state"),
    ("s.left = time.time_ns() & 1", "uses `time`: all chance comes from `rng`, and all else from the state"),
    ("global SEEN", "does not compile: rules know no `global`: what changes is a field of the state"),
    ("s.left = len(f'{number}')", "does not compile: rules know no texts"),
    ("s.left += any(s.taken)", "does not compile: rules know no `any`: write a loop"),
    ("s.left = (lambda n: n)(number)", "does not compile: rules know no functions within functions"),
    ("s.left = note(s, number)", "calls itself: rules know no recursion"),
    ("s.taken[0] += half(number)", "calls `half`, which is not decorated with @rule"),
    ("s.taken[0] += SEEN[0]", "does not compile: it reads SEEN, which is neither a number nor a `table(...)`; "
     "outside of rules, make one of what is needed"),
    ("s.taken[0] += len(FEW)", "does not compile: it reads FEW, which is neither a number nor a `table(...)`; "
     "outside of rules, make one of what is needed"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_what_only_plain_python_can_do_is_found_before_anything_is_played(nim: Nims, new: str, said: str, mode: str) -> None:
    text = f"{HELPED}    {new}\n"
    told = error_of(engine, nim(NOTE, text), mode)
    assert told == f"nim: the rule note {said} (rules.py, line {nim.line(new)})"


@pytest.mark.parametrize("mode", ["plain", "native"])
def test_rules_that_call_each_other_in_a_circle_are_found_before_anything_is_played(nim: Nims, mode: str) -> None:
    """Compiled code ended the process with a segmentation fault, and plain Python played on."""
    text = (
        f"{NOTE}    if number > 9:\n        again(s, number)\n\n\n{NOTE.replace('note', 'again')}    note(s, number - 1)\n"
    )
    told = error_of(engine, nim(NOTE, f"{text}\n\n{NOTE.replace('note', 'noted')}"), mode)
    said = "the rule note calls again, which calls it: rules know no recursion"
    assert told == f"nim: {said} (rules.py, line {nim.line('again(s, number)')})"


FIELDS = "    left = Int\n"
OPTIONS = f"{FIELDS}    edition = Choice('plain', 'royal', default='plain')\n    first = Range(1, 3, default=1)\n"
"""More fields for Nim: two options."""


@pytest.mark.parametrize(("condition", "said"), [
    ("s.left == 'two'", "compares a number with the text 'two': give the number that is meant a name"),
    ("'two' != s.taken[number]", "compares a number with the text 'two': give the number that is meant a name"),
    ("s.left in (1, 'two')", "compares a number with the text 'two': give the number that is meant a name"),
    ("s.left == KIND", "compares a number with the text 'two': give the number that is meant a name"),
    ("s.edition == 'royal'", "compares a number with the text 'royal': the field holds the number of its value: 1"),
    ("s.edition == 'loyal'", "compares a number with the text 'loyal': give the number that is meant a name"),
    ("s.first == '2'", "compares a number with the text '2': give the number that is meant a name"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_number_that_is_compared_with_a_text_is_found(nim: Nims, condition: str, said: str, mode: str) -> None:
    """Plain rules took the two for different, so that what was written below the condition never happened."""
    text = f"KIND = 'two'\n\n\n{NOTE}    if {condition}:\n        s.left += 0\n"
    told = error_of(engine, nim(FIELDS, OPTIONS, NOTE, text, "Actions, ", "Actions, Choice, Range, "), mode)
    assert told == f"nim: the rule note {said} (rules.py, line {nim.line(f'if {condition}:')})"


@pytest.mark.parametrize(("old", "new", "said"), [
    ("def note(s, number):", "def note(s, number, seen=[]):",
     "the rule note has the default `[]`, which all calls would share: what is to be remembered is a field of the state"),
    ("            add(moves, TAKE + n)\n", "            return [TAKE + n]\n",
     "the rule legal returns something: say `add(moves, action)` for each action that is legal"),
])  # fmt: skip
def test_what_would_be_silently_in_vain_is_found_before_anything_is_played(nim: Nims, old: str, new: str, said: str) -> None:
    told = error_of(engine, nim(old, new), "plain")
    assert told == f"nim: {said} (rules.py, line {nim.line(new.strip())})"


@pytest.mark.parametrize(("body", "other"), [
    ("if number:\n        return 1", "where it comes to its end"),
    ("for n in range(3):\n        return 1", "where it comes to its end"),
    ("if number:\n        return 1\n    elif s.left:\n        s.left += 0\n    else:\n        return 2",
     "where it comes to its end"),
    ("if number:\n        return\n    return 1", "in line {before}"),
    ("if number:\n        return None\n    return 1", "in line {before}"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_rule_that_returns_a_number_on_some_ways_only_is_found(nim: Nims, body: str, other: str, mode: str) -> None:
    """Compiled code raised a `TypeError` without any line, or took nothing for 0."""
    text = f"{NOTE}    {body}\n\n\n{NOTE.replace('note', 'noted')}"
    told = error_of(engine, nim(NOTE, text), mode)
    line = nim.line("return 1")
    said = f"the rule note returns something, but nothing {other.format(before=line - 1)}"
    assert told == f"nim: {said} (rules.py, line {line})"


@pytest.mark.parametrize("body", [
    "if number:\n        return 1\n    else:\n        return 2",
    "while True:\n        s.left += 1\n        if s.left > 9:\n            return 1",
    "if number:\n        return\n    s.left += 0",
])  # fmt: skip
def test_a_rule_may_return_on_all_its_ways_or_give_nothing_on_any(nim: Nims, body: str) -> None:
    engine(nim(NOTE, f"{NOTE}    {body}\n\n\n{NOTE.replace('note', 'noted')}"), "plain")


def test_rules_are_checked_for_the_arguments_that_the_engine_gives_them() -> None:
    assert {name: tuple(inspect.signature(getattr(injected, name)).parameters) for name in ARGUMENTS} == ARGUMENTS


@pytest.mark.parametrize(("wrong", "meant", "taken"), [
    ("prefers", "prefer", "s, action"), ("contines", "continues", "s"), ("afther", "after", "s"),
])  # fmt: skip
def test_an_optional_rule_that_is_misspelt_is_found(nim: Nims, wrong: str, meant: str, taken: str) -> None:
    new = f"{NOTE}    s.left += 0\n\n\n@rule\ndef {wrong}({taken}):\n    return 1\n\n\n{NOTE.replace('note', 'noted')}"
    told = error_of(engine, nim(NOTE, new), "plain")
    line = nim.line(f"def {wrong}(")
    assert told == f"nim: nobody calls the rule {wrong} (rules.py, line {line}); did you mean {meant!r}?"


@pytest.mark.parametrize(("taken", "used"), [
    ("s, seat", "    s.left += valued(s, 0)\n"), ("s, seat", "    s.left += len('valued')\n"), ("s, seat, card", ""),
])  # fmt: skip
def test_a_rule_that_is_used_or_takes_other_things_may_be_called_nearly_as_another(nim: Nims, taken: str, used: str) -> None:
    engine(nim(NOTE, f"LIMITED = 0\n\n\n@rule\ndef valued({taken}):\n    return 1\n\n\n{NOTE}{used}"), "plain")


@pytest.mark.parametrize("name", ["setup", "apply"])
@pytest.mark.parametrize("mode", ["plain", "native"])
def test_a_rule_without_its_decorator_is_found_before_anything_is_played(nim: Nims, name: str, mode: str) -> None:
    new = f"def {name}("
    wrong = nim(f"@rule\n{new}", new)
    told = error_of(engine, wrong, mode)
    assert told == f"nim: `{name}` is not decorated with @rule (rules.py, line {nim.line(new)})"


@pytest.mark.parametrize(("new", "said"), [
    ("s.taken = WORTH", "gives a value to all of s.taken at once: write its numbers one by one"),
    ("s.taken, s.left = WORTH, 3", "gives a value to all of s.taken at once: write its numbers one by one"),
    ("s.left[0] = 3", "uses s.left[0], but s.left is one number"),
    ("s.left = s.taken[0][1]", "uses s.taken[0][1], but s.taken has 1 index"),
    ("s.taken += WORTH", "gives a value to all of s.taken at once: write its numbers one by one"),
    ("s.left = ~(s.left == 3) & 1", "inverts the bits of a truth value: say `not` instead of `~(s.left == 3)`"),
])  # fmt: skip
def test_what_compiled_code_would_do_otherwise_is_found_before_anything_is_played(nim: Nims, new: str, said: str) -> None:
    text = f"{NOTE}    {new}\n"
    told = error_of(engine, nim(NOTE, text), "plain")
    assert told == f"nim: the rule note {said} (rules.py, line {nim.line(new)})"


def test_a_hand_cannot_be_given_to_another_seat_by_its_name(tmp_path: Path) -> None:
    """In plain mode the two would change places, compiled they would be two copies of one."""
    change = "    s.hand[0], s.hand[1] = s.hand[1], s.hand[0]\n"
    game = planted("parcel", tmp_path, ("    s.laid += 1\n", f"    s.laid += 1\n    {change}"))
    with pytest.raises(RulesError, match=r"all of s\.hand at once: move what lies there by `turn_over`, `give` or `put`"):
        engine(game, "plain")


@pytest.mark.parametrize(("old", "new", "said"), [
    ("for card in each(s.hand[s.turn].cards):", "for card in s.hand[s.turn].cards:",
     "legal loops over s.hand[s.turn].cards: say `for card in each(s.hand[s.turn].cards)`"),
    ("for card in each(s.hand[s.turn].cards):", "for card in s.hand[s.turn]:",
     "legal loops over s.hand[s.turn]: say `for card in each(s.hand[s.turn].cards)`"),
    ("for card in range(CARDS):\n        if has(s.open", "for card in s.stock:\n        if has(s.open",
     "legal loops over s.stock: say `for i in range(s.stock.n)` and `card_of(s.stock.cell[i])`"),
    ("each(s.hand[s.turn].cards)", "each(s.hand.cards)",
     "legal reads s.hand as if there were one of it: there is s.hand[seat].cards for each index"),
    ("s.stock.n > 0", "s.stock.size > 0", "legal uses s.stock.size, which no zone has"),
    ("s.stock.n > 0", "s.stock.cel[0] > 0", "legal uses s.stock.cel, which no zone has"),
    ("s.stock.n > 0", "s.stock > 0", "legal reads s.stock, which is a zone, as if it were a number: say `s.stock.n`"),
    ("s.stock.n > 0", "len(s.hand[s.turn]) > 0",
     "legal reads s.hand[s.turn], which is a zone, as if it were a number: say `s.hand[s.turn].cards`, or `size("),
])  # fmt: skip
def test_a_zone_that_is_no_list_is_told_before_anything_is_played(tmp_path: Path, old: str, new: str, said: str) -> None:
    told = error_of(engine, planted("sets", tmp_path, (old, new)), "plain")
    assert said in told


@pytest.mark.parametrize(("call", "said"), [
    ("give(s.hand, 0, s.stock)", "gives `give` all of s.hand, where it takes one: s.hand[seat]"),
    ("give(0, s.stock, s.hand[0])", "gives `give` s.stock, which is a zone, as its card: it takes (zone, card, to)"),
    ("give(s.laid, 0, s.stock)", "gives `give` s.laid, which is no zone, as its zone: it takes (zone, card, to)"),
    ("reveal(s.hand, 0)", "gives `reveal` all of s.hand, where it takes one: s.hand[seat]"),
    ("size(s.hand[0])", "gives `size` s.hand[0], which is a zone, as its cards: it takes (cards)"),
])  # fmt: skip
def test_a_word_that_is_given_another_thing_than_it_takes_is_told_before_anything_is_played(
    tmp_path: Path, call: str, said: str
) -> None:
    """Plain Python said that a list has no attribute 'cell', or that there is no card of a record."""
    words = ("    peek,\n", "    give,\n    peek,\n    reveal,\n    size,\n")
    game = planted("parcel", tmp_path, ("    s.laid += 1\n", f"    s.laid += 1\n        {call}\n"), words)
    assert f"parcel: the rule apply {said} (rules.py, line" in error_of(engine, game, "plain")


def test_a_zone_that_its_declaration_does_not_open_cannot_be_shown_to_a_seat(tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, ("Pile(STACK)[4].seen_by(CHOSEN)", "Pile(STACK)[4]"), ("    CHOSEN,\n", ""))
    with pytest.raises(
        RulesError, match=r"see s\.stack by `show_to`: declare s\.stack `\.seen_by\(CHOSEN\)`.*\(rules.py, line"
    ):
        engine(game, "plain")


def test_a_rule_cannot_have_the_name_of_a_word_that_is_compiled_by_its_name(nim: Nims) -> None:
    with pytest.raises(RulesError, match=r"the rule tell bears the name of a word .*\(rules.py, line "):
        engine(nim(NOTE, f"@rule\ndef tell(s, number):\n    s.left = 0\n\n\n{NOTE}"), "plain")


def test_two_numbers_of_an_array_can_change_places(nim: Nims) -> None:
    game = nim(TAKEN, f"{TAKEN}; s.taken[0], s.taken[1] = s.taken[1], s.taken[0]")
    assert play_a_match(game) == (1, 0)
    assert play_natively(game) == 7


@pytest.mark.parametrize(("after", "card"), [("    shuffle(s.stock, rng)\n", 8), ("        s.laid += 1\n", 44)])
def test_a_card_that_the_deck_has_not_is_told(after: str, card: int, tmp_path: Path) -> None:
    indent = after[: len(after) - len(after.lstrip())]
    change = (after, f"{after}{indent}push(s.stock, {card})\n")
    game = planted(
        "parcel", tmp_path, change, ("    peek,\n", "    peek,\n    push,\n"), ("stock = Pile(8)", "stock = Pile(9)")
    )
    with pytest.raises(RulesError, match=f"parcel: .*card {card} lies in a zone, but the deck has only 8 kinds"):
        play_a_match(game)


@pytest.mark.parametrize("new", ["SEEN = [0, 0]; SEEN[0] = 1", "seen = s.taken; seen[0] = 1"])
def test_what_a_rule_makes_itself_it_may_change(nim: Nims, new: str) -> None:
    engine(nim(NOTE, f"{HELPED}    {new}\n"), "plain")


@pytest.mark.parametrize(("old", "new", "rule", "said"), [
    (TAKEN, "s.taken[s.turn] += number.size", "note", "Unknown attribute 'size'"),
    (TAKEN, "taken = s.taken; taken.more += 1", "note", "Unknown attribute 'more'"),
    ("s.left -= WORTH", "s.left -= (1, 2) - WORTH", "apply", "`sub` is given what it cannot take"),
    (TAKEN, "s.taken[s.turn / 1] += 1", "note", "an index is no whole number"),
    ("s.payoff[s.turn] = 1", "s.payoff[s.turn] = note(s, 0)", "apply", "what is written there is no number"),
    ("note(s, action - TAKE)", "note(s)", "apply", "Cannot bind"),
    ("s.left = HEAP", "s.left = [HEAP, (1, 2)]", "setup", ""),
])  # fmt: skip
def test_a_wrong_type_is_told_with_rule_and_line_when_compiled(nim: Nims, old: str, new: str, rule: str, said: str) -> None:
    told = error_of(play_natively, nim(old, new))
    where = f"nim: the rule {rule} does not compile (rules.py, line {nim.line(new)}): "
    assert told.startswith(where)
    assert said in told
    assert len(told) < 400


@pytest.mark.parametrize(("old", "new", "rule", "said"), [
    ("WORTH[action - TAKE]", "WORTH[action + 2]", "apply", "IndexError"),
    (TAKEN, "s.taken[2 + s.turn] += 1", "note", "IndexError"),
    ("note(s, action - TAKE)", "note(s)", "apply", "TypeError"),
    (TAKEN, "add(s.taken, number)", "note", "AttributeError: 'list' object has no attribute"),
    ("s.payoff[s.turn] = 1", "s.payoff[s.turn] = 1 // (s.left * 0)", "apply", "ZeroDivisionError"),
])  # fmt: skip
def test_a_fault_in_play_is_told_with_rule_and_line(nim: Nims, old: str, new: str, rule: str, said: str) -> None:
    told = error_of(play_a_match, nim(old, new))
    where = f"nim: the rule {rule} (rules.py, line {nim.line(new)}) went wrong: {said}"
    assert told.startswith(where)


def test_a_payoff_that_is_no_number_is_told_with_the_lines_that_write_it(nim: Nims) -> None:
    """As of a rule that forgets to return what it has worked out; also where they are compared before a state is checked."""
    new = "s.payoff[s.turn] = note(s, 0)"
    wrong = nim("s.payoff[s.turn] = 1", new)
    said = f"the field 'payoff' holds numbers, not None; it is written by `apply` (rules.py, line {nim.line(new)})"
    for play in (play_a_match, partial(simulate, bots=["random"], games=2, threads=1)):
        assert error_of(play, wrong) == f"nim: {said}"


def test_weights_that_are_none_are_told_before_bots_go_by_them(nim: Nims) -> None:
    """Compiled, `greedy` played at random and nothing was said."""
    wrong = nim(NOTE, f"@rule\ndef prefer(s, action):\n    return 0\n\n\n{NOTE}")
    told = error_of(partial(simulate, bots=["greedy"], games=2, threads=1), wrong)
    assert told.startswith(f"nim: `prefer` gives 0 to `take 1` (rules.py, line {nim.line('return 0')}): weights are")


def test_an_event_that_nobody_has_declared_is_told_with_its_line(nim: Nims) -> None:
    new = f"{TAKEN}\n    tell(s, 17, s.turn)"
    text = NIM.replace(TAKEN, new).replace("import Actions", "import tell, Events, Actions")
    text = text.replace("WORTH =", "told = Events()\nTOOK = told('took')\nWORTH =")
    told = error_of(play_a_match, nim(NIM, text))
    where = f"the rule note (rules.py, line {line_of('tell(s, 17', text)}) went wrong"
    assert told == f"nim: {where}: `tell` is given the event 17, but the game's `told` has 0 (took)"


def test_an_event_that_is_told_without_its_number_is_told_with_its_line(nim: Nims) -> None:
    """The log said 0."""
    new = f"{TAKEN}\n    tell(s, TOOK, s.turn)"
    text = NIM.replace(TAKEN, new).replace("import Actions", "import NUMBER, tell, Events, Actions")
    told = error_of(
        engine, nim(NIM, text.replace("WORTH =", "told = Events()\nTOOK = told('took', NUMBER)\nWORTH =")), "plain"
    )
    said = "the rule note tells TOOK without its number: say `tell(s, TOOK, seat, number)`"
    assert told == f"nim: {said} (rules.py, line {nim.line('tell(s, TOOK')})"


@pytest.mark.parametrize(("new", "said"), [("lift(s.stock)", "taken out"), ("push(s.stock, 0)", "laid down")])
def test_cards_that_are_lost_or_doubled_are_told_with_the_lines_that_may_have_done_it(
    tmp_path: Path, new: str, said: str
) -> None:
    words = ("    peek,\n", "    lift,\n    peek,\n    push,\n")
    game = planted("parcel", tmp_path, ("    s.laid += 1\n", f"    s.laid += 1\n        {new}\n"), words)
    with pytest.raises(RulesError, match=rf"are in play; cards are {said} by .*\(rules\.py, line"):
        play_a_match(game)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_turn_of_no_seat_is_told_with_the_lines_that_write_it(nim: Nims, seat: int) -> None:
    with pytest.raises(RulesError, match=f"turn of seat {seat}, but the seats are 0 to 1; it is written by `apply`"):
        play_a_match(nim("s.turn = 1 - s.turn", f"s.turn = {seat}"))


@pytest.mark.parametrize("new", [
    "most = None\n    if s.left > 3:\n        most = 1\n    s.taken[s.turn] += most", "s.taken[s.turn] += number or None"
])  # fmt: skip
def test_a_number_that_may_be_none_is_told_with_its_line_when_compiled(nim: Nims, new: str) -> None:
    told = error_of(play_natively, nim(TAKEN, new))
    line = nim.line(new.splitlines()[0])
    assert told == f"nim: a rule computes with None, which is no number: `note` (rules.py, line {line})"


def test_a_fault_in_play_leaves_the_match_as_it_was(nim: Nims) -> None:
    match = Match(nim("WORTH[action - TAKE]", "WORTH[action + 2 * (s.left == 3)]"), seed=1)
    while match.state.left > 3:
        match.play(match.actions()[0])
    before = str(match.record())
    with pytest.raises(RulesError):
        match.play(match.actions()[1])
    assert str(match.record()) == before


@pytest.mark.parametrize(("old", "new", "said"), [
    ("def setup(s, rng):", "def setup(s):", "setup takes (s), but is called with (s, rng)"),
    ("def legal(s, moves):", "def legal(s, moves, seat):", "legal takes (s, moves, seat), but is called with (s, moves)"),
    ("def apply(s, action, rng):", "def apply(s, action):", "apply takes (s, action), but is called with (s, action, rng)"),
])  # fmt: skip
def test_a_rule_that_takes_other_things_than_it_is_called_with_is_told_with_its_line(
    nim: Nims, old: str, new: str, said: str
) -> None:
    for mode in ("plain", "native"):
        told = error_of(engine, nim(old, new), mode)
        assert told == f"nim: the rule {said} (rules.py, line {nim.line(new)})"


@pytest.mark.parametrize(("word", "field"), [("together", "Together()"), ("asking", "Window(1)")])
def test_a_word_for_windows_without_a_field_for_them_is_told(nim: Nims, word: str, field: str) -> None:
    opens = f"from tuckbox.kit import {word}\n\n\n@rule\ndef opens(s):\n    {word}(s, 0, 3)\n\n\nact = Actions()"
    told = error_of(engine, nim("act = Actions()", opens), "plain")
    line = nim.line(f"{word}(s")
    said = f"the rule opens calls `{word}`, but the state has no `window = {field}`"
    assert told == f"nim: {said} (rules.py, line {line})"


@pytest.mark.parametrize("rule", ["setup", "legal", "apply"])
def test_a_missing_rule_is_named(nim: Nims, rule: str) -> None:
    wrong = nim(f"def {rule}(", f"def my_{rule}(")
    for mode in ("plain", "native"):
        with pytest.raises(RulesError, match=f"nim has no rule '{rule}'"):
            engine(wrong, mode)


def test_a_number_that_outgrows_its_field_is_told(nim: Nims) -> None:
    match = Match(nim(TAKEN, "s.taken[0] += 1 << 31"), seed=1)
    with pytest.raises(RulesError, match="'taken' holds numbers from"):
        match.play(match.actions()[0])


def test_compiled_rules_with_checked_indices_find_what_plain_mode_finds(nim: Nims) -> None:
    assert play_natively(nim(), boundscheck=True) == 7
    with pytest.raises(IndexError):
        play_natively(nim(TAKEN, "s.taken[2 + s.turn] += 1"), boundscheck=True)
