"""The command `tuckbox train`: writes a file that reads back, stamps one that still holds, refuses the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox import cli, game
from tuckbox.engine import weights as files
from tuckbox.engine.weights import read
from tuckbox.files import write_text
from tuckbox.learn import command
from tuckbox.learn.belief import train as training


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "EPOCHS", 6)
    monkeypatch.setattr(training, "EVERY", 5)
    monkeypatch.setattr(training, "MEASURED", 300)
    monkeypatch.setattr(training, "WORSE", 0.3)  # so few positions tell little


def test_it_trains_and_stamps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "weights" / "belief-2.txt"
    settings = ["--option", "match=single,race", "--rivals", "greedy", "--seed", "3", "--rows", "2000", "--rounds", "1"]
    asked = ["train", "whiplash", "--players", "2", "--belief", *settings]
    cli.main([*asked, "--to", str(path)])
    made = read(game("whiplash"), path.read_text("utf-8"))
    assert made.made == " ".join(["tuckbox", *asked])
    assert made.options["match"] == ("single", "race")
    assert made.options["edition"] == ("2023",)
    assert capsys.readouterr().out.startswith("belief-2.txt: picked ")
    path.write_text(path.read_text("utf-8").replace(f"rules {made.rules}", "rules 0123456789abcdef"), "utf-8")
    cli.main(["train", "whiplash", "--belief", "--players", "2", "--to", str(path), "--stamp"])
    assert read(game("whiplash"), path.read_text("utf-8")).rules == made.rules


def test_it_teaches_a_network_goes_on_where_it_stopped_and_draws_how_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    pytest.importorskip("matplotlib", reason="Matplotlib is not installed (pip install 'tuckbox[lab]')")
    path, curve = tmp_path / "weights" / "network-2.txt", tmp_path / "curve.svg"
    learning = ["--mixed", "20", "--entropy", "0.1", "--mirror", "0.3"]
    asked = ["train", "whiplash", "--players", "2", "--rivals", "greedy", "--seed", "3", "--rows", "2000", *learning]
    asked += ["--rounds", "3"]
    cli.main([*asked, "--to", str(path), "--curve", str(curve)])
    made = read(game("whiplash"), path.read_text("utf-8"))
    assert (made.kind, made.made) == ("network", " ".join(["tuckbox", *asked]))
    assert capsys.readouterr().out.startswith("network-2.txt: wins ")
    assert [found.name for found in path.parent.iterdir()] == [path.name]
    assert "beside greedy" in curve.read_text("utf-8")


def test_weights_that_cannot_be_written_can_be_had_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A training of hours is not lost by a disk that is full."""
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    path, write = tmp_path / "network-2.txt", write_text
    asked = ["train", "whiplash", "--players", "2", "--rivals", "greedy", "--seed", "3", "--rows", "2000", "--rounds", "2"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(command, "write_text", full)
    with pytest.raises((OSError, SystemExit)):
        cli.main([*asked, "--to", str(path)])
    assert not path.exists()
    monkeypatch.setattr(command, "write_text", write)
    cli.main([*asked, "--to", str(path), "--resume"])
    assert read(game("whiplash"), path.read_text("utf-8")).made == " ".join(["tuckbox", *asked])
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


BELIEF = ["train", "whiplash", "--belief", "--players", "2", "--rivals", "greedy", "--rows", "2000", "--rounds", "1"]


@pytest.fixture
def shipping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder instead of the game's own for weights, and one of the user's beside it."""
    monkeypatch.setattr(files, "folder", lambda game: tmp_path / "shipped")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "shipped" / "belief-2.txt"


def test_what_ships_is_written_anew_only_if_asked_for(
    shipping: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(BELIEF)
    own = tmp_path / "home" / "tuckbox" / "weights" / "whiplash" / "belief-2.txt"
    assert own.exists()
    assert not shipping.exists()
    assert f"--bots search:normal:{own}" in capsys.readouterr().out
    cli.main([*BELIEF, "--replace"])
    assert shipping.read_text("utf-8") == own.read_text("utf-8")
    with pytest.raises(SystemExit):
        cli.main([*BELIEF, "--replace", "--to", str(own)])
    assert "say one of them" in capsys.readouterr().err


def test_nothing_to_resume_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    with pytest.raises(SystemExit):
        cli.main(["train", "whiplash", "--resume", "--to", str(tmp_path / "new" / "network-2.txt")])
    assert "no interrupted training to resume" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_belief_has_rounds_and_no_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["train", "whiplash", "--belief", "--minutes", "5"])
    assert "--minutes" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [["--belief"], []])
@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        (["--players", "2", "--option", "edition"], "name=value"),
        (["--players", "2", "--option", "edition=royal", "--option", "edition=classic"], "given once"),
        (["--players", "2", "--option", "edition=none"], "edition must be"),
        (["--players", "9"], "players"),
        (["--stamp"], "has no weights"),
        (["--rivals", "greedy:sly"], "no manner"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(
    kind: list[str], more: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not kind:
        pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    path = tmp_path / "weights" / "weights.txt"
    with pytest.raises(SystemExit) as error:
        cli.main(["train", "whiplash", *kind, *more, "--to", str(path), "--rows", "500"])
    assert error.value.code == 2
    assert wrong in capsys.readouterr().err
    assert not path.parent.exists()
