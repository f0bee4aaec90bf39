"""What the code of a rule is made of: two rules have one key only if they compile to the same code."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tuckbox.kit.compiling.content import content_of

START = """
import enum
import numpy as np
from tuckbox.kit.native import each, either, lowest, rule, table, tell

class Suit(enum.IntEnum):
    CLUBS = 0
    HEARTS = 1

MOON = 26
PAYS = table([1, 2, 3])
LARGE = np.float64(3.0)
PAIR = (1, 2)
LOOSE = {"a": 1}

def taken(n, more=1):
    return n + more

taken_rule = rule(taken)

def low(zone):
    return 1

def high(zone):
    return 2

low_rule, high_rule = rule(low), rule(high)
verb = either(low_rule, high_rule)
"""
RULE = "def points(s, n):\n    return {}\n"


def key(expression: str, start: str = START, label: str = "v1", stored: tuple[str, ...] = ("taken_rule",)) -> str:
    """The key of a rule that returns an expression, in a module of its own with some rules that are as if stored on disk."""
    module = ModuleType(f"{label}:toy")
    names: dict[str, Any] = module.__dict__
    exec(start + RULE.format(expression), names)
    for name in stored:
        names[name].code_cache = object()
    return content_of(names["points"], label)


WORDS = ["MOON", "PAYS[n]", "LARGE", "PAIR[1]", "Suit.HEARTS", "taken_rule(n)", "np.int64(n)", "lowest(n)", "abs(n)"]


@pytest.mark.parametrize("word", WORDS)
def test_the_same_text_has_the_same_key_in_every_version_of_a_game(word: str) -> None:
    assert key(word, label="v1") == key(word, label="v2") != ""


def test_other_text_has_another_key() -> None:
    keys = [key(word) for word in [*WORDS, "n + 1", "n + 2", "s.n", "s.m"]]
    assert len({*keys}) == len(keys)


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("MOON", "MOON = 26", "MOON = 25"),
        ("MOON", "MOON = 26", "MOON = 26.0"),
        ("PAYS[n]", "[1, 2, 3]", "[1, 2, 4]"),
        ("PAYS[n]", "[1, 2, 3]", "[1, 2, 3, 0]"),
        ("LARGE", "float64", "float32"),
        ("PAIR[1]", "(1, 2)", "(1, 3)"),
        ("Suit.HEARTS", "HEARTS = 1", "HEARTS = 2"),
        ("taken_rule(n)", "more=1", "more=2"),
        ("taken_rule(n, more=3)", "n, more=1", "more, n=1"),
        ("taken_rule(n)", "taken_rule = rule(taken)", "taken_rule = rule(taken); taken_rule.py_func.__qualname__ = 'other'"),
    ],
)
def test_what_a_rule_reads_is_part_of_its_key(word: str, before: str, after: str) -> None:
    assert before in START
    assert key(word) != key(word, START.replace(before, after))


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [("MOON", "[1, 2, 3]", "[4]"), ("n", "MOON = 26", "MOON = 1"), ("taken_rule(n)", "return n + more", "return n - more")],
)
def test_what_it_does_not_read_is_not_nor_what_rules_that_it_calls_do(word: str, before: str, after: str) -> None:
    assert before in START
    assert key(word) == key(word, START.replace(before, after))


@pytest.mark.parametrize("word", ["LOOSE['a']", "taken(n)", "verb(s)"])
def test_what_cannot_be_told_has_no_key(word: str) -> None:
    """A dictionary, a function that is no rule, a verb made of rules that are not stored."""
    assert key(word) == ""


def test_a_verb_counts_by_what_it_chooses_from() -> None:
    both = ("low_rule", "high_rule")
    turned = START.replace("either(low_rule, high_rule)", "either(high_rule, low_rule)")
    assert (
        "" != key("verb(s)", stored=both) == key("verb(s)", label="v2", stored=both) != key("verb(s)", turned, stored=both)
    )
