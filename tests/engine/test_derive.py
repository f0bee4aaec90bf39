"""The rules no game has to write: renewal between games of a series, the pack in play, defaults of optional rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.engine.walks import walk
from tests.toys import nim
from tests.toys.bluff import GAME as BLUFF
from tests.toys.bluff import rules as bluff
from tests.toys.jumble import GAME as JUMBLE
from tests.toys.sets import GAME as SETS
from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.games.whiplash import GAME as WHIPLASH
from tuckbox.kit.chance import Fast
from tuckbox.kit.fields import ALL, CHOSEN, NOBODY, OWNER
from tuckbox.view.view import cells, zones


@pytest.mark.parametrize("game", [BLUFF, WHIPLASH, JUMBLE, SETS], ids=lambda game: game.name)
def test_a_new_game_keeps_what_is_kept_and_nothing_else(game: Game) -> None:
    """After a whole game the next begins as a first one would, but for the kept fields."""
    rules = engine(game, "plain").rules
    *_, last = walk(game, 3, game.players[-1])
    rules.after(last)
    fresh: Any = game.blank(last.players)
    for name, kind in game.layout.fields.items():
        if kind.lives_on:
            setattr(fresh, name, getattr(last.copy(), name))
    for state in (last, fresh):
        rules.begin(state, Fast(4))
    assert record_bytes(game, last) == record_bytes(game, fresh)


def test_kept_zones_are_marked_from_the_first_game_on_and_keep_their_cards() -> None:
    states = [state for state in walk(SETS, 2, 3, games=3) if state.step == 0 or state.over]
    assert len(states) == 6
    assert all([zone.seen for zone in state.album] == [1, 2, 4] for state in states)
    albums = [[zone.cards for zone in state.album] for state in states]
    assert albums[0] == [0, 0, 0] != albums[1] == albums[2]
    assert albums[3] == albums[4]


@pytest.mark.parametrize("game", [BLUFF, WHIPLASH, JUMBLE, SETS], ids=lambda game: game.name)
def test_the_pack_is_what_lies_in_the_zones_after_the_deal(game: Game) -> None:
    state = next(walk(game, 1, game.players[0]))
    dealt = [0] * len(game.layout.deck)
    for cell in cells(game, state):
        dealt[cell & 255] += 1
    assert state.pack == dealt
    assert sum(dealt) == sum(game.layout.deck.copies)


def test_a_smaller_pack_in_play_is_counted_as_it_is() -> None:
    state = next(walk(WHIPLASH, 1, 2, ranks=7))
    assert state.pack == [0] * 24 + [1] * 28


@pytest.mark.parametrize("game", [BLUFF, WHIPLASH, JUMBLE, SETS], ids=lambda game: game.name)
def test_zones_mark_arrivals_as_they_were_declared(game: Game) -> None:
    state: Any = game.blank(game.players[-1])
    engine(game, "plain").rules.renew(state)
    marks: dict[str, set[int]] = {}
    for kind, zone in zones(game, state):
        marks.setdefault(kind.seen, set()).add(zone.seen)
    owners = {1 << seat for seat in range(game.layout.seats)}
    assert all(seen == {NOBODY: {0}, CHOSEN: {0}, ALL: {255}, OWNER: owners}[who] for who, seen in marks.items())


def test_rules_a_game_does_not_bring_have_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    game = nim.game(nim.write(tmp_path, "defaults"))
    assert game.brings == {"legal"}
    state: Any = game.blank()
    for mode in ("plain", "native"):
        e = engine(game, mode)
        states, _ = e.states(state)
        s = states[0]
        e.rules.begin(s, e.rngs(1)[0])
        assert e.rules.possible(s)
        assert (e.rules.prefer(s, 0), e.rules.value(s, 0), e.rules.refuse(s, 0)) == (1, 0.0, 0)
        assert e.rules.event(s, 0) == -1
        assert not e.rules.continues(s)
        for action in (1, 1, 1, 0):
            e.rules.apply(s, action, e.rngs(1)[0])
        e.rules.after(s)
        end = e.get(states, 0)
        assert (end.done, list(end.payoff), list(end.place)) == (1, [0, 1], [2, 1])


def test_rules_a_game_brings_are_its_own() -> None:
    assert BLUFF.brings == {"after", "legal", "prefer", "value"}
    assert engine(BLUFF, "plain").rules.value is bluff.value
