"""A game anew from its files, or what is wrong with them; and a match that goes on by it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from tests.projects import Project
from tuckbox import Match
from tuckbox.author.carry import carried
from tuckbox.author.sources import Sources
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import Game, game
from tuckbox.errors import RulesError


@pytest.fixture(name="eights")
def _eights(project: Project) -> Game:
    return game(game_name(str(project.folder)))


def test_an_edited_file_is_seen_and_loaded(project: Project, eights: Game) -> None:
    sources, before = Sources(eights), eights.hash
    assert sources.changed == []
    project.edit("words.py", "ask[s] for", "want[s]")
    project.edit("rules.py", "EIGHT = 6", "EIGHT = 7")
    assert sources.changed == ["rules.py", "words.py"]
    fresh = sources.load()
    assert (fresh is eights, fresh.hash == before) == (False, False)
    assert "want[s]" in str(fresh.says["name {suit}"])
    assert sources.changed == []


@pytest.mark.parametrize("name", [".rules.py.swp", "rules.py~", ".idea/workspace.xml"])
def test_what_editors_write_beside_a_file_is_no_edit(eights: Game, name: str) -> None:
    sources = Sources(eights)
    beside = sources.folder / name
    beside.parent.mkdir(exist_ok=True)
    beside.write_text("not saved yet", "utf-8")
    assert sources.changed == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules.py", "def legal(", "def legal(=", r"invalid syntax \(rules.py, line \d+\)"),
        (
            "scene.py",
            '"""The table of Crazy Eights."""',
            "1 / 0",
            r"ZeroDivisionError: .* \(scene.py, line 1\)",
        ),
        ("__init__.py", "GAME = Game(", "GAME = dict(", "is no Game any more"),
        ("rules.py", "    suit = Small", "    suit = small", r"name 'small' is not defined.*\(rules.py, line \d+\)"),
    ],
)
def test_a_fault_is_told_with_its_line_and_the_old_game_stays(
    project: Project, eights: Game, file: str, old: str, new: str, said: str
) -> None:
    sources, match = Sources(eights), Match(eights, 2, seed=1)
    project.edit(file, old, new)
    with pytest.raises(RulesError, match=said):
        sources.load()
    match.play(match.legal()[0])
    assert Match(eights, 2, seed=1).legal()
    project.edit(file, new, old)
    assert sources.load().hash == eights.hash


def test_what_a_check_finds_counts_as_a_fault(project: Project, eights: Game) -> None:
    project.edit("scene.py", "    s = view.state\n    todo", "    s = view.stat\n    todo")
    with pytest.raises(RulesError, match=r"'View' object has no attribute 'stat' \(scene.py, line \d+\)"):
        Sources(eights).load(lambda fresh: fresh.scene(Match(fresh, 2, seed=1).view(0)))


def test_a_wrong_declaration_is_told_with_its_line(project: Project, eights: Game) -> None:
    sources = Sources(eights)
    project.edit("rules.py", "stock = Pile", "players = Pile")
    with pytest.raises(RulesError, match=r"'players' of the state has a name that is taken.*\(rules.py, line \d+\)"):
        sources.load()


def test_a_game_that_a_script_holds_too_is_loaded_anew(
    project: Project, eights: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder: Any = ModuleType("m")
    holder.held = eights
    monkeypatch.setitem(sys.modules, "m", holder)
    sources = Sources(eights)
    project.edit("scene.py", "Name a suit.", "Which suit?")
    assert sources.load() is not eights


def played(game: Game) -> Match:
    """A match some steps on."""
    match = Match(game, 2, seed=3)
    for _ in range(6):
        match.play(match.legal()[-1])
    return match


def test_a_match_goes_on_at_its_position(project: Project, eights: Game) -> None:
    sources, match = Sources(eights), played(eights)
    project.edit("scene.py", "Name a suit.", "Which suit?")
    fresh, misfit = carried(match, sources.load())
    assert misfit == ""
    assert (fresh.record().steps, fresh.legal()) == (match.record().steps, match.legal())


def test_a_match_with_too_few_players_for_the_game_as_it_is_now_is_dealt_anew(project: Project, eights: Game) -> None:
    sources, match = Sources(eights), played(eights)
    players = ", ".join(map(str, eights.players))
    project.edit("rules.py", f"players=({players})", f"players=({players.removeprefix('2, ')})")
    fresh, misfit = carried(match, sources.load())
    assert (fresh.players, misfit.endswith("dealt anew")) == (3, True)


def test_what_no_longer_fits_is_left_out_and_told(project: Project, eights: Game) -> None:
    sources, match = Sources(eights), played(eights)
    project.edit("rules.py", "return 0 if s.stock.n > 0 else NO_STOCK", "return NO_STOCK")
    project.edit(
        "rules.py", "    if s.stock.n > 0:\n        add(moves, DRAW)\n", "    if s.stock.n > 99:\n        add(moves, DRAW)\n"
    )
    fresh, misfit = carried(match, sources.load())
    first = next(number for number, step in enumerate(match.record().steps, 1) if step.endswith("draw"))
    assert misfit.startswith(f"step {first}, `")
    assert "there is no card left to draw" in misfit
    assert fresh.record().steps == match.record().steps[: first - 1]


def test_more_cards_than_the_deck_has_are_told_with_the_cure(project: Project) -> None:
    project.edit(
        "rules.py",
        "    shuffle(s.stock, rng)\n    for _ in range(7",
        "    push(s.stock, 3)\n    shuffle(s.stock, rng)\n    for _ in range(7",
    )
    project.edit("rules.py", "    next_seat,\n", "    next_seat,\n    push,\n")
    project.edit("rules.py", "stock = Pile(52)", "stock = Pile(53)")
    eights = game(game_name(str(project.folder)))
    with pytest.raises(RulesError, match=r"`setup` puts 2 of 2S into play, but the deck has 1: say how many.*copies="):
        Match(eights, 2, seed=1)
