"""A page of one's own: matches with results and places, by game, rival and seat; ratings, and lessons done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import htpy as h

from tuckbox.bots.levels import LEVELS
from tuckbox.definition.game import Game
from tuckbox.numbers import counted
from tuckbox.server.days import ago
from tuckbox.server.html.account import STYLES
from tuckbox.server.html.curve import rating_curve
from tuckbox.server.html.markup import isolated, ordinal
from tuckbox.server.html.page import document, name_form
from tuckbox.server.html.preferences import DONE, Visitor
from tuckbox.server.ratings.scale import Rating

_LISTED, _RIVALS = 50, 10


@dataclass(frozen=True)
class Finished:
    """A match that is over as somebody's page lists it: their seat, their place and the number of players, and who else
    played."""

    table: str
    game: str
    title: str
    at: float
    seat: int
    place: int
    players: int
    rivals: tuple[tuple[str, int], ...]
    gone: bool = False
    counted: bool = False
    rating: Rating | None = None


@dataclass(frozen=True)
class Rated:
    """A rating in a game, the ratings of bots there, by their levels, and the ratings after each match, the oldest first."""

    game: Game
    rating: Rating
    bots: Mapping[str, Rating]
    course: Sequence[Rating]


def my_page(
    games: Sequence[Game], matches: Sequence[Finished], rated: Sequence[Rated], visitor: Visitor, only: str = ""
) -> str:
    """The page of a visitor; `only` is the game of which matches are listed, "" for all."""
    chosen = [match for match in matches if only in ("", match.game)]
    titles = {game.name: game.title for game in games}
    by_game = [(titles.get(game, game), of) for game, of in _groups(matches, lambda match: match.game)]
    body = h.main("#main.page")[
        h.h1[visitor.name or "My page"],
        name_form(visitor, "/me") if visitor.name else None,
        h.div(".orders")[
            h.a(".order", href="/account")["Account" if visitor.somebody else "Keep all this: make a passkey"],
            h.a(".order", href="/competitions")["Competitions"],
            h.a(".order", href="/practice")["Practice"],
            h.a(".order", href="/habits")["What my habits cost"],
        ],
        [_rated(each) for each in rated],
        _by("Game", by_game) if matches else None,
        _listed(chosen, titles, {match.game for match in matches}, only)
        if matches
        else h.p(".person-card")["No match of yours is over yet. Its result will stand here, and who you played with."],
        _rivals(chosen) if chosen else None,
        _seats(chosen) if chosen else None,
        _lessons(games, visitor.lessons),
    ]
    return document("My page", body, visitor, back="/me", styles=(*STYLES, "review.css"))


def _rated(rated: Rated) -> h.Node:
    rating, name = rated.rating, f"rating-{rated.game.name}"
    sure = "Provisional rating" if rating.provisional else "Rating"
    told = f"{sure}, from {counted(rating.matches, 'match', 'matches')} that counted"
    bots = sorted(rated.bots.items(), key=lambda each: list(LEVELS).index(each[0]))
    course = [(each.points, each.within) for each in rated.course]
    return h.section(".person-card.rated", aria_labelledby=name)[
        h.h2(id=name)[f"{rated.game.title}: ", h.b[f"{rating.points}"], h.small[f" ± {rating.within}"]],
        h.p(".aside")[told],
        rating_curve(course, f"Rating over {len(course)} matches: {', '.join(str(points) for points, _ in course[-20:])}")
        if len(course) > 1
        else None,
        h.p["Bots: ", ", ".join(f"{level} {bot.points}" for level, bot in bots), "."] if bots else None,
    ]


def _groups(matches: Iterable[Finished], key: Callable[[Finished], str]) -> list[tuple[str, list[Finished]]]:
    found: dict[str, list[Finished]] = {}
    for match in matches:
        found.setdefault(key(match), []).append(match)
    return sorted(found.items(), key=lambda each: -len(each[1]))


def _by(what: str, groups: Sequence[tuple[str, Sequence[Finished]]]) -> h.Node:
    """Matches, first places and mean places by something."""
    rows = [
        (shown, len(of), sum(match.place == 1 for match in of), f"{sum(match.place for match in of) / len(of):.1f}")
        for shown, of in groups
    ]
    return _figures(f"by-{what.lower()}", f"By {what.lower()}", (what, "Matches", "First", "Mean place"), rows)


def _figures(ident: str, title: str, heads: Sequence[str], rows: Sequence[tuple[str, *tuple[int | str, ...]]]) -> h.Node:
    """A table: of each row its name, and figures."""
    return h.section(".person-card", aria_labelledby=ident)[
        h.h2(id=ident)[title],
        h.table(".figures")[
            h.thead[h.tr[[h.th(scope="col")[head] for head in heads]]],
            h.tbody[[h.tr[h.th(scope="row")[name], [h.td[f"{each}"] for each in figures]] for name, *figures in rows]],
        ],
    ]


def _listed(chosen: Sequence[Finished], titles: Mapping[str, str], played: set[str], only: str) -> h.Node:
    ways = [("", "All games", "/me#matches")]
    ways += [(name, title, f"/me?game={name}#matches") for name, title in titles.items() if name in played]
    return h.section(aria_labelledby="matches")[
        h.h2("#matches")["Matches"],
        h.nav(".orders", aria_label="Which game")[
            [h.a(".order", href=path, aria_current="page" if name == only else None)[title] for name, title, path in ways]
        ]
        if len(ways) > 2
        else None,
        h.ul(".list")[[_match(match, titles) for match in chosen[:_LISTED]]],
        h.p(".aside")[f"The latest {_LISTED} of {len(chosen)}."] if len(chosen) > _LISTED else None,
    ]


def _match(match: Finished, titles: Mapping[str, str]) -> h.Node:
    title, against = titles.get(match.game, match.title), ", ".join(name for name, _ in match.rivals)
    place = f"{ordinal(match.place)} of {match.players}" + (", was gone at the end" if match.gone else "")
    rating = f"rating {match.rating.points}" if match.rating else "counts" if match.counted else ""
    return h.li[
        h.b[title],
        h.span(".who")[isolated(f"with {against}") if against else ""],
        h.span(".state")[" · ".join(filter(None, (place, rating, ago(match.at))))],
        h.a(".order", href=f"/tables/{match.table}", aria_label=f"View: {title} with {against}, {ago(match.at)}")["View"],
    ]


def _rivals(matches: Sequence[Finished]) -> h.Node:
    """The rivals met most often and how often one came before them; two bots of a level are met twice in a match."""
    met: Counter[str] = Counter(name for match in matches for name, _ in match.rivals)
    ahead: Counter[str] = Counter(name for match in matches for name, place in match.rivals if match.place < place)
    behind: Counter[str] = Counter(name for match in matches for name, place in match.rivals if match.place > place)
    rows = [(name, count, ahead[name], behind[name]) for name, count in met.most_common(_RIVALS)]
    return _figures("rivals", "By rival", ("Rival", "Met", "Before them", "After them"), rows)


def _seats(matches: Sequence[Finished]) -> h.Node:
    groups = sorted(_groups(matches, lambda match: str(match.seat + 1)))
    return _by("Seat", [(f"Seat {seat}", of) for seat, of in groups])


def _lessons(games: Sequence[Game], lessons: Mapping[str, str]) -> h.Node:
    done = [game.title for game in games if lessons.get(game.name) == DONE]
    return h.p[f"Lessons done: {', '.join(done)}"] if done else None
