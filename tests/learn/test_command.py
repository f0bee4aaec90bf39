"""The command `tuckbox train`: writes a file that reads back, stamps one that still holds, refuses the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox import cli, game
from tuckbox.engine.weights import read
from tuckbox.learn import train as training


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EPOCHS", 6)
    monkeypatch.setattr(training, "EVERY", 5)
    monkeypatch.setattr(training, "MEASURED", 300)
    monkeypatch.setattr(training, "WORSE", 0.3)  # so few positions tell little


def test_it_trains_and_stamps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights" / "belief-2.txt"
    settings = ["--option", "match=single,race", "--rivals", "greedy", "--seed", "3", "--rounds", "1", "--rows", "2000"]
    asked = ["train", "whiplash", "--players", "2", *settings]
    cli.main([*asked, "--to", str(path)])
    made = read(game("whiplash"), path.read_text("utf-8"))
    assert made.made == " ".join(["tuckbox", *asked])
    assert made.options["match"] == ("single", "race")
    assert made.options["edition"] == ("2023",)
    assert capsys.readouterr().out.startswith("belief-2.txt: picked ")
    path.write_text(path.read_text("utf-8").replace(f"rules {made.rules}", "rules 0123456789abcdef"), "utf-8")
    cli.main(["train", "whiplash", "--players", "2", "--to", str(path), "--stamp"])
    assert read(game("whiplash"), path.read_text("utf-8")).rules == made.rules


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        (["--players", "2", "--option", "edition"], "KEY=VALUE"),
        (["--players", "2", "--option", "edition=none"], "edition must be"),
        (["--players", "9"], "players"),
        (["--stamp"], "has no weights"),
        (["--rivals", "greedy:sly"], "no manner"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(
    more: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights" / "belief-2.txt"
    with pytest.raises(SystemExit) as error:
        cli.main(["train", "whiplash", *more, "--to", str(path), "--rows", "500"])
    assert error.value.code == 2
    assert wrong in capsys.readouterr().err
    assert not path.parent.exists()
