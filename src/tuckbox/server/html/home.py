"""The front page: the games, tables one can join or watch, one's own; and the form for a table of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.offers import Offer
from tuckbox.kit.fields import OFF, Option
from tuckbox.lessons.script import has_lessons
from tuckbox.server.html.covers import cover
from tuckbox.server.html.fields import radio, your_name
from tuckbox.server.html.markup import capitalised, isolated, listed
from tuckbox.server.html.page import document, name_form, short_path
from tuckbox.server.html.preferences import DONE, Visitor
from tuckbox.server.table.levels import LEVELS, TEMPOS
from tuckbox.server.table.new_table import DELAYS
from tuckbox.server.table.time_controls import TimeControl
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
    notice: str = "",
    practice: Sequence[LobbyEntry] = (),
) -> str:
    """The front page; `tables` are those anybody may join or watch, `mine` the visitor's own, at which they play, `practice`
    those at which they practise, `notice` what went wrong.
    """
    body = h.main("#main.page.wide")[
        h.p(class_="failed", role="alert")[notice] if notice else None,
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
            h.p(class_="facts")[f"{_span(game.players)} players · {_length(game)}"],
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
    if len(game.players) == 1:
        return None
    counts = [(str(number), f"{number - 1} bot{'' if number == 2 else 's'}") for number in sorted(game.players)]
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


def _span(numbers: Sequence[int]) -> str:
    """Numbers of players in words.

    >>> _span((3, 4, 2)), _span((2,)), _span((2, 4))
    ('2 to 4', '2', '2 or 4')
    """
    numbers = sorted(numbers)
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return listed([str(number) for number in numbers], "or")


def _tables(title: str, tables: Iterable[LobbyEntry], ident: str) -> h.Element:
    return h.section(aria_labelledby=ident)[
        h.h2(id=ident)[title], h.ul(class_="list")[Markup("".join(map(_listing, tables)))]
    ]


@lru_cache(maxsize=2048)
def _listing(table: LobbyEntry) -> str:
    """A table in a list, drawn once for all who have it in theirs."""
    way = "Play" if table.mine and table.stage != "finished" else "Join" if table.free and not table.mine else "Watch"
    way = "View" if table.stage == "finished" else way
    free = f"{table.free} free seat{'' if table.free == 1 else 's'}"
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


# -- a table of one's own ----------------------------------------------------------------------------------------------


def new_table_page(game: Game, paces: Iterable[TimeControl], visitor: Visitor, refused: str = "") -> str:
    """The form for a table; `refused` says what was wrong with it the last time."""
    body = h.main("#main.page")[
        h.h1[f"Open a table of {game.title}"],
        h.p(class_="failed", role="alert")[refused] if refused else None,
        h.form("#new.form", method="post", action="/tables")[
            h.input(type="hidden", name="game", value=game.name),
            None if visitor.name else your_name(),
            _players(game),
            _matches(game),
            h.fieldset(class_="pick")[
                h.legend["Who plays with you"],
                h.div(class_="grid")[[_rival(number) for number in range(1, max(game.players))]],
            ],
            h.fieldset(class_="pick")[
                h.legend["Who can find the table"],
                radio("private", "1", "Only people with the link", True),
                radio("private", "0", "Everyone, on the front page", False),
            ],
            h.div(class_="grid")[
                _select("pace", "Time to think", [(pace.name, capitalised(pace.title)) for pace in paces]),
                _select("hints", "Hints", [("", "Only against bots"), ("1", "For everybody; all are told")]),
                _counting() if visitor.somebody else None,
                _select("twice", "The deal", _TWICE, only="players=2") if 2 in game.players else None,
                _select("chat", "Chat", _CHATS),
                _select("takeback", "Taking moves back", _TAKEBACKS),
                _select("delay", "Onlookers see it", [(str(delay), _late(delay)) for delay in DELAYS]),
                _select("tempo", "Bots play", [(tempo, _TEMPOS[tempo]) for tempo in TEMPOS]),
            ],
            _options(game),
            h.div(class_="orders")[h.button(class_="order main")["Open the table"], h.a(class_="order", href="/")["Cancel"]],
        ],
    ]
    return document(f"Open a table of {game.title}", body, visitor, script="form.js", game=game)


def _late(delay: int) -> str:
    return f"{delay} steps late" if delay else "As it happens"


def _counting() -> h.Node:
    choices = [("", "No: play as you like"), ("1", "Yes: without hints, for people with a passkey")]
    return _select("counts", "For ratings", choices)


_CHATS = [
    ("", "With friends, or if all agree"),
    ("1", "Open from the beginning"),
    ("0", "Quick reactions, until all who sit there agree"),
]
_TWICE = [("", "Played once"), ("1", "Played twice, with seats exchanged")]
_TAKEBACKS = [
    ("", "With friends: if all agree"),
    ("1", "If all who play agree"),
    ("0", "Only what nobody has seen yet"),
]
_TEMPOS = {"usual": "As usual", "quick": "Quickly", "slow": "Slowly, so that one can follow"}


def _players(game: Game) -> h.Node:
    if len(game.players) == 1:
        return h.input(type="hidden", name="players", value=str(game.players[0]))
    chosen = game.players[0]
    return h.fieldset(class_="pick")[
        h.legend["Players"],
        [radio("players", str(number), str(number), number == chosen) for number in sorted(game.players)],
    ]


def _matches(game: Game) -> h.Node:
    """The matches that the game offers, the first of them chosen; what else there is can be set below them."""
    if not game.offers:
        return None
    return h.fieldset(class_="pick offers")[
        h.legend["Which match"],
        [_offer(offer, offer is game.offers[0]) for offer in game.offers],
        radio("offer", "", "Another match", False),
        h.div(class_="grid other")[[_option(game, name, game.layout.options[name]) for name in game.offered]],
    ]


def _offer(offer: Offer, chosen: bool) -> h.Node:
    """A match to choose; of its minutes the style sheet shows those with the number of players that is chosen."""
    lengths = [h.small(class_=f"with with-{number}")[offer.length(number)] for number in sorted(offer.minutes)]
    return h.label[
        h.input(type="radio", name="offer", value=offer.name, checked=chosen),
        h.span[offer.title, lengths],
    ]


def _rival(number: int) -> h.Node:
    choices = [("", "A friend"), *((level, f"Bot, {level}") for level in LEVELS)]
    return _select(f"bot{number}", f"Seat {number + 1}", choices, needs=number + 1)


def _select(
    name: str, label: str, choices: Iterable[tuple[str, str]], chosen: str = "", needs: int = 0, only: str = ""
) -> h.Node:
    """A choice; it counts with this number of players (`needs`), or with this value of another option (`only`)."""
    return h.label(class_="field", data_needs=str(needs) if needs else None, data_only=only or None)[
        label,
        h.select(name=name)[[h.option(value=value, selected=value == chosen)[shown] for value, shown in choices]],
    ]


def _options(game: Game) -> h.Node:
    """The options of the game, folded away: their usual values are fine for a first match."""
    own = [(name, kind) for name, kind in game.layout.options.items() if name not in game.offered]
    shown = [_option(game, name, kind) for name, kind in own if not kind.house]
    house = [_house_rule(game, name, kind) for name, kind in own if kind.house]
    return h.fragment[
        h.details[h.summary["Options of the game"], h.div(class_="grid")[shown]] if shown else None,
        h.details(class_="house-rules")[
            h.summary["House rules"],
            h.p(class_="aside")["Each departs from the printed rules, and is off unless you switch it on."],
            h.div(class_="grid")[house],
        ]
        if house
        else None,
    ]


def _house_rule(game: Game, name: str, kind: Option) -> h.Node:
    """A switch; a browser sends nothing of one that is off, and so the printed rule is played."""
    only = f"option.{kind.only[0]}={kind.only[1]}" if kind.only else None
    return h.label(class_="switch", data_only=only)[
        h.input(type="checkbox", name=f"option.{name}", value=kind.values[1]),
        h.span[capitalised(game.term(name)), h.small[kind.house]],
    ]


def _option(game: Game, name: str, kind: Option) -> h.Node:
    """An option of the game; one that means something only with another, or with no offer, says so."""
    field, label = f"option.{name}", capitalised(game.term(name))
    only = f"option.{kind.only[0]}={kind.only[1]}" if kind.only else "offer=" if name in game.offered else ""
    if not isinstance(kind.values, range):
        choices = [(value, capitalised(game.term(name, value))) for value in kind.values]
        return _select(field, label, choices, str(kind.default), only=only)
    low, high = str(kind.values[0]), str(kind.values[-1])
    span = h.small[f" {low} to {high}, or {game.term(name, OFF)}" if kind.off else f" {low} to {high}"]
    number = {"type": "number", "min": low, "max": high}
    words = {"type": "text", "inputmode": "numeric", "pattern": rf"\d+|{OFF}"}  # a number or the word
    return h.label(class_="field", data_only=only or None)[
        h.span[label, span],
        h.input(name=field, value=str(kind.default), **(words if kind.off else number)),
    ]


__all__ = ["LobbyEntry", "home_page", "mine_html", "new_table_page", "open_html"]
