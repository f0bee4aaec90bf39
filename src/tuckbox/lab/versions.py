"""Other versions of a game's rules: a folder or a commit of it, loaded in processes of their own.

``python -m tuckbox.lab.versions GAME FOLDER`` is such a process: it reads questions as lines of JSON and answers them.
"""

from __future__ import annotations

import importlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Self

from tuckbox.definition.finding import GROUP, listed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError, TuckboxError
from tuckbox.run.blocks import Arrays, Block, Setting, packed, unpacked
from tuckbox.run.run import Threads
from tuckbox.run.workspace import checked, parsed


@contextmanager
def running(game: Game, version: str) -> Iterator[Version]:
    """A process that plays a version of a game, until the context is left. Raises `OptionError`."""
    find_game_package(game.name)  # a wrong name is refused here, not in the other process
    with folder_of(game, version) as folder, Version(game.name, folder) as found:
        yield found


@contextmanager
def folder_of(game: Game, version: str) -> Iterator[Path]:
    """The folder of a version: the game's own package, a checkout in which it lies, or a commit of the repository that it
    comes from. Raises `OptionError`."""
    package = game.rules.__name__.rpartition(".")[0]
    below = Path(*package.split("."))
    given = Path(version)
    for folder in (given, given / "src" / below, given / below):
        if (folder / "__init__.py").is_file() and folder.name == below.name:
            yield folder.resolve()
            return
    with of_commit(game.folder, version) as folder:
        yield folder


@contextmanager
def of_commit(package: Path, commit: str) -> Iterator[Path]:
    """The package as it was in a commit, in a folder that is removed afterwards. Raises `OptionError`."""
    wanted = ["git", "-C", str(package), "archive", "--format=tar", commit]  # archives the folder in which it is run
    done = subprocess.run(wanted, capture_output=True, check=False) if not commit.startswith("-") else None
    if done is None or done.returncode:
        raise OptionError(f"{commit!r} is no folder of the game and no commit of its repository")
    with tempfile.TemporaryDirectory(prefix="tuckbox-version-") as above:
        folder = Path(above) / package.name
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield folder


class Version:
    """A process that plays one version of a game, to be left as a context or closed. It hears no Ctrl-C of our terminal."""

    def __init__(self, game: str, folder: Path) -> None:
        command = [sys.executable, "-m", "tuckbox.lab.versions", game, str(folder)]
        self._run = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self._lock = threading.Lock()

    def ask(self, **question: Any) -> Any:
        """Ask, and wait for the answer. Raises `OptionError` for what is refused there."""
        assert self._run.stdin is not None
        assert self._run.stdout is not None
        with self._lock:
            try:
                self._run.stdin.write(json.dumps(question) + "\n")
                self._run.stdin.flush()
            except (OSError, ValueError):  # broken, or closed
                raise OptionError("the process of the other version has ended") from None
            line = self._run.stdout.readline()
        answer = json.loads(line) if line else {"error": "the process of the other version has ended"}
        if "error" in answer:
            raise OptionError(answer["error"])
        return answer["found"]

    def setting(self, players: int | None, options: dict[str, Any], bots: Sequence[str]) -> Setting:
        """The setting of a question, as this version understands it. Raises `OptionError`, also for bots that it has not."""
        found = self.ask(players=players, options=options, bots=list(bots))
        return Setting(found["game"], found["rules"], found["players"], tuple(map(tuple, found["options"])))

    def run(self, block: Block) -> Arrays:
        """Have a block played."""
        return unpacked(b64decode(self.ask(block=asdict(block))))

    def close(self) -> None:
        """End the process, if it runs."""
        self._run.kill()
        with suppress(BrokenPipeError), self._run:
            pass  # leaving it closes its pipes, and waits for it

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Both:
    """An executor that plays our rules on the cores here, and another version in its process."""

    def __init__(self, threads: int | None, other: Version, rules: str) -> None:
        self._here, self._there, self._rules = Threads(threads), other, rules
        self._pool, self.capacity = ThreadPoolExecutor(1), self._here.capacity + 1

    def submit(self, block: Block) -> Future[Arrays]:
        there = block.setting.rules == self._rules
        return self._pool.submit(self._there.run, block) if there else self._here.submit(block)

    def close(self) -> None:
        self._here.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._there.close()


def _answer(question: dict[str, Any], name: str) -> Any:
    if "block" in question:
        told = question["block"]
        given = {**told["setting"], "options": tuple(map(tuple, told["setting"]["options"]))}
        block = Block(**{**told, "setting": Setting(**given), "bots": tuple(told["bots"])})
        return b64encode(packed(block.run())).decode()
    setting = Setting.of(find_game(name), question["players"], question["options"])
    checked(setting, parsed(question["bots"]), lambda lack: print(lack, file=sys.stderr))
    return asdict(setting)


def main(name: str, folder: str) -> None:
    """Answer questions about the game of a folder. What its rules print goes where errors go."""
    answers, sys.stdout = sys.stdout, sys.stderr
    above, package = Path(folder).parent, find_game_package(name).rpartition(".")[0]
    if package:
        importlib.import_module(package).__path__.insert(0, str(above))
    else:
        sys.path.insert(0, str(above))
    for line in sys.stdin:
        try:
            answer: dict[str, Any] = {"found": _answer(json.loads(line), name)}
        except TuckboxError as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), file=answers, flush=True)


def find_game_package(name: str) -> str:
    """The package that the entry point of a game names, which is not imported. Raises `OptionError`."""
    for point in (*listed().values(), *entry_points(group=GROUP)):
        if point.name == name:
            return str(point.module)
    raise OptionError(f"{name} is not installed, so no other version of it can be loaded")


if __name__ == "__main__":
    main(*sys.argv[1:])
