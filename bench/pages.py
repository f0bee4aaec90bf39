"""The page of a table in a browser: python bench/pages.py [--games whiplash ...] [--loads 20] [--moves 60]

The server runs as its own process, as `tuckbox serve` runs it. A browser without a cache, once it has started, opens the
page of a running table, again and again: what comes over the line for it, and how long until its scripts have run and it
can be touched.
Then somebody plays against bots, and each click is timed in the page itself, up to the first frame that can show the
answer of the server: sent, checked, played, committed, drawn, pushed and morphed into the page. On a machine that has other
work nothing is judged.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from machine import judged, told_load
from playwright.sync_api import Browser, Page, sync_playwright
from table_load import FORMS

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chromium-headless-shell")
TARGETS = {"bytes": 40_000.0, "ready": 180.0, "click": 25.0, "late": 60.0}
"""Bytes of a first load; milliseconds until it is ready (median), and from click to frame (half, and 95 of 100)."""

LOADED = """() => {
    const [page] = performance.getEntriesByType('navigation');
    const all = [page, ...performance.getEntriesByType('resource').filter(one => one.startTime < page.loadEventStart)];
    return [all.reduce((sum, one) => sum + one.encodedBodySize, 0), page.domContentLoadedEventEnd];
}"""
"""Bytes, packed, of all that was asked for until the page was complete, and milliseconds until the scripts have run."""

CLICKED = """selector => new Promise((done, fail) => {
    const button = document.querySelector(selector);
    if (!button) return done(null);
    setTimeout(() => fail(new Error('nothing has come of ' + button.outerHTML)), 30000);
    const began = performance.now(), channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now() - began);
    const painted = () => requestAnimationFrame(() => channel.port2.postMessage(0));
    new MutationObserver((_, watch) => { watch.disconnect(); painted(); })
        .observe(document.getElementById('table'), { attributeFilter: ['data-version'] });
    button.click();
})"""
"""Milliseconds from a click to the end of the first frame that has its answer; null where there is nothing to click.

The button is found in the same breath: one found before could have left the page."""

STARTING = 400
"""Milliseconds until a browser without a cache has started: it needs as long as a page, on the same cores."""

MOVE = '#table .bar [data-do*="next"], #table .dock [data-act]:not([data-act^="call"])'
"""Selector of the moves of somebody who never calls, so that hands are long; they may be folded away."""
FINISHED = "#table.stage-finished"


@contextmanager
def serving() -> Iterator[str]:
    """A server with a database of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", "0", "--bot-delay", "0", "--database", str(Path(folder) / "tables.db")]
        command = [sys.executable, "-m", "tuckbox.cli", "serve", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout
            try:
                yield server.stdout.readline().split()[-1]
            finally:
                server.terminate()


def begin(browser: Browser, address: str, game: str) -> Page:
    """A person at a table of a game with easy bots, in a match that does not end soon."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/new?game={game}")
    page.get_by_label("Your name").fill("Ann")
    for bot in page.locator("select[name^=bot]").all():
        if bot.is_visible():
            bot.select_option("easy")
    if game == "whiplash":
        page.get_by_text("Another match").click()
        page.fill("[name='option.target']", "99")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector(".table.turn", timeout=120_000)  # where nothing has been compiled yet, the bots take their time
    return page


def loads(browser: Browser, address: str, number: int) -> tuple[list[float], list[float]]:
    """Bytes, and milliseconds until it is ready, of some first loads."""
    sizes, times = [], []
    for _ in range(number):
        context = browser.new_context()
        page = context.new_page()
        page.wait_for_timeout(STARTING)
        page.goto(address, wait_until="load")
        size, ready = page.evaluate(LOADED)
        sizes.append(size)
        times.append(ready)
        context.close()
    return sizes, times


def clicks(page: Page, number: int) -> list[float]:
    """Milliseconds of some clicks, each in one's own turn, as long as the match lasts."""
    times: list[float] = []
    while len(times) < number:
        page.wait_for_selector(f"{MOVE}, {FINISHED}", state="attached")
        if page.query_selector(FINISHED):
            break
        if (took := page.evaluate(CLICKED, MOVE)) is not None:
            times.append(took)
    return times


def cell(value: float, target: float, unit: str = "ms") -> str:
    """A measurement, and whether it is as low as it should be."""
    return f"{value:,.0f} {unit}, {judged(value, target)}"


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def row(browser: Browser, address: str, game: str, asked: argparse.Namespace) -> list[str]:
    """The measurements of a game, as a row of the table."""
    page = begin(browser, address, game)
    sizes, ready = loads(browser, page.url, asked.loads)
    times = clicks(page, asked.moves)
    page.context.close()
    first, until = cell(max(sizes), TARGETS["bytes"], "bytes"), cell(statistics.median(ready), TARGETS["ready"])
    return [game, first, until, cell(statistics.median(times), TARGETS["click"]), cell(p95(times), TARGETS["late"])]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=FORMS, default=list(FORMS))
    parser.add_argument("--loads", type=int, default=20)
    parser.add_argument("--moves", type=int, default=60)
    asked = parser.parse_args()
    head = ["game", "first load, as it is sent", "until it can be touched", "from click to frame, median", "95 of 100"]
    print(told_load())
    print(f"| {' | '.join(head)} |\n| --- {'| ---: ' * (len(head) - 1)}|")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in asked.games:
            print(f"| {' | '.join(row(browser, address, game, asked))} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
