"""`tuckbox serve --workers`: several processes at one port, looked after by the one that starts them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.server.conftest import postgres

pytestmark = [pytest.mark.postgres, pytest.mark.skipif(sys.platform != "linux", reason="ports are shared on Linux only")]


@pytest.fixture(name="served")
def _served() -> Iterator[subprocess.Popen[str]]:
    with postgres() as address:
        command = [sys.executable, "-m", "tuckbox.cli", "serve", "--workers", "2", "--port", "0", "--database", address]
        served = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        yield served
        if processes(served):
            os.killpg(served.pid, signal.SIGKILL)
        served.communicate()


def processes(served: subprocess.Popen[str]) -> list[int]:
    """The processes that serve."""
    try:
        found = Path(f"/proc/{served.pid}/task/{served.pid}/children").read_text().split()
    except OSError:
        return []
    return [int(each) for each in found]


def address(served: subprocess.Popen[str]) -> str:
    """Where it says that it is."""
    assert served.stdout is not None
    told = served.stdout.readline()
    assert told.endswith(", 2 processes\n")
    return told.removeprefix("Tuckbox is at ").partition(",")[0]


def wait_until_all_are_gone(served: subprocess.Popen[str]) -> None:
    """Until nobody is left of its group: helpers of a process, which think for bots, end a moment after it."""
    while True:
        try:
            os.killpg(served.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)


def test_one_that_dies_is_started_again_and_all_end_together(served: subprocess.Popen[str]) -> None:
    where = address(served)
    before = processes(served)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    while len(after := processes(served)) < 2 or after == before:
        time.sleep(0.05)
    assert before[1] in after
    with urlopen(f"{where}/health") as found:
        assert found.status == 200
    served.terminate()
    served.wait()
    assert served.returncode == 0
    wait_until_all_are_gone(served)


def test_they_end_with_the_one_that_started_them(served: subprocess.Popen[str]) -> None:
    address(served)
    served.kill()
    served.wait()
    wait_until_all_are_gone(served)
