"""The front page: the games, tables one can join or watch, and one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import htpy as h
from markupsafe import Markup

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.definition.sentences import span
from tuckbox.lessons.script import has_lessons
from tuckbox.numbers import counted
from tuckbox.server.html.covers import cover
from tuckbox.server.html.markup import isolated
from tuckbox.server.html.page import document, name_form, short_path
from tuckbox.server.html.preferences import DONE, Visitor
from tuckbox.server.table.view_model import Stage


@dataclass(frozen=True)
class LobbyEntry:
    """A table as a list shows it: what is played, by whom, how many seats are `free`, whether it waits for the visitor,
    and whether it `counts` for ratings."""

    table: str
    title: str
    names: tuple[str, ...]
    stage: Stage
    free: int = 0
    mine: bool = False
    turn: bool = False
    pace: str = ""
    counts: bool = False


def home_page(
    games: Sequence[Game],
    tables: Sequence[LobbyEntry],
    mine: Sequence[LobbyEntry],
    visitor: Visitor,
    practice: Sequence[LobbyEntry] = (),
) -> str:
    """The front page; `tables` are those anybody may join or watch, `mine` the visitor's own, at which they play, `practice`
    those at which they practise."""
    body = h.main("#main.page.wide")[
        h.div(class_="hero")[
            h.div[
                h.h1["Play a new card game"],
                h.p(class_="lead")["Against bots right away, or with friends: open a table and send them the link."],
                h.a(".order.find", href="/find")["Find a game with others"],
            ],
            name_form(visitor, "/"),
        ],
        h.div("#live-mine")[Markup(mine_html(mine))],
        _tables("My practice", practice, "my-practice") if practice else None,
        h.p[
            h.a(href="/competitions")["Competitions"],
            ", ",
            h.a(href="/daily")["the deal of the day"],
            ", ",
            h.a(href="/practice")["practice with exercises"],
            [", and ", h.a(href="/habits")["what your habits cost"]] if mine else None,
        ],
        h.section(aria_labelledby="games-title")[
            h.h2("#games-title")["The games" if len(games) > 1 else "The game"],
            h.div(class_="games")[[_game(game, visitor) for game in games]],
        ],
        h.div("#live-open")[Markup(open_html(tables))],
        None
        if visitor.somebody
        else h.p[
            h.a(href="/account")["Be the same person on every device"],
            " with a passkey, or ",
            h.a(href="/sign-in")["sign in"],
            ". Guests can play everything.",
        ],
        h.p[h.a(href="/about")["About Tuckbox, and who invented the games"]],
    ]
    return document("", body, visitor, script="home.js")


def mine_html(mine: Sequence[LobbyEntry]) -> str:
    """The visitor's own tables, those first at which it is their turn; "" where there are none."""
    return str(_tables("My matches", sorted(mine, key=lambda table: not table.turn), "my-matches")) if mine else ""


def open_html(tables: Sequence[LobbyEntry]) -> str:
    """The tables that anybody may join or watch; "" where there are none."""
    return str(_tables("Open tables", tables, "open-tables")) if tables else ""


def _game(game: Game, visitor: Visitor) -> h.Node:
    return h.article(class_="game", aria_labelledby=f"game-{game.name}")[
        Markup(cover(game)),
        h.div[
            h.h3(id=f"game-{game.name}")[game.title],
            h.p[game.tagline],
            h.p(class_="facts")[f"{span(game.players)} players · {_length(game)}"],
            h.div(class_="orders")[
                h.form(".against", method="post", action="/play")[
                    h.input(type="hidden", name="game", value=game.name),
                    h.button(class_="order main", aria_label=f"Play bots now: {game.title}")["Play bots now"],
                    _rivals(game),
                    _strength(game),
                ],
                _lesson(game, visitor.lessons.get(game.name, "")) if has_lessons(game) else None,
                h.a(class_="order", href=f"/new?game={game.name}", aria_label=f"Open a table: {game.title}")["Open a table"],
                h.a(class_="order", href=short_path(game), aria_label=f"Rules: {game.title}")["Rules"],
            ],
        ],
    ]


def _rivals(game: Game) -> h.Node:
    """The number of bots to play against, the fewest chosen."""
    numbers = game.players_as_offered
    if len(numbers) < 2:
        return None
    counts = [(str(number), counted(number - 1, "bot")) for number in numbers]
    return _small("players", f"Bots at {game.title}", counts, str(game.players[0]))


def _strength(game: Game) -> h.Node:
    return _small("level", f"How strong at {game.title}", [(level, level) for level in LEVELS], "normal")


def _small(name: str, label: str, choices: Iterable[tuple[str, str]], chosen: str) -> h.Node:
    """A choice of which what is chosen says what it is about."""
    rows = [h.option(value=value, selected=value == chosen)[shown] for value, shown in choices]
    return h.select(name=name, aria_label=label)[rows]


def _lesson(game: Game, stands: str) -> h.Node:
    """The way to the lesson: to its beginning, on from the page where one stopped, or once more."""
    path, done = f"/learn/{game.name}", stands == DONE
    onward = bool(stands) and not done
    word = f"Go on learning ({stands})" if onward else "Learn by playing"
    name = f"{word}: {game.title}{', done' if done else ''}"
    return h.a(class_="order", href=f"{path}?page={stands}" if onward else path, aria_label=name)[
        word, " ✓" if done else None
    ]


def _length(game: Game) -> str:
    """Duration of a match: where several are offered, of the first, as one click begins it, with the fewest players."""
    if game.offers:
        return f"{game.offers[0].minutes[min(game.players)]} min or more"
    return "{} to {} min".format(*game.minutes)


def _tables(title: str, tables: Iterable[LobbyEntry], ident: str) -> h.Element:
    return h.section(aria_labelledby=ident)[
        h.h2(id=ident)[title], h.ul(class_="list")[Markup("".join(map(_listing, tables)))]
    ]


@lru_cache(maxsize=2048)
def _listing(table: LobbyEntry) -> str:
    """A table in a list, drawn once for all who have it in theirs."""
    way = "Play" if table.mine and table.stage != "finished" else "Join" if table.free and not table.mine else "Watch"
    way = "View" if table.stage == "finished" else way
    free = counted(table.free, "free seat") if table.free else "waits for its start"
    stage = {"open": free, "playing": "playing", "finished": "finished"}[table.stage]
    pace = table.pace if table.stage != "finished" else ""
    state = " · ".join(filter(None, (stage, pace, "counts" if table.counts else "")))
    who, kind = ", ".join(table.names), "order main" if way in ("Play", "Join") else "order"
    entry = h.li[
        h.b[table.title],
        h.span(class_="who")[isolated(who)],
        h.span(class_="state")[state],
        h.span(class_="mark")["▸ your turn"] if table.turn else None,
        h.a(class_=kind, href=f"/tables/{table.table}", aria_label=f"{way}: {table.title} with {who}")[way],
    ]
    return str(entry)
