"""The browser of the tests: Debian's Chromium.

Its headless shell takes half of the processor time that the whole browser takes, which draws its own window unseen.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium: apt-get install chromium-headless-shell, or chromium"
)

STOPPED = """() => {
    const play = Element.prototype.animate;
    Element.prototype.animate = function (...more) { const one = play.apply(this, more); one.pause(); return one; };
}"""
"""Whatever begins to move on a page stays at its start: it can be looked at for as long as a slow machine takes."""


@contextmanager
def launched() -> Iterator[Any]:
    """A browser of Playwright's, which is closed in the end."""
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
