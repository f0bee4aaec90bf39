"""Pages in Chromium without a server: what a page asks for is answered from the files the server would send."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from tuckbox.bots.bots import Bot, Policy
from tuckbox.definition.game import game as find_game
from tuckbox.match.match import Match
from tuckbox.server.assets import sent
from tuckbox.server.html.art import art_files

HOME = "http://table.test"
_TYPES = {"css": "text/css", "svg": "image/svg+xml", "js": "text/javascript"}
_OFF = ("replay.js", "review.js")
"""Scripts that want a server; without them nothing has to move."""
ALONE = {"/static/table.js": "import './art.js';\nimport './fit.js';\n"}
"""For the address of a script that wants a server the part of it that wants none."""


def played_to(match: Match, seat: int | None, wanted: Callable[[Match], bool], manner: str = "greedy") -> Match:
    """A match played on by bots to the first position of a seat (None: of any) that is as wanted."""
    bots = [Bot(Policy.parse(manner), match.game, number, mode="plain") for number in range(match.players)]
    while not ((seat is None or seat in match.waiting) and wanted(match)):
        if match.between:
            match.deal()
            continue
        turn = match.waiting[0]
        match.play(bots[turn].choose(match.view(turn)), turn)
    return match


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


def showing(page: Page, pages: Mapping[str, str]) -> Page:
    """The page with these documents behind it, by their paths."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOME).partition("?")[0]
        kind: dict[str, Any] = {"content_type": _TYPES.get(path.rpartition(".")[2], "text/html; charset=utf-8")}
        if found := pages.get(path) or ALONE.get(path):
            route.fulfill(body=found, **kind)
        elif path.startswith("/static/") and not path.endswith(_OFF):
            route.fulfill(body=sent(path.removeprefix("/static/")), **kind)
        elif path.startswith("/art/"):
            _, _, game, name = path.split("/")
            route.fulfill(body=art_files(find_game(game))[name], **kind)
        else:
            route.abort()

    page.route("**/*", answer)
    return page


__all__ = ["ALONE", "HOME", "chromium", "played_to", "showing"]
