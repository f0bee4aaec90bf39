"""Parts of forms that several pages have."""

from __future__ import annotations

import htpy as h

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
    """Why what was sent last is refused, as a sentence; nothing for ""."""
    return h.p(".failed", role="alert")[sentence(why)] if why else None


__all__ = ["radio", "refusal", "your_name"]
