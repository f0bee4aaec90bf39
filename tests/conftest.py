"""What all tests share."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Hear Ctrl-C, and let the commands that tests start hear it.

    A suite that was itself started in the background inherits that SIGINT is ignored and would hand this on.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
