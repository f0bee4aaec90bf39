"""The example that asks a model over HTTP, against a server of the same form that the test starts."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tuckbox import game
from tuckbox.lab.exam.exam import Terms, exam
from tuckbox.run.run import Threads

EXAMPLE = Path(__file__).parents[2] / "examples" / "chat_model.py"


class Model(BaseHTTPRequestHandler):
    """A model that chooses the last action of its list, and at times says nothing of use."""

    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append({"path": self.path, "key": self.headers["authorization"], **body})
        legal = re.findall(r"^\d+\. `([^`]+)`", body["messages"][1]["content"], re.MULTILINE)
        said = "I cannot decide." if len(self.asked) % 5 == 0 else f"Well.\nI will `{legal[-1].upper()}`."
        told = json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture(name="model")
def _model() -> Iterator[ThreadingHTTPServer]:
    class Handler(Model):
        asked: list[dict[str, Any]] = []  # noqa: RUF012 - one list for each server

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_model_over_http_sits_an_exam(model: ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAT_KEY", "abc")
    command = f"{sys.executable} {EXAMPLE} http://127.0.0.1:{model.server_port}/v1/ tiny"
    found = exam(
        game("whiplash"),
        [f"program:{command}"],
        ["greedy"],
        Threads(1),
        Terms(deals=1, judged=1, effort=20, twin=5),
        players=[2],
    )
    assert found is not None
    result, asked = found.results[0], model.RequestHandlerClass.asked  # type: ignore[attr-defined]
    assert len(asked) == result.answers
    assert (result.games, result.forfeited) == (2, 0)
    assert result.refused == result.answers // 5
    assert {(each["path"], each["key"], each["model"]) for each in asked} == {("/v1/chat/completions", "Bearer abc", "tiny")}
    assert "Collect cards of one rank" in asked[0]["messages"][0]["content"]
    assert "refused" in asked[5]["messages"][1]["content"]
    assert "stock" not in json.dumps(asked), "the twin's words reach the model, and no others"
