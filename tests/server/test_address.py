"""Which database a command is about, and how little of it others can read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tuckbox.errors import OptionError
from tuckbox.server.address import VARIABLE, given_address
from tuckbox.server.admin.backup import _plain, back_up, restore
from tuckbox.server.storage.database import read_url


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "from-environment.db")


def test_what_is_said_nearest_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "address").write_text("from-file.db\n")
    assert given_address("from-option.db", None) == "from-option.db"
    assert given_address(None, tmp_path / "address") == "from-file.db"
    assert given_address(None, None) == "from-environment.db"
    monkeypatch.delenv(VARIABLE)
    assert Path(given_address(None, None)).name == "tables.db"
    with pytest.raises(OptionError, match="one of them"):
        given_address("from-option.db", tmp_path / "address")


@pytest.mark.parametrize("empty", ["", " "])
def test_an_option_that_is_empty_does_not_mean_another_database(empty: str) -> None:
    with pytest.raises(OptionError, match="--database is empty"):
        given_address(empty, None)


@pytest.mark.parametrize("text", ["", "\n", "a.db\nb.db\n"])
def test_a_file_holds_one_address(text: str, tmp_path: Path) -> None:
    (tmp_path / "address").write_text(text)
    with pytest.raises(OptionError, match="one line"):
        given_address(None, tmp_path / "address")


def test_a_password_in_an_option_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    given_address("postgresql://ann@host/x", None)
    assert capsys.readouterr().err == ""
    given_address("postgresql://ann:hunter2@host/x", None)
    told = capsys.readouterr().err
    assert f"{VARIABLE} or --database-file hides it" in told
    assert "hunter2" not in told


def test_a_file_that_cannot_be_read_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "address").write_bytes(b"\xff")
    for path in (tmp_path / "address", tmp_path / "none", tmp_path):
        with pytest.raises(OptionError, match="--database-file cannot be read"):
            given_address(None, path)


def test_programs_of_postgresql_are_told_its_options_by_their_own_names() -> None:
    assert _plain(read_url("postgresql://host/x?sslmode=require")) == "postgresql://host/x?sslmode=require"


@pytest.mark.parametrize("address", ["postgresql://ann:hunter2@host/x", "postgresql://ann@host/x?password=hunter2"])
def test_backups_show_no_password_in_their_arguments(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = f'echo "$0 $@" >> {tmp_path}/arguments\n'
    asked = f'echo "$PGPASSWORD" >> {tmp_path}/passwords\n'
    listed = "echo ' alembic_version  events  people '\n"  # a backup of ours
    for name, does in {"pg_dump": asked, "pg_restore": listed, "psql": f"{asked}cat > /dev/null\n"}.items():
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{noted}{does}")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    back_up(address, tmp_path / "copy")
    restore(address, tmp_path / "copy")
    shown = (tmp_path / "arguments").read_text()
    assert "hunter2" not in shown
    assert shown.count("--dbname postgresql://ann@host/x") == 2
    assert (tmp_path / "passwords").read_text().splitlines() == ["hunter2"] * 2
