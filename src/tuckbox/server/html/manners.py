"""The page of the people at a table: mute, block, report. And the list of those whom one does not hear."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from tuckbox.server.days import ago
from tuckbox.server.html.account import STYLES
from tuckbox.server.html.fields import refusal
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.manners.aversions import Aversion
from tuckbox.server.manners.reports import LONGEST, REASONS


def people_page(table: str, title: str, names: Sequence[str], visitor: Visitor, told: str = "", failed: str = "") -> str:
    """The page of the people at a table, but for the visitor; `told` says what was done, `failed` why something was not."""
    path = f"/tables/{table}"
    body = h.main("#main.page")[
        h.h1["People at this table"],
        h.p(".lead")[
            "Mute somebody, and what they say is not shown to you, here and anywhere. Block them, and you are also never "
            "paired with them, and they find no seat at your private tables. Nobody is told of either."
        ],
        h.p(".banner", role="status")[told] if told else None,
        refusal(failed),
        [_person(path, number, name) for number, name in enumerate(names)] or h.p["Nobody else has been at this table."],
        h.div(".orders")[
            h.a(".order.main", href=path)["Back to the table"],
            h.a(".order", href="/account#unheard")["Whom I have muted or blocked"],
        ],
    ]
    return document(f"People at {title}", body, visitor, back=path, styles=STYLES)


def _person(path: str, number: int, name: str) -> h.Node:
    which = h.input(type="hidden", name="name", value=name)
    return h.section(".person-card", aria_labelledby=f"person-{number}")[
        h.h2(id=f"person-{number}")[name],
        h.form(".orders", method="post", action=f"{path}/people")[
            which,
            h.button(".order", name="do", value="mute", aria_label=f"Mute {name}")["Mute"],
            h.button(".order", name="do", value="block", aria_label=f"Block {name}")["Block"],
        ],
        h.details[
            h.summary[f"Report {name}"],
            h.form(method="post", action=f"{path}/people")[
                which,
                h.label(".field")[
                    "Why",
                    h.select(name="reason")[[h.option(value=word)[shown] for word, shown in REASONS.items()]],
                ],
                h.label(".field")["What happened (you may leave this out)", h.input(name="text", maxlength=str(LONGEST))],
                h.p(".aside")[
                    "The operator of this server gets this with all that was said at the table, your own words too. "
                    f"{name} is not told."
                ],
                h.div(".orders")[
                    h.button(".order", name="do", value="report", aria_label=f"Send the report on {name}")["Send the report"]
                ],
            ],
        ],
    ]


def unheard_list(aversions: Sequence[Aversion]) -> h.Node:
    """The people whom the visitor has muted or blocked, each with the way to hear them again."""
    if not aversions:
        return None
    return h.section("#unheard.person-card", aria_labelledby="unheard-title")[
        h.h2("#unheard-title")["Whom you do not hear"],
        h.ul(".list")[[_unheard(each) for each in aversions]],
    ]


def _unheard(aversion: Aversion) -> h.Node:
    again = f"Hear {aversion.name} again"
    return h.li[
        h.b[aversion.name],
        h.span(".who")[f"{'blocked' if aversion.blocked else 'muted'} {ago(aversion.at)}"],
        h.form(method="post", action="/account/unheard")[
            h.input(type="hidden", name="aversion", value=aversion.id),
            h.button(".order", aria_label=again)["Hear again"],
        ],
    ]
