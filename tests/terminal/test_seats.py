"""Who sits where, and where a bot's chance comes from."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any

import pytest

from tests.toys.bluff import GAME as BLUFF
from tuckbox import Match, OptionError, UnknownGame
from tuckbox.bots.bots import Bot, Policy
from tuckbox.engine.weights import path_of
from tuckbox.terminal.seats import Wish, bots_of, make_ready, new_match, unlearnt


def seats(**wish: Any) -> list[tuple[str, str]]:
    """Names and players at the seats."""
    return [(seat.name, seat.player) for seat in new_match(Wish("whiplash", **wish)).seats]


def test_one_person_sits_first_against_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "zoë")
    assert seats() == [("Zoë", "person"), ("Ann", "learned")]
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    assert seats(players=3) == [("Ann", "person"), ("Bo", "learned"), ("Cy", "learned")]


@pytest.mark.parametrize("login", ["", " ", "x" * 60, "tab\tbed"])
def test_a_login_that_is_no_name_makes_you(monkeypatch: pytest.MonkeyPatch, login: str) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert seats()[0] == ("You", "person")


def test_a_machine_without_logins_makes_you(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise OSError("no login")

    monkeypatch.setattr(getpass, "getuser", fail)
    assert seats()[0] == ("You", "person")


def test_names_make_people_and_bots_fill_the_rest() -> None:
    assert seats(names=["Xenia", "Yves"]) == [("Xenia", "person"), ("Yves", "person")]
    assert seats(names=["Xenia"], bots=["greedy", "random"]) == [("Xenia", "person"), ("Ann", "greedy"), ("Bo", "random")]
    assert seats(names=["bo"], players=4, bots=["search"]) == [
        ("bo", "person"),
        ("Ann", "search:normal"),
        ("Cy", "search:normal"),
        ("Dee", "search:normal"),
    ]
    assert seats(people=0, players=2, bots=["greedy"]) == [("Ann", "greedy"), ("Bo", "greedy")]
    assert [name for name, _ in seats(names=["Xenia"], people=3)] == ["Xenia", "Ann", "Bo"]


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"players": 5}, "for 2, 3, 4 players"),
        ({"people": 5}, "too many for 4"),
        ({"people": -1}, "cannot be -1 people"),
        ({"people": 3, "players": 2}, "too many for 2"),
        ({"names": ["A", "B"], "people": 1}, "2 names are given for 1 person$"),
        ({"names": ["Bo", "bO"]}, "cannot be told apart"),
        ({"names": [""]}, "1 to 40 characters"),
        ({"names": ["\x1b[2J"]}, "that nobody sees"),
        ({"bots": ["grandmaster"]}, "no bot 'grandmaster'"),
        ({"bots": ["greedy", "random"], "players": 2}, "2 bots are named for 1 seat$"),
        ({"options": {"target": "0"}}, "target must be"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"seed": -1}, "a seed is a whole number"),
    ],
)
def test_what_does_not_fit_is_refused(wish: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        seats(**wish)


@pytest.mark.parametrize(("options", "players"), [({}, 3), ({"unofficial": "true"}, 2), ({"mini": "true"}, 2)])
def test_as_few_play_as_the_options_allow(options: dict[str, str], players: int) -> None:
    assert new_match(Wish("whipsaw", bots=["random"], options=options)).players == players


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownGame, match="whiplash"):
        new_match(Wish("chess"))


def test_only_searches_are_compiled_to_be_played_against() -> None:
    """The first move of a new game waited for seconds, and in a game such as Jaunty Jalopies half a minute."""
    match = new_match(Wish("whiplash", people=0, players=4, bots=["random", "greedy", "learned", "search:20"]))
    assert [bot.mode for bot in bots_of(match).values()] == ["plain", "plain", "plain", "native"]
    assert {bot.mode for bot in bots_of(match, "plain").values()} == {"plain"}


def test_bots_of_an_open_deal_are_seeded_apart_from_it_and_from_each_other() -> None:
    match = new_match(Wish("whiplash", names=["A"], players=4, bots=["greedy"], seed=7))
    bots = bots_of(match)
    assert set(bots) == {1, 2, 3}
    assert len({bot.seed for bot in bots.values()} | {7}) == 4
    assert {seat: bot.seed for seat, bot in bots_of(match).items()} == {seat: bot.seed for seat, bot in bots.items()}
    sealed = new_match(Wish("whiplash", names=["A"], bots=["greedy"]))
    assert bots_of(sealed)[1].seed != bots_of(sealed)[1].seed
    assert all(0 <= bot.seed < 1 << 63 for bot in bots.values())


@pytest.mark.parametrize("kind", ["random", "greedy", "search:5000", "search:900ms"])
def test_making_ready_leaves_the_match_and_the_bots_alone(kind: str) -> None:
    match = Match(BLUFF, players=3, seed=1)
    bots = {seat: Bot(Policy.parse(kind), BLUFF, seed=seat, mode="plain") for seat in (1, 2)}
    before = str(match.record())
    make_ready(match, bots)
    assert str(match.record()) == before
    assert bots[1].policy == Policy.parse(kind)


def test_bots_that_play_without_what_was_learnt_are_told_of(tmp_path: Path) -> None:
    plain = new_match(Wish("whiplash", bots=["search:5"]))
    assert unlearnt(plain, bots_of(plain)) == ""
    other = new_match(Wish("whiplash", bots=["search:5"], options={"ranks": "9"}))
    assert unlearnt(other, bots_of(other)) == (
        "The bots play without what was learnt of Whiplash: its network was learnt without ranks=9."
    )
    two = new_match(Wish("whipsaw", bots=["learned"], players=2, options={"unofficial": "true"}))
    assert unlearnt(two, bots_of(two)) == (
        "The bots play without what was learnt of Whipsaw!: its network was learnt for 3, 4 players."
    )
    greedy = new_match(Wish("whiplash", bots=["greedy"], options={"ranks": "9"}))
    assert unlearnt(greedy, bots_of(greedy)) == ""
    mine = tmp_path / "mine.txt"
    mine.write_bytes(path_of(other.game, 2, "network").read_bytes())
    named = new_match(Wish("whiplash", bots=[f"learned:{mine}"], options={"ranks": "9"}))
    with pytest.raises(OptionError, match=r"no bot .* here: its network was learnt without ranks=9"):
        unlearnt(named, bots_of(named))
