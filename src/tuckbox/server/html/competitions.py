"""Competitions: those of a visitor, the form for a new one, and one as it goes on, to its prize-giving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised, listed
from tuckbox.definition.tournament import Tournament
from tuckbox.numbers import counted
from tuckbox.server.competitions.competition import Competition, Pairing, Standing
from tuckbox.server.competitions.competitions import MOST_ROUNDS, PACES
from tuckbox.server.competitions.records import LEAST
from tuckbox.server.html.fields import radio, refusal, your_name
from tuckbox.server.html.markup import isolated, ordinal
from tuckbox.server.html.page import document, rules_path
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.sharing import share_button
from tuckbox.server.table.time_controls import TIME_CONTROLS

STYLES = ("pages.css", "people.css", "competitions.css")
_PODIUM, _NAMED = 3, 2
"""Steps of the podium, and how many names have room on one."""

_ABSENT = "–"
"""Sign for the points of somebody who was not there at the end of a match."""

_STAGES = {"open": "waiting for people", "playing": "being played", "over": "over"}


@dataclass(frozen=True)
class Shown:
    """A competition as somebody sees it; `person` is who looks, None for a stranger."""

    competition: Competition
    game: Game
    tournament: Tournament
    person: str | None

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/competitions/{self.competition.id}"

    @property
    def mine(self) -> bool:
        """Whether who looks takes part."""
        entrant = self.competition.entrant(self.person) if self.person else None
        return entrant is not None and not entrant.out

    @property
    def names(self) -> Mapping[str, str]:
        """The names of all who take part."""
        return {entrant.person: entrant.name for entrant in self.competition.entrants}


# -- all of them, and a new one ----------------------------------------------------------------------------------------


def competitions_page(games: Sequence[Game], mine: Sequence[Competition], visitor: Visitor) -> str:
    """The competitions of a visitor, and the way to a new one."""
    body = h.main("#main.page")[
        h.h1["Competitions"],
        h.p(".lead")["Any number of people, round after round at several tables, and a prize-giving at the end."],
        h.section(".person-card", aria_labelledby="make")[
            h.h2("#make")["Make one"],
            h.p["You choose what is played and send the link to whom you like. Guests can take part."],
            h.div(".orders")[[_make(game) for game in games]],
        ],
        _mine(mine) if mine else None,
        h.p[h.a(".order", href="/")["Home"]],
    ]
    return document("Competitions", body, visitor, back="/competitions", styles=STYLES)


def _make(game: Game) -> h.Node:
    title = game.tournament.title if game.tournament else ""
    return h.a(".order.main", href=f"/competitions/new?game={game.name}")[f"{title} of {game.title}"]


def _mine(mine: Sequence[Competition]) -> h.Node:
    return h.section(aria_labelledby="mine")[
        h.h2("#mine")["Mine"],
        h.ul(".list")[
            [
                h.li[
                    h.b[each.title],
                    h.span(".who")[_STAGES[each.stage]],
                    h.a(".order", href=f"/competitions/{each.id}", aria_label=f"Go to {each.title}")["Go there"],
                ]
                for each in mine
            ]
        ],
    ]


def new_competition_page(game: Game, tournament: Tournament, visitor: Visitor, refused: str = "") -> str:
    """The form for a competition; `refused` says what was wrong with it the last time."""
    title = f"{tournament.title} of {game.title}"
    sizes = [(str(size), f"{size} at a table") for size in sorted(tournament.tables)]
    body = h.main("#main.page")[
        h.h1[title],
        refusal(refused),
        h.form(".form", method="post", action="/competitions")[
            h.input(type="hidden", name="game", value=game.name),
            None if visitor.name else your_name(),
            h.label(".field")["Its name", h.input(name="title", maxlength="60", value=title)],
            h.fieldset(".pick.offers")[
                h.legend["In each round every table plays"],
                [radio("bout", bout.name, bout.title, bout is tournament.bouts[0]) for bout in tournament.bouts],
            ],
            h.fieldset(".pick")[
                h.legend["How many share a table"],
                [radio("size", value, shown, value == str(tournament.tables[0])) for value, shown in sizes],
            ]
            if len(sizes) > 1
            else h.input(type="hidden", name="size", value=sizes[0][0]),
            h.label(".field")[
                h.span["Rounds", h.small[f" 1 to {MOST_ROUNDS}"]],
                h.input(name="rounds", type="number", min="1", max=str(MOST_ROUNDS), value=str(tournament.rounds)),
            ],
            h.fieldset(".pick")[
                h.legend["Time to think"],
                [radio("pace", pace, capitalised(TIME_CONTROLS[pace].title), pace == PACES[0]) for pace in PACES],
            ],
            h.div(".orders")[h.button(".order.main")["Make it"], h.a(".order", href="/competitions")["Cancel"]],
        ],
        _scoring(game, tournament),
    ]
    return document(title, body, visitor, back="/competitions", styles=STYLES)


def _scoring(game: Game, tournament: Tournament) -> h.Node:
    """The way in which it is scored, and the rules that say so."""
    return h.section(".person-card", aria_labelledby="scoring")[
        h.h2("#scoring")["How it is scored"],
        h.p[
            tournament.told,
            " (",
            h.a(href=f"{rules_path(game.name)}#{tournament.rule}")[tournament.rule],
            ")",
        ],
        h.p[_pairing(tournament)],
        h.p[
            "A bot plays for whoever is away or runs out of time, so that every round ends; they may come back at any "
            "moment. Whoever is not there at the end of a match gets no points for it."
        ],
    ]


def _pairing(tournament: Tournament) -> str:
    if tournament.tables == (2,):
        return (
            "Lots are drawn for the first round. With rounds enough everybody meets everybody once; with fewer, those meet "
            "who stand next to each other and have not met yet."
        )
    return (
        "Lots are drawn for the first round; then those share a table who stand next to each other. Tables are as equal as "
        "can be."
    )


# -- one of them -------------------------------------------------------------------------------------------------------


def competition_page(shown: Shown, visitor: Visitor) -> str:
    """A competition as it stands; its script keeps it up to date."""
    body = h.main("#main.page")[h.div("#live-competition")[Markup(competition_html(shown, bool(visitor.name)))]]
    title = shown.competition.title
    return document(title, body, visitor, script="competition.js", back=shown.path, styles=STYLES)


def competition_html(shown: Shown, named: bool) -> str:
    """All of it that changes by itself; `named` tells whether who looks has a name."""
    found = shown.competition
    if found.stage == "over":
        return str(h.fragment[_over(shown)])
    return str(h.fragment[
        _open(shown, named) if found.stage == "open" else _playing(shown), _scoring(shown.game, shown.tournament)
    ])  # fmt: skip


def _heading(shown: Shown) -> h.Node:
    found = shown.competition
    bout = shown.tournament.bout(found.bout)
    parts = (
        shown.game.title,
        bout.title if bout else "",
        TIME_CONTROLS[found.pace].title,
        counted(found.rounds, "round"),
        _people(len(found.entrants)),
    )
    return h.div("#heading.heading")[h.h1[found.title], h.p(".lead")[" · ".join(filter(None, parts))]]


def _people(count: int) -> str:
    return counted(count, "person", "people")


def _open(shown: Shown, named: bool) -> h.Node:
    """It waits for people."""
    found = shown.competition
    starts = shown.person == found.maker
    few = len(found.entrants) < LEAST
    return [
        _heading(shown),
        _next(None),
        h.section("#invite.person-card", aria_labelledby="inviting")[
            h.h2("#inviting")["Send this link to all who want to play"],
            h.p(".link")[
                h.a("#address", href=shown.path, data_link=shown.path)[shown.path],
                share_button(shown.path, "Share the link"),
            ],
        ],
        h.section("#people.person-card", aria_labelledby="who")[
            h.h2("#who")[f"Who takes part ({len(found.entrants)})"],
            h.ul(".entrants")[[h.li(class_=_own(shown, each.person))[each.name] for each in found.entrants]],
            h.div(".orders")[
                _form(shown, "start", "Start the competition", "main") if starts and not few else None,
                _form(shown, "leave", "Leave") if shown.mine else _join(shown, named),
            ],
            h.p(".aside")[isolated(_waiting(starts, few, shown.names.get(found.maker, "")))],
        ],
    ]


def _waiting(starts: bool, few: bool, maker: str) -> str:
    if few:
        return "It can start when somebody else takes part, too."
    if starts:
        return "Nobody can join once you have started it."
    return f"It begins when {maker or 'whoever made it'} starts it."


def _join(shown: Shown, named: bool) -> h.Node:
    return h.form("#join.join", method="post", action=f"{shown.path}/join")[
        None if named else your_name(), h.button(".order.main")["Take part"]
    ]


def _form(shown: Shown, what: str, label: str, kind: str = "") -> h.Node:
    button = h.button(class_=f"order {kind}".strip())[label]
    return h.form(f"#{what}", method="post", action=f"{shown.path}/{what}")[button]


def _playing(shown: Shown) -> h.Node:
    withdraw = h.details("#withdraw")[
        h.summary["Withdraw"],
        h.p["You are in no further round, and your points stay. A match that is played goes on."],
        _form(shown, "leave", "Yes, I withdraw", "danger"),
    ]
    return [_heading(shown), _next(_next_for(shown)), _round(shown), _standings(shown), withdraw if shown.mine else None]


def _next(said: h.Node) -> h.Node:
    """The place of what is next for who looks: there from the start, so that what comes into it is read out."""
    return h.div("#next", role="status")[said]


def _next_for(shown: Shown) -> h.Node:
    """The next thing to do for who looks."""
    found, mine = shown.competition, shown.competition.place_of(shown.person or "")
    if not found.round:
        return h.p(".banner")["The first round begins in a moment."]
    if mine is None:
        return None
    last = found.round == found.rounds
    if not mine.at:
        return h.p(".banner")[f"You have a bye in this round, {'which is the last' if last else 'and go on in the next'}."]
    if mine.points is not None:
        then = "The prize-giving is here when all are." if last else "The next round begins when all are."
        return h.p(".banner")[f"Your match is over. {then}"]
    rivals = [shown.names[each.person] for each in found.present if each.at == mine.at and each.person != mine.person]
    return h.section(".person-card.looking")[
        h.h2[isolated(f"Round {found.round}: you play {listed(rivals) or 'nobody'}")],
        h.div(".orders")[h.a(".order.main", href=f"/tables/{mine.at}")["Go to your table"]],
    ]


def _round(shown: Shown) -> h.Node:
    found = shown.competition
    if not found.round:
        return None
    tables: dict[str, list[Pairing]] = {}
    for each in found.present:
        tables.setdefault(each.at or each.person, []).append(each)
    return h.section("#round", aria_labelledby="round-title")[
        h.h2("#round-title")[f"Round {found.round} of {found.rounds}"],
        h.ul(".list")[[_table(shown, own) for own in sorted(tables.values(), key=lambda own: own[0].number or 999)]],
    ]


def _table(shown: Shown, own: Sequence[Pairing]) -> h.Node:
    first, names = own[0], listed([shown.names[each.person] for each in own])
    if not first.at:
        return h.li(id=f"bye-{first.seat}")[h.b["Bye"], h.span(".who")[isolated(names)], h.span(".state")[_worth(first)]]
    over = all(each.points is not None for each in own)
    state = " : ".join(_ABSENT if each.gone else _worth(each) for each in own) if over else "being played"
    way = "Look" if over else "Play" if shown.person in {each.person for each in own} else "Watch"
    return h.li(id=f"table-{first.number}")[
        h.b[f"Table {first.number}"],
        h.span(".who")[isolated(names)],
        h.span(".state")[state],
        h.a(".order", href=f"/tables/{first.at}", aria_label=f"{way}: table {first.number}, {names}")[way],
    ]


def _standings(shown: Shown) -> h.Node:
    found = shown.competition
    if not found.round:
        return None
    rounds = [
        h.th(scope="col", title=f"Round {number}", aria_label=f"Round {number}")[f"{number}"]
        for number in range(1, found.round + 1)
    ]
    rows = [
        h.tr(class_=_own(shown, each.entrant.person), aria_current="true" if each.entrant.person == shown.person else None)[
            h.td[f"{each.place}."],
            h.th(scope="row")[each.entrant.name, h.small[" withdrawn"] if each.entrant.out else None],
            [h.td(".in-round")[_in_round(pairing)] for pairing in each.rounds],
            h.td[h.b[points_said(each.points)]],
        ]
        for each in found.standings
    ]
    head = h.tr[h.th(scope="col")["Place"], h.th(scope="col")["Who"], rounds, h.th(scope="col")["Points"]]
    return h.section("#standings.person-card", aria_labelledby="standings-title")[
        h.h2("#standings-title")["Standings"],
        h.div(".scrolls", tabindex="0", role="group", aria_labelledby="standings-title")[
            h.table(".figures.standings")[h.thead[head], h.tbody[rows]]
        ],
        h.p(".aside")["In each round: the points; b a bye, – not there at the end, … being played."],
    ]


def _in_round(pairing: Pairing | None) -> str:
    if pairing is None:
        return ""
    if pairing.points is None:
        return "…"
    if pairing.gone:
        return _ABSENT
    return f"{points_said(pairing.points)}{'' if pairing.at else 'b'}"


def _worth(pairing: Pairing) -> str:
    return points_said(pairing.points or 0.0)


def _own(shown: Shown, person: str) -> str | None:
    return "own" if person == shown.person else None


def points_said(points: float) -> str:
    """Points as they are read.

    >>> points_said(0.5), points_said(2.5), points_said(24.0)
    ('½', '2½', '24')
    """
    whole, half = int(points), points % 1 == 0.5
    return f"{whole or ''}½" if half else f"{points:g}"


# -- the prize-giving --------------------------------------------------------------------------------------------------


def _over(shown: Shown) -> h.Node:
    found = shown.competition
    again = h.a(".order", href=f"/competitions/new?game={found.game}")["Make another one"]
    first = [each for each in found.standings if each.place <= _PODIUM]
    return [
        h.section("#prizes.prizes", aria_labelledby="prizes-title")[
            h.p[f"{shown.game.title} · {_people(len(found.entrants))} · {counted(found.round, 'round')}"],
            h.h1("#prizes-title")[found.title],
            h.p(".winner")[isolated(_winner(first))] if first else None,
            h.ol(".podium", aria_label="The first three places")[[_step(own) for own in _steps(first)]],
            _mine_said(shown),
        ],
        _standings(shown),
        h.div(".orders")[again, h.a(".order", href="/competitions")["Competitions"]],
    ]


def _winner(first: Sequence[Standing]) -> str:
    best = [each.entrant.name for each in first if each.place == 1]
    return f"{listed(best)} {'wins' if len(best) == 1 else 'share the first place'}"


def _steps(first: Sequence[Standing]) -> list[Sequence[Standing]]:
    """Those on each step of the podium: one on each of the first two, on the last one all who share its place."""
    steps = [first[at : at + 1] for at in range(_PODIUM - 1)]
    return [step for step in (*steps, first[_PODIUM - 1 :]) if step]


def _step(own: Sequence[Standing]) -> h.Node:
    best, names = own[0], [each.entrant.name for each in own]
    return h.li(class_=f"place{best.place}")[
        h.span(".medal", aria_hidden="true")[f"{best.place}"],
        h.b[isolated(listed(names)) if len(own) <= _NAMED else _people(len(own))],
        h.span(".block")[h.span(".hidden")[f"{ordinal(best.place)} place, "], _points(best.points)],
    ]


def _mine_said(shown: Shown) -> h.Node:
    own = next((each for each in shown.competition.standings if each.entrant.person == shown.person), None)
    if own is None or own.place == 1:
        return None
    return h.p[f"You came in {ordinal(own.place)}, with {_points(own.points)}."]


def _points(points: float) -> str:
    return f"{points_said(points)} point{'' if points == 1 else 's'}"
