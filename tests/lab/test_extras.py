"""Commands that need more than the game itself say so before they play."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tuckbox.cli import cli
from tuckbox.errors import OptionError


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("choix", "study whiplash"),
        ("matplotlib", "study whiplash"),
        ("choix", "arena whiplash --bots greedy,random"),
        ("matplotlib", "sweep whiplash players"),
        ("matplotlib", "exam whiplash --bots greedy"),
        ("matplotlib", "train whiplash --curve curve.svg"),
    ],
)
def test_what_is_missing_is_told_before_anything_is_played(
    missing: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr("tuckbox.run.run.Threads", lambda *given: pytest.fail("games are played"))
    told = CliRunner().invoke(cli, words.split())
    assert isinstance(told.exception, OptionError)
    assert str(told.exception).endswith(f"pip install 'tuckbox[lab]' ({missing} is missing)")


@pytest.mark.parametrize(
    ("missing", "adapter"),
    [("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel"), ("textarena", "textarena")],
)
def test_an_adapter_without_its_library_says_how_to_install_it(
    missing: str, adapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"tuckbox.adapters.{adapter}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'tuckbox\[{adapter}\]'"):
        importlib.import_module(f"tuckbox.adapters.{adapter}")
