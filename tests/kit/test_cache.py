"""Folders for compiled code: only what nobody else could have written is ever loaded."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tuckbox.kit.compiling import cache
from tuckbox.kit.compiling.cache import folder_named
from tuckbox.kit.compiling.code_cache import CodeCache

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")

STRANGER = 54321
"""The number of another user."""

as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture(name="kept")
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that `TUCKBOX_CACHE` names, in another one, and a place for temporary folders."""
    (tmp_path / "temporary").mkdir()
    (tmp_path / "outer" / "kept").mkdir(parents=True)
    for each in (tmp_path / "outer", tmp_path / "outer" / "kept"):
        each.chmod(0o755)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path / "outer" / "kept"))
    monkeypatch.setenv(cache._SPARE, "")  # which is put back afterwards, whatever it becomes
    return tmp_path / "outer" / "kept"


def is_temporary(folder: Path, tmp_path: Path) -> bool:
    """Whether a folder has just been made for us alone, in a temporary one."""
    assert folder.is_dir()
    return folder.is_relative_to(tmp_path / "temporary") and not folder.parent.stat().st_mode & 0o077


def test_a_folder_that_is_missing_is_made_for_us_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path / "new" / "kept"))
    before = os.umask(0o002)
    try:
        found = folder_named("abc")
    finally:
        os.umask(before)
    assert found == tmp_path / "new" / "kept" / "abc"
    assert [each.stat().st_mode & 0o777 for each in (found, found.parent, found.parent.parent)] == [0o700] * 3


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
@pytest.mark.parametrize("open_one", ["kept", "kept/abc"])
def test_a_folder_that_others_can_write_is_not_used(mode: int, open_one: str, kept: Path, tmp_path: Path) -> None:
    (kept / "abc").mkdir(0o700)
    (kept.parent / open_one).chmod(mode)
    sticky_parent = mode == 0o1777 and open_one == "kept"  # there nobody can replace what is ours
    assert is_temporary(folder_named("abc"), tmp_path) != sticky_parent


@pytest.mark.parametrize(("mode", "used"), [(0o777, False), (0o775, False), (0o1777, True), (0o711, True)])
def test_a_parent_in_which_others_can_replace_the_folder_spoils_it(
    mode: int, used: bool, kept: Path, tmp_path: Path
) -> None:
    kept.parent.chmod(mode)
    found = folder_named("abc")
    assert (found == kept / "abc") == used
    assert is_temporary(found, tmp_path) != used


@as_root
@pytest.mark.parametrize("theirs", ["outer", "outer/kept", "outer/kept/abc"])
def test_a_folder_of_another_user_or_in_one_of_theirs_is_not_used(theirs: str, kept: Path, tmp_path: Path) -> None:
    (kept / "abc").mkdir(0o700)
    os.chown(tmp_path / theirs, STRANGER, STRANGER)
    assert is_temporary(folder_named("abc"), tmp_path)


@as_root
def test_a_link_leads_to_no_folder_of_another_user(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = tmp_path / "theirs"
    (theirs / "abc").mkdir(parents=True)
    os.chown(theirs, STRANGER, STRANGER)
    (kept / "link").symlink_to(theirs)
    monkeypatch.setenv("TUCKBOX_CACHE", str(kept / "link"))
    assert is_temporary(folder_named("abc"), tmp_path)


def test_a_folder_that_is_a_link_is_known_by_its_own_name_or_not_at_all(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who can change a link must not be able to do so between our look and our reading."""
    (kept.parent / "link").symlink_to(kept)
    monkeypatch.setenv("TUCKBOX_CACHE", str(kept.parent / "link"))
    assert folder_named("abc") == kept / "abc"
    (kept / "def").symlink_to(tmp_path)
    assert is_temporary(folder_named("def"), tmp_path)


def test_one_that_cannot_be_written_is_used_if_it_has_been_filled(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("filled", "empty"):
        (kept / name).mkdir(0o700)
    (kept / "filled" / "code").touch()
    monkeypatch.setattr(cache, "_is_writable", lambda folder: False)  # root can write wherever the disk can
    assert folder_named("filled") == kept / "filled"
    assert is_temporary(folder_named("empty"), tmp_path)


def test_a_temporary_folder_is_shared_with_children_and_goes_with_who_made_it(kept: Path, tmp_path: Path) -> None:
    kept.chmod(0o777)
    name = "from tuckbox.kit.compiling.cache import folder_named; found = str(folder_named('abc'))"
    inner = f"subprocess.run([sys.executable, '-c', {name + '; print(found)'!r}])"
    child = f"import subprocess, sys; {name}; print(found, flush=True); {inner}"
    environment = {key: value for key, value in os.environ.items() if key != cache._SPARE}
    environment["TMPDIR"] = str(tmp_path / "temporary")
    done = subprocess.run([sys.executable, "-c", child], env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.split()
    assert first == second
    assert not Path(first).exists()
    assert done.stderr.count("others can write") == 1


def test_a_warning_says_what_is_wrong_and_how_to_mend_it(kept: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept.chmod(0o775)
    folder_named("abc")
    assert f"others can write {kept}; chmod go-w closes it" in caplog.text


@pytest.mark.parametrize(("number", "told"), [(errno.ENOSPC, 1), (errno.EROFS, 0)])
def test_a_disk_that_takes_no_more_is_told_once(
    number: int, told: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Rules were compiled anew at every start, in silence; a folder that is only read is nothing to speak of."""

    def full(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    code_cache = CodeCache(tmp_path / "game", tmp_path / "shared", "label")
    monkeypatch.setattr("tempfile.mkstemp", full)
    for name in ("one", "another"):
        code_cache.put(name, 1)
        code_cache.put_shared(name, "label")
    assert [each.getMessage() for each in caplog.records] == told * [
        f"compiled code is not kept for the next time: {tmp_path}: No space left on device"
    ]


def test_damaged_files_count_as_none(tmp_path: Path) -> None:
    code_cache = CodeCache(tmp_path / "game", tmp_path / "shared", "label")
    for folder in (code_cache.folder, code_cache.shared):
        folder.mkdir()
    code_cache.put("code", ["of", "rules"])
    code_cache.put_shared("code", "label")
    assert code_cache.get("code") == ["of", "rules"]
    assert code_cache.get_shared("code") == "label"
    for path, get in ((code_cache.folder / "code", code_cache.get), (code_cache.shared / "code", code_cache.get_shared)):
        whole = path.read_bytes()
        for bit in range(8 * len(whole)):
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            path.write_bytes(damaged)
            assert get("code") is None
        path.write_bytes(whole[:-1])
        assert get("code") is None
        path.unlink()
        assert get("code") is None
