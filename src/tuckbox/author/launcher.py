"""The program that a bundle runs: it sees to it that Tuckbox and the game are installed, and starts them.

It runs by itself, on any Python from 3.11, before anything is installed, so it knows the standard library alone.
`tuckbox.author.bundle` puts it into the file with the wheels.
"""

from __future__ import annotations

import json
import operator
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

HERE = "--here"
_READY = "ready"
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_CONDITION = re.compile(r"(===|~=|==|!=|<=|>=|<|>)\s*([\w.*+!-]+)")
_MARKER = re.compile(r"""\s*(\w+)\s*(==|!=|<=|>=|<|>|~=)\s*["']([^"']*)["']\s*""")
_COMMAND = """\
import sys
from importlib.metadata import entry_points
sys.argv[0] = "tuckbox"
sys.exit(next(iter(entry_points(group="console_scripts", name="tuckbox"))).load()())
"""


def main(bundle: Path, arguments: list[str]) -> int:
    """Start what a bundle holds; the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - a friend may have any
        print("This needs Python 3.11 or later: https://www.python.org/downloads/", file=sys.stderr)
        return 2
    with zipfile.ZipFile(bundle) as box:
        told = json.loads(box.read("bundle.json"))
        folder = home() / f"{told['game']}-{told['hash']}"
        if arguments[:1] == [HERE]:
            return _here(box, told, folder, arguments[1:])
        python = _python(box, told, folder)
    if python is None:
        return 2
    return _run(str(python), arguments, dict(os.environ))


def home() -> Path:
    """The folder in which bundles install what they hold: where `TUCKBOX_BUNDLES` says, or among the user's caches."""
    given = os.environ.get("TUCKBOX_BUNDLES")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tuckbox-bundles"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tuckbox-bundles"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tuckbox-bundles"


def _python(box: zipfile.ZipFile, told: dict[str, object], folder: Path) -> Path | None:
    """The Python of an environment of its own, made where it is missing; None where that fails."""
    where = folder / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    python = where / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (where / _READY).is_file() and python.is_file():
        return python
    print(f"Installing Tuckbox and {told['title']} in {where}; this is done once.", file=sys.stderr)
    venv.create(where, clear=True, with_pip=True)
    wheels = _unpacked(box, where / "wheels")
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *map(str, wheels)]
    if subprocess.run(command, check=False).returncode:
        print("It could not be installed: pip says why above. Without a network it cannot be.", file=sys.stderr)
        shutil.rmtree(where, ignore_errors=True)
        return None
    (where / _READY).touch()
    return python


def _unpacked(box: zipfile.ZipFile, folder: Path) -> list[Path]:
    names = [name for name in box.namelist() if name.endswith(".whl")]
    box.extractall(folder, names)
    return [folder / name for name in names]


def _here(box: zipfile.ZipFile, told: dict[str, object], folder: Path, arguments: list[str]) -> int:
    """Start it with the Python that runs this file, which must have what Tuckbox needs."""
    missing = sorted(filter(None, map(_lack, _needed(told))))
    if missing:
        print(f"This Python lacks {', '.join(missing)}: leave out {HERE}, or install them.", file=sys.stderr)
        return 2
    packages = folder / "packages"
    if not (packages / _READY).is_file():
        for wheel in _unpacked(box, folder / "wheels"):
            with zipfile.ZipFile(wheel) as inside:
                inside.extractall(packages)
        (packages / _READY).touch()
    path = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH")]))
    return _run(sys.executable, arguments, {**os.environ, "PYTHONPATH": path})


def _needed(told: dict[str, object]) -> list[str]:
    """The requirements of the packages besides those in the bundle, without markers; those of other systems are left out."""
    needed = told["needs"]
    assert isinstance(needed, list)
    lines = [line.partition(";") for line in needed]
    return [need.strip() for need, _, marker in lines if _applies(marker)]


def _applies(marker: str) -> bool:
    """Whether a requirement with this marker concerns this Python.

    A marker that is more than clauses joined by ``and``, or that has a clause about something else than the system and the
    version of Python, does not rule the requirement out.
    """
    if re.search(r"[()]|\bor\b", marker):
        return True
    return all(map(_holds, re.split(r"\band\b", marker)))


def _holds(clause: str) -> bool:
    """Whether a clause of a marker (``sys_platform != 'win32'``) holds here; one that cannot be judged counts as holding."""
    found = _MARKER.fullmatch(clause)
    if found is None:
        return True
    variable, sign, value = found.groups()
    if variable in ("python_version", "python_full_version"):
        length = 2 if variable == "python_version" else 3
        return _fits(".".join(map(str, sys.version_info[:length])), sign, value)
    here = {"sys_platform": sys.platform, "os_name": os.name, "platform_system": platform.system()}
    if variable not in here or sign not in ("==", "!="):
        return True
    return (here[variable] == value) == (sign == "==")


def _lack(need: str) -> str:
    """The package that this Python lacks, written as needed (``numba>=0.68,<0.69``); empty where it has one that fits."""
    try:
        version = metadata.version(re.split(r"[^\w.-]", need)[0])
    except metadata.PackageNotFoundError:
        return need
    fits = all(_fits(version, sign, bound) for sign, bound in _CONDITION.findall(need))
    return "" if fits else f"{need} (it has {version})"


def _fits(version: str, sign: str, bound: str) -> bool:
    """Whether a version meets a condition of a requirement, judged by the numbers of the two releases alone.

    >>> _fits("2.1.7", "~=", "2.1.3"), _fits("2.2", "~=", "2.1.3"), _fits("2.1", "==", "2.1.0"), _fits("2.1.7", "==", "2.*")
    (True, False, True, True)
    """
    has, wanted = _release(version), _release(bound)
    parts = bound.removesuffix(".*").count(".") + 1
    if sign == "~=":
        return has >= wanted and has[: parts - 1] == wanted[: parts - 1]
    if sign in _ORDERS:
        return _ORDERS[sign](has, wanted)
    same = has[:parts] == wanted[:parts] if bound.endswith(".*") else has == wanted
    return same == (sign != "!=")


def _release(version: str) -> tuple[int, ...]:
    """The numbers of a release, with zeros behind them so that ``2`` and ``2.0`` are the same.

    >>> _release("2.10"), _release("0.69rc1")
    ((2, 10, 0, 0, 0, 0), (0, 69, 0, 0, 0, 0))
    """
    numbers = [int(number) for number in re.split(r"[^\d.]", version, maxsplit=1)[0].split(".") if number]
    return (*numbers, *[0] * (6 - len(numbers)))


def _run(python: str, arguments: list[str], environment: dict[str, str]) -> int:
    """Become the command `tuckbox`, where a process can; else wait for it."""
    command = [python, "-c", _COMMAND, *arguments]
    if os.name != "nt":
        os.execve(python, command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[0]), sys.argv[1:]))
