"""Finding games: one stranger's broken package must not spoil the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner

from tuckbox import cli
from tuckbox.engine import game as games
from tuckbox.errors import RulesError, UnknownGame


@pytest.fixture(autouse=True)
def _broken_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Besides the real games there is one whose module does not even parse."""

    def load() -> games.Game:
        compile("def setup(s rng): pass", "rules.py", "exec")
        raise AssertionError

    known = {"broken": load, **games.installed()}
    monkeypatch.setattr(games, "installed", lambda: known)
    monkeypatch.setattr(cli, "installed", lambda: known)
    yield
    games.game.cache_clear()


def test_its_error_is_typed_and_says_what_is_wrong() -> None:
    with pytest.raises(RulesError, match=r"broken is installed but cannot be loaded: SyntaxError: .*rules\.py"):
        games.game("broken")


def test_the_others_are_listed_all_the_same() -> None:
    run = CliRunner().invoke(cli.cli, ["games", "--json"])
    assert run.exit_code == 0
    assert "whiplash" in {row["name"] for row in json.loads(run.stdout)}
    assert run.stderr.startswith("tuckbox: the game broken is installed but cannot be loaded")


@pytest.mark.parametrize(("name", "said"), [
    ("whiplsh", "there is no game 'whiplsh'; did you mean 'whiplash'?"),
    ("Key Whiz", "there is no game 'Key Whiz'; did you mean 'keywhiz'?"),
    ("chess", "there is no game 'chess'; there is broken, jalopies, keywhiz, whiplash, whipsaw"),
])  # fmt: skip
def test_a_game_that_is_not_there_is_told_with_what_may_be_meant(name: str, said: str) -> None:
    with pytest.raises(UnknownGame) as unknown:
        games.game(name)
    assert str(unknown.value) == said


def test_options_are_called_as_the_game_says_and_else_by_their_names() -> None:
    game = games.game("whiplash")
    assert game.term("target") == "points to win"
    assert game.term("match", "race") == "a race to so many points"
    plain = replace(game, terms={})
    assert (plain.term("turn_cap"), plain.term("target", 21)) == ("turn cap", "21")


@pytest.mark.parametrize("stray", ["colour", "match=chess", "race"])
def test_a_term_for_what_is_no_option_is_refused(stray: str) -> None:
    with pytest.raises(RulesError, match=f"term for '{stray}'"):
        replace(games.game("whiplash"), terms={stray: "something"})
