"""The command ``tuckbox play``: from a pipe, at a real terminal, and what it refuses."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tuckbox import Match, OptionError, RecordError, TuckboxError, UnknownGame
from tuckbox.cli import cli

TUCKBOX = [sys.executable, "-m", "tuckbox.cli"]
SIZELESS = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
ONE_HAND = ["--option", "match=single", "--option", "dealer=1", "--bots", "greedy", "--seed", "3"]


def play(*arguments: str, typed: str = "", home: Path | None = None) -> Result:
    """Run the command in this process, with lines typed in advance."""
    env = {"XDG_DATA_HOME": str(home) if home else None, "LOGNAME": "zoë"}
    return CliRunner().invoke(cli, ["play", *arguments], input=typed, env=env)


def test_a_whole_hand_is_played_from_a_pipe(path: Path) -> None:
    result = play("whiplash", *ONE_HAND, "--save", str(path), typed="1\n" * 100)
    assert result.exit_code == 0, result.output
    match = Match.load(path)
    assert match.done
    assert [seat.player for seat in match.seats] == ["person", "greedy"]
    assert f"Saved. To read it again: tuckbox replay {path}" in result.output
    assert "Your move (1-2, ? for help): 1\n" in result.output
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("pairs", "target"), [((), 5), (("edition=royal",), 5), (("target=21",), 21), (("match=race",), 21)]
)
def test_who_says_no_match_plays_the_first_that_is_offered_and_is_told_so(
    path: Path, pairs: tuple[str, ...], target: int
) -> None:
    options = [word for pair in pairs for word in ("--option", pair)]
    result = play("whiplash", "--players", "3", "--bots", "greedy", *options, "--save", str(path))
    assert result.exit_code == 0, result.output
    assert Match.load(path).options["target"] == target
    said = " ".join(result.output.split())
    told = (
        "a race to 5 points, about 20 min with 3 players. Longer: --option target=7 or match=hands or target=21 (as printed"
    )
    assert (told in said) == (target == 5)


def test_the_end_of_the_input_saves_in_the_users_folder_and_resume_goes_on(tmp_path: Path) -> None:
    first = play("whiplash", *ONE_HAND, typed="1\n1\n", home=tmp_path)
    assert first.exit_code == 0
    (saved,) = (tmp_path / "tuckbox" / "saves").iterdir()
    assert saved.name.startswith("whiplash-")
    assert f"tuckbox play --resume {saved}" in first.output
    steps = Match.load(saved).record().steps
    second = play("--resume", str(saved), typed="1\n" * 100)
    assert second.exit_code == 0
    match = Match.load(saved)
    assert match.done
    assert match.record().steps[: len(steps)] == steps
    third = play("--resume", str(saved))
    assert third.exit_code == 0
    assert "1. " in third.output


def test_resuming_into_another_file_leaves_the_first_alone(path: Path, tmp_path: Path) -> None:
    play("whiplash", *ONE_HAND, "--save", str(path), typed="1\n")
    before = path.read_bytes()
    other = tmp_path / "other.tuckbox"
    play("--resume", str(path), "--save", str(other), typed="1\n")
    assert path.read_bytes() == before
    assert len(Match.load(other).record().steps) > len(Match.load(path).record().steps)


def test_odd_names_sit_at_the_table(path: Path) -> None:
    names = ["Ünal [red] :smile:", "王小明", "O'Brien & Søn <b>"]
    arguments = [word for name in names for word in ("--name", name)]
    result = play("whiplash", *arguments, "--save", str(path), typed="\n1\n1\n")
    assert result.exit_code == 0
    assert Match.load(path).names == tuple(names)
    for name in names:
        assert name in result.output


def test_what_is_typed_may_hold_anything(path: Path) -> None:
    result = play("whiplash", *ONE_HAND, "--save", str(path), typed="💥\n\x00\n\x1b[A\n" + "x" * 5000 + "\n\n1\n")
    assert result.exit_code == 0
    assert len(Match.load(path).record().steps) == 2
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (["chess"], UnknownGame, "no game 'chess'"),
        ([], OptionError, "which game"),
        ([], OptionError, str(Path("tuckbox", "saves"))),
        (["whiplash", "--players", "7"], OptionError, "2, 3, 4 players"),
        (["whiplash", "--bots", "deep"], OptionError, "no bot 'deep'"),
        (["whiplash", "--bots", ""], OptionError, "no bot ''"),
        (["whiplash", "--option", "edition"], OptionError, "name=value"),
        (["whiplash", "--option", "edition=1066"], OptionError, "edition must be one of"),
        (["whiplash", "--save", "/nowhere/at/all"], OptionError, "no folder"),
        (["whiplash", "--save", "/"], OptionError, "there already"),
        (["whiplash", "--resume", "x", "--seed", "3"], OptionError, "brings its own GAME, --seed"),
        (["--resume", "/nowhere/at/all"], OSError, ""),
        (["--resume", __file__], RecordError, "tuckbox 1"),
    ],
)
def test_what_does_not_fit_is_refused(arguments: list[str], error: type[Exception], message: str) -> None:
    result = play(*arguments)
    assert isinstance(result.exception, error)
    assert message in str(result.exception)
    assert issubclass(error, TuckboxError | OSError)


def test_errors_are_one_line_on_stderr_and_exit_status_2() -> None:
    run = subprocess.run([*TUCKBOX, "play", "chess"], capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("tuckbox: there is no game 'chess'")


# -- at a real terminal ------------------------------------------------------------------------------------------------


class Terminal:
    """The command at a terminal of 80 by 24."""

    def __init__(self, *arguments: str, env: Mapping[str, str]) -> None:
        self.seen, self.at = "", 0
        self.main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

        def control() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.run = subprocess.Popen(
            [*TUCKBOX, "play", *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            start_new_session=True,
            preexec_fn=control,  # noqa: PLW1509 - without a terminal of its own Ctrl-C does not come
            env={**SIZELESS, "TERM": "xterm-256color", **env},
        )
        os.close(side)

    def resize(self, lines: int, columns: int) -> None:
        """Give it another size, and wait until it is drawn for."""
        fcntl.ioctl(self.main, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._insist(lambda: os.kill(self.run.pid, signal.SIGWINCH), "\x1b[2J")

    def until(self, wanted: str, timeout: float = 60) -> str:
        """Read on until some text has come; returns what has come up to its end since the last call."""
        end, start = time.monotonic() + timeout, self.at
        while wanted not in self.seen[start:]:
            assert time.monotonic() < end, f"{wanted!r} has not come: {self.seen[start:][-2000:]!r}"
            if select.select([self.main], [], [], 0.5)[0] and not self._read():
                break
        self.at = self.seen.index(wanted, start) + len(wanted)
        return self.seen[start : self.at]

    def _read(self) -> bool:
        try:
            data = os.read(self.main, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return False
        self.seen += data.decode("utf-8", "replace")
        return bool(data)

    def type(self, text: str) -> None:
        """Type, with Enter where there is a line break."""
        os.write(self.main, text.replace("\n", "\r").encode())

    def interrupt(self, wanted: str) -> None:
        """Press Ctrl-C until some text comes."""
        self._insist(lambda: self.type("\x03"), wanted)

    def _insist(self, act: Callable[[], None], wanted: str) -> None:
        """Do something until some text comes: Python is deaf to a signal that comes just before it waits for a key."""
        for _ in range(10):
            act()
            with contextlib.suppress(AssertionError):
                self.until(wanted, 4)
                return
        raise AssertionError(f"{wanted!r} has not come")

    def end(self, timeout: float = 60) -> int:
        """Wait for the end; the exit status."""
        end = time.monotonic() + timeout
        while select.select([self.main], [], [], max(0.0, end - time.monotonic()))[0] and self._read():
            pass
        return self.run.wait(30)

    def close(self) -> None:
        """Make an end of it."""
        if self.run.poll() is None:
            os.killpg(self.run.pid, signal.SIGKILL)
            self.run.wait()
        os.close(self.main)


@pytest.fixture(name="terminal")
def _terminal(path: Path) -> Iterator[Terminal]:
    terminal = Terminal("whiplash", *ONE_HAND, "--save", str(path), env={})
    yield terminal
    terminal.close()


def screens(seen: str) -> list[list[str]]:
    """What was drawn, one screen after the other, without the signs that steer the terminal."""
    drawn = seen.split("\x1b[2J")[1:]
    return [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).replace("\r", "").split("\n") for screen in drawn]


def test_at_a_terminal_the_table_takes_the_whole_screen_and_gives_it_back(terminal: Terminal, path: Path) -> None:
    terminal.until("Your move (1-2")
    terminal.type("call\n")
    assert "(WL-5.7)" in terminal.until("Your move (1-2")
    terminal.type("take\n")
    terminal.until("u to take back")
    terminal.type("u\n")
    terminal.until("Taken back.")
    terminal.until("Your move (1-2")
    terminal.type("draw\t\n")  # Tab completes
    terminal.until("Your move (1-5")
    terminal.type("q\n")
    terminal.until("To go on")
    assert terminal.end() == 0
    assert terminal.seen.index("\x1b[?1049h") < terminal.seen.index("Your move")
    assert terminal.seen.index("\x1b[?1049l") < terminal.seen.index("To go on")
    assert Match.load(path).record().steps == ("deal", "0 draw stock")
    for screen in screens(terminal.seen.partition("\x1b[?1049l")[0]):
        assert len(screen) <= 25  # 24 lines, and the line break that was typed
        assert max(map(len, screen)) <= 80


def test_ctrl_c_saves_and_exits_with_130(terminal: Terminal, path: Path) -> None:
    terminal.until("Your move (1-2")
    terminal.type("1\n")
    terminal.until("Your move (1-5")
    terminal.interrupt("--resume")
    assert terminal.end() == 130
    assert f"tuckbox play --resume {path}" in terminal.seen
    assert len(Match.load(path).record().steps) == 2


def test_the_end_of_input_at_a_terminal_is_no_error(terminal: Terminal) -> None:
    terminal.until("Your move (1-2")
    terminal.type("\x04")
    terminal.until("To go on")
    assert terminal.end() == 0


def test_another_size_is_drawn_for_at_once_and_what_was_typed_stays(terminal: Terminal, path: Path) -> None:
    terminal.until("Your move (1-2")
    terminal.type("dra")
    terminal.until("dra")
    terminal.resize(30, 60)
    drawn = terminal.until("Your move (1-2")
    assert "draw stock" in drawn
    terminal.until("dra")
    (screen,) = screens(f"\x1b[2J{drawn}")
    assert 50 < max(map(len, screen)) < 60
    terminal.type("w\n")
    terminal.until("Your move (1-5")
    terminal.type("?\n")
    assert "Ties go" in terminal.until("Enter for more")
    terminal.resize(14, 60)
    assert "Ties go" not in terminal.until("Enter for more")
    terminal.type("\n")
    terminal.until("Ties go")
    terminal.until("Enter for more")
    terminal.type("q\n")
    terminal.until("Your move (1-5")
    terminal.type("q\n")
    terminal.until("To go on")
    assert terminal.end() == 0
    assert Match.load(path).record().steps == ("deal", "0 draw stock")


def test_a_simple_terminal_without_unicode_gets_plain_lines(path: Path) -> None:
    env = {"TERM": "dumb", "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    terminal = Terminal("whiplash", *ONE_HAND, "--save", str(path), env=env)
    try:
        shown = terminal.until("Your move (1-2")
        terminal.type("q\n")
        assert terminal.end() == 0
        assert "??" in shown
        assert terminal.seen.isascii()
        assert "\x1b" not in terminal.seen
    finally:
        terminal.close()


def test_who_plays_by_ear_has_tab_and_the_keys_of_a_line_and_may_type_anything(path: Path) -> None:
    env = {"PYTHONIOENCODING": "utf-8:strict"}
    terminal = Terminal("whiplash", *ONE_HAND, "--save", str(path), "--speak", env=env)
    try:
        terminal.until("Your move (1-2")
        os.write(terminal.main, b"\xff\r")
        terminal.until("No action is written")
        terminal.until("Your move (1-2")
        terminal.type("xr\x1b[D\x7fd\x05\t\n")  # back before the r, d in place of the x, to the end, Tab
        terminal.until("aw stock\r\nYou draw")
        terminal.until("Your move (1-5")
        terminal.type("q\n")
        assert terminal.end() == 0
        assert "\x1b[2J" not in terminal.seen
    finally:
        terminal.close()
    assert Match.load(path).record().steps == ("deal", "0 draw stock")
