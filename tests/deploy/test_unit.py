"""The unit for systemd: how closed it is, and that a server and its bots work behind its filter."""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.deploy.filtered import UNIT, settings

pytestmark = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")

EXPOSURE = 20
"""What may be left open at most, in tenths, as systemd counts it."""


def test_the_unit_leaves_little_open() -> None:
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_is_started_again_until_the_database_is_there() -> None:
    """Systemd gives up what has failed five times in ten seconds."""
    assert float(settings("RestartSec")[0]) > 10 / 5


def test_it_reaches_and_is_reached_by_this_machine_alone() -> None:
    assert (settings("IPAddressDeny"), settings("IPAddressAllow")) == (["any"], ["localhost"])
    assert "--host" not in settings("ExecStart")[0]


@pytest.mark.skipif(ctypes.util.find_library("seccomp") is None, reason="libseccomp is not installed")
def test_a_match_against_bots_is_played_behind_its_filter(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.deploy.filtered"]
    forbidden = [*command, sys.executable, "-c", "import os; os.chroot('/')"]
    refused = subprocess.run(forbidden, capture_output=True, text=True, check=False)
    assert "Operation not permitted" in refused.stderr
    server = [*command, sys.executable, "-m", "tuckbox.cli", "serve", "--port", "0", "--bot-delay", "0"]
    environment = os.environ | {"TUCKBOX_DATABASE": str(tmp_path / "a.db")}
    served = subprocess.Popen(server, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        assert served.stdout is not None
        address = served.stdout.readline().removeprefix("Tuckbox is at ").strip()
        with httpx2.Client(base_url=address, trust_env=False) as client:
            assert client.get("/health/ready").status_code == 200
            client.headers["authorization"] = f"Bearer {client.post('/api/people', json={'name': 'Ann'}).json()['token']}"
            wish = {"game": "whiplash", "players": 2, "bots": [None, "hard"]}
            table = f"/api/tables/{client.post('/api/tables', json=wish).json()['table']}"
            client.post(table, json={"do": "start"})
            while not (seen := client.get(table).json())["legal"]:
                pass
            move = {"do": "act", "version": seen["version"], "action": seen["legal"][0]["action"]}
            assert client.post(table, json=move).status_code == 200
    finally:
        served.terminate()
        served.communicate()
    assert served.returncode == 0
