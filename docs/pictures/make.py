"""Draws the pictures of the book, at positions bots have played to: ``python -m docs.pictures.make``.

One is what the terminal shows, as SVG; one what the browser shows, for which Chromium and Playwright are needed.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Route, sync_playwright
from rich.console import Console
from tests.server.html.faces import model_of

from docs.pictures.keywhiz_board import picture as board
from tuckbox import Match
from tuckbox.bots.bots import Bot, Policy
from tuckbox.scene.text import Sheet, draw
from tuckbox.server.assets import sent
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.table import table_page

HERE = Path(__file__).parent

_SQUARE = """
body { margin: 0; display: grid; grid-template-columns: repeat(2, 640px); gap: 4px; padding: 4px; background: #222 }
iframe { width: 1280px; height: 800px; zoom: .5; border: 0 }
"""


def played_to(match: Match, seat: int, wanted: Callable[[Match], bool]) -> Match:
    """A match played on by greedy bots to the first position of a seat that is as wanted."""
    bots = [Bot(Policy.parse("greedy"), match.game, number, mode="plain") for number in range(match.players)]
    while not (match.turn == seat and wanted(match)):
        if match.between:
            match.deal()
            continue
        turn = match.waiting[0]
        match.play(bots[turn].choose(match.view(turn)), turn)
    return match


def picture(match: Match, seat: int, name: str) -> None:
    """Write what a seat sees."""
    view = match.view(seat)
    scene = match.game.scene(view)
    sheet = Sheet(scene, height=23, log=view.log, actions=sorted(view.legal_texts(), key=list(scene.notes).index), news=4)
    console = Console(record=True, width=80, height=24, force_terminal=True, color_system="truecolor", file=io.StringIO())
    for line in draw(sheet):
        console.print(line)
    svg = console.export_svg(title=f"tuckbox play {match.game.name}", unique_id="tuckbox")
    own = re.sub(r"@font-face {.*?}\s*", "", svg, flags=re.DOTALL)  # no font from elsewhere
    (HERE / name).write_text(own.replace("Fira Code, monospace", "monospace"), "utf-8")


def tables(seen: Sequence[tuple[Match, int]], name: str) -> None:
    """Write what seats see in the browser: four tables in a square."""
    pages = [table_page(model_of(match, seat), Visitor(match.names[seat])) for match, seat in seen]
    frames = "".join(f'<iframe src="/{number}"></iframe>' for number in range(len(pages)))
    pages.append(f"<style>{_SQUARE}</style>{frames}")
    types = {"css": "text/css", "svg": "image/svg+xml"}

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://table.test/").partition("?")[0]
        if path.isdigit():
            route.fulfill(body=pages[int(path)], content_type="text/html; charset=utf-8")
        elif path.rpartition(".")[2] in types:
            route.fulfill(body=sent(path.removeprefix("static/")), content_type=types[path.rpartition(".")[2]])
        else:
            route.abort()  # nothing has to move

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        shown = browser.new_page(viewport={"width": 1292, "height": 812}, device_scale_factor=1.5)
        shown.route("**/*", answer)
        shown.goto(f"http://table.test/{len(seen)}")
        shown.screenshot(path=HERE / name)
        browser.close()


def _late(match: Match) -> bool:
    return len(match.record().steps) > 40 and len(match.legal()) > 2


def main() -> None:
    """Draw all pictures."""
    royal = Match("whiplash", 3, seed=12, seats=["Mo", "Ann", "Bo"], edition="royal")
    calling = played_to(royal, 0, lambda match: any(text.startswith("call") for text in match.legal()))
    picture(calling, 0, "whiplash.svg")
    seats = ["Ann", "Bo", "Cy"]
    others = [
        Match("keywhiz", 2, seed=4, seats=seats[:2]),
        Match("whipsaw", 3, seed=5, seats=seats),
        Match("jalopies", 3, seed=5, seats=seats),
    ]
    tables([(calling, 0), *((played_to(match, 0, _late), 0) for match in others)], "tables.png")
    (HERE / "keywhiz-board.svg").write_text(board(), "utf-8")


if __name__ == "__main__":
    main()
