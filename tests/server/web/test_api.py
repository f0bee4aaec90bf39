"""The interface for programs, and what is for whoever runs the server."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from tests.server.web.site import FREE, Program, Site, open_site, until
from tuckbox.errors import OptionError
from tuckbox.server.settings import Limits, Rate, Settings
from tuckbox.server.storage.store import Store
from tuckbox.server.web import monitoring
from tuckbox.server.web.logs import JsonLines, Words, is_ours


def test_a_program_finds_games_and_tables(site: Site) -> None:
    ann = site.program("Ann")
    known = ann.get("/api/games").json()
    whiplash = next(game for game in known["games"] if game["game"] == "whiplash")
    assert whiplash["players"] == [2, 3, 4]
    assert whiplash["options"]["edition"]["values"] == ["classic", "2023", "royal"]
    assert "quick" in known["paces"]
    table = ann.open(players=3, bots=[None, "easy"], pace="quick")
    listed = site.program().get("/api/tables").json()["open"]
    assert [(row["id"], [seat["kind"] for seat in row["seats"]]) for row in listed] == [(table, ["person", "bot", "open"])]


def read(words: list[dict[str, Any]]) -> list[str]:
    """A table in words, line by line."""
    return [line for part in words for line in (part["heading"], *part["lines"]) if line]


def test_a_program_may_ask_why_not_and_for_a_hint(site: Site) -> None:
    """As people may, and what it is told is made of its own view; the table does not change."""
    ann, bo = site.program("Ann"), site.program("Bo")
    table = ann.open(players=2)
    assert ann.get(f"/api/tables/{table}/why?action=draw+stock").json()["error"] == "not your turn"
    bo.do(table, "sit", seat=1)
    ann.do(table, "start")
    first, other = (ann, bo) if ann.look(table)["legal"] else (bo, ann)
    seen = first.look(table)
    first.do(table, "act", version=seen["version"], action="draw stock")
    seen = first.look(table)
    assert first.get(f"/api/tables/{table}/why?action=draw+stock").json() == {
        "why": "one card a turn: put one down now, or call (WL-5.1)"
    }
    assert first.get(f"/api/tables/{table}/why?action=1").json()["why"].endswith("is allowed now")
    assert "no such action" in first.get(f"/api/tables/{table}/why?action={'x' * 9_000}").json()["why"]
    for who in (other, site.program()):
        assert who.get(f"/api/tables/{table}/why?action=draw+stock").json()["error"] == "not your turn"
    assert first.get(f"/api/tables/{table}/hint").json()["error"] == "not allowed"
    assert first.look(table) == seen
    alone = ann.open(players=2, bots=[None, "easy"])
    ann.do(alone, "start")
    until(lambda: bool(ann.look(alone)["legal"]))
    hint = ann.get(f"/api/tables/{alone}/hint").json()
    assert hint["action"] in [move["action"] for move in ann.look(alone)["legal"]]
    assert set(hint) == {"action", "note", "why"}
    assert bo.get(f"/api/tables/{alone}/hint").json()["error"] == "not allowed"


def test_a_program_may_read_the_table_in_words_as_its_seat_sees_it(site: Site) -> None:
    """The same text that models read at their own tables; each seat its own."""
    ann, bo = site.program("Ann"), site.program("Bo")
    table = ann.open(players=2)
    assert ann.get(f"/api/tables/{table}?words=1").json()["words"] == []
    bo.do(table, "sit", seat=1)
    ann.do(table, "start")
    seen = {name: who.get(f"/api/tables/{table}?words=1").json() for name, who in (("Ann", ann), ("Bo", bo))}
    for name, told in seen.items():
        text, hand = "\n".join(read(told["words"])), told["view"]["zones"]["hand"]
        assert text.startswith("# Whiplash 2023")
        assert f"## {name} (you" in text
        assert "Hand: 4 hidden cards." in text, "the rival's"
        assert [len(each["cards"]) for each in hand[:2]] == ([4, 0] if name == "Ann" else [0, 4])
        assert {key: value for key, value in told.items() if key != "words"} == (ann if name == "Ann" else bo).look(table)
    with ann.socket(table, "?words=1") as socket:
        assert socket.read()["words"] == seen["Ann"]["words"]
    first = ann if seen["Ann"]["legal"] else bo
    act = {"do": "act", "version": first.look(table)["version"], "action": "draw stock"}
    answer = first.post(f"/api/tables/{table}?words=1", act).json()
    assert answer["words"][-1] == {"heading": "", "lines": ["Nobody may call in the first round.", "Put a card down."]}
    assert len(answer["log_steps"]) == len(answer["log"])
    assert answer["log_steps"][-1] == answer["step"]
    assert "words" not in first.look(table)
    assert ann.get(f"/api/tables/{table}?words=yes").json()["error"] == "malformed"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"[]", "malformed"),
        (b'{"game": "patience"}', "no game"),
        (b'{"game": "whiplash", "players": 9}', "options"),
        (b'{"game": "whiplash", "options": {"edition": "1850"}}', "options"),
        (b'{"game": "whiplash", "options": []}', "malformed"),
        (b'{"game": "whiplash", "pace": "warp"}', "pace"),
        (b'{"game": "whiplash", "bots": ["godlike"]}', "no level"),
        (b'{"game": "whiplash", "secret": 1}', "malformed"),
        (b'{"game": "' + b"x" * 20_000 + b'"}', "too long"),
        (b'{"game": "\xff"}', "malformed"),
        (b'{"x": ' + b"[" * 5000, "malformed"),
    ],
)
def test_calls_that_cannot_be_are_refused(site: Site, body: bytes, code: str) -> None:
    ann = site.program("Ann")
    headers = {**ann.headers, "content-type": "application/json"}
    answer = site.client.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == {"no game": 404, "too long": 413}.get(code, 400)
    assert answer.json()["error"] == code
    assert site.program().get("/api/tables").json()["open"] == []


@pytest.mark.parametrize("path", ["", "/why", "/hint", "/review", "?stpe=1", "?words=1&words=1"])
def test_parameters_that_a_call_does_not_take_are_refused(path: str, site: Site) -> None:
    """A misspelt one would seem to be taken."""
    ann = site.program("Ann")
    table = ann.open()
    stray = path if "?" in path else f"{path}?waits=20"
    answer = ann.get(f"/api/tables/{table}{stray}")
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    assert ann.post(f"/api/tables/{table}?step=1", {"do": "start"}).json()["message"] == (
        "this address has no parameter 'step'; it takes words"
    )
    assert ann.get("/api/games?game=whiplash").json()["message"] == "this address has no parameter 'game'; it takes none"
    with pytest.raises(WebSocketDenialResponse) as refused, ann.socket(table, "?word=1"):
        pass
    assert refused.value.status_code == 400


@pytest.mark.parametrize(
    ("limits", "again", "message"),
    [
        (replace(FREE, tables=Rate(1, 1)), "1", "too many new tables in a short time: wait a moment"),
        (replace(FREE, tables=Rate(1 / 20, 1)), "20", "too many new tables in a short time: wait 20 seconds"),
        (replace(FREE, unfinished=1), None, "you have 1 unfinished tables: finish or leave one first"),
    ],
)
def test_who_is_refused_is_told_when_to_ask_again_if_that_helps(
    limits: Limits, again: str | None, message: str, tmp_path: Path
) -> None:
    with open_site(tmp_path / "tables.db", limits=limits) as site:
        ann = site.program("Ann")
        ann.open()
        answer = ann.post("/api/tables", {"game": "whiplash"})
    assert (answer.status_code, answer.headers.get("retry-after"), answer.json()["message"]) == (429, again, message)


def test_calls_must_say_that_they_are_json(site: Site) -> None:
    """So that a form on another site's page cannot make them."""
    answer = site.client.post("/api/people", content=b'{"name": "Ann"}', headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    answer = site.client.post("/api/people", json={"name": "Ann"}, headers={"origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong origin")


def test_a_cookie_is_no_token(site: Site) -> None:
    ann = site.browser("Ann")
    headers = {"cookie": f"tuckbox={ann.cookies['tuckbox']}"}
    answer = site.client.post("/api/tables", json={"game": "whiplash"}, headers=headers)
    assert answer.status_code == 401
    assert Program(site.client, ann.cookies["tuckbox"]).get("/api/tables/1").status_code == 401


def test_what_is_not_there_is_told_as_data(site: Site) -> None:
    for path, status in (("/api/nothing", 404), ("/api/tables/1", 404), ("/api/people", 405)):
        answer = site.program().get(path)
        assert (answer.status_code, set(answer.json())) == (status, {"error", "message"})
    assert site.program().get("/api/people").json()["message"] == "this address takes POST"


def test_options_are_given_as_texts_numbers_and_truths(site: Site) -> None:
    """As JSON has them; what is told of a table has them as texts."""
    ann = site.program("Ann")
    for given in (True, "true"):
        table = ann.open("whipsaw", players=2, options={"unofficial": given})
        assert ann.look(table)["options"]["unofficial"] == "true"
    assert ann.look(ann.open(options={"target": 7}))["options"]["target"] == "7"


@pytest.mark.parametrize("fault", ["fails", "hangs"])
def test_a_server_that_is_not_ready_may_be_alive(
    fault: str, site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    paths = ("/health", "/health/ready", "/health/live")
    assert [site.client.get(path).status_code for path in paths] == [200, 200, 200]
    assert site.client.get("/health").json()["well"] is True
    monkeypatch.setattr(monitoring, "PATIENCE", 0.01)

    async def well(store: Store) -> bool:
        return fault == "hangs" and await asyncio.Event().wait()

    monkeypatch.setattr(Store, "well", well)
    caplog.set_level(logging.INFO, "tuckbox")
    assert [site.client.get(path).status_code for path in paths] == [503, 503, 200]
    told = ["the server cannot hear from its database: no answer within 0.01 seconds"] if fault == "hangs" else []
    assert [record.getMessage() for record in caplog.records if record.name.startswith("tuckbox")] == told


def test_probes_may_call_the_server_by_any_name(site: Site) -> None:
    for host in ("", "tuckbox", "evil.example"):
        asked = {
            path: site.client.get(path, headers={"host": host}) for path in ("/health/ready", "/health/live", "/api/games")
        }
        assert [answer.status_code for answer in asked.values()] == [200, 200, 421]


@pytest.mark.parametrize(("believed", "told"), [(False, 1), (True, 0)])
def test_a_proxy_that_is_not_believed_is_told_once(
    believed: bool, told: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_site(tmp_path / "tables.db", behind_proxy=believed, addresses=("https://cards.example",)) as site:
        assert site.client.get("/api/games").status_code == 200
        assert "--behind-proxy" not in caplog.text
        for _ in range(2):
            assert site.client.get("/api/games", headers={"x-forwarded-for": "192.0.2.7"}).status_code == 200
    assert caplog.text.count("without --behind-proxy all its visitors count as one address") == told


def test_who_asks_again_and_again_whether_a_server_is_well_fills_no_log(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tuckbox")
    for path in ("/health", "/health/ready", "/health/live", "/metrics", "/api/games"):
        assert site.client.get(path).status_code == 200
    assert [vars(record)["route"] for record in caplog.records if record.getMessage() == "request"] == ["/api/games"]
    assert 'route="/health/ready"' in site.client.get("/metrics").text


def test_the_metrics_count_and_name_nobody(site: Site) -> None:
    ann, bo = site.program("Ann-Marie"), site.program("Bob-Bert")
    table = site.finished(ann, bo)
    text = site.client.get("/metrics").text
    assert 'tuckbox_commands_total{command="start"} 1.0' in text
    assert 'route="/api/tables/{table}"' in text
    assert "tuckbox_house_moves" in text
    for secret in (table, "Ann-Marie", ann.token):
        assert secret not in text


def test_the_metrics_are_not_for_everybody(tmp_path: Path) -> None:
    with open_site(tmp_path / "tables.db", metrics_from=("10.0.0.0/8",)) as site:
        assert site.client.get("/metrics").status_code == 404


def test_logs_hold_no_secrets(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tuckbox")
    ann = site.browser("Ann-Marie")
    table = ann.plays_bots("whiplash")
    ann.get(f"/tables/{table}")
    with ann.socket(table) as line:
        line.raw()
    told = "\n".join(JsonLines().format(record) for record in caplog.records if record.name.startswith("tuckbox"))
    assert '"route": "/tables/{table}"' in told
    for secret in (table, "Ann-Marie", ann.cookies["tuckbox"], "127.0.0.1"):
        assert secret not in told


def test_logs_are_lines_of_json_or_words() -> None:
    record = logging.makeLogRecord(
        {"name": "tuckbox.web", "levelname": "INFO", "msg": "a %s", "args": ("b",), "status": 200}
    )
    line = json.loads(JsonLines().format(record))
    assert (line["what"], line["level"], line["status"], line["process"]) == ("a b", "info", 200, os.getpid())
    assert Words().format(record) == "info: a b status=200"


@pytest.mark.parametrize(
    ("told", "logged"),
    [
        ({"msg": "socket.send() raised exception", "exc_info": False}, True),  # as event loops tell it
        ({"msg": "it failed", "exc_info": (KeyError, KeyError("x"), None)}, True),
        ({"msg": "it was let down", "exc_info": (asyncio.CancelledError, asyncio.CancelledError(), None)}, False),
        ({"msg": "Invalid HTTP request received."}, False),
    ],
)
def test_faults_of_ours_are_logged_and_nonsense_of_clients_is_not(told: dict[str, object], logged: bool) -> None:
    assert is_ours(logging.makeLogRecord(told)) == logged


@pytest.mark.parametrize(
    "settings",
    [
        {"addresses": ("cards.example",)},
        {"addresses": ("https://cards.example/path",)},
        {"addresses": ("ftp://cards.example",)},
        {"addresses": ("https://[cards.example",)},
        {"addresses": ("https://cards.example:99999",)},
        {"addresses": ("https://ann@cards.example",)},
        {"behind_proxy": True},
        {"metrics_from": ("everywhere",)},
    ],
)
def test_settings_that_cannot_be_meant_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Settings("tables.db", **settings)  # type: ignore[arg-type]
