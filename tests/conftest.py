"""What all tests share."""

from __future__ import annotations

import os
import random
import secrets
import signal

import pytest

SEED = os.environ.get("TUCKBOX_TEST_SEED", "")
"""Another one lets the tests see other deals."""


def pytest_configure() -> None:
    """Hear Ctrl-C, and let the commands that tests start hear it.

    A suite that was itself started in the background inherits that SIGINT is ignored and would hand this on.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn in secret, the deals above all, is the same whenever a test is run."""
    chance = random.Random(SEED + request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda length=32: chance.randbytes(length))
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(secrets, "choice", chance.choice)
