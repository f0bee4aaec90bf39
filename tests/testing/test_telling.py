"""What a seat sees is told in words: the suite finds a table that keeps something to itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.projects import Project
from tests.toys.nim import write
from tuckbox.cli import main
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as game_named
from tuckbox.scene.parts import Panel, Scene
from tuckbox.testing.case import Case
from tuckbox.testing.telling import told
from tuckbox.view.view import View

KEYWHIZ = game_named("keywhiz")


def silent(view: View) -> Scene:
    """The table of Key Whiz without the line that says at which door a piece stands."""
    return replace(KEYWHIZ.scene(view), status="")


def findings(game: Game) -> set[str]:
    """What is found on a walk through a match."""
    case = Case(game, 2, {}, seed=1)
    return {message for match in case.walk(60) if not match.over for _, message in told(case, match, 1)}


def test_a_table_that_tells_all_passes() -> None:
    assert findings(KEYWHIZ) == set()


def test_a_step_that_nobody_is_told_of_is_found_with_its_field() -> None:
    found = findings(replace(KEYWHIZ, scene=silent))
    assert any("an onlooker reads 'nothing'" in message and message.endswith("another door") for message in found), found


def test_a_table_that_shows_nothing_has_nothing_to_tell() -> None:
    assert findings(replace(KEYWHIZ, scene=lambda view: Scene("", "", ()))) == set()


GUESSES = '''"""One asks, the other says a number."""

from tuckbox.kit import NUMBER, Actions, Events, GameState, Small, Window
from tuckbox.kit import add, answer, ask, asking, close, rule, standing, state, tell

act = Actions()
WAIT = act("wait")
ASK = act("ask")
SAY = act("say {number}", ["1", "2"])
told = Events()
SAID = told("said", NUMBER)


@state(players=(2,))
class State(GameState):
    window = Window(1)
    said = Small
    moves = Small


@rule
def setup(s, rng):
    s.turn = 0


@rule
def legal(s, moves):
    if asking(s):
        add(moves, SAY)
        add(moves, SAY + 1)
    add(moves, WAIT)
    if not asking(s):
        add(moves, ASK)


@rule
def apply(s, action, rng):
    if not asking(s):
        s.moves += 1
        s.over = s.moves == 20
        if action == ASK:
            ask(s, 1, s.turn, s.turn, 0, 1 << 1 - s.turn, WAIT)
        else:
            s.turn = 1 - s.turn
    elif answer(s, action):
        s.said = standing(s) - ASK
        tell(s, SAID, 1 - s.turn, s.said)
        close(s)
'''


@pytest.mark.parametrize("sentence", ["{who} say[s] {number}.", ""])
def test_an_answer_that_others_are_not_told_of_is_found(
    sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log shows an answer to whoever gave it, so the others know only what the rules tell."""
    monkeypatch.syspath_prepend(str(tmp_path))
    rules = write(tmp_path, "guesses", GUESSES)
    table = Scene("", "", (Panel("Table", ()),))
    game = Game(name="guesses", title="Guesses", rules=rules, scene=lambda view: table, says={"said": sentence})
    found = findings(game)
    assert any("reads 'nothing' and the same of the table" in message for message in found) == (sentence == "")


def test_a_scene_that_fails_is_told_with_its_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.edit("scene.py", "s.stock", "s.stok")
    folder, saved = str(project.folder), str(project.folder / "saved.tuckbox")
    for command in (["check", folder, "--quick"], ["play", folder, "--bots", "greedy", "--save", saved]):
        with pytest.raises(SystemExit):
            main(command)
        printed = "".join(capsys.readouterr())
        assert "AttributeError: 'State' object has no attribute 'stok' (scene.py, line " in printed
        assert ("scene does not hold" in printed) == (command[0] == "check")
