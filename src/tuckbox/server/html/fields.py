"""Parts of forms that several pages have."""

from __future__ import annotations

import htpy as h

from tuckbox.definition.game import Game
from tuckbox.errors import sentence
from tuckbox.match.record import LONGEST_NAME


def your_name(value: str = "") -> h.Node:
    """The name of a visitor, who may have given none yet: others want to know who it is."""
    name = {"name": "name", "value": value or None, "maxlength": str(LONGEST_NAME), "autocomplete": "nickname"}
    return h.label(".field")["Your name", h.input(name, required=True)]


def radio(name: str, value: str, label: str, checked: bool) -> h.Node:
    """One of the choices of which exactly one is taken."""
    return h.label[h.input(type="radio", name=name, value=value, checked=checked), " ", label]


def refusal(why: str) -> h.Node:
    """A sentence that says why what was sent last is refused; nothing for ""."""
    return h.p(".failed", role="alert")[sentence(why)] if why else None


def play_form(game: Game, main: bool = True) -> h.Node:
    """The button that begins a match against bots at once; `main` where it is what one most likely wants."""
    return h.form(method="post", action="/play")[
        h.input(type="hidden", name="game", value=game.name),
        h.button(class_="order main" if main else "order")["Play bots now"],
    ]
