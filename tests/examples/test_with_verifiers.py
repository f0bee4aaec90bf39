"""The example for verifiers, run by that library's own command against a model that the test serves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("verifiers.v1", reason="verifiers is not installed (pip install 'verifiers>=0.4' uv)")

ROOT = Path(__file__).parents[2]
COMMAND = shutil.which("vf-eval", path=str(Path(sys.executable).parent))


class Model(BaseHTTPRequestHandler):
    """A model that chooses the last action of its list, told as a stream of one piece."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = body["messages"][-1]["content"]
        prompt = said if isinstance(said, str) else " ".join(part.get("text", "") for part in said)
        legal = re.findall(r"^\d+\. `([^`]+)`", prompt, re.MULTILINE)
        head = {"id": "1", "created": 1, "model": body["model"], "object": "chat.completion.chunk"}
        told = {"role": "assistant", "content": f"I choose `{legal[-1]}`."}
        end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": {
            "prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}}  # fmt: skip
        pieces = [{**head, "choices": [{"index": 0, "delta": told, "finish_reason": None}]}, {**head, **end}]
        sent = "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent.encode())

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture(name="address")
def _address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


@pytest.mark.slow
@pytest.mark.skipif(COMMAND is None or shutil.which("uv") is None, reason="vf-eval or uv is not installed")
def test_two_agents_play_a_deal_and_are_paid(address: str, tmp_path: Path) -> None:
    paths = [ROOT / "src", ROOT / "examples" / "research", os.environ.get("PYTHONPATH", "")]
    given = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths)), "KEY": "none"}
    local = [word for seat in ("first", "second") for word in (f"--env.{seat}.runtime.type", "subprocess")]
    client = ["-m", "tiny", "--client.base-url", address, "--client.api-key-var", "KEY", "--push", "False"]
    deals = ["--env.taskset.deals", "1", "--env.taskset.twin", "5"]
    command = [str(COMMAND), "with_verifiers", *deals, *client, *local, "-o", str(tmp_path)]
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    episodes = [json.loads(line) for file in tmp_path.rglob("traces.jsonl") for line in file.read_text().splitlines()]
    assert len(episodes) == 1
    for episode in episodes:
        assert not episode["errors"]
        paid = {trace["agent"]["name"]: trace["rewards"]["payoff"]["score"] for trace in episode["traces"]}
        assert set(paid) == {"first", "second"}
        assert sum(paid.values()) == 1
        assert all(trace["metrics"]["refused"] == 0 and not trace.get("errors") for trace in episode["traces"])
        assert "stock" not in json.dumps(episode["traces"])
