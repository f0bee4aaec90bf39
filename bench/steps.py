"""CPU time of a move in the server by step: python bench/steps.py [--moves 600] [--games whiplash ...]

One table of four people, without sockets and without a database: what is chosen by chance is checked, carried out, made into
four views, drawn as four pages, and these are compared with the pages before. Microseconds of CPU: of each step the median
of all moves, and of all steps together the mean; the median push in bytes. What a move costs besides, sockets and journal,
`bench/server.py` has. Garbage is not collected meanwhile, as in the server.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict
from typing import Any

from table_load import FORMS

from tuckbox.definition.game import game as find
from tuckbox.server.garbage import freeze
from tuckbox.server.people import Person
from tuckbox.server.table import events as ev
from tuckbox.server.table.commands import Act
from tuckbox.server.table.decide import decide, start
from tuckbox.server.table.new_table import NewTable, TableRequest
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.table.state import TableState
from tuckbox.server.web.feeds import BROWSER

PEOPLE = [Person(f"{seat}" * 32, name) for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"))]
PRESENT = {person.id: 1 for person in PEOPLE}
STEPS = ("check", "play", "four views", "four pages", "four frames")


def begun(game: str) -> TableState:
    """A table at which the four have begun."""
    options = {name.removeprefix("option."): value for name, value in FORMS[game].items() if name != "players"}
    new = NewTable.requested(TableRequest(game, 4, options), PEOPLE[0], find, 0.0)
    for seat, person in enumerate(PEOPLE[1:], 1):
        new.seat(seat, person)
    new._add(start(new.state))
    return new.state


def chosen(state: TableState, presenter: Presenter, chance: random.Random) -> tuple[Person, Act] | ev.Event:
    """The next action of a person, or event that happens by itself; nobody calls."""
    assert state.match is not None
    if state.match.between:
        return ev.Dealt()
    if not state.undecided:
        return ev.Closed()
    person = PEOPLE[chance.choice(state.undecided)]
    model = presenter.view_model(person.id, PRESENT, 0)
    texts = [move.text for move in model.moves]
    return person, Act(model.version, chance.choice([text for text in texts if not text.startswith("call")] or texts))


def measure(game: str, moves: int, seed: int = 1) -> tuple[dict[str, list[float]], list[int]]:
    """The seconds of each step of a number of moves, or of the whole match if it is shorter; and the bytes of pushes."""
    state, chance, times = begun(game), random.Random(seed), defaultdict[str, list[float]](list)
    sizes = list[int]()
    presenter, shown = Presenter(state, Schedule(state)), dict[str, Any]()
    while len(times["play"]) < moves and state.stage == "playing":
        now, wish = float(len(times["play"])), chosen(state, presenter, chance)
        marks = [time.thread_time()]
        events = (wish,) if isinstance(wish, ev.Event) else decide(state, *wish, now)
        marks.append(time.thread_time())
        viewers = [viewer for event in events for viewer in state.apply(event, now)]
        presenter.forget(viewers)
        marks.append(time.thread_time())
        models = [presenter.view_model(person.id, PRESENT, 0) for person in PEOPLE]
        marks.append(time.thread_time())
        looks = [BROWSER.look(model) for model in models]
        marks.append(time.thread_time())
        for person, model, look in zip(PEOPLE, models, looks, strict=True):
            if look is not shown.get(person.id):
                frame = BROWSER.frame(model, shown.get(person.id), 1)
                sizes += [len(frame)] if frame and person.id in shown else []
                shown[person.id] = look
        marks.append(time.thread_time())
        for step, began, ended in zip(STEPS, marks, marks[1:], strict=False):
            times[step].append(ended - began)
    return times, sizes


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--games", nargs="+", choices=FORMS, default=list(FORMS))
    asked = parser.parse_args()
    freeze()
    print(f"| game | {' | '.join(STEPS)} | all, mean | median push |\n| --- {'| ---: ' * (len(STEPS) + 2)}|")
    for game in asked.games:
        measure(game, asked.moves // 4, seed=2)  # what is kept is kept
        times, sizes = measure(game, asked.moves)
        told = [f"{1e6 * statistics.median(times[step]):,.0f}" for step in STEPS]
        mean = sum(map(sum, times.values())) / len(times["play"])
        print(f"| {game} | {' | '.join(told)} | {1e6 * mean:,.0f} | {statistics.median(sizes):,.0f} |", flush=True)


if __name__ == "__main__":
    main()
