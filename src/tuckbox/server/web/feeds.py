"""Feeds of sockets: to a browser its page, and from then on what changes in it; to a program the whole as data.

A first frame has the whole page. Each further one changes what the one before it has made, and bears the next number: a page
that misses one can see that, and connects anew.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from tuckbox.errors import sentence
from tuckbox.server.assets import release
from tuckbox.server.errors import Refused
from tuckbox.server.html.fragments import Changes, Fragment
from tuckbox.server.html.table import table_fragment
from tuckbox.server.table.view_model import ViewModel
from tuckbox.server.web.serialize import model_data

_encode = msgspec.json.Encoder().encode


class Feed(ABC):
    """Contents of a socket; `name` is its name in the metrics. Of a table in words, if it is `worded`."""

    def __init__(self, name: str, worded: bool = False) -> None:
        self.name, self.worded = name, worded

    def look(self, model: ViewModel) -> Any:
        """Renderings of a view model, made once for all who see the same."""
        look = model.looks.get(self.name)
        if look is None:
            look = model.looks[self.name] = self._make(model)
        return look

    @abstractmethod
    def _make(self, model: ViewModel) -> Any: ...

    @abstractmethod
    def frame(self, model: ViewModel, shown: Any, number: int) -> bytes | None:
        """The frame of this number, which shows a model where another look was shown before (None: nothing was).

        None if both are the same.
        """

    def refusal(self, refused: Refused) -> bytes:
        """The frame that says why a command was refused."""
        return _encode({"error": refused.code, "message": str(refused)})


class Pages(Feed):
    """A page, and then its changes; of a drawn table, or of one in words."""

    def _make(self, model: ViewModel) -> Fragment:
        return table_fragment(model, self.worded)

    def frame(self, model: ViewModel, shown: Fragment | None, number: int) -> bytes | None:
        """The whole page, or what has changed in it."""
        page: Fragment = self.look(model)
        if shown is None:
            return _encode({"n": number, "version": model.version, "html": page.html, "assets": release()})
        changes = f"changes of {self.name}"
        then, found = model.looks.get(changes, (None, None))
        if then is not shown:
            found = _changed(shown, page, model.version)
            model.looks[changes] = shown, found
        return found and b'{"n":%d,%b' % (number, found)

    def refusal(self, refused: Refused) -> bytes:
        """The reason as a sentence, which the page shows as it comes."""
        return _encode({"error": refused.code, "message": sentence(refused)})


def _changed(old: Fragment, new: Fragment, version: int) -> bytes | None:
    """The end of a frame that makes one page of another."""
    changes = Changes()
    changes.find(old, new)
    found = {
        "parts": {ident: _short(html) for ident, html in changes.parts.items()},
        "rows": {ident: [(at, gone, _short(html)) for at, gone, html in rows] for ident, rows in changes.rows.items()},
        "tags": {ident: _short(tag) for ident, tag in changes.tags.items()},
    }
    told = {name: made for name, made in found.items() if made}
    return _encode({"version": version, **told})[1:] if told else None


def _short(html: str) -> str:
    """Markup with single quotes, which JSON need not escape; those of texts are entities."""
    return html.replace('"', "'")


class Data(Feed):
    """All that a viewer may know, as data; with the table in words, if it is `worded`."""

    def _make(self, model: ViewModel) -> bytes:
        return _encode(model_data(model, self.worded))

    def frame(self, model: ViewModel, shown: bytes | None, number: int) -> bytes | None:
        """All of it, each time."""
        data: bytes = self.look(model)
        return None if data == shown else data


BROWSER, IN_WORDS = Pages("browser"), Pages("words", worded=True)
PROGRAM, READER = Data("program"), Data("reader", worded=True)
