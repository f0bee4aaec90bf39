"""News of a table since the visitor looked last: above it, until they put them away."""

from __future__ import annotations

import htpy as h
from markupsafe import Markup

from tuckbox.server.days import ago
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.notices.looks import Since


def since_html(since: Since) -> h.Node:
    """The sentences, and the way to see it step by step as this seat saw it."""
    when = f", {ago(since.at)}" if since.at is not None else ""
    return h.section("#since", aria_labelledby="since-title")[
        h.h2("#since-title")[f"Since you looked{when}"],
        h.ol(".scroll", tabindex="0", aria_labelledby="since-title")[
            h.li["More happened before; the log has it all."] if since.more else None,
            [h.li[Markup(with_chips(since.game, line))] for line in since.lines],
        ],
        h.div(".orders")[
            h.a(".order", href=f"/tables/{since.table}?step={max(1, since.step)}")["Show me, step by step"],
            h.button(".order.main", type="button", data_away="since")["On with it"],
        ],
    ]
