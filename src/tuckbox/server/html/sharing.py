"""Links to share: what those who preview one are told and shown, and the button that sends or copies it."""

from __future__ import annotations

from dataclasses import dataclass

import htpy as h

WIDTH, HEIGHT = 1200, 630
"""The size of a picture: what the places where links are posted show whole."""


@dataclass(frozen=True)
class Preview:
    """Words and a picture for those who preview a link to it; `picture` is the whole address of a picture, "" where there
    is none."""

    title: str
    told: str
    picture: str = ""


def preview_head(preview: Preview) -> h.Node:
    """The preview of a page, for its head."""
    named = {"og:type": "website", "og:site_name": "Tuckbox", "og:title": preview.title, "og:description": preview.told}
    if preview.picture:
        named |= {
            "og:image": preview.picture,
            "og:image:type": "image/png",
            "og:image:alt": f"{preview.title}. {preview.told}",
        }
        named |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    return [
        h.meta(name="description", content=preview.told),
        h.meta(name="twitter:card", content="summary_large_image" if preview.picture else "summary"),
        [h.meta(property=name, content=content) for name, content in named.items()],
    ]


def share_button(path: str, label: str = "Share", kind: str = "") -> h.Node:
    """A button that hands a link to whatever the device shares with, or copies it; it needs the script ``share.js``.

    Where a box with ``data-with`` beside it is ticked, the link has that too.
    """
    return h.button("#share", class_=["order", kind or None], type="button", data_share=path)[label]
