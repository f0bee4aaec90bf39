"""What a browser is sent: first a page, then what makes the next one of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.server.html.soup import Tag, read
from tests.server.table.walks import GAMES, PEOPLE, begun, walk
from tuckbox.server.html.table import table_body
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.schedule import Schedule
from tuckbox.server.web.feeds import BROWSER


def element(html: str) -> Tag:
    """The element that some markup is."""
    root = read(html)
    return root if "id" in root.attrs else root.children[0]


class Browser:
    """A page, and what changes it."""

    def __init__(self) -> None:
        self.page: Tag | None = None
        self.number = 0
        self.shown: Any = None

    def take(self, frame: bytes | None) -> None:
        """Show what a frame says."""
        if frame is None:
            return
        told = msgspec.json.decode(frame)
        self.number += 1
        assert told["n"] == self.number
        if "html" in told:
            self.page = element(told["html"])
            return
        for ident, edits in told.get("rows", {}).items():
            self._rows(self._by_id(ident), edits)
        for ident, html in told.get("parts", {}).items():
            old, new = self._by_id(ident), element(html)
            assert old.parent is not None
            old.parent.pieces = [new if piece is old else piece for piece in old.parent.pieces]
            new.parent = old.parent
        for ident, tag in told.get("tags", {}).items():
            new, found = element(f"{tag}</{tag[1:].split()[0]}>"), self._by_id(ident)
            if "id" in new.attrs:
                found.name, found.attrs = new.name, new.attrs
            else:
                found.attrs |= new.attrs

    def _by_id(self, ident: str) -> Tag:
        assert self.page is not None
        (found,) = (tag for tag in self.page.all() if tag.attrs.get("id") == ident)
        return found

    @staticmethod
    def _rows(lying: Tag, edits: list[tuple[int, int, str]]) -> None:
        for at, gone, html in reversed(edits):
            come = read(f"<div>{html}</div>").children[0].children if html else []
            for tag in come:
                tag.parent = lying
            rows = lying.children
            rows[at : at + gone] = come
            lying.pieces = [*rows]


def told(tag: Tag) -> tuple[Any, ...]:
    """An element and all in it, but for the spaces between elements."""
    inside = [told(piece) if isinstance(piece, Tag) else piece for piece in tag.pieces]
    return tag.name, tag.attrs, [piece for piece in inside if not isinstance(piece, str) or piece.strip()]


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, *_ in GAMES])
def test_what_is_pushed_makes_the_page_that_is_loaded_anew(game: str, players: int, options: dict[str, Any]) -> None:
    state, _ = begun(game, players, options)
    presenter, compared = Presenter(state, Schedule(state)), 0
    browsers = {viewer: Browser() for viewer in state.viewers}
    for event, at in walk(state, 3, 25):
        for viewer, browser in browsers.items():
            model = presenter.view_model(None if viewer is None else PEOPLE[viewer].id, (), 0)
            browser.take(BROWSER.frame(model, browser.shown, browser.number + 1))
            browser.shown = BROWSER.look(model)
            fresh = Presenter(state, Schedule(state)).view_model(None if viewer is None else PEOPLE[viewer].id, (), 0)
            assert browser.page is not None
            assert told(browser.page) == told(element(table_body(fresh)))
            compared += browser.number > 1
        presenter.forget(state.apply(event, at))
    assert compared > 20
