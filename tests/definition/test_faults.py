"""Errors that Python raises in the files of a game: told with the line, and with what may be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox.definition.faults import fault, faults_told
from tuckbox.errors import RulesError
from tuckbox.kit import Hand, state
from tuckbox.scene.parts import Fact

HERE = Path(__file__).parent


@pytest.mark.parametrize(("text", "told", "meant"), [
    ("from tuckbox.kit import nextseat", "ImportError: tuckbox.kit has no 'nextseat'", "next_seat"),
    ("Hand[4]", "TypeError: 'function' object is not subscriptable: of a zone say how much room it has, Hand(7), "
     "and Hand(7)[4] for four of them", ""),
    ("@state\nclass State: pass", "TypeError: state() takes 0 positional arguments but 1 was given: "
     "say how many may play, @state(players=(2, 3, 4))", ""),
    ("import tuckbox.kitt", "ModuleNotFoundError: No module named 'tuckbox.kitt'", "tuckbox.kit"),
    ("Fact.valeu", "AttributeError: type object 'Fact' has no attribute 'valeu'", ""),
    ("Fact('coins', '1').valeu", "AttributeError: 'Fact' object has no attribute 'valeu'", "value"),
    ("Fcat('coins', '1')", "NameError: name 'Fcat' is not defined", "Fact"),
    ("Fact('coins', valeu='1')", "TypeError: Fact.__init__() got an unexpected keyword argument 'valeu'", "value"),
    ("len(3)", "TypeError: object of type 'int' has no len()", ""),
])  # fmt: skip
def test_an_error_of_pythons_is_told_with_its_line_and_what_may_be_meant(text: str, told: str, meant: str) -> None:
    code = compile(text, str(HERE / "scene.py"), "exec")
    with pytest.raises(Exception) as raised:  # noqa: PT011 - whatever Python raises
        exec(code, {"Fact": Fact, "Hand": Hand, "state": state})
    asked = f"; did you mean {meant!r}?" if meant else ""
    assert fault(raised.value, HERE) == f"{told} (scene.py, line 1){asked}"


def test_a_part_of_another_kind_is_told_with_the_line_that_makes_it() -> None:
    code = compile("\n\nFact('coins', 5)", str(HERE / "scene.py"), "exec")
    with pytest.raises(RulesError) as raised, faults_told("poppies", HERE):
        exec(code, {"Fact": Fact})
    assert str(raised.value) == "`value` of Fact is a text, not 5 (scene.py, line 3)"
