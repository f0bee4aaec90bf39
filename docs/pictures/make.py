"""Draws the pictures of the book, at positions bots have played to: ``python -m docs.pictures.make``.

One is what the terminal shows, as SVG; one what the browser shows, for which Chromium and Playwright are needed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from docs.pictures.art_sheets import SHEETS, sheet
from docs.pictures.browser import HOME, chromium, played_to, showing
from docs.pictures.keywhiz_board import picture as board
from tests.server.html.models import model_of
from tuckbox import Match
from tuckbox.scene.text import Sheet, draw
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.table import table_page

HERE = Path(__file__).parent

_SQUARE = """
body { margin: 0; display: grid; grid-template-columns: repeat(2, 640px); gap: 4px; padding: 4px; background: #222 }
iframe { width: 1280px; height: 800px; zoom: .5; border: 0 }
"""


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
    pages = {
        f"/{at}": table_page(model_of(match, seat), Visitor(match.names[seat])) for at, (match, seat) in enumerate(seen)
    }
    pages["/all"] = f"<style>{_SQUARE}</style>" + "".join(f'<iframe src="{path}"></iframe>' for path in list(pages))
    with chromium() as browser:
        page = showing(browser.new_page(viewport={"width": 1292, "height": 812}, device_scale_factor=1.5), pages)
        page.goto(f"{HOME}/all", wait_until="networkidle")
        page.screenshot(path=HERE / name)


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
    for game in SHEETS:
        (HERE / f"{game}-art.svg").write_text(sheet(game), "utf-8")


if __name__ == "__main__":
    main()
