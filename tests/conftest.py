"""What all tests share."""

from __future__ import annotations

import gc
import os
import random
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.projects import Project

SEED = os.environ.get("TUCKBOX_TEST_SEED", "")
"""Another one lets the tests see other deals."""


def pytest_configure() -> None:
    """Hear Ctrl-C, let the commands that tests start hear it, and let the garbage collector run seldom.

    A suite that was itself started in the background inherits that SIGINT is ignored and would hand this on. Compiled games
    are millions of objects by the end: looking through all of them again and again took an eighth of a worker's time.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn in secret, the deals above all, is the same whenever a test is run."""
    chance = random.Random(SEED + request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda length=32: chance.randbytes(length))
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(secrets, "choice", chance.choice)


@pytest.fixture(name="project")
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project that nobody has loaded; it is forgotten afterwards."""
    from tuckbox.definition import finding
    from tuckbox.definition.game import game

    monkeypatch.setenv(finding.FOLDERS, "")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)  # as where nobody has set it
    found = Project(tmp_path)
    yield found
    for module in [name for name in sys.modules if name.startswith(found.package.name)]:
        del sys.modules[module]
    finding.installed.cache_clear()
    game.cache_clear()
