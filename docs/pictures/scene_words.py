"""Draws the pictures of `docs/scene.md` from the code that stands there: ``python -m docs.pictures.scene_words``."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import FloatRect

from docs.pictures.browser import HOME, chromium, showing
from tests.docs.pages import Block, converse, page
from tests.server.html.models import model_of
from tuckbox import Match
from tuckbox.scene.parts import Map, Panel, Scene
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.table import table_page
from tuckbox.server.table.view_model import Chat

FOLDER = Path(__file__).parent / "scene"
DRAWN = FOLDER / "drawn.json"
"""For each picture a hash of all code down to it, as it was when it was drawn."""

_PICTURE = re.compile(r"^!\[[^\]]+\]\(pictures/scene/([a-z-]+)\.png\)$", re.MULTILINE)

_WIDTH, _HEIGHT = 900, 720
_SHOWN = {"maps": "svg.map, .map svg, .map", "places-at-the-table": ".rivals .seat", "the-whole-table": "body"}
"""The part of a page that is drawn, where that is not the middle of the table."""

_PLAIN = """
*, *::before, *::after { animation: none !important }
.felt, body { background: #70203a !important }
.felt::before, .felt::after { display: none !important }
"""
_EDGE = 4


def _framed(box: FloatRect) -> FloatRect:
    """A box with some room around it."""
    left, top = max(0, box["x"] - _EDGE), max(0, box["y"] - _EDGE)
    right, low = min(_WIDTH, box["x"] + box["width"] + _EDGE), min(_HEIGHT, box["y"] + box["height"] + _EDGE)
    return {"x": left, "y": top, "width": right - left, "height": low - top}


def sections() -> Iterator[tuple[str, list[Block], str]]:
    """Each picture of the page with the blocks between it and the picture before, and the hash of its code."""
    shown, code = page("scene.md"), hashlib.sha256()
    start = 0
    for found in _PICTURE.finditer(shown.text):
        line = shown.text.count("\n", 0, found.start())
        blocks = [block for block in shown.blocks if start <= block.line < line]
        for block in blocks:
            code.update(block.body.encode())
        yield found[1], blocks, code.hexdigest()[:16]
        start = line


def scene_of(shown: Any) -> Scene:
    """A table on which that lies which the page shows."""
    if isinstance(shown, Scene):
        return shown
    if isinstance(shown, Panel):
        return Scene("", "Look.", (shown,))
    parts = shown if isinstance(shown, tuple) else (shown,)
    return Scene("", "Look.", (Panel("Table", parts),))


def document(shown: Any) -> str:
    """A page of the browser with it."""
    match = Match("whipsaw", 3, seed=7) if isinstance(shown, Map) else Match("whiplash", 2, seed=7)
    return table_page(replace(model_of(match, 0), scene=scene_of(shown), moves=(), chat=Chat()), Visitor("Ann"))


def main() -> None:
    """Draw all pictures."""
    FOLDER.mkdir(exist_ok=True)
    names: dict[str, object] = {"__name__": "page"}
    pages, hashes = {}, {}
    for name, blocks, code in sections():
        for block in blocks:
            converse(block, names)
        shown = names["shown"]
        pages[f"/{name}"], hashes[name] = document(shown), code
    with chromium() as browser:
        seen = showing(browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, reduced_motion="reduce"), pages)
        for path in pages:
            seen.goto(f"{HOME}{path}", wait_until="networkidle")
            part = _SHOWN.get(path[1:], ".centre")
            seen.add_style_tag(content=_PLAIN if part == "body" else _PLAIN + ".dock { display: none !important }")
            box = seen.locator(part).first.bounding_box()
            assert box is not None
            seen.screenshot(path=FOLDER / f"{path[1:]}.png", clip=_framed(box))
    DRAWN.write_text(json.dumps(hashes, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
