"""A server, a browser, and the people who sit before it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.chromium import launched, needs_chromium

PATIENCE = 120_000
"""Milliseconds in which anything has to happen."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests here need a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(needs_chromium)


class Server:
    """The server as a process. `stop` asks it to end, `kill` does not ask; `start` starts it where it was."""

    def __init__(self, database: Path, *more: str) -> None:
        self.database, self.port, self.more = database, 0, more
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.server.browser.serve", str(self.database), str(self.port), *self.more]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.port = int(self._process.stdout.readline())

    def stop(self) -> int:
        """End it as an operator does; its exit status."""
        assert self._process
        self._process.terminate()
        return self._process.wait(60)

    def kill(self) -> None:
        """End it at once."""
        assert self._process
        self._process.kill()
        self._process.wait(60)


@pytest.fixture(name="server", scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it running."""
    server = Server(tmp_path_factory.mktemp("server") / "tables.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture(name="own_server")
def _own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to be stopped and started."""
    server = Server(tmp_path / "tables.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture(name="chromium", scope="module")  # Playwright keeps an event loop running, which no other test can bear
def _chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@dataclass
class Person:
    """A person with a browser of their own."""

    page: Page
    address: str

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.address + path)

    def named(self, name: str) -> Person:
        """With a name."""
        self.go("/")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Save").first.click()
        expect(self.page.get_by_label("Your name")).to_have_value(name)
        return self

    def opens(self, game: str = "whiplash", **form: str) -> str:
        """Open a table by the form; its path."""
        self.go(f"/new?game={game}")
        self.page.locator("#new details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        if self.page.locator('#new [name="name"]').count():
            form = {"name": "Guest", **form}
        for name, value in form.items():
            field = self.page.locator(f'[name="{name.replace("__", ".")}"]')
            if field.first.get_attribute("type") == "radio":
                self.page.locator(f'[name="{name}"][value="{value}"]').check()
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(bool(value))
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.get_by_role("button", name="Open the table").click()
        self.page.wait_for_url("**/tables/*")
        return self.path

    @property
    def path(self) -> str:
        """The path of the page."""
        return self.page.url.removeprefix(self.address)

    @property
    def table(self) -> Any:
        """The table on the page."""
        return self.page.locator("#table")

    @property
    def version(self) -> int:
        """The version that is shown."""
        return int(self.table.get_attribute("data-version"))

    @property
    def focused(self) -> str:
        """What holds the focus: its id, or how it is called."""
        said: str = self.page.evaluate(
            "() => { const e = document.activeElement; return e.id || `${e.tagName} ${e.textContent}`.slice(0, 60); }"
        )
        return said

    def can(self, action: str) -> bool:
        """Whether there is such an action, or one that begins so."""
        return self.page.locator(f'#table [data-act^="{action}"]').count() > 0

    def wait(self, test: str, argument: Any = None) -> None:
        """Wait until something is so on the page."""
        self.page.wait_for_function(test, arg=argument)

    def after(self, version: int) -> None:
        """Wait until something newer is shown."""
        self.wait("version => Number(document.getElementById('table')?.dataset.version) > version", version)

    def act(self, action: str) -> None:
        """Click an action (or the first that begins so), in the list of all moves if need be; wait until it is shown."""
        version, button = self.version, self.page.locator(f'#table [data-act^="{action}"]').first
        if not button.is_visible():
            self.page.locator("#all > summary").click()
        button.click()
        self.after(version)

    def hand(self, name: str = "Ann") -> Person:
        """At a table with a random bot, a short match begun."""
        self.named(name)
        self.opens(players="2", bot1="easy", **SHORT)
        self.page.get_by_role("button", name="Start the match").click()
        return self.begun()

    def begun(self) -> Person:
        """With a match that has begun, and all scripts of its page there: the last of them makes the place of answers."""
        self.wait("() => document.querySelector('#table.stage-playing') && document.getElementById('answer')")
        return self


SHORT = {"offer": "", "option__match": "single", "option__ranks": "4", "option__turn_cap": "40", "option__void_limit": "1"}
"""A match of one hand with few cards."""

Newcomer = Callable[..., Person]


@pytest.fixture(name="newcomer")
def _newcomer(chromium: Browser, server: Server) -> Iterator[Newcomer]:
    """Makes people, each with a browser that has never been here. Errors in the console fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def make(at: Server = server, **options: Any) -> Person:
        context = chromium.new_context(**{"reduced_motion": "reduce"} | options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda told: troubles.append(told.text) if told.type == "error" else None)
        contexts.append(context)
        return Person(page, at.address)

    expect.set_options(timeout=PATIENCE)
    yield make
    for context in contexts:
        context.close()
    known = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "404", "409")  # a server that ends may cut answers off
    assert not [told for told in troubles if not any(each in told for each in known)]


def faults(page: Page) -> list[str]:
    """What axe finds that is serious."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def play_to_the_end(*people: Person) -> None:
    """Whoever is asked draws, and calls as soon as they can, until the match is over; the first deals after a void hand."""
    wish = ("call", "draw stock", "take discard", "discard")
    going_on = '#table [data-do*="next"]'
    while True:
        for person in people:
            person.wait(f"""() => document.querySelector(
                '.table.turn, .stage-finished, .seat.active:not(.mine), {going_on}')""")
            if person is people[0] and person.page.locator(going_on).count():
                version = person.version
                person.page.locator(going_on).click()
                person.after(version)
            if person.page.locator(".table.turn").count():
                person.act(next(action for action in wish if person.can(action)))
        if people[0].page.locator(".stage-finished").count():
            return
