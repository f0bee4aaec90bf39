"""Search: the same in both modes, bounded in memory, at home in response windows, blind to what its seat cannot see."""

# mypy: allow-untyped-calls

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.engine.walks import blinded, legal, redealt, stepped, walk
from tests.toys import nim
from tests.toys.bluff import GAME as BLUFF
from tests.toys.bluff import rules as bluff
from tests.toys.bluff.positions import apply, position
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.kit import show_to
from tuckbox.kit.chance import Fast

EXPLORE, LONGEST = 1.5, 10_000


@dataclass(frozen=True)
class Thought:
    """What a search has come to: the move, how many iterations counted, its edges, where its chance stands."""

    move: int
    counted: int
    grown: int
    edges: tuple[tuple[int, int, float], ...]
    chance: int


def think(
    game: Game, state: Any, mode: str = "native", iterations: int = 100, size: int = 1 << 12, seed: int = 1
) -> Thought:
    """Search for the seat whose turn it is."""
    e = engine(game, mode)
    work = e.workspace(game.blank(state.players), (seed,), size)
    states, tree = work.states, work.tree
    rngs: Any = work.rngs
    scratches: Any = work.scratches
    e.put(states, e.playout.ROOT, blinded(game, state, state.turn))
    low, high = game.utility
    e.policies.forget(tree, scratches)
    counted = e.call(e.search.grow, work, state.turn, iterations, low, high, EXPLORE, True, LONGEST)
    e.put(states, e.playout.WORLD, redealt(game, state, state.turn, Fast(seed)))
    move = int(e.search.most_visited(states, tree, scratches, state.turn))
    if e.is_native:
        edges = [(int(x["visits"]), int(x["available"]), float(x["worth"])) for x in tree if x["key"]]
        return Thought(move, int(counted), int(scratches["edges"][0]), tuple(sorted(edges)), int(rngs["s"][0]))
    edges = [(x.visits, x.available, x.worth) for x in tree if x.key]
    return Thought(move, counted, scratches[0].edges, tuple(sorted(edges)), rngs[0].s)


def decisions(game: Game, players: int, seed: int = 5, **options: Any) -> list[Any]:
    """A few positions with a choice from a game."""
    states = (s for s in walk(game, seed, players, **options) if not s.over and len(legal(game, s)) > 1)
    return list(islice(states, 1, 40, 9))


@pytest.mark.parametrize(("game", "players"), [(g, p) for g in (WHIPLASH, BLUFF) for p in (2, 3, 4)])
def test_both_modes_think_alike_to_the_last_edge(game: Game, players: int) -> None:
    for state in decisions(game, players)[:2]:
        native = think(game, state)
        assert native == think(game, state, "plain")
        assert native == think(game, state)
        assert native.move in legal(game, state)
        assert native.counted == 100
        assert len(native.edges) == native.grown <= 100
        assert all(1 <= visits <= available <= 100 for visits, available, _ in native.edges)
        assert native.chance != think(game, state, seed=2).chance


@pytest.mark.parametrize(("game", "players"), [(WHIPLASH, 3), (BLUFF, 4)])
def test_a_full_tree_grows_no_further_and_search_goes_on(game: Game, players: int) -> None:
    state = decisions(game, players)[1]
    for mode, iterations in (("native", 3000), ("plain", 100)):
        thought = think(game, state, mode, iterations, size=64)
        assert (thought.counted, thought.grown, len(thought.edges)) == (iterations, 48, 48)
        assert thought.move in legal(game, state)
    assert think(game, state, iterations=3000).grown > 1000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_windows_search_gives_answers_that_its_seat_may_give(players: int) -> None:
    asked = 0
    for seed in range(4):
        for state in walk(BLUFF, seed, players, rounds=4):
            if not state.over and state.window.depth > 0 and len(legal(BLUFF, state)) > 1:
                thought = think(BLUFF, state, iterations=40)
                assert thought.move in legal(BLUFF, state)
                assert thought.counted == 40
                asked += 1
    assert asked > 4


def test_search_thinks_the_same_in_every_world_that_looks_the_same() -> None:
    for game in (WHIPLASH, BLUFF):
        for number, state in enumerate(decisions(game, 3)):
            world = redealt(game, state, state.turn, Fast(number))
            assert think(game, world) == think(game, state)


def bluffed(load: str, players: int = 2) -> Any:
    """Seat 0 has loaded a card in the last round but for one turn; seat 1, admitted to its stack, is asked."""
    state = position("TTSS", *["WTG"] * (players - 1))
    state.rounds, state.turns = 2, 2
    show_to(state.stack[0], 1)
    apply(state, load)
    return state


def test_search_calls_a_bluff_it_sees_and_no_truth() -> None:
    assert think(BLUFF, bluffed("load silk as tea"), iterations=400).move == bluff.CALL + bluff.WRIT
    assert think(BLUFF, bluffed("load tea as silk"), iterations=400).move == bluff.CALL + bluff.WRIT
    assert think(BLUFF, bluffed("load silk as silk"), iterations=400).move == bluff.LET


def keys_after(state: Any, action: int, searcher: int) -> list[int]:
    """The place in each seat's tree after an action."""
    plain = engine(BLUFF, "plain")
    states, words = plain.states(state)
    scratches, actor = plain.scratches(), state.turn
    scratches[0].key[:] = [seat + 1 for seat in range(6)]
    plain.put(states, plain.playout.WORLD, stepped(BLUFF, state, action, Fast(1)))
    plain.search.follow(states, words, scratches[0], searcher, actor, action)
    keys: list[int] = scratches[0].key[: state.players]
    return keys


def test_rivals_know_an_action_by_what_they_see_of_it() -> None:
    """A tea and a silk loaded as the same good have one back: only the loader's tree and that of a seat that sees the
    stack tell them apart."""
    state = position("TSGX", "WTX", "WTG", "TX")
    show_to(state.stack[0], 2)
    action = {text: BLUFF.actions.code(text) for text in ("load tea as tea", "load silk as tea", "load tea as silk", "rest")}
    for searcher in range(4):
        tea, silk, other, rest = (keys_after(state, code, searcher) for code in action.values())
        same = [tea[seat] == silk[seat] for seat in range(4)]
        assert same == [False, True, searcher != 2, True]
        for seat in range(4):
            assert len({tea[seat], other[seat], rest[seat]}) == 3


def test_a_rival_has_one_tree_for_all_hands_it_may_hold() -> None:
    """So it cannot play by what it holds in one world and would not know in another."""
    worlds = [position("TSGX", *hands) for hands in (("WTX", "WTG"), ("SSX", "WSG"))]
    keys = [keys_after(world, BLUFF.actions.code("load tea as tea"), 0) for world in worlds]
    assert keys[0] == keys[1]
    drawn = [keys_after(world, BLUFF.actions.code("rest"), 1) for world in worlds]
    assert drawn[0][0] == drawn[1][0]
    assert drawn[0][1] != drawn[1][1]  # the searcher sees its own hand


@pytest.fixture
def heap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes Nim with some rules added."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda name, more="", rules=nim.NIM: nim.game(nim.write(tmp_path, name, rules + more))


def test_search_finds_the_winning_move_of_nim(heap: Any) -> None:
    game = heap("heap")
    for left, best in [(4, 0), (5, 1), (7, 0)]:
        state = game.blank()
        state.left = left
        assert think(game, state, "plain", iterations=300).move == best


def begun(game: Any, left: int) -> tuple[Any, Any]:
    """The plain engine, and a search of the first seat that begins where so much is left of a heap."""
    state = game.blank()
    state.left = left
    e = engine(game, "plain")
    work = e.workspace(state, (1,), 64)
    e.put(work.states, e.playout.ROOT, state)
    return e, work


def test_worlds_that_cannot_be_are_not_counted(heap: Any) -> None:
    game = heap("never", "\n\n@rule\ndef possible(s):\n    return s.left != 7\n")
    for left, counted in [(7, 0), (6, 20)]:
        e, work = begun(game, left)
        assert e.search.grow(work, 0, 20, 0.0, 1.0, EXPLORE, True, 100) == counted


def test_a_playout_cut_short_is_judged_by_value(heap: Any) -> None:
    game = heap("judged", "\n\n@rule\ndef value(s, seat):\n    return 0.75 if seat == 0 else 0.25\n")
    e, work = begun(game, 7)
    assert e.search.grow(work, 0, 1, 0.0, 1.0, EXPLORE, False, 1) == 1
    assert [edge.worth for edge in work.tree if edge.key] == [0.75]


def test_a_search_comes_to_an_end_where_nobody_has_a_choice_any_more(heap: Any) -> None:
    """Decisions that leave no choice lie on no edge, so that a path of them alone would never be long enough."""
    passing = nim.NIM.replace("    s.left -= WORTH[action - TAKE]\n", "    s.left -= s.left > 1\n")
    game = heap("passing", rules=passing)
    e, work = begun(game, 3)
    assert e.search.grow(work, 0, 3, 0.0, 1.0, EXPLORE, True, 20) == 3
    assert e.playout.FARTHEST == 10_000
