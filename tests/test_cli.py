"""The command line: what it prints, how it fails, its exit status."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.match.test_match import play_on
from tuckbox import Deal, Match
from tuckbox.cli import main

TUCKBOX = [sys.executable, "-m", "tuckbox.cli"]


def tuckbox(*arguments: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:
    """Run the command as a person would, whose terminal has this encoding."""
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run([*TUCKBOX, *arguments], capture_output=True, encoding=encoding, timeout=120, check=False, env=env)


@pytest.fixture(name="saved")
def _saved(tmp_path: Path) -> Path:
    path = tmp_path / "match.tuckbox"
    play_on(Match("whiplash", seed=11, match="hands", hands=2), 10_000).save(path)
    return path


def test_games_for_people_and_programs() -> None:
    assert "Whiplash" in tuckbox("games").stdout
    row = next(row for row in json.loads(tuckbox("games", "--json").stdout) if row["name"] == "whiplash")
    assert row["players"] == [2, 3, 4]
    assert row["actions"] == 107
    edition = next(option for option in row["options"] if option["name"] == "edition")
    assert edition == {
        "name": "edition",
        "values": ["classic", "2023", "royal"],
        "default": "2023",
        "only": None,
        "house": "",
    }


def test_simulate_prints_all_the_figures() -> None:
    run = tuckbox(
        "simulate", "whiplash", "--players", "2", "--games", "50", "--bots", "greedy,random", "--seed", "3", "--json"
    )
    data = json.loads(run.stdout)
    wanted = {"game", "players", "options", "seed", "games", "decisions", "version", "rules"}
    assert wanted | {"asked", "unfinished", "length", "seats"} <= data.keys()
    assert set(data["length"]) == {"mean", "p5", "median", "p95"}
    assert all({"seat", "bot", "win_rate", "low", "high"} <= seat.keys() for seat in data["seats"])
    assert "greedy" in tuckbox("simulate", "whiplash", "--games", "50", "--bots", "greedy").stdout


def test_replay_tells_the_match(saved: Path) -> None:
    lines = tuckbox("replay", str(saved)).stdout.splitlines()
    assert lines[0].startswith("Whiplash (")
    assert lines[-1][0] in "12"
    mine = tuckbox("replay", str(saved), "--seat", "0").stdout
    assert "You" in mine
    assert "draws a card" in mine


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_what_an_output_has_no_sign_for_is_printed_in_others(saved: Path, encoding: str) -> None:
    """As on Windows, where output that goes into a file has an encoding of the region."""
    run = tuckbox("replay", str(saved), encoding=encoding)
    assert (run.returncode, run.stderr) == (0, "")
    assert re.search(r"draws? [2-9AKQJ0]+[CDHS]", run.stdout)
    assert tuckbox("rules", "whiplash", encoding=encoding).returncode == 0


def test_verify_says_what_holds(saved: Path, tmp_path: Path) -> None:
    assert "seed 11" in tuckbox("verify", str(saved)).stdout
    sealed = tmp_path / "sealed.tuckbox"
    Match("whiplash", deal=Deal.fresh()).save(sealed)
    run = tuckbox("verify", str(sealed))
    assert "commitment" in run.stdout
    assert run.returncode == 0


def test_the_record_of_a_game_that_is_not_here_is_refused_with_what_to_do(saved: Path) -> None:
    saved.write_text(saved.read_text("utf-8").replace("game whiplash", "game patience"), "utf-8")
    for command in "replay", "verify":
        run = tuckbox(command, str(saved))
        assert run.returncode == 2
        assert "line 2: there is no game 'patience'" in run.stderr
        assert "list the folders of games that are not installed in TUCKBOX_GAMES" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "whiplash", "--json", "--csv"], "--json does not go with --csv"),
        (["arena", "whiplash", "--json", "--markdown"], "--json does not go with --markdown"),
        (["study", "whiplash", "--out", "/dev/null/report"], "nothing can be written in /dev/null/report"),
        (["sweep", "whiplash", "players", "--out", "/dev/null/page"], "nothing can be written in /dev/null/page"),
        (["exam", "whiplash", "--bots", "greedy", "--out", "/dev/null/page"], "nothing can be written in /dev/null/page"),
        (["recall", "whiplash", "--out", "/dev/null/memory.json"], "nothing can be written in /dev/null"),
        (["certify", "whiplash", "--save", "/dev/null/page.md"], "nothing can be written in /dev/null"),
        (["train", "whiplash", "--belief", "--to", "/dev/null/belief.txt"], "nothing can be written in /dev/null"),
        (["exercises", "whiplash", "--players", "2"], "with --make only"),
        (["calibrate", "whiplash", "--games", "100,0"], "number of games is a whole number from 1"),
        (["calibrate", "whiplash", "--seed", "-1"], "a seed is a whole number from 0 to 2^63 - 1, not -1"),
        (["check", "whiplash", "--quick", "--seed", "99999999999999999999"], "seed is a whole number from 0 to 2^63 - 1"),
        (["record", ".", "-1"], "there are no games in ."),
        (["exam", "whiplash", "--bots", "greedy", "--players", "2,3,2"], "--players names 2 twice"),
        (["simulate", "patience"], "no game"),
        (["simulate", "whiplash", "--players", "7"], "players"),
        (["simulate", "whiplash", "--players", "two"], "not a valid integer"),
        (["simulate", "whiplash", "--games", "1e30"], "'1e30' is not a whole number below 10^18"),
        (["simulate", "whiplash", "--bots", "clever"], "no bot"),
        (["simulate", "whiplash", "--option", "edition"], "name=value"),
        (["simulate", "whiplash", "--option", "edition=1850"], "edition"),
        (["simulate", "whiplash", "--option", "target=3", "--option", "match=hands"], "WL-3.1"),
        (["simulate", "whiplash", "--games", "-5"], "games"),
        (["replay", "nowhere.tuckbox"], "nowhere.tuckbox"),
        (["verify", "."], "directory"),
        (["fly"], "No such command"),
        (["rules", "patience"], "no game"),
        (["rules"], "Missing argument 'GAME'. The games are jalopies, keywhiz, whiplash, whipsaw"),
        (["learn"], "Missing argument 'GAME'. The games are jalopies, keywhiz, whiplash, whipsaw."),
        (["help", "fly"], "No such command"),
        (["plya", "whiplash"], "No such command 'plya'. (Did you mean one of: 'play', 'replay'?)"),
        (["simulat"], "No such command 'simulat'. Did you mean 'simulate'?"),
        (["rules", "whiplash", "XX-99.1"], "have no number XX-99.1"),
        (["--port", "8080", "games"], "`tuckbox` alone"),
    ],
)
def test_mistakes_are_one_clear_line_on_stderr(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert words in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


def test_the_rules_are_read_whole_or_by_their_numbers() -> None:
    book = tuckbox("rules", "whiplash").stdout
    assert "WL-5.6" in book
    assert "WL-8.9" in book
    one = tuckbox("rules", "whiplash", "wl-5.6").stdout
    assert one.startswith("WL-5.6 Nobody may call in the first round")
    assert "WL-5.7" not in one
    assert not any(sign in book + one for sign in ("\x1b", "<a", "**"))


def test_the_list_of_commands_says_what_each_is_for_in_a_whole_sentence() -> None:
    listed = tuckbox("--help").stdout.partition("Commands:")[2].strip().splitlines()
    assert len(listed) >= 8
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


def test_a_damaged_record_is_refused_with_its_line(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:-9])
    run = tuckbox("verify", str(saved))
    assert run.returncode == 2
    assert "line" in run.stderr


def test_a_closed_pipe_ends_it_quietly(saved: Path) -> None:
    command = f"{' '.join(TUCKBOX)} replay {saved} | head -n 1"
    run = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert run.stderr == ""
    assert run.stdout.startswith("Whiplash")
    assert run.returncode in (0, 1)  # 0 if all was written before the reader went


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_line_without_a_number() -> None:
    command = [*TUCKBOX, "simulate", "whiplash", "--games", "10", "--csv"]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert (run.stderr, run.returncode) == ("tuckbox: No space left on device\n", 2)


def test_an_interrupt_ends_a_simulation_quietly() -> None:
    command = [*TUCKBOX, "simulate", "whiplash", "--games", "500000000"]
    for patience in (3, 10, 30):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            time.sleep(patience)
            run.send_signal(signal.SIGINT)
            try:
                said, errors = run.communicate(timeout=60)
            finally:
                run.kill()  # a simulation that hears nothing must not outlive its test
        if run.returncode != -signal.SIGINT:  # else Python itself had not started yet on this busy machine
            break
    assert run.returncode == 130
    if said:  # some games were finished: it ends with their report
        assert "of 500,000,000 games; --resume goes on" in " ".join(said.split())
    assert errors.strip() == ("" if said else "tuckbox: interrupted")


@pytest.mark.parametrize("command", [[], ["games"], ["play"], ["simulate"], ["replay"], ["rules"], ["verify"]])
def test_every_command_has_help(command: list[str]) -> None:
    run = tuckbox(*command, "--help")
    assert run.returncode == 0
    assert "Usage" in run.stdout


def test_help_is_a_word_too() -> None:
    assert tuckbox("help").stdout == tuckbox("--help").stdout
    assert tuckbox("help", "admin", "backup").stdout == tuckbox("admin", "backup", "--help").stdout


def test_a_game_without_exercises_is_said_to_have_none() -> None:
    folder = Path(__file__).parents[1] / "examples" / "leduc"
    assert "has no exercises yet" in tuckbox("exercises", str(folder)).stdout
