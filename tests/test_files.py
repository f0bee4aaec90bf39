"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tuckbox import Match, files


def test_a_file_is_written_in_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    files.write_text(path, "old\n")
    files.write_text(path, "ne♠w\n")
    assert path.read_bytes() == "ne♠w\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_that_no_file_can_have_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match="no file has a name with a NUL in it"):
        files.write_text(Path("a\0b"), "new\n")
    with pytest.raises(OSError, match="no file has a name with a NUL in it"):
        Match.load("a\0b")


def break_off(path: Path, error: type[BaseException]) -> None:
    with files.written(path) as fresh:
        fresh.write_bytes(b"ne")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_what_was_there_stays_where_the_new_is_not_finished(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "page.html"
    files.write_bytes(path, b"old")
    with pytest.raises(error):
        break_off(path, error)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "page.html", tmp_path / "latest.html"
    path.write_text("old")
    link.symlink_to(path)
    files.write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    files.write_bytes(path, b"new")
    assert os.read(reader, 9) == b"new"
    os.close(reader)
    assert path.is_fifo()
