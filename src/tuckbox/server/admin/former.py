"""Draws finished matches by the rules that made them: run by the Python of a former version of Tuckbox, from 0.1.0 on.

It is given lines of JSON, ``{"id": ..., "at": ..., "events": [[AT, DATA], ...]}``, and answers each with the frames, places
and record of an archive (`tuckbox.server.table.archive`), or with ``{"failed": WHY}``. It stands alone: of this version it
loads the file that is its argument, `tuckbox.scene.data`, and nothing else.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import replace
from typing import Any


def drawn(asked: dict[str, Any], to_data: Any) -> dict[str, Any]:
    """The archive of a match, as data."""
    from tuckbox.definition.game import game as find_game  # type: ignore[attr-defined,unused-ignore]
    from tuckbox.match.match import Match
    from tuckbox.server.table.events import read_event

    try:
        from tuckbox.server.table.state import TableState as State
    except ImportError:
        from tuckbox.server.table.course import Course as State  # type: ignore[import-not-found,import-untyped,no-redef,unused-ignore]

    events: list[tuple[float, Any]] = [(at, read_event(data)) for at, data in asked["events"]]
    opened = events[0][1]
    game = find_game(opened.game)
    if opened.rules != game.hash:
        raise ValueError("these are not the rules that made it")
    state = State(asked["id"], game, opened, events[0][0])
    for at, event in events[1:]:
        state.apply(event, at)
    if state.match is None or not state.match.done:
        raise ValueError("the match is not over")
    record = state.match.record()
    seats = tuple(replace(seat, name=f"\u27e6{number}\u27e7") for number, seat in enumerate(record.seats))
    match = Match.from_record(replace(record, seats=seats), game)
    told: dict[int, list[str]] = {}
    for step, line in match.open_lines(match.steps * 1000):
        told.setdefault(step, []).append(line)
    scenes = [to_data(game.scene(match.open_view(step))) for step in range(1, match.steps + 1)]
    frames = [[scene, told.get(step, [])] for step, scene in enumerate(scenes, 1)]
    return {"frames": frames, "places": list(match.places or ()), "record": str(match.record())}


def main() -> None:
    """Answer what is asked."""
    spec = importlib.util.spec_from_file_location("data_of_scenes", sys.argv[1])
    assert spec is not None
    assert spec.loader is not None
    data = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(data)
    for line in sys.stdin:
        try:
            answer = drawn(json.loads(line), data.to_data)
        except Exception as error:  # whatever it is, the match is kept in part
            answer = {"failed": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
