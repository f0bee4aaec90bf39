"""Finding a game with strangers: the form, and the page of who waits."""

from __future__ import annotations

from collections.abc import Sequence

import htpy as h

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised, listed
from tuckbox.server.html.account import STYLES
from tuckbox.server.html.fields import refusal, your_name
from tuckbox.server.html.page import document
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.manners.cooling import NEVER_LEFT, PAUSES, REMEMBERED, Cooling, said
from tuckbox.server.meeting.wishes import Wish
from tuckbox.server.table.clock import steady_now
from tuckbox.server.table.time_controls import TIME_CONTROLS

PACES = {"quick": "Fast", "relaxed": "Relaxed", "days": "Slow"}
"""Paces that strangers may play at, by their names."""

_DAYS = round(REMEMBERED / 86400)

PATIENCE = 15
"""Seconds after which somebody who waits is offered bots."""


def find_page(
    games: Sequence[Game], waiting: int, visitor: Visitor, refused: str = "", cooling: Cooling = NEVER_LEFT
) -> str:
    """The form; `waiting` is the number of people who look for a game just now, `cooling` how it stands with leaving."""
    numbers = sorted({number for game in games for number in game.players_as_offered})
    paces = [(pace, f"{name}: {TIME_CONTROLS[pace].title}") for pace, name in PACES.items()]
    body = h.main("#main.page")[
        h.h1["Find a game"],
        h.p(".lead")["With whoever is here. Choose all that you would play; you are led to a table as soon as it fits."],
        refusal(refused),
        _cooling(cooling),
        h.form(".form", method="post", action="/find")[
            None if visitor.name else your_name(),
            _several("game", "Any of these games", [(game.name, game.title) for game in games]),
            _several("players", "Number of players", [(str(number), str(number)) for number in numbers]),
            _several("pace", "At any of these paces", paces, ("quick", "relaxed")),
            h.fieldset(".pick")[
                h.legend["For ratings"],
                h.label[h.input(type="checkbox", name="counts", value="1"), " Only matches that count"],
            ]
            if visitor.somebody
            else None,
            h.div(".orders")[h.button(".order.main")["Find a game"], h.a(".order", href="/")["Cancel"]],
        ],
        h.p[_others(waiting)],
        h.p(".aside")[
            "Strangers greet each other by quick reactions, and chat when all at the table agree. Whoever has left matches "
            f"that count, and has not come back, is paired with nobody for a while: after the second within {_DAYS} days "
            f"for {said(PAUSES[1])}, then for {said(PAUSES[2])}, {said(PAUSES[3])} and {said(PAUSES[4])}."
        ],
    ]
    return document("Find a game", body, visitor, back="/find", styles=STYLES)


def _cooling(cooling: Cooling) -> h.Node:
    """The matches that a visitor has left, and what follows from it."""
    if not cooling.left:
        return None
    matches = "a match that counts" if cooling.left == 1 else f"{cooling.left} matches that count"
    wait = cooling.seconds(steady_now())
    told = f"You can look for a game again in {said(wait)}." if wait else "With the next one you cannot look for a while."
    return h.p(".banner", role="status")[f"You have left {matches} within {_DAYS} days. {told}"]


def _several(name: str, label: str, choices: Sequence[tuple[str, str]], chosen: Sequence[str] | None = None) -> h.Node:
    """Choices of which any number may be taken, all unless told."""
    return h.fieldset(".pick")[
        h.legend[label],
        [
            h.label[h.input(type="checkbox", name=name, value=value, checked=chosen is None or value in chosen), " ", shown]
            for value, shown in choices
        ],
    ]


def _others(waiting: int) -> str:
    if waiting == 0:
        return "Nobody else is looking just now."
    return f"{waiting} {'person is' if waiting == 1 else 'people are'} looking just now."


def waiting_page(wish: Wish, titles: Sequence[str], waiting: int, visitor: Visitor) -> str:
    """The page of who waits; the script asks for news, and offers bots after a while."""
    body = h.main("#main.page", data_patience=str(PATIENCE))[
        h.h1["Looking for others"],
        h.div(".person-card.looking")[
            h.p[
                h.b[listed(titles, "or")],
                f", with {listed([str(number) for number in wish.players], 'or')} players, ",
                " or ".join(capitalised(PACES[pace]).lower() for pace in wish.paces if pace in PACES),
                ", for ratings" if wish.counts else "",
                ".",
            ],
            h.p("#waiting", role="status")[_told(waiting)],
        ],
        h.div(role="status")[  # there before the offer, which is read out as it comes
            h.div("#bots.person-card", hidden=True)[
                h.p["Nobody has come yet. Play bots instead, and look again later?"],
                h.form(".orders", method="post", action="/find/bots")[
                    [
                        h.button(".order", name="level", value=level)[f"Play {level} bots"]
                        for level in LEVELS
                        if level in ("easy", "normal", "hard")
                    ]
                ],
            ]
        ],
        h.form(".orders", method="post", action="/find/stop")[h.button(".order")["Stop looking"]],
        h.noscript[h.p[h.a(".order", href="/find")["Look whether somebody has come"]]],
    ]
    return document("Looking for others", body, visitor, script="find.js", back="/find", styles=STYLES)


def _told(waiting: int) -> str:
    return f"{waiting} people are looking, you among them." if waiting > 1 else "Nobody else is looking just now."
