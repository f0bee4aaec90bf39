"""The arena: ratings that can be worked out by hand, the same bytes after an interruption, external programs."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.lab.executors import Interrupted
from tests.toys.kuhn import GAME as KUHN
from tuckbox import Match, OptionError, UnknownAction, game
from tuckbox.definition.payoffs import IDENTICAL
from tuckbox.lab import commands, forms
from tuckbox.lab.arena import Arena, arena, data
from tuckbox.lab.asked import Patience
from tuckbox.lab.bouts import bout, seat_orders
from tuckbox.lab.programs import MOST_UNREAD, Program, asked_of, play
from tuckbox.lab.ratings import ELO, STEP, comparable, comparisons, one_sided, rate
from tuckbox.lab.tables import show_arena
from tuckbox.run.blocks import Arrays, Block, Setting
from tuckbox.run.run import Threads
from tuckbox.view.data import seen

pytest.importorskip("choix")
BOT = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'json_bot.py'}"
WHIPLASH = game("whiplash")


def test_three_wins_in_four_are_a_step() -> None:
    deals = np.tile(np.array([[[0.0, 3.0], [1.0, 0.0]]]), (200, 1, 1))
    ratings = rate(deals)
    assert ratings.rating[0] - ratings.rating[1] == pytest.approx(ELO * STEP, rel=0.01)
    assert ratings.expected(0, 1) == pytest.approx(0.75, abs=0.002)
    assert ratings.above[0, 1] == 1


def test_of_three_the_model_finds_what_made_the_games() -> None:
    """Games of three drawn by Plackett and Luce with odds 4 : 2 : 1; only who wins is told."""
    rng, worth = np.random.default_rng(1), np.array([4.0, 2.0, 1.0])
    winners = rng.choice(3, size=20_000, p=worth / worth.sum())
    found = rate(comparisons([0, 1, 2], np.eye(3)[winners], 3), anchor=2)
    assert (found.low <= ELO * np.log(worth)).all()
    assert (found.high >= ELO * np.log(worth)).all()


def test_ties_for_the_first_place_count_half_and_equal_losers_nothing() -> None:
    matrix = comparisons([0, 1, 2], np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]]), 3)
    assert matrix[0].tolist() == [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]]
    assert matrix[1].tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0]]


def test_whoever_has_won_all_games_is_better_by_what_these_leave_open() -> None:
    """Of n deals all were won: Jeffreys' interval of the share that would be lost."""
    won = np.tile(np.array([[[0.0, 0.0], [2.0, 0.0]]]), (50, 1, 1))
    ratings = rate(won)
    assert ratings.rating[1] == pytest.approx(ELO * np.log(50.5 / 0.5), rel=1e-3)
    assert ratings.low[1] == pytest.approx(ELO * np.log(1 / 0.0489 - 1), rel=0.15)
    assert ratings.high[1] > 2 * ratings.rating[1]
    assert ratings.above[1, 0] == 1


def test_one_deal_makes_nobody_surely_stronger() -> None:
    assert 0.7 < rate(np.array([[[0.0, 1.0], [0.0, 0.0]]])).above[0, 1] < 0.95


def test_who_beats_all_but_is_reached_by_way_of_others_has_no_upset_made_up() -> None:
    """The first beats the last always, but the two others' games tell how far apart these are."""
    deals = np.tile(np.array([[[0.0, 3, 4], [1, 0, 3], [0, 1, 0]]]), (100, 1, 1))
    assert not one_sided(deals.sum(axis=0), comparable(deals.sum(axis=0))).any()
    assert rate(deals).high[0] < 1000


def test_what_no_game_tells_is_said_in_the_terminal() -> None:
    won = np.tile(np.array([[[0.0, 0.0], [2.0, 0.0]]]), (50, 1, 1))
    held, console = Arena(Setting.of(WHIPLASH, 2, {}), ("random", "greedy"), 0, 100), Console(record=True, width=120)
    held.lineups[0].found.append(won)
    show_arena(held, console)
    won[0] = [[0.0, 1.0], [1.0, 0.0]]
    show_arena(held, console)
    told = "these groups may be further apart than the games show: greedy; random"
    assert console.export_text().count(told) == 1
    assert held.form.groups == [["random", "greedy"]]


def test_intervals_of_few_deals_are_said_to_be_too_narrow() -> None:
    held, console = Arena(Setting.of(WHIPLASH, 2, {}), ("random", "greedy"), 0, 100), Console(record=True, width=120)
    for deals, told in ((2, 1), (18, 0)):
        held.lineups[0].found.append(np.tile(np.array([[[0.0, 1.0], [1.0, 0.0]]]), (deals, 1, 1)))
        show_arena(held, console)
        text = console.export_text()
        assert text.count("intervals that come from 2 deals are often too narrow: play 20 or more") == told
        assert text.count("too narrow") == told


def test_a_rating_of_nothing_has_no_sign() -> None:
    held, console = Arena(Setting.of(WHIPLASH, 2, {}), ("random", "greedy"), 0, 100), Console(record=True, width=120)
    held.lineups[0].found.append(np.tile(np.array([[[0.0, 1.0], [1.0, 0.0]]]), (50, 1, 1)))
    held.lineups[0].found.append(np.array([[[0.0, 50.01], [50.0, 0.0]]]))
    show_arena(held, console)
    assert " -0 " not in console.export_text()


def test_every_order_of_seats_is_played() -> None:
    assert len(seat_orders("abcd")) == 24
    assert len(seat_orders("abcdef")) == 6
    orders = [list(order) for order in seat_orders("ab")]
    block = Block("", Setting.of(KUHN, 2, {}), ("random", "random"), 1, 0, 50, {"orders": orders})
    payoffs = bout(block)["payoffs"]
    assert payoffs.shape == (2, 50, 2)
    assert (payoffs.sum(axis=2) == 0).all()


def held(tmp_path: Path | None = None, executor: Any = None, **asked: Any) -> Arena:
    given: dict[str, Any] = {"games": 200, "seed": 4, "journal": tmp_path, **asked}
    return arena(WHIPLASH, ["random", "greedy", "search:5"], executor or Threads(2), **given)


@pytest.mark.slow
def test_who_is_stronger_stands_higher() -> None:
    found = held()
    form = found.form
    assert form.ranking[-1].name == "random"
    assert form.ranking[0].low > 0
    assert 150 <= form.games <= 200
    assert forms.schema(forms.Arena)["$defs"]["Arena"]["properties"].keys() == data(found).keys()
    random_games = next(row.games for row in form.ranking if row.name == "random")
    assert random_games < max(row.games for row in form.ranking)  # its place is soon sure


@pytest.mark.slow
def test_an_interrupted_arena_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = json.dumps(data(held()))
    for after in (3, 9):
        with pytest.raises(KeyboardInterrupt):
            held(tmp_path, Interrupted(after), resume=after > 3)
    assert json.dumps(data(held(tmp_path, resume=True))) == whole
    assert not [*tmp_path.iterdir()]


def test_before_all_have_played_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has played no game would have a rating all the same, and without any doubt."""

    class Stopped(Threads):
        def submit(self, block: Block) -> Future[Arrays]:
            if "learned" in block.bots:
                signal.raise_signal(signal.SIGINT)
                return Future()
            return super().submit(block)

    def leave(lack: str) -> None:
        raise OptionError(lack)

    monkeypatch.setattr("tuckbox.run.options.executor_for", lambda *_: Stopped(1))
    monkeypatch.setattr(commands, "leave_unfinished", leave)
    asked = ["whiplash", "--players", "2", "--bots", "random,greedy,learned", "--games", "40", "--json"]
    done = CliRunner().invoke(commands.arena, asked)
    assert (str(done.exception), done.stdout) == ("before learned had played", "")


def test_partners_are_one_player() -> None:
    """A bot beside another would win whenever this one does, so their strengths would seem alike."""
    race = Setting.of("jalopies", 4, {"race": "partner"})  # who sit opposite each other are partners
    arena_of_teams = Arena(race, ("random", "greedy", "learned"), 0, 100)
    assert [lineup.who for lineup in arena_of_teams.lineups] == [(0, 1, 0, 1), (0, 2, 0, 2), (1, 2, 1, 2)]
    assert arena_of_teams.lineups[0].orders == [(0, 1, 2, 3), (1, 0, 3, 2)]
    (block, *_), (lineup, *_) = arena_of_teams._blocks([(arena_of_teams.lineups[0], 1)])
    arena_of_teams._book(block, lineup, {"payoffs": np.array([[[0.0, 1, 0, 1]], [[1.0, 0, 1, 0]]])})
    assert arena_of_teams.deals.tolist() == [[[0, 0, 0], [2, 0, 0], [0, 0, 0]]]  # greedy came first in both games


def test_nobody_is_better_where_all_get_the_same() -> None:
    with pytest.raises(OptionError, match=r"all players of .* win together: none can be stronger than another"):
        Arena(Setting.of(replace(KUHN, name="together", payoffs=IDENTICAL), 2, {}), ("random", "greedy"), 0, 100)


@pytest.mark.slow
def test_swiss_lets_neighbours_meet() -> None:
    found = held(swiss=True, games=120)
    assert found.played > 0
    with pytest.raises(OptionError, match="wants 3 players"):
        arena(WHIPLASH, ["random", "greedy"], Threads(1), players=3, swiss=True)


@pytest.mark.parametrize(("swiss", "least"), [(False, 6), (True, 8)])
def test_no_more_games_are_played_than_were_asked_for(swiss: bool, least: int) -> None:
    names: Any = ["random", "greedy", "learned"]
    with pytest.raises(OptionError, match=f"{least} games at least, not in 5"):
        arena(WHIPLASH, names, Threads(1), players=2, games=5, swiss=swiss)
    assert arena(WHIPLASH, names, Threads(1), players=2, games=least, swiss=swiss).played == least


@pytest.mark.parametrize("names", [["random"], ["random", "random"], ["random", "search:5ms"], ["random", "clever"]])
def test_wrong_fields_are_refused(names: list[str]) -> None:
    with pytest.raises(OptionError):
        arena(WHIPLASH, names, Threads(1))


def test_a_program_plays_what_it_is_asked_for() -> None:
    setting, orders = Setting.of(WHIPLASH, 2, {}), [[0, 1], [1, 0]]
    block = Block("tuckbox.lab.programs:bout", setting, (f"program:{BOT}", "random"), 3, 0, 4, {"orders": orders})
    first, again = block.run(), block.run()
    assert (first["payoffs"] == again["payoffs"]).all()
    assert set(first["payoffs"].ravel()) == set(WHIPLASH.utility)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "has ended"),
        ('import sys\nfor line in sys.stdin: print(\'{"action": "draw"}\', flush=True)', "holds no action"),
        ("import sys\nfor line in sys.stdin: print('nonsense', flush=True)", "holds no action"),
        ("import sys\nfor line in sys.stdin: print('[1]', flush=True)", "holds no action"),
    ],
)
def test_a_program_that_does_not_play_is_told_why(code: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(code)
    match = Match("whiplash", seed=1, dealer=0)
    with (
        pytest.raises((OptionError, UnknownAction), match=why),
        Program(f"{sys.executable} {tmp_path / 'bad.py'}", SETTING, 1) as program,
    ):
        program.choose(match, 1)


def program(folder: Path, code: str, seconds: float = 60.0) -> Program:
    (folder / "program.py").write_text(code)
    return Program(f"{sys.executable} {folder / 'program.py'}", SETTING, 1, Patience(seconds=seconds))


def test_a_program_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    long = {"do": "choose", "log": ["x" * 1_000_000]}  # more than any pipe takes
    with program(tmp_path, "import time\ntime.sleep(600)", 0.2) as deaf, pytest.raises(OptionError, match="took longer"):
        deaf.answer(long)


def test_a_program_that_has_ended_is_waited_for_and_says_so_again(tmp_path: Path) -> None:
    with program(tmp_path, "") as ended:
        for _ in range(2):
            with pytest.raises(OptionError, match="has ended"):
                ended.answer({"do": "choose"})
    assert ended._run.returncode == 0
    assert ended._run.stdin is not None
    assert ended._run.stdout is not None
    assert (ended._run.stdin.closed, ended._run.stdout.closed) == (True, True)


def test_a_program_hears_no_interrupt_of_the_terminal(tmp_path: Path) -> None:
    """Ctrl-C goes to all of a session. A program that ended by it would end the arena with an error, not with a report."""
    with program(tmp_path, "import sys\nfor line in sys.stdin: pass") as other:
        assert os.getsid(other._run.pid) == other._run.pid != os.getsid(0)


def test_what_is_no_text_is_an_answer_like_any_other(tmp_path: Path) -> None:
    code = 'import sys\nfor line in sys.stdin: sys.stdout.buffer.write(b\'{"action": "\\xff"}\\n\'); sys.stdout.flush()'
    with program(tmp_path, code) as strange:
        assert [strange.answer({"do": "choose"}) for _ in range(2)] == ["\ufffd"] * 2


def test_a_line_that_nobody_asked_for_is_no_answer_to_the_next_question(tmp_path: Path) -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['do'] == 'choose':\n"
        "        print(json.dumps({'action': asked['number']}) + '\\n' + json.dumps({'action': 'once more'}), flush=True)\n"
    )
    with program(tmp_path, code) as talker:
        for number in range(3):
            assert talker.answer({"do": "choose", "number": number}) == str(number)
            while talker._lines.empty():
                time.sleep(0.01)


def test_a_program_that_gives_no_legal_action_forfeits_its_game_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "bad.py").write_text('import sys\nfor line in sys.stdin: print(\'{"action": "hm"}\', flush=True)')
    names = (f"program:{sys.executable} {tmp_path / 'bad.py'}", "random")
    block = Block("tuckbox.lab.programs:bout", SETTING, names, 3, 0, 2, {"orders": [[0, 1], [1, 0]]})
    low, high = WHIPLASH.utility
    assert block.run()["payoffs"].tolist() == [[[low, high]] * 2, [[high, low]] * 2]
    assert "gives no legal action: the answer holds no action" in caplog.text, "it is not the game that is stuck"


def test_patience_is_a_number_of_answers_and_of_seconds(tmp_path: Path) -> None:
    """The third answer would be an action: with two tries the game is forfeited, with three it is played."""
    (tmp_path / "slow.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['do'] == 'choose':\n"
        "        told = told + 1 if 'error' in asked else 1\n"
        "        print(json.dumps({'action': asked['legal'][0] if told == 3 else 'hm'}), flush=True)\n"
    )
    names, orders = (f"program:{sys.executable} {tmp_path / 'slow.py'}", "random"), [[0, 1]]
    played = []
    for patience in (Patience(tries=2), Patience()):
        block = Block("tuckbox.lab.programs:bout", SETTING, names, 3, 0, 1, {"orders": orders, **patience.more})
        with asked_of(block) as asked:
            played.append(play(block, asked, orders[0], 0))
    assert [game.forfeited for game in played] == [0, None]
    assert len(played[0].rows) in (0, 2), "it ends at the program's first decision"
    assert len(played[1].rows) > 2
    (tmp_path / "mute.py").write_text("import sys\nfor line in sys.stdin: pass")
    with pytest.raises(OptionError, match=r"longer than 0\.1 seconds"):
        arena(WHIPLASH, ["random", f"program:{sys.executable} {tmp_path / 'mute.py'}"], Threads(1), players=2, games=2,
              patience=Patience(seconds=0.1))  # fmt: skip


def test_a_program_that_never_stops_talking_holds_nobody_up(tmp_path: Path) -> None:
    with program(tmp_path, "import sys\nwhile True: sys.stdout.write('nonsense\\n' * 100)") as wordy:
        deadline = time.monotonic() + 30
        while wordy._lines.qsize() < MOST_UNREAD and time.monotonic() < deadline:
            time.sleep(0.01)
        assert wordy.answer({"do": "choose"}) == ""
        assert wordy._lines.qsize() <= MOST_UNREAD
    assert not any(thread.is_alive() for thread in wordy._threads)


def test_a_program_may_answer_in_prose_and_is_told_the_table_in_words(tmp_path: Path) -> None:
    (tmp_path / "wordy.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    if asked['do'] == 'choose':\n"
        "        assert asked['table'][0].startswith('# Whiplash') and asked['meanings']\n"
        "        print(json.dumps({'action': f\"Well, I choose {asked['legal'][0]}.\"}), flush=True)\n"
    )
    match = Match("whiplash", players=2, seed=1, dealer=0)
    with Program(f"{sys.executable} {tmp_path / 'wordy.py'}", SETTING, 1) as program:
        assert program.choose(match, 1) == match.actions(1)[0]


SETTING = Setting.of(WHIPLASH, 2, {})


@pytest.mark.parametrize("command", ["/no/such/program", "'", " "])
def test_a_program_that_is_not_there_is_refused(command: str) -> None:
    with pytest.raises(OptionError, match=r"does not start: [^[]"):
        Program(command, SETTING, 1)


def test_a_program_is_told_what_its_seat_sees_and_no_more() -> None:
    match = Match("whiplash", seed=7, dealer=0)
    mine, other = (seen(match.view(seat)) for seat in (1, 0))
    assert all(mine["hand"][1])
    assert mine["hand"][0] == [None] * 4
    assert other["hand"][1] == [None] * 4
    assert set(mine["stock"]) == {None}
    assert len(mine["discards"]) == 1
    assert json.loads(json.dumps(mine)) == mine
