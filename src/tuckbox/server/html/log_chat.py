"""The log and the chat beside the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import htpy as h

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import listed
from tuckbox.match.labels import faces
from tuckbox.server.html.buttons import order
from tuckbox.server.html.cards import chip
from tuckbox.server.html.fragments import Fragment, Lines
from tuckbox.server.html.markup import esc, isolated
from tuckbox.server.table.events import REACTIONS
from tuckbox.server.table.view_model import ChatLine, LogLine, ViewModel

TAIL = 40
"""Number of last lines of the chat that are shown."""


def log(model: ViewModel) -> Fragment:
    """The last sentences, each with the way to the state it tells of. Before the first of them there is nothing to be seen,
    but a region that will read them out."""
    game = model.view.game if model.view else None
    lines = [line.looks.get("row") or _row(game, line, times) for line, times in at_once(model.log)]
    kind, shown, tab = ("log", "", ' tabindex="0"') if lines else ("log hidden", " hidden", "")
    tag = f'<section class="{kind}" id="log" aria-labelledby="log-title">'
    told = Lines("told", '<ol id="told">', lines, "</ol>")
    head, end = f'<h2 id="log-title"{shown}>What happened</h2>', "</div></section>"
    return Fragment("log", tag, head, _earlier(model), f'<div class="scroll" role="log"{tab}>', told, end)


def _earlier(model: ViewModel) -> Fragment:
    """The way to what happened before the first line; hidden until there is something, so that the lines then stay where
    they are: new ones are read out."""
    way = f'href="?step={max(1, model.log[0].step - 1)}"' if model.earlier and model.log else "hidden"
    return Fragment("earlier", f'<a class="earlier" id="earlier" {way}>', "Earlier</a>")


def at_once(lines: Iterable[LogLine]) -> list[tuple[LogLine, int]]:
    """Sentences, each with how often it comes one after the other in its step: nobody wants to read seven times that a card
    is drawn."""
    told: list[tuple[LogLine, int]] = []
    for line in lines:
        first, times = told[-1] if told else (line, 0)
        if times and line.step == first.step and line.text == first.text:
            told[-1] = first, times + 1
        else:
            told.append((line, 1))
    return told


def often(times: int) -> str:
    """Number of times a sentence comes, as one reads it after the sentence."""
    return f" ({times} times)" if times > 1 else ""


def _row(game: Game | None, line: LogLine, times: int) -> str:
    row = line.looks["row"] = _line(game, line.step, line.number, line.text, times)
    return row


@lru_cache(maxsize=20_000)
def _line(game: Game | None, step: int, number: int, text: str, times: int) -> str:
    return f'<li id="l{step}-{number}"><a href="?step={step}">{with_chips(game, text)}{often(times)}</a></li>'


@lru_cache(maxsize=4096)
def with_chips(game: Game | None, text: str, shortest: int = 1) -> str:
    """A sentence with the cards in it as chips; faces of fewer letters than `shortest` are taken for words."""
    if game is None:
        return isolated(text)
    pieces = faces(game, shortest).split(text)
    return "".join(chip(game.names.get(piece, piece)) if odd % 2 else isolated(piece) for odd, piece in enumerate(pieces))


def chat(model: ViewModel) -> Fragment:
    """The last words and reactions, and ways to say something; nothing where nobody is there to hear it, nor may come."""
    others = any(seat.kind == "person" and not seat.mine for seat in model.seats) or bool(model.chat.lines)
    onlookers = model.onlookers - (model.seat is None)  # the viewer is one
    if not others and onlookers <= 0 and not any(seat.free for seat in model.seats):
        return Fragment("chat", '<section id="chat" hidden>', "</section>")
    seated = model.seat is not None and others and not model.chat.closed
    return _chat(
        lines=model.chat.lines[-TAIL:],
        agreeing=_agreement(model, seated),
        reactions=_REACTIONS if seated else "",
        orders=_SAY if model.chat.open else "",
        people=f"/tables/{model.table}/people" if others else "",
    )


def _agreement(model: ViewModel, seated: bool) -> str:
    """The line on who agrees to a chat; empty where it needs no agreement, or can have none any more."""
    agreed = model.chat.agreed
    if agreed is None or (not agreed and model.stage == "finished"):
        return ""
    names = tuple([model.seats[seat].name for seat in agreed if seat != model.seat])
    return _agreeing(names, model.seat in agreed, model.chat.open, seated)


@lru_cache(maxsize=1024)
def _agreeing(others: tuple[str, ...], own: bool, may_chat: bool, seated: bool) -> str:
    """The way to a chat where there is none from the beginning, and who agrees to it: `others`, and perhaps oneself."""
    names = [*(["You"] if own else []), *others]
    told = f"{listed(names)} agree{'s' if len(names) == 1 and not own else ''} to a chat. " if names else ""
    rule = "" if may_chat else "There are quick reactions until all who sit here agree to a chat. "
    button = order("No chat for me" if own else "Agree to a chat", "talk", on=not own) if seated else ""
    return str(h.p("#agreeing.manners")[rule, isolated(told), button])


@lru_cache(maxsize=1024)
def _chat(lines: tuple[ChatLine, ...], agreeing: str, reactions: str, orders: str, people: str) -> Fragment:
    rows = Lines("said", '<ol id="said">', [_chat_line(line) for line in lines], "</ol>")
    tab = ' tabindex="0"' if lines else ""  # empty it is there all the same: what comes into it is read out
    scroll = f'<div class="scroll"{tab} role="log" aria-label="What was said">'
    tag, end = '<section id="chat" class="chat" aria-labelledby="chat-title">', "</section>"
    way = f'<p class="manners"><a href="{people}">Mute, block or report somebody</a></p>' if people else ""
    more = Fragment("talking", '<div id="talking">', agreeing, reactions, orders, way, "</div>")
    return Fragment("chat", tag, _CHAT, scroll, rows, "</div>", more, end)


def _chat_line(line: ChatLine) -> str:
    kind = ' class="reaction"' if line.reaction else ""
    return f'<li id="c{line.number}"{kind}><b>{isolated(line.name)}</b> <span dir="auto">{esc(line.text)}</span></li>'


_CHAT = '<h2 id="chat-title">Chat</h2>'
_SAY = (
    '<form id="say" autocomplete="off"><input id="saying" name="text" maxlength="400" aria-label="Say something" '
    'placeholder="Say something" required><button class="order">Send</button></form>'
)
_REACTIONS = str(
    h.div(".reactions", role="group", aria_label="Quick reactions")[
        [order(text, "react", "reaction", word=word) for word, text in REACTIONS.items()]
    ]
)
