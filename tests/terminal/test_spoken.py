"""A table that is told: what is new, once and in order, and nothing drawn."""

from __future__ import annotations

import io
import itertools
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from tests.terminal.tables import Heard
from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.definition.game import game
from tuckbox.definition.rulebook import rules_text
from tuckbox.scene.speech import aloud
from tuckbox.terminal import busy
from tuckbox.terminal.clock import Clock
from tuckbox.terminal.saves import Keeper
from tuckbox.terminal.screen import Screen
from tuckbox.terminal.spoken import FEW, SpokenScreen, SpokenTable

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "whiplash": (3, {"match": "single"}),
    "keywhiz": (2, {"board": "mini"}),
    "jalopies": (3, {"curfew": 4}),
    "whipsaw": (3, {}),
}


def table(match: Match, screen: Heard, path: Path) -> SpokenTable:
    """A table of one person and random bots."""
    bots = {seat: Bot(Policy.parse("random"), match.game, seat, mode="plain") for seat in range(1, match.players)}
    return SpokenTable(match, bots, screen, Keeper(match, path), Clock(match, now=lambda: 0.0))


def test_each_sentence_is_told_once_and_in_order(path: Path) -> None:
    match = Match("whiplash", 2, seed=3, dealer=1, match="single", ranks=4, turn_cap=40)
    screen = Heard()
    table(match, screen, path).run()
    assert match.done
    told = iter(screen.told)
    assert all(aloud(sentence) in told for sentence in match.log(0))


def test_cards_are_called_as_one_says_them_and_actions_by_their_labels(path: Path) -> None:
    screen = Heard(["1", "me"])
    table(Match("whiplash", 2, seed=3, dealer=1, match="single"), screen, path).run()
    told = "\n".join(screen.told)
    assert "1: Draw from the stock, face down" in told
    assert "\n1: Put down 2 of spades, keeps one jack\n" in told
    assert "Your place:\nHand: 2 of spades, " in told
    assert not set("♣♦♥♠#") & set(told)


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_nothing_is_told_that_the_terminal_cannot_show(encoding: str) -> None:
    written = io.BytesIO()
    screen = SpokenScreen(Console(file=io.TextIOWrapper(written, encoding), width=80))
    for name in GAMES:
        screen.page("The rules", lambda name=name: screen.written(rules_text(game(name))))  # type: ignore[misc]
    screen.lines([Text("Zoë: Q♥ × 2 \x1b[2J")])
    screen.console.file.flush()
    told = written.getvalue().decode(encoding).splitlines()
    assert told[-1].startswith("Zo")
    assert told[-1].endswith(": queen of hearts x 2 ?[2J")


def test_what_has_been_told_is_not_told_again(path: Path) -> None:
    screen = Heard(["me", "v", "a", "no such thing"])
    table(Match("whiplash", 2, seed=3, dealer=1, match="single"), screen, path).run()
    asked = [number for number, line in enumerate(screen.told) if line.startswith("> ")]
    assert [screen.told[at + 1] for at in asked[:4]] == [
        "Your place:",
        "The whole table:",
        "What you may do:",
        "No action is written 'no such thing': type a number, an action such as `draw stock`, or ? for help.",
    ]
    assert sum(line.startswith("Nobody may call in the first round.") for line in screen.told) == 2  # itself, and within `v`
    assert sum(line.startswith("1: Draw from the stock") for line in screen.told) == 2  # asked, and within `a`


def test_a_showdown_is_told_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("whiplash", 3, seed=5, match="single")
    screen = Heard()
    monkeypatch.setattr(screen, "forget_typed", lambda: None)
    table(match, screen, path).run()
    shows = [line for line in screen.told if " show " in line or " shows " in line]
    assert len(shows) == 3 == sum(" show" in line for line in match.log(0))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_to_its_end_by_ear(game: str, path: Path) -> None:
    """By the first action each time; nothing is drawn, and no sign of a heading or a suit is left to be read."""
    players, options = GAMES[game]
    match = Match(game, players, seed=5, options=options)
    screen = Heard()
    table(match, screen, path).run()
    assert match.done
    for line in screen.told:
        assert not set(line) & set("│┌└─♣♦♥♠"), line
        assert not line.startswith("#")


def test_many_actions_are_counted_until_they_are_asked_for(path: Path) -> None:
    match = Match("jalopies", 2, seed=1, racers="pick", first_racer="1")
    screen = Heard(["a"])
    table(match, screen, path).run()
    number = len(match.legal(0))
    assert number > FEW
    assert f"You may do {number} things: a lists them." in screen.told
    assert sum(line.partition(":")[0].isdigit() for line in screen.told) == number


def test_what_one_of_two_people_was_told_is_taken_off_the_terminal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    match = Match("whiplash", seed=3, seats=["Ann", "Bo"], dealer=1, match="single")
    screen = Heard(["", "1", "1", ""])
    screen.console._force_terminal = True
    SpokenTable(match, {}, screen, Keeper(match, path), Clock(match, now=lambda: 0.0)).run()
    first, second, *_ = screen.file.getvalue().split("\x1b[3J")
    assert "\nYou draw " in first
    assert "Ann draws a card." in second
    assert "You draw" not in second


def test_a_step_that_tells_nothing_is_answered_with_the_question_again(path: Path) -> None:
    """Who hears no more than the prompt cannot know that anything was done."""
    match = Match("jalopies", 2, seed=5, racers="pick", first_racer="1")
    screen = Heard(["rest", "draw", ""])
    seat = table(match, screen, path)
    while match.waiting != (0,) or "rest" not in match.legal(0):
        match.play(match.legal(match.waiting[0])[0], match.waiting[0])
    seat.run()
    answers = screen.file.getvalue().split("> \n")
    assert "0 draw" in match.record().steps
    assert "You may do" in answers[2] or "1: " in answers[2]
    assert answers[3] == ""


def test_what_comes_several_times_in_succession_is_told_once(path: Path) -> None:
    match = Match("jalopies", 3, seed=5)
    screen = Heard(["1"] * 4)
    table(match, screen, path).run()
    drawn = [line for line in screen.told if line.endswith("times.")]
    assert len(drawn) >= 2
    assert not any(line == following for line, following in itertools.pairwise(screen.told))


def test_keys_and_what_they_do_are_told_apart(path: Path) -> None:
    screen = Heard(["?", "c"])
    table(Match("whiplash", 2, seed=3, dealer=1, match="single"), screen, path).run()
    assert "l: all that has happened" in screen.told
    assert "? ACTION: what it means, or the rule that forbids it" in screen.told
    assert "draw stock: face down" in screen.told


def test_what_takes_long_is_told_and_each_thing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Heard()
    with screen.busy("Thinking ...") as say:
        say("Compiling it ... 1")
    assert not screen.told  # it did not take long
    monkeypatch.setattr(busy, "PATIENCE", 0)
    with screen.busy("Thinking ...") as say:
        while not screen.told:
            time.sleep(0.01)
        say("Compiling it ... 1")
        say("Compiling it ... 2")
    assert screen.told == ["Thinking ...", "Compiling it ..."]


def test_what_takes_long_is_told_on_stderr_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(busy, "PATIENCE", 0)
    told = ""
    with Screen(Console(file=io.StringIO()), alive=False).busy("Getting it ready ...") as say:
        while not told:
            time.sleep(0.01)
            told = capsys.readouterr().err
        say("Compiling it, only this once ... 1")
    assert told + capsys.readouterr().err == "Getting it ready ...\nCompiling it, only this once ...\n"
