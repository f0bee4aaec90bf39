"""The canonical form of rules: the same for texts that mean the same, on every Python, and another for all others."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tuckbox.definition import canonical as canonical_module
from tuckbox.definition.canonical import NoForm, canonical
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.definition.sources import LOOKED_UP, rules_form, rules_modules, source_of

RULES = """
from enum import IntEnum
from tuckbox.kit import Actions, Choice, Reasons, rule, state
act = Actions()
reasons = Reasons()
TAKE = act("take")
PUT = act("put")
NOT_YET = reasons("not in the first round", "X-1")
PRIZE = 3

class Phase(IntEnum):
    TAKE, PUT = range(2)

@state
class State:
    pace = Choice("slow", "fast", default="slow", rule="X-2")
    held = Small[4].limited("may_hold")

@rule
def may_hold(s, seat):
    return seat > 0

@rule
def worth(s, seat):
    best = max(card for card in s.held)
    return best + PRIZE

@rule
def apply(s, action, rng):
    if action == TAKE:
        s.phase = Phase.PUT
        s.score[s.turn] += worth(s, s.turn)
    told(f"{s.turn} of {s.players:>3}")
"""

SAME = {
    "comments and layout": ("    return best + PRIZE", "    # all of it\n    return (best\n        + PRIZE)"),
    "a docstring": ("def worth(s, seat):", 'def worth(s, seat):\n    """What it is worth."""'),
    "annotations of a function": ("def worth(s, seat):", "def worth(s: State, seat: int) -> int:"),
    "a local's name": ("best", "greatest"),
    "a name within a comprehension": ("card for card in", "c for c in"),
    "a parameter's name": ("def may_hold(s, seat):\n    return seat > 0", "def may_hold(s, who):\n    return who > 0"),
    "a helper's name": ("worth", "value_of"),
    "a constant's name": ("PRIZE", "POINTS"),
    "an action's name": ("TAKE =", "GRAB ="),
    "a class's name": ("Phase", "Stage"),
    "a word of the kit under another name": ("rule, state", "state, rule"),
    "a word of the kit from its own module": ("import Actions, Choice, Reasons, rule, state",
                                              "import Actions, Choice, Reasons, state\nfrom tuckbox.kit.plain import rule"),
    "the sentence of a reason": ("not in the first round", "wait for the second round"),
    "the number of an option's rule": ("X-2", "X-7"),
}  # fmt: skip
OTHER = {
    "a number": ("PRIZE = 3", "PRIZE = 4"),
    "true for 1": ("seat > 0", "seat > False"),
    "a comparison": ("seat > 0", "seat >= 0"),
    "an action's text": ('act("put")', 'act("lay")'),
    "the order of actions": ('TAKE = act("take")\nPUT = act("put")', 'PUT = act("put")\nTAKE = act("take")'),
    "a field": ("s.phase", "s.stage"),
    "a member of an enumeration": ("TAKE, PUT = range(2)", "PUT, TAKE = range(2)"),
    "the default of an option": ('default="slow"', 'default="fast"'),
    "a rule that is looked up": ("def apply", "def after"),
    "a rule that a field names": ("def may_hold", "def can_hold"),
    "a decorator": ("@rule\ndef worth", "def worth"),
    "which helper is called": ("+= worth(", "+= may_hold("),
    "which local is meant": ("max(card for card", "max(seat for card"),
    "a format": (":>3", ":>4"),
    "what nothing names": ("PRIZE = 3", "PRIZE = 3\n\ndef idle(s):\n    return 1"),
}


def form(text: str) -> str:
    return canonical("rules", {"rules": text}, LOOKED_UP)


@pytest.mark.parametrize("change", SAME)
def test_what_means_the_same_has_the_same_form(change: str) -> None:
    before, after = SAME[change]
    text = RULES.replace(before, after)
    if change == "an action's name":
        text = text.replace("== TAKE", "== GRAB")
    assert text != RULES
    assert form(text) == form(RULES)


@pytest.mark.parametrize("change", OTHER)
def test_what_means_something_else_has_another_form(change: str) -> None:
    text = RULES.replace(*OTHER[change])
    assert text != RULES
    assert form(text) != form(RULES)


def test_functions_and_constants_may_stand_anywhere_even_in_another_module() -> None:
    start = RULES.index("@rule\ndef worth")
    end = RULES.index("@rule\ndef apply")
    rest = RULES[:start].replace("PRIZE = 3\n", "") + RULES[end:]
    parts = "from tuckbox.kit import rule\nPRIZE = 3\n" + RULES[start:end]
    for line, called in [("from game.points import worth", "worth"), ("from game import points", "points.worth"),
                         ("import game.points as p", "p.worth"), ("import game.points", "game.points.worth"),
                         ("from .points import worth as w", "w"), ("from .points import *", "worth")]:  # fmt: skip
        rules = f"{line}\n" + rest.replace("+= worth(", f"+= {called}(")
        assert canonical("game.rules", {"game.rules": rules, "game.points": parts}, LOOKED_UP) == form(RULES), line


def test_a_parameter_that_is_given_by_its_name_cannot_be_called_otherwise() -> None:
    text = "def apply(s, a, b):\n    return a - b\n\ndef setup(s):\n    apply(s, a=1, b=2)"
    assert form(text) != form(text.replace("apply(s, a, b)", "apply(s, b, a)").replace("a - b", "b - a"))


def test_what_is_read_of_a_thing_that_is_built_up_means_something_else_later() -> None:
    early = "from tuckbox.kit import Actions\nact = Actions()\nCOUNT = act.size\nact('take')\ndef apply(s):\n    s.n = COUNT"
    assert form(early) != form(early.replace("COUNT = act.size\nact('take')", "act('take')\nCOUNT = act.size"))


@pytest.mark.parametrize(("start", "change", "read"), [
    ("n = 1", "n = 2", "first = n"),
    ("n = 0", "n += 2", "first = n"),
    ("n = 0", "for row in (1, 2):\n    n += row", "first = n"),
    ("rows = [1]", "rows[0] = 2", "first = rows[0]"),
    ("rows = [[1]]", "rows[0].append(2)", "first = rows[0][-1]"),
    ("n = 1", "n = 2", "def worth(s, first=n):\n    return first"),
    ("n = 1", "n = 2", "class State:\n    first = n"),
])  # fmt: skip
def test_a_definition_that_reads_what_is_changed_stays_in_its_place(start: str, change: str, read: str) -> None:
    assert form(f"{start}\n{change}\n{read}") != form(f"{start}\n{read}\n{change}")


@pytest.mark.parametrize("text", [
    "if True:\n    def f(): return 1\n    def g(): return 2",
    "if True:\n    class f: n = 1\n    class g: n = 2",
    "def f(): pass\ndef g(): pass\ndef f(): return 1\ndef g(): return 2",
])  # fmt: skip
def test_definitions_within_statements_or_made_again_are_told_apart(text: str) -> None:
    assert form(f"{text}\ndef apply(s): s.n = f()") != form(f"{text}\ndef apply(s): s.n = g()")


def test_keywords_called_as_the_sentences_of_options_count_elsewhere() -> None:
    text = "def worth(s, house):\n    return house\ndef apply(s):\n    s.n = worth(s, house=1)"
    assert form(text) != form(text.replace("house=1", "house=2"))
    field = "from tuckbox.kit import Hand\nhand = Hand(3).limited_by(rule='{}')\ndef worth(s): pass\ndef held(s): pass"
    assert form(field.format("worth")) != form(field.format("gone"))
    option = "from tuckbox import kit\npace = kit.Choice('slow', 'fast', default='slow', house='{}')"
    assert form(option.format("faster")) == form(option.format("quicker"))


def test_a_method_sees_the_global_and_not_the_member_of_its_class() -> None:
    text = "size = 1\nother = 1\nclass State:\n    size = 2\n    def width(self):\n        return size"
    assert form(text) != form(text.replace("return size", "return other").replace("other = 1", "other = 3"))
    assert "member size" not in form(text).rpartition("function")[2]


@pytest.mark.parametrize(("text", "said"), [
    ("async def apply(s):\n    pass", "line 1: rules cannot use AsyncFunctionDef"),
    ("def apply(s):\n    try:\n        pass\n    finally:\n        pass", "line 2: rules cannot use Try"),
    ("def apply(s):\n    global n\n    n = 1", "line 2: rules cannot use Global"),
    ("from enum import IntEnum\nIntEnum = 3", "line 1: IntEnum means two things"),
])  # fmt: skip
def test_what_rules_cannot_use_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(NoForm, match=said):
        form(text)


def _numbers(tree: ast.Module) -> list[Any]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is int]


@pytest.mark.parametrize("name", installed())
def test_every_number_in_our_rules_counts(name: str) -> None:
    """Every tenth number of the longest module, one at a time, is made another."""
    root = game(name).rules.__name__
    texts = {module: source_of(module).read_text("utf-8") for module in rules_modules(root)}
    module = max(texts, key=lambda module: len(texts[module]))
    whole = canonical(root, texts, LOOKED_UP)
    count = len(_numbers(ast.parse(texts[module])))
    for place in range(0, count, 1 + count // 10):
        tree = ast.parse(texts[module])
        _numbers(tree)[place].value += 1
        assert canonical(root, {**texts, module: ast.unparse(tree)}, LOOKED_UP) != whole


@pytest.mark.parametrize("name", installed())
def test_our_rules_written_out_anew_have_the_same_form(name: str) -> None:
    root = game(name).rules.__name__
    texts = {module: source_of(module).read_text("utf-8") for module in rules_modules(root)}
    packages = [module for module in texts if source_of(module).name == "__init__.py"]
    anew = {module: ast.unparse(ast.parse(text)) for module, text in texts.items()}
    assert canonical(root, anew, LOOKED_UP, packages) == rules_form(root)


def _pythons() -> list[str]:
    """The other versions of Python there are, on the path or kept by pyenv."""
    folder = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = {}
    for minor in range(11, 16):
        kept = [str(path) for path in folder.glob(f"3.{minor}.*/bin/python")] if folder.is_dir() else []
        for path in [*kept, shutil.which(f"python3.{minor}")]:
            if minor != sys.version_info.minor and path and _runs(path):
                found[minor] = path
    return [*found.values()]


def _runs(python: str) -> bool:
    """Whether it is a Python, and not something that only says which could be installed."""
    return subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


_ELSEWHERE = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("canonical", sys.argv[1])
module = sys.modules["canonical"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps([module.canonical(*asked) for asked in json.load(sys.stdin)]))
"""


NONE = pytest.param("", marks=pytest.mark.skip(reason="there is no other Python here"))


@pytest.mark.parametrize("python", _pythons() or [NONE])
def test_the_form_is_the_same_on_every_python(python: str) -> None:
    """The rules of all games, and strings, which versions take apart otherwise."""
    asked = [["rules", {"rules": RULES + "\nx = f'{{a}}{RULES!r:{y}}b' 'c' f'{d=}'\n"}, LOOKED_UP]]
    for name in installed():
        root = game(name).rules.__name__
        texts = {module: source_of(module).read_text("utf-8") for module in rules_modules(root)}
        asked.append([root, texts, LOOKED_UP])
    command = [python, "-I", "-c", _ELSEWHERE, str(canonical_module.__file__)]
    run = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == [canonical(*each) for each in asked]  # type: ignore[arg-type]
