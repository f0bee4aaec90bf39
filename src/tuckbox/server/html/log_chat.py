"""The log and the chat beside the table."""

from __future__ import annotations

import re
from functools import lru_cache

from tuckbox.engine.game import Game
from tuckbox.server.html.cards import chip
from tuckbox.server.html.markup import esc
from tuckbox.server.table.view_model import ViewModel

TAIL = 40
"""So many of the last things said are shown."""


def log_html(model: ViewModel) -> str:
    """The last sentences, each with the way to the state it tells of."""
    game = model.view.game if model.view else None
    lines, step, number = [], 0, 0
    for line in model.log:
        step, number = line.step, number + 1 if line.step == step else 0
        lines.append(_line(game, step, number, line.text))
    earlier = (
        f'<a class="earlier" href="?step={max(1, model.log[0].step - 1)}">Earlier</a>' if model.earlier and model.log else ""
    )
    return (
        f'<section class="log" aria-labelledby="log-title"><h2 id="log-title">What happened</h2>{earlier}'
        f'<div class="scroll" role="log"><ol>{"".join(lines)}</ol></div></section>'
    )


@lru_cache(maxsize=20_000)
def _line(game: Game | None, step: int, number: int, text: str) -> str:
    return f'<li id="l{step}-{number}"><a href="?step={step}">{with_chips(game, text)}</a></li>'


def with_chips(game: Game | None, text: str, shortest: int = 1) -> str:
    """A sentence with the cards in it as chips; faces of fewer letters than `shortest` are taken for words."""
    if game is None:
        return esc(text)
    pieces = _faces(game, shortest).split(text)
    return "".join(chip(game.names.get(piece, piece)) if odd % 2 else esc(piece) for odd, piece in enumerate(pieces))


@lru_cache(maxsize=64)
def _faces(game: Game, shortest: int) -> re.Pattern[str]:
    """Finds the faces of a game's cards in a sentence; bare numbers are no cards there."""
    named = {face for face in game.layout.deck.faces if not face.isdigit() and len(face) >= shortest}
    faces = sorted(named, key=lambda face: (-len(face), face))
    if not faces:
        return re.compile(r"(?!)()")
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, faces))})(?!\w)")


def chat_html(model: ViewModel) -> str:
    """What was said, and a line to say something."""
    said = "".join(f"<li><b>{esc(said.name)}</b> {esc(said.text)}</li>" for said in model.chat[-TAIL:])
    lines = (
        f'<div class="scroll" tabindex="0" role="region" aria-label="What was said"><ol>{said}</ol></div>' if said else ""
    )
    return (
        f'<section class="chat" aria-labelledby="chat-title"><h2 id="chat-title">Chat</h2>{lines}'
        '<form id="say" autocomplete="off"><input id="saying" name="text" maxlength="400" aria-label="Say something" '
        'placeholder="Say something" required>'
        '<button class="order">Send</button></form></section>'
    )


__all__ = ["chat_html", "log_html", "with_chips"]
