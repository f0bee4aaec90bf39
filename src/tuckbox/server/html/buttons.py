"""Buttons that send commands, and clocks: what the client brings to life wherever it stands in a page."""

from __future__ import annotations

import json
from functools import lru_cache

import htpy as h
from markupsafe import Markup

from tuckbox.server.html.markup import classes


@lru_cache(maxsize=1024)
def order(label: str, command: str, kind: str = "", ident: str = "", **more: object) -> Markup:
    """A button that sends a command; the client adds the version where one is needed. Where moves stand beside it, it has an
    `ident`, so that the focus of a move that has gone does not stay on what has come in its place."""
    sent = json.dumps({"do": command, **more})
    return Markup(h.button(id=ident or None, type="button", class_=classes("order", kind), data_do=sent)[label])


def clock(until: float | None) -> Markup:
    """A countdown; the client fills it in."""
    return Markup(h.span(".clock", data_until=f"{until:.3f}", role="timer")) if until else Markup("")
