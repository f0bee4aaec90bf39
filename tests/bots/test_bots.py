"""Bots: honest, reproducible, and each level worth its name."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from tuckbox_eights import GAME as EIGHTS

from tuckbox import Match, OptionError, UnknownGame
from tuckbox.bots import bots
from tuckbox.bots.bots import Bot, Policy, make_bot
from tuckbox.bots.ready import build
from tuckbox.engine.engine import Engine, engine
from tuckbox.errors import RulesError
from tuckbox.lab.simulate import simulate
from tuckbox.view.view import View


def playing(view: View, name: str, seed: int = 1, mode: str = "native") -> int:
    """What a new bot chooses."""
    return Bot(Policy.parse(name), view.game, seed, mode).choose(view)


@pytest.mark.parametrize("name", ["random", "greedy", "search:easy", "search:200", "search:20ms"])
def test_bots_play_whole_matches_legally(name: str) -> None:
    match = Match("whiplash", players=3, seed=2, match="hands", hands=2)
    bots = [make_bot(name, match.game, seed) for seed in range(3)]
    for _ in range(2_000):
        if match.done:
            break
        if match.between:
            match.deal()
            continue
        turn = match.turn
        assert turn is not None
        match.play(bots[turn].choose(match.view(turn)))
    assert match.done


@pytest.mark.parametrize("name", ["random", "greedy", "search:300"])
def test_the_same_seed_and_view_give_the_same_action_plain_and_native(name: str) -> None:
    match = Match("whiplash", seed=2, dealer=0)
    for _ in range(6):
        turn = match.turn
        assert turn is not None
        view = match.view(turn)
        chosen = playing(view, name)
        assert chosen == playing(view, name) == playing(view, name, mode="plain")
        match.play(chosen)


def test_a_random_bot_needs_no_other_policy_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("whiplash", seed=2, dealer=0)
    monkeypatch.setattr(engine(match.game, "plain").policies, "decide_at_once", None)
    assert match.turn is not None
    view = match.view(match.turn)
    assert playing(view, "random", mode="plain") in view.legal
    with pytest.raises(RulesError):
        playing(view, "greedy", mode="plain")


@pytest.mark.parametrize("name", ["random", "greedy", "search:300"])
def test_a_bot_decides_alike_in_all_worlds_its_seat_cannot_tell_apart(name: str) -> None:
    from tuckbox.kit.chance import Fast

    match = Match("whiplash", seed=2, dealer=0)
    chance = Fast(5)
    for _ in range(8):
        turn = match.turn
        assert turn is not None
        view = match.view(turn)
        original = match._state
        match._state = view.redeal(chance)
        other = match.view(turn)
        match._state = original
        assert playing(view, name) == playing(other, name)
        match.play(playing(view, "greedy"))


def test_search_thinks_of_every_legal_action() -> None:
    match = Match("whiplash", seed=2, dealer=0)
    match.play("draw stock")
    bot = make_bot("search:500", match.game)
    chosen = bot.choose(match.view(1))
    assert [thought.action for thought in bot.thoughts] == list(match.actions())
    assert max(bot.thoughts, key=lambda thought: thought.visits).action == chosen
    assert sum(thought.visits for thought in bot.thoughts) <= 500


def test_a_search_stops_when_the_time_is_up() -> None:
    match = Match("whiplash", seed=2, dealer=0)
    match.play("draw stock")
    view = match.view(1)
    whole, bounded, hasty = (make_bot("search:500", match.game, seed=4) for _ in range(3))
    assert bounded.choose(view, 600.0) == whole.choose(view)
    assert bounded.thoughts == whole.thoughts
    assert hasty.choose(view, 0.0) in view.legal
    assert 0 < sum(thought.visits for thought in hasty.thoughts) < 500


@pytest.mark.parametrize(("name", "seconds"), [("search:60000ms", 5.0), ("search:5000ms", 60.0), ("search:5000ms", None)])
def test_a_timed_search_stops_after_its_own_time_or_that_of_whoever_waits(
    name: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by a second whenever it is looked at."""
    ticks = count()
    monkeypatch.setattr(bots, "time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    match = Match("whiplash", seed=2, dealer=0)
    match.play("draw stock")
    bot = make_bot(name, match.game)
    bot.choose(match.view(1), seconds)
    assert 5 <= next(ticks) <= 8
    assert any(thought.visits for thought in bot.thoughts)


@pytest.mark.parametrize("name", ["", "clever", "search:0", "search:-1", "search:1e9", "search:hardest", "greedy:2"])
def test_unknown_bots_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="there is no bot"):
        Policy.parse(name)


@pytest.mark.parametrize("file", ["~nobody-of-this-name/net.txt", "net\0.txt", "n" * 300, "."])
def test_a_bot_of_a_file_that_cannot_be_is_refused(file: str) -> None:
    with pytest.raises(OptionError, match="there are no weights in"):
        Policy.parse(f"learned:{file}")


def test_a_bot_refuses_to_decide_for_who_is_not_asked() -> None:
    match = Match("whiplash", seed=2, dealer=0)
    with pytest.raises(OptionError):
        make_bot("random", match.game).choose(match.view(0))


def test_a_bot_refuses_to_choose_in_another_game() -> None:
    match = Match("keywhiz", seed=1)
    with pytest.raises(OptionError, match="a bot that plays Whiplash does not choose in Key Whiz"):
        make_bot("greedy", "whiplash").choose(match.view(match.waiting[0]))


def test_a_bot_chooses_by_a_view() -> None:
    match = Match("whiplash", seed=2)
    with pytest.raises(OptionError, match=r"by what its seat sees, such as match\.view"):
        make_bot("random", "whiplash").choose(match)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["x", 1.5, None, -1, 1 << 64, True])
def test_a_bot_with_a_seed_that_is_none_is_refused_when_it_is_made(seed: Any) -> None:
    with pytest.raises(OptionError, match=f"a seed is a whole number .* not {seed!r}"):
        make_bot("greedy", EIGHTS, seed)


def test_a_bot_is_made_for_a_game_by_its_name() -> None:
    assert make_bot("greedy", "whiplash").game is Match("whiplash").game
    with pytest.raises(UnknownGame, match="by its name, or itself, not as 7"):
        make_bot("greedy", 7)  # type: ignore[arg-type]


def test_greedy_beats_random() -> None:
    match = Match("whiplash", seed=1)
    report = simulate(match.game, ["greedy", "random"], games=4_000, seed=1, rotate=True)
    assert report.form.bots[0].low > 0.9


@pytest.mark.slow
def test_search_beats_greedy() -> None:
    match = Match("whiplash", seed=1)
    report = simulate(match.game, ["search:1000", "greedy"], games=400, seed=1, rotate=True)
    first, second = report.form.bots
    assert first.low > 0.5 > second.high


@pytest.mark.parametrize("name", ["random", "greedy", "search:easy", "search:40ms"])
def test_getting_ready_runs_all_that_a_bot_runs_where_people_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called: set[str] = set()
    call = Engine.call

    def noted(engine: Engine, function: Any, *arguments: Any) -> Any:
        called.add(function.__name__)
        return call(engine, function, *arguments)

    monkeypatch.setattr(Engine, "call", noted)
    match = Match("whiplash", seed=2, dealer=0)
    view = match.view(match.turn)
    called.clear()
    Bot(Policy.parse(name), view.game, mode="plain").choose(view, 0.1)
    needed = set(called)
    called.clear()
    build(view.game, Policy.parse(name), mode="plain")
    assert needed
    assert needed <= called


def test_where_no_world_is_possible_a_search_plays_by_prefer_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules = engine(EIGHTS, "plain")
    for module in (rules.sampling,):
        monkeypatch.setattr(module, "redeal", lambda s, rng, pool: False)
    match, bot = Match(EIGHTS, seed=3), Bot(Policy.parse("search:20"), EIGHTS, mode="plain")
    others = 0
    for _ in range(6):
        view = match.view(match.waiting[0])
        weights = {action: rules.rules.prefer(match.state, action) for action in view.legal}
        chosen = bot.choose(view)
        assert weights[chosen] == max(weights.values())
        others += chosen != view.legal[0]
        match.play(chosen)
    assert others
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "no world" in caplog.text
