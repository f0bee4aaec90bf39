"""The program that a bundle runs: it sees to it that Tuckbox and the game are installed, and starts them.

It runs by itself, on any Python from 3.11, before anything is installed, so it knows the standard library alone.
`tuckbox.author.bundle` puts it into the file with the wheels.
"""

from __future__ import annotations

import json
import operator
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

HERE = "--here"
_READY = "ready"
_COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
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
    """The packages that are needed besides those in the bundle, with their versions, but for those of other systems."""
    needed = told["needs"]
    assert isinstance(needed, list)
    here = [line for line in needed if sys.platform != "win32" or "sys_platform != 'win32'" not in line]
    return [line.partition(";")[0].strip() for line in here]


def _lack(need: str) -> str:
    """The package that this Python lacks, written as needed (``numba>=0.68,<0.69``); empty where it has one that fits.

    Of the conditions on versions those are checked that are written with ``<``, ``<=``, ``>`` or ``>=``.
    """
    try:
        version = metadata.version(re.split(r"[^\w.-]", need)[0])
    except metadata.PackageNotFoundError:
        return need
    wanted = re.findall(r"([<>]=?)\s*([\d.]+)", need)
    fits = all(_COMPARISONS[sign](_release(version), _release(bound)) for sign, bound in wanted)
    return "" if fits else f"{need} (it has {version})"


def _release(version: str) -> tuple[int, ...]:
    """The numbers of a release, without zeros at the end.

    >>> _release("2.10.0"), _release("0.69rc1")
    ((2, 10), (0, 69))
    """
    numbers = [int(number) for number in re.split(r"[^\d.]", version, maxsplit=1)[0].split(".") if number]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _run(python: str, arguments: list[str], environment: dict[str, str]) -> int:
    """Become the command `tuckbox`, where a process can; else wait for it."""
    command = [python, "-c", _COMMAND, *arguments]
    if os.name != "nt":
        os.execve(python, command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[0]), sys.argv[1:]))
