"""Programs that play at tables and in the arena: where they cannot, they say so in a line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def told(name: str, *words: str, given: str = "") -> tuple[int, list[str]]:
    """The status of a program, and what it says as it ends."""
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr.splitlines()


PLAYERS = ("table_bot.py", "http_bot.py")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_table_without_a_server_is_told(name: str) -> None:
    status, [line] = told(name, "http://127.0.0.1:1/tables/abc")
    assert status == 1
    assert line.startswith("nobody can play at http://127.0.0.1:1/tables/abc: ")


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("words", [(), ("http://127.0.0.1:1",), ("127.0.0.1:1/tables/abc",), ("http://a/tables/b", "c")])
def test_what_is_no_table_gets_the_usage(name: str, words: tuple[str, ...]) -> None:
    status, lines = told(name, *words)
    assert status == 1
    assert f"python examples/{name}" in lines[0]


@pytest.mark.parametrize("line", ["hello", "[]", "{}", "5"])
def test_a_line_that_is_no_message_of_the_arena_is_told(line: str) -> None:
    assert told("json_bot.py", given=f"{line}\n") == (1, [f"this is no message of the arena: {line!r}"])
