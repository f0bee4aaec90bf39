"""Sockets: what goes out, what is refused, and that nobody learns more than they may."""

from __future__ import annotations

import contextlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, Never

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.server.web.site import FREE, Program, Site, Wire, open_site
from tuckbox.server.html.fragments import Fragment
from tuckbox.server.html.table import table_fragment
from tuckbox.server.settings import Limits, Rate
from tuckbox.server.table.view_model import ViewModel


@pytest.fixture(name="pair")
def _pair(site: Site) -> tuple[Program, Program]:
    return site.program("Ann"), site.program("Bo")


def deny(line: Wire, secret: str) -> Never:
    """Read until the line is closed; no frame holds the secret."""
    while True:
        assert secret not in line.raw()


def until(line: Wire, key: str, value: object) -> dict[str, Any]:
    """Read on to the frame that shows this."""
    while (frame := line.read()).get(key) != value:
        pass
    return frame


def test_a_browser_gets_the_part_of_the_page_that_changes(site: Site) -> None:
    ann = site.browser("Ann")
    form = {"game": "whiplash", "players": "2", "private": "1"}
    table = ann.post("/tables", form).headers["location"].removeprefix("/tables/")
    with ann.socket(table) as line:
        first = line.read()
        assert set(first) == {"n", "html", "version", "assets"}
        line.send("chat", text="well")
        second = line.read()
        assert "html" not in second
        assert second["n"] == first["n"] + 1
        assert set(second["parts"]) == {"chat"}
        line.send("chat", text="met")
        third = line.read()
        assert third["rows"] == {"said": [[1, 0, "<li id='c1'><b>Ann</b> <span dir='auto'>met</span></li>"]]}
        assert set(third) == {"n", "version", "rows"}
        both = '<span dir="auto">well</span></li><li id="c1"><b>Ann</b> <span dir="auto">met</span>'
        assert both in ann.get(f"/tables/{table}").text
    with ann.socket(table) as line:
        again = line.read()
        assert again["n"] == 1
        assert again["html"] in ann.get(f"/tables/{table}").text


def test_a_program_sits_down_and_plays_to_the_end(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = ann.open(players=2, options={"match": "single", "turn_cap": 40})
    chance = random.Random(1)
    with bo.socket(table) as line:
        assert line.read()["seat"] is None
        line.send("sit", seat=1)
        until(line, "seat", 1)
        ann.do(table, "start")
        frame = until(line, "stage", "playing")
        while frame["stage"] != "finished":
            if frame["legal"]:
                actions = [move["action"] for move in frame["legal"]]
                calls = [action for action in actions if action.startswith("call")]
                line.send("act", version=frame["version"], action=chance.choice(calls or actions))
            else:
                ann.step(table, chance)
            frame = line.read()
    assert {seat["place"] for seat in frame["seats"]} in ({1, 2}, {1})  # a match may be drawn


def test_two_tabs_on_one_seat_see_the_same(site: Site, pair: tuple[Program, Program]) -> None:
    ann, _ = pair
    table = site.seated(*pair)
    with ann.socket(table) as one, ann.socket(table) as other:
        assert until(one, "version", ann.look(table)["version"]) == other.read()


def test_who_sees_the_same_shares_what_is_made_of_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def body(model: ViewModel, worded: bool) -> Fragment:
        nonlocal made
        made += model.seat is None and bool(model.chat.lines)
        return table_fragment(model, worded)

    monkeypatch.setattr("tuckbox.server.web.feeds.table_fragment", body)
    ann = site.program("Ann")
    table = ann.open()
    with contextlib.ExitStack() as lines:
        watching = [lines.enter_context(site.stranger().socket(table)) for _ in range(3)]
        ann.do(table, "chat", text="Look here")
        for line in watching:
            while "Look here" not in line.raw():
                pass
        assert made == 1


def test_a_reconnect_at_any_step_sees_what_one_sees_who_stayed(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table, chance = site.seated(*pair, options={"ranks": 3}), random.Random(2)
    with ann.socket(table) as stayed:
        for _ in range(12):
            assert ann.step(table, chance) or bo.step(table, chance)
            newest = until(stayed, "version", ann.look(table)["version"])
            with ann.socket(table) as again:
                assert again.read() == newest


def test_a_double_click_plays_once(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = site.seated(*pair)
    mover = ann if ann.look(table)["legal"] else bo
    with mover.socket(table) as line:
        frame = line.read()
        for _ in range(2):
            line.send("act", version=frame["version"], action="draw stock")
        assert line.refused() == "stale"
    assert mover.look(table)["version"] == frame["version"] + 1


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "malformed"),
        ("{", "malformed"),
        ("[]", "malformed"),
        ('{"do": "fly"}', "malformed"),
        ('{"do": "act", "version": -1, "action": "x"}', "malformed"),
        ('{"do": "act", "version": 0, "action": "x", "seat": 1}', "malformed"),
        ('{"do": "chat", "text": "' + "x" * 401 + '"}', "malformed"),
        ('{"do": "chat", "text": "' + "x" * 3000 + '"}', "too long"),
        ('{"do": "sit", "seat": 8}', "malformed"),
        ('{"do": "sit", "seat": 7}', "no seat"),
        ('{"do": "start"}', "started"),
        ('{"do": "rematch"}', "not over"),
        ('{"do": "act", "version": 999, "action": "draw stock"}', "stale"),
        ('{"do": "bot", "seat": 1, "level": "easy"}', "started"),
        ("[" * 1900, "malformed"),
    ],
)
def test_what_is_refused_changes_nothing(site: Site, pair: tuple[Program, Program], message: str, code: str) -> None:
    ann, bo = pair
    table = site.seated(*pair)
    before = ann.look(table), bo.look(table)
    with ann.socket(table) as line:
        line.raw()
        line.session.send_text(message)
        assert line.refused() == code
        line.session.send_bytes(message.encode())
        assert line.refused() == code
    assert (ann.look(table), bo.look(table)) == before


def test_a_page_is_told_in_a_sentence_why_something_is_refused(site: Site) -> None:
    ann = site.browser("Ann")
    with ann.socket(ann.plays_bots("whiplash")) as line:
        line.send("act", version=999, action="draw stock")
        while "error" not in (frame := line.read()):
            pass
    assert frame["message"] == "Too late: something else has happened first."


def test_commands_for_a_foreign_seat_are_refused(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = site.seated(*pair)
    waiting = bo if ann.look(table)["legal"] else ann
    frame = waiting.look(table)
    for command, code in (("act", "not your turn"), ("undo", "no undo"), ("next", "not between")):
        more = {"action": "draw stock"} if command == "act" else {}
        answer = waiting.post(f"/api/tables/{table}", {"do": command, "version": frame["version"], **more})
        assert answer.json()["error"] == code
    passer = site.program("Cy")
    answer = passer.post(f"/api/tables/{table}", {"do": "act", "version": frame["version"], "action": "draw stock"})
    assert answer.json()["error"] == "not seated"


def test_an_illegal_action_is_refused_with_its_rule(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = site.seated(*pair)
    mover = ann if ann.look(table)["legal"] else bo
    frame = mover.do(table, "act", version=mover.look(table)["version"], action="draw stock")
    answer = mover.post(f"/api/tables/{table}", {"do": "act", "version": frame["version"], "action": "draw stock"})
    assert answer.status_code == 409
    assert answer.json()["error"] == "illegal"
    assert "WL-5.1" in answer.json()["message"]


def test_whoever_has_no_name_only_looks_on(site: Site, pair: tuple[Program, Program]) -> None:
    table = site.seated(*pair)
    for line_of in (site.stranger().socket, site.program().socket):
        with line_of(table) as line:
            line.raw()
            line.send("chat", text="hello")
            assert line.refused() == "no name"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_a_page_of_another_site_gets_no_socket(site: Site, pair: tuple[Program, Program], origin: str) -> None:
    ann, bo = pair
    table = site.seated(ann, bo)
    for line_of in (site.browser("Cy").socket, ann.socket):
        with pytest.raises(WebSocketDenialResponse) as denied, line_of(table, origin=origin):
            pass
        assert denied.value.status_code == 403


def test_a_socket_needs_a_table_and_a_token_of_ours(site: Site) -> None:
    ann = site.program("Ann")
    table = ann.open()
    cases = [
        (ann.socket("0" * 24), 404),
        (Program(ann.client, ann.token[:-2]).socket(table), 401),
        (Program(ann.client, "x" * 500).socket(table), 401),
        (ann.socket(table, authorization="Basic QTpC"), 401),
        (ann.socket(table, "?step=-1"), 400),
        (ann.socket(table, "?step=3"), 404),
        (ann.socket(table, host="evil.example"), 421),
    ]
    for opening, code in cases:
        with pytest.raises(WebSocketDenialResponse) as denied, opening:
            pass
        assert denied.value.status_code == code


def test_whoever_errs_too_often_is_closed(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", limits=Limits(faults=Rate(0, 3))) as site:
        ann = site.program("Ann")
        with ann.socket(ann.open()) as line:
            line.raw()
            for _ in range(4):
                line.session.send_text("?")
                assert line.refused() == "malformed"
            with pytest.raises(WebSocketDisconnect) as closed:
                line.raw()
        assert closed.value.code == 1008


def test_a_flood_is_refused_and_the_others_play_on(tmp_path: Path) -> None:
    limits = Limits(commands=Rate(0, 5), faults=Rate(0, 1_000), requests=FREE.requests)
    with open_site(tmp_path / "tables.db", limits=limits) as site:
        ann, bo = site.program("Ann"), site.program("Bo")
        table = ann.open()
        with ann.socket(table) as line:
            for _ in range(50):
                line.send("sit", seat=0)
            codes = [line.refused() for _ in range(45)]
        assert set(codes) == {"too fast"}
        assert bo.do(table, "sit", seat=1)["seat"] == 1


def test_sockets_are_counted(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", limits=Limits(sockets_of_address=1)) as site:
        ann = site.program("Ann")
        table = ann.open()
        with ann.socket(table) as line:
            line.raw()
            with pytest.raises(WebSocketDenialResponse) as denied, ann.socket(table):
                pass
            assert denied.value.status_code == 429
        with ann.socket(table) as line:
            line.raw()


def test_onlookers_cannot_fill_a_table(tmp_path: Path) -> None:
    """One address takes all it may have, then three take all there is: whoever has a name still comes in and sits down."""
    proxied: dict[str, Any] = {"addresses": ("https://cards.example",), "behind_proxy": True}
    limits = replace(FREE, sockets_of_table=4, onlookers_of_address=2, sockets_to_sit=2)
    with open_site(tmp_path / "tables.db", limits=limits, **proxied) as site, contextlib.ExitStack() as open_sockets:
        ann, bo, stranger = site.program("Ann"), site.program("Bo"), site.program()
        table = ann.open(players=2)

        def come(program: Program, address: int) -> Wire:
            headers = {"host": "cards.example", "x-forwarded-for": f"198.51.100.{address}"}
            return open_sockets.enter_context(program.socket(table, **headers))

        def denied(program: Program, address: int) -> bool:
            with pytest.raises(WebSocketDenialResponse) as found:
                come(program, address)
            return found.value.status_code == 429

        for address in (1, 1, 2, 2):
            come(stranger, address)
        assert denied(stranger, 1)
        assert denied(stranger, 3)
        wire = come(bo, 3)
        wire.raw()
        wire.send("sit", seat=1)
        until(wire, "seat", 1)
        come(bo, 1)  # whoever sits has room of their own
        cy = site.program("Cy")
        assert denied(cy, 4)  # no seat is free any more


def test_a_fault_of_ours_is_told_to_nobody_but_the_log(
    site: Site, pair: tuple[Program, Program], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bo = pair
    table = site.seated(ann, bo)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr("tuckbox.server.table.table.Table.do", broken)
    with ann.socket(table) as line:
        line.raw()
        line.send("stand")
        with pytest.raises(WebSocketDisconnect) as closed:
            deny(line, "42")
    assert closed.value.code == 1011
    assert "42" not in closed.value.reason
    answer = ann.post(f"/api/tables/{table}", {"do": "stand"})
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "failed",
        "message": "something has gone wrong here, and has been noted; nothing you did is lost",
    }
    assert "the secret is 42" in caplog.text
    assert "x-content-type-options" in answer.headers
    assert "tuckbox_faults_total 2.0" in site.client.get("/metrics").text


def test_earlier_states_go_over_sockets_too(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = site.finished(ann, bo)
    with ann.socket(table, "?step=3") as line:
        frame = line.read()
    assert (frame["step"], frame["legal"]) == (3, [])


def test_a_step_that_is_taken_back_ends_the_socket_that_shows_it(site: Site, pair: tuple[Program, Program]) -> None:
    ann, bo = pair
    table = site.seated(*pair)
    mover = ann if ann.look(table)["legal"] else bo
    frame = mover.do(table, "act", version=mover.look(table)["version"], action="take discard")
    if not frame["can"]["undo"]:
        pytest.skip("what was drawn stays drawn")
    with mover.socket(table, f"?step={frame['step']}") as line:
        line.raw()
        mover.do(table, "undo", version=frame["version"])
        with pytest.raises(WebSocketDisconnect) as closed:
            deny(line, "an error of the server")
    assert (closed.value.code, closed.value.reason[:16]) == (1008, "there is no step")


def test_a_sealed_answer_sends_nothing_to_anybody_else(site: Site) -> None:
    """In a window nothing is sent while seats answer, whatever they answer; when it closes, all get one frame."""
    people = [site.program(name) for name in ("Ann", "Bo", "Cy")]
    table = site.seated(*people, game="bluff")
    mover = next(person for person in people if person.look(table)["legal"])
    first, second = (person for person in people if person is not mover)
    frame = mover.look(table)
    load = next(move["action"] for move in frame["legal"] if move["action"].startswith("load"))
    with mover.socket(table) as line, second.socket(table) as other:
        line.send("act", version=frame["version"], action=load)
        before = until(line, "window", True), until(other, "window", True)
        first.do(table, "act", version=first.look(table)["version"], action="let pass")
        assert first.look(table)["answered"] == "let pass"
        mover.do(table, "chat", text="well?")
        for seen, now in zip(before, (line.read(), other.read()), strict=True):
            assert now.pop("chat")
            assert now == {name: value for name, value in seen.items() if name != "chat"}
        second.do(table, "act", version=second.look(table)["version"], action="let pass")
        assert line.read()["window"] is False


def test_frames_are_json_that_any_program_reads(site: Site) -> None:
    ann = site.program("Zoë 🂡")
    with ann.socket(ann.open()) as line:
        raw = line.raw()
    assert json.loads(raw)["seats"][0]["name"] == "Zoë 🂡"
