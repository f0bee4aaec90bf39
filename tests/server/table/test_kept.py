"""What is kept of views and pages: it never shows anything but what would be made from nothing."""

from __future__ import annotations

import gc
import random
import sys
from functools import _lru_cache_wrapper, cache
from typing import Any

import pytest

from tuckbox.definition.game import game as find
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table.commands import Act
from tuckbox.server.table.decide import decide, start
from tuckbox.server.table.new_table import NewTable, TableRequest
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.state import TableState
from tuckbox.server.table.view_model import ViewModel
from tuckbox.server.web.feeds import BROWSER, IN_WORDS
from tuckbox.server.web.serialize import model_data

PEOPLE = [Person(f"{seat}" * 32, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]
PRESENT = {person.id: 1 for person in PEOPLE}
VIEWERS = (*(person.id for person in PEOPLE), None)
KEEPERS = ("tuckbox.scene", "tuckbox.games", "tuckbox.view", "tuckbox.match", "tuckbox.server.html", "tuckbox.server.table")


def begun(game: str, seed: int) -> TableState:
    """A table at which four have begun."""
    new = NewTable.requested(TableRequest(game, 4), PEOPLE[0], find, 0.0)
    for seat, person in enumerate(PEOPLE[1:], 1):
        new.seat(seat, person)
    new._add(start(new.state))
    return new.state


@cache
def keepers(modules: tuple[str, ...]) -> list[_lru_cache_wrapper[Any]]:
    """Whatever keeps something of what is drawn, in these modules; looked for again only where others have come."""
    found = (each for each in gc.get_objects() if type(each) is _lru_cache_wrapper)
    return [each for each in found if str(getattr(each, "__module__", "")).startswith(KEEPERS)]


def forget_all() -> None:
    """Empty whatever keeps something of what is drawn."""
    found = keepers(tuple(name for name in sys.modules if name.startswith(KEEPERS)))
    assert len(found) > 20, "the collector does not show what has been frozen"
    for kept in found:
        kept.cache_clear()


def happened(state: TableState, presenter: Presenter, chance: random.Random) -> tuple[ev.Event, ...]:
    """What somebody does next, by chance, or what happens by itself."""
    assert state.match is not None
    if state.match.between:
        return (ev.Dealt(),)
    if not state.undecided:
        return (ev.Closed(),)
    person = PEOPLE[chance.choice(state.undecided)]
    model = presenter.view_model(person.id, PRESENT, 0)
    return decide(state, person, Act(model.version, chance.choice(model.moves).text), 0.0)


def shown(model: ViewModel) -> dict[str, Any]:
    """All that is made of a view model."""
    return {"page": BROWSER.look(model).html, "words": IN_WORDS.look(model).html, "data": model_data(model)}


@pytest.mark.parametrize("game", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_is_kept_is_what_would_be_made_from_nothing(game: str, seed: int) -> None:
    state, chance = begun(game, seed), random.Random(seed)
    presenter = Presenter(state, Schedule(state))
    for step in range(160):
        if state.stage != "playing":
            break
        for event in happened(state, presenter, chance):
            presenter.forget(state.apply(event, float(step)))
        kept = {viewer: shown(presenter.view_model(viewer, PRESENT, 0)) for viewer in VIEWERS}
        if step % 8 == 7:
            for viewer in VIEWERS:
                forget_all()
                anew = shown(Presenter(state, Schedule(state)).view_model(viewer, PRESENT, 0))
                assert kept[viewer] == anew, f"{viewer} after {step + 1} steps"
