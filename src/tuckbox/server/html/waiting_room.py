"""A table before the match: who sits, the free seats, bots, the link for friends, the start."""

from __future__ import annotations

import htpy as h
from markupsafe import Markup

from tuckbox.definition.sentences import capitalised
from tuckbox.server.html.buttons import order
from tuckbox.server.html.fragments import Fragment
from tuckbox.server.html.markup import classes, seat_class
from tuckbox.server.html.page import game_of
from tuckbox.server.html.seats import person
from tuckbox.server.html.sharing import share_button
from tuckbox.server.table.view_model import SeatView, ViewModel


def waiting_room(model: ViewModel) -> Fragment:
    """The whole of it; a page whose seat has added nothing to the deal is told so, and does. At a table that is closed
    nothing is offered."""
    if model.fault:
        title = "This table is closed" if model.chat.closed else "This table cannot go on"
        return _fragment(h.fragment[_match(model), h.h2[title], h.p[h.a(".order.main", href="/")["Back to the games"]]])
    unsalted = None if model.seat is None or model.seats[model.seat].salted else str(model.seat)
    room = h.fragment[
        _match(model),
        h.h2["Who is playing?"],
        h.ol(".chairs")[[h.li[_seat(model, seat)] for seat in model.seats]],
        _invitation(model) if any(seat.kind == "open" for seat in model.seats) else None,
        _hinting() if model.terms.hints else None,
        _counting() if model.terms.counts else None,
        _twice() if model.duplicate else None,
        None if model.can_start else h.p[_waited_for(model)],
        h.div(".bar")[order("Start the match", "start", "main") if model.can_start else None],
    ]
    return _fragment(room, f' data-unsalted="{unsalted}"' if unsalted else "")


def _fragment(room: h.Fragment, lacking: str = "") -> Fragment:
    return Fragment("room", f'<section class="open" id="room" aria-label="Seats"{lacking}>', str(room), "</section>")


def _hinting() -> h.Node:
    return h.p["Hints are allowed at this table: everybody may ask what a good player would do."]


def _counting() -> h.Node:
    """The terms of a match that counts: whoever sits down agrees to them."""
    return h.p[
        h.b["This match counts"],
        " for the ratings of all who sit here, and whoever sits down agrees to that. There are no hints, seats are not "
        "handed on, and who is not there at the end comes last. It takes a ",
        h.a(href="/account")["passkey"],
        ".",
    ]


def _twice() -> h.Node:
    """The terms of a match that is played twice."""
    return h.p[
        h.b["This match is played twice"],
        " on the same deal: when it is over the second match begins by itself, with seats exchanged, and both have one "
        "result. Until then nobody sees the other hand, neither review nor record. You may remember your own cards, and so "
        "may your rival.",
    ]


def _match(model: ViewModel) -> h.Node:
    """Name and length of this match, where it is one that the game offers, and how long each decision may take."""
    game, players, limit = game_of(model), len(model.seats), model.terms.time_control
    offer = game.offer_of(players, dict(model.options)) if game else None
    told = [limit.title] if limit.decision else []
    if offer:
        told = [offer.title, *([offer.length(players)] if limit.at_one_sitting else []), *told]
    return h.p[f"{capitalised(', '.join(told))}."] if told else None


def _seat(model: ViewModel, seat: SeatView) -> h.Node:
    return h.div(class_=classes("chair", seat_class(seat.number)))[
        Markup("".join(person(seat, seat.name, "h3"))), h.span(".orders")[list(_orders(model, seat))]
    ]


def _orders(model: ViewModel, seat: SeatView) -> list[Markup]:
    """The viewer's actions on a seat."""
    if seat.kind == "open":
        sit = [order("Sit here", "sit", "main", seat=seat.number)] if model.seat is None else []
        bots = [order(f"{level.capitalize()} bot", "bot", seat=seat.number, level=level) for level in model.levels]
        return sit + (bots if model.host else [])
    if seat.kind == "bot" and model.host:
        return [order("Remove", "bot", seat=seat.number, level=None)]
    return [order("Stand up", "stand")] if seat.mine else []


def _invitation(model: ViewModel) -> h.Node:
    """The link for friends; the client writes it out with the name of the server."""
    path = f"/tables/{model.table}"
    hidden = "Only people with this link can find the table."
    return h.div(".invite")[
        h.h2["Invite a friend"],
        h.p[f"Send them this link. {hidden if model.terms.private else 'The table is also on the front page.'}"],
        h.p(".link")[
            h.a(href=path, data_link=path)[path],
            share_button(path, "Share the link", kind="main"),
        ],
        h.p(".here-only")[
            "This link works on this computer only. For friends in your network start Tuckbox with ",
            h.code["tuckbox serve --host 0.0.0.0"],
            " and open it at the address of this computer there, such as 192.168.1.20.",
        ],
    ]


def _waited_for(model: ViewModel) -> str:
    free = sum(seat.kind == "open" for seat in model.seats)
    if not free and model.seat is None:
        return "All seats are taken. You can watch here when the host starts the match."
    if not free:
        return "All seats are taken: the host can start the match now."
    seats = f"{free} seat{'s are' if free > 1 else ' is'} free."
    todo = "Wait for your friends here, or add bots." if model.host else "The match can start when all are taken."
    return f"{seats} {todo}"
