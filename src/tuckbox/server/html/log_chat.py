"""The log and the chat beside the table."""

from __future__ import annotations

from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.match.labels import faces
from tuckbox.server.html.cards import chip
from tuckbox.server.html.fragments import Fragment, Lines
from tuckbox.server.html.markup import esc
from tuckbox.server.table.view_model import ChatLine, LogLine, ViewModel

TAIL = 40
"""Number of last lines of the chat that are shown."""


def log(model: ViewModel) -> Fragment:
    """The last sentences, each with the way to the state it tells of."""
    game = model.view.game if model.view else None
    lines = [line.looks.get("row") or _row(game, line) for line in model.log]
    earlier = []
    if model.earlier and model.log:
        tag = f'<a class="earlier" id="earlier" href="?step={max(1, model.log[0].step - 1)}">'
        earlier.append(Fragment("earlier", tag, "Earlier</a>"))
    tag = '<section class="log" id="log" aria-labelledby="log-title">'
    told = Lines("told", '<ol id="told">', lines, "</ol>")
    head, end = '<h2 id="log-title">What happened</h2>', "</div></section>"
    return Fragment("log", tag, head, *earlier, '<div class="scroll" role="log">', told, end)


def _row(game: Game | None, line: LogLine) -> str:
    row = line.looks["row"] = _line(game, line.step, line.number, line.text)
    return row


@lru_cache(maxsize=20_000)
def _line(game: Game | None, step: int, number: int, text: str) -> str:
    return f'<li id="l{step}-{number}"><a href="?step={step}">{with_chips(game, text)}</a></li>'


@lru_cache(maxsize=4096)
def with_chips(game: Game | None, text: str, shortest: int = 1) -> str:
    """A sentence with the cards in it as chips; faces of fewer letters than `shortest` are taken for words."""
    if game is None:
        return esc(text)
    pieces = faces(game, shortest).split(text)
    return "".join(chip(game.names.get(piece, piece)) if odd % 2 else esc(piece) for odd, piece in enumerate(pieces))


def chat(model: ViewModel) -> Fragment:
    """The chat, and a line to say something."""
    return _chat(model.chat[-TAIL:])


@lru_cache(maxsize=1024)
def _chat(lines: tuple[ChatLine, ...]) -> Fragment:
    said: list[str | Fragment] = []
    if lines:
        rows = [f"<li><b>{esc(line.name)}</b> {esc(line.text)}</li>" for line in lines]
        scroll = '<div class="scroll" tabindex="0" role="region" aria-label="What was said">'
        said = [scroll, Lines("said", '<ol id="said">', rows, "</ol>"), "</div>"]
    return Fragment("chat", '<section class="chat" id="chat" aria-labelledby="chat-title">', _CHAT, *said, _SAY)


_CHAT = '<h2 id="chat-title">Chat</h2>'
_SAY = (
    '<form id="say" autocomplete="off"><input id="saying" name="text" maxlength="400" aria-label="Say something" '
    'placeholder="Say something" required><button class="order">Send</button></form></section>'
)


__all__ = ["chat", "log", "with_chips"]
