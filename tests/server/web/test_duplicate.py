"""Two matches on the same deal: the form, the waiting room, the result between them, and the page of both."""

from __future__ import annotations

import random

from tests.server.web.site import Program, Site

TERMS = {"game": "whiplash", "private": "1", "pace": "none", "offer": "", "option.match": "hands", "option.hands": "1"}


def play(table: str, *programs: Program) -> None:
    """Play a match to its end."""
    chance = random.Random(1)
    while any(program.step(table, chance) for program in programs):
        pass


def test_a_form_asks_for_it_and_the_waiting_room_tells_the_terms(site: Site) -> None:
    ann = site.browser("Ann")
    assert 'name="twice"' in ann.get("/new?game=whiplash").text
    table = ann.post("/tables", {**TERMS, "players": "2", "twice": "1"}).headers["location"]
    assert "This match is played twice" in ann.get(table).text
    answer = ann.post("/tables", {**TERMS, "players": "3", "twice": "1"})
    assert (answer.status_code, "A match of two can be played twice" in answer.text) == (400, True)


def test_both_matches_have_a_page_when_the_second_is_over_and_nothing_is_open_before(site: Site) -> None:
    ann, bo, looker = site.program("Ann"), site.program("Bo"), site.stranger()
    first = site.seated(ann, bo, options={"match": "hands", "hands": 1, "turn_cap": 40}, twice=True)
    play(first, ann, bo)
    while (second := (seen := ann.look(first))["rematch"]) is None:  # it begins by itself
        pass
    assert seen["twice"] == {"followed": True, "first": "", "scores": None}
    page = looker.get(f"/tables/{first}").text
    assert f'href="/tables/{second}"' in page
    assert "/replay" not in page
    closed = [
        f"/tables/{first}/{word}" for word in ("replay", "record", "review", "replay?step=1", "both", "replay/picture.png")
    ]
    assert {looker.get(path).status_code for path in (*closed, f"/tables/{second}/both")} == {409}
    assert {ann.get(f"/api/tables/{first}/{word}").status_code for word in ("review", "review?seat=1")} == {409}
    assert ann.look(second)["seat"] == 1
    play(second, ann, bo)
    assert {looker.get(path).status_code for path in closed[:2]} == {200}
    assert f'href="/tables/{second}/both"' in looker.get(f"/tables/{second}").text
    told = looker.get(f"/tables/{second}/both?seat=1").text
    assert "Luck and skill of Ann" in told
    assert told.count("Have the coach review") == 2
    for table, seat in ((first, 0), (second, 1)):
        assert f"/tables/{table}/review?seat={seat}" in told
        while 'id="thinking"' in looker.get(f"/tables/{table}/review?seat={seat}").text:
            pass
    told = looker.get(f"/tables/{second}/both?seat=1").text
    assert "Have the coach review" not in told
    assert "Both matches together:" in told
