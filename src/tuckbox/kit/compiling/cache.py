"""The folders in which compiled code is kept between runs.

What lies there is machine code and pickles: whoever can write it has their code run. So a folder is used only where nobody
but its owner and root can change it, or what leads to it, as OpenSSH demands of its keys.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import stat
import tempfile
from pathlib import Path

import platformdirs

log = logging.getLogger(__name__)

_SPARE = "TUCKBOX_SPARE_CACHE"
"""The environment variable by which child processes find the temporary folder of their parent."""


def folder_named(name: str) -> Path:
    """A folder of this name for compiled code: kept where possible, else temporary.

    It lies where `TUCKBOX_CACHE` says, else in the user's cache folder. One that cannot be written is used if it has been
    filled before.
    """
    parent = Path(os.environ.get("TUCKBOX_CACHE") or platformdirs.user_cache_path("tuckbox"))
    try:
        folder = Path(os.path.realpath(parent)) / name  # what a link leads to is checked, and then used by its own name
        _make(folder)
        fault = fault_of(folder)
        if fault is None and (_is_writable(folder) or any(folder.iterdir())):
            return folder
    except OSError as error:
        fault = f"{error.filename or parent}: {error.strerror}"
    return _spare(name, fault or f"{folder} cannot be written and is empty")


def fault_of(folder: Path) -> str | None:
    """Why somebody else could change what is in a folder, given by its real path; None if nobody could.

    In a folder such as /tmp everybody can make files, but only remove their own ("sticky").
    """
    if os.name != "posix":
        return None  # folders of a user are closed to others there, and modes say nothing
    for each in (*reversed(folder.parents), folder):
        found = each.lstat()
        if not stat.S_ISDIR(found.st_mode):
            return f"{each} is not a folder"
        if found.st_uid not in (0, os.geteuid()):
            return f"{each} belongs to somebody else"
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and (each == folder or not found.st_mode & stat.S_ISVTX):
            return f"others can write {each}; chmod go-w closes it"
    return None


def _make(folder: Path) -> None:
    """Make a folder and those it lies in, where they are missing, for us alone."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            each.mkdir(0o700, exist_ok=True)


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _spare(name: str, fault: str) -> Path:
    """A folder that goes with this process, and which its children use too, since none can be kept."""
    known = os.environ.get(_SPARE, "")
    if not known or not Path(known).is_dir():
        known = os.environ[_SPARE] = tempfile.mkdtemp(prefix="tuckbox-")
        atexit.register(_remove, Path(known), os.getpid())
        log.warning("compiled code is not kept for the next time: %s", fault)
    folder = Path(known) / name
    folder.mkdir(0o700, exist_ok=True)
    return folder


def _remove(folder: Path, made_by: int) -> None:
    if os.getpid() == made_by:
        shutil.rmtree(folder, ignore_errors=True)
