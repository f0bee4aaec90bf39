"""Pictures of every screen at four widths, to be looked at: ``python -m docs.pictures.screens FOLDER [WORD ...]``.

Only screens whose names hold one of the words are drawn: ``whiplash``, ``390``, ``dark``. Positions are those that bots
with fixed seeds have played to, so two runs show the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from docs.pictures.browser import HOME, chromium, played_to, showing
from tests.server.html.models import PACE, model_of, open_model
from tuckbox import Match
from tuckbox.coach.habits import Habit, Habits, Mean
from tuckbox.coach.review import review
from tuckbox.definition.game import game as find_game
from tuckbox.server.html.habits import OfGame, habits_page
from tuckbox.server.html.home import LobbyEntry, home_page
from tuckbox.server.html.new_table import new_table_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.replay import replay_page
from tuckbox.server.html.review import Reviewed, review_page, thinking_page
from tuckbox.server.html.static_pages import rules_page, settings_page
from tuckbox.server.html.table import table_page
from tuckbox.server.table.view_model import LogLine, Practice

WIDTHS = {390: 844, 768: 1024, 1366: 768, 1920: 1080}
NAMES = ["Ann", "Bo", "Cy", "Dee", "Eli", "Fay"]
GAMES = ["whiplash", "keywhiz", "whipsaw", "jalopies"]


def _steps(number: int) -> Callable[[Match], bool]:
    return lambda match: len(match.record().steps) >= number


def _table(game: str, players: int, steps: int, seed: int = 5, **options: object) -> Match:
    match = Match(game, players, seed=seed, seats=NAMES[:players], options=options)
    return played_to(match, 0, lambda match: len(match.record().steps) >= steps and len(match.legal()) > 1)


def reviewed(game: str, players: int, seed: int, steps: int | None = None, **options: object) -> Callable[[Visitor], str]:
    """The page of a review of a match among bots, at the costliest decision; or after so many steps."""

    def page(visitor: Visitor) -> str:
        match = Match(game, players, seed=seed, seats=NAMES[:players], options=options)
        while not match.done:
            played_to(match, None, lambda match: bool(match.between or match.done), manner="random")
            if match.between:
                match.deal()
        data = review(match.record(), 0, 100).data()
        seen_at = tuple(match.decided_at(each["step"]) for each in data["decisions"])
        worst = [match.decided_at(each["step"]) for each in data["costly"]]
        step = steps or (worst or seen_at)[0]
        view = match.view_at(0, step)
        lines = tuple(LogLine(*line) for line in match.lines(0, 30, step=step))
        known = {"view": view, "scene": view.game.scene(view), "moves": (), "log": lines}
        model = model_of(match, 0, step=step, steps=match.steps, **known)
        return review_page(Reviewed(model, 0, data, seen_at), visitor)

    return page


REVIEWS = {
    "whiplash-review": reviewed("whiplash", 2, 4),
    "whiplash-review-step": reviewed("whiplash", 3, 4, 3),
    "keywhiz-review": reviewed("keywhiz", 2, 1),
    "whipsaw-review": reviewed("whipsaw", 3, 1),
    "jalopies-review": reviewed("jalopies", 3, 1),
}


def _habits() -> OfGame:
    made = (
        Habit("draw stock", "take discard", Mean(0.061, 0.02, 0.102), 7, ((0, 1),)),
        Habit("discard {card}", "call {card}", Mean(0.034, 0.007, 0.061), 4, ((0, 1),)),
        Habit("discard {card}", "discard {card}", Mean(0.02, -0.01, 0.05), 9, ((0, 1),)),
    )
    return OfGame(find_game("whiplash"), Habits(11, Mean(0.142, 0.09, 0.194), made), (("t1", 0),))


def _calling() -> Match:
    royal = Match("whiplash", 3, seed=12, seats=["Mo", "Ann", "Bo"], edition="royal")
    return played_to(royal, 0, lambda match: any(text.startswith("call") for text in match.legal()))


def _over(game: str, players: int, **options: object) -> Match:
    match = Match(game, players, seed=3, seats=NAMES[:players], options=options)
    return played_to(match, None, lambda match: bool(match.between or match.done))


TABLES: dict[str, Callable[[], Match]] = {
    "whiplash-begin": lambda: _table("whiplash", 2, 0),
    "whiplash-call": _calling,
    "whiplash-four": lambda: _table("whiplash", 4, 30, edition="2023"),
    "whiplash-over": lambda: _over("whiplash", 3),
    "keywhiz-begin": lambda: _table("keywhiz", 2, 0),
    "keywhiz-late": lambda: _table("keywhiz", 2, 60),
    "keywhiz-four": lambda: _table("keywhiz", 4, 60),
    "whipsaw-begin": lambda: _table("whipsaw", 3, 0),
    "whipsaw-late": lambda: _table("whipsaw", 3, 60),
    "whipsaw-open": lambda: _over("whipsaw", 4),
    "whipsaw-four": lambda: _table("whipsaw", 4, 90),
    "jalopies-begin": lambda: _table("jalopies", 2, 0),
    "jalopies-late": lambda: _table("jalopies", 3, 50),
    "jalopies-six": lambda: _table("jalopies", 6, 90),
}


def _pages(visitor: Visitor) -> dict[str, Callable[[], str]]:
    games = [find_game(name) for name in GAMES]
    mine = [LobbyEntry("t3", "Whiplash", ("Ann", "Rook"), "playing", mine=True, turn=True)]
    open_ = [LobbyEntry("t1", "Whiplash", ("Cy", "Dee"), "open", free=2, pace="no hurry")]
    shown: dict[str, Callable[[], str]] = {
        "home": lambda: home_page(games, open_, mine, visitor),
        "new": lambda: new_table_page(games[0], [PACE], visitor),
        "settings": lambda: settings_page(visitor, "/"),
        "rules": lambda: rules_page(games[0], visitor),
        "room": lambda: table_page(open_model(), visitor),
    }
    for name, make in TABLES.items():
        shown[name] = lambda make=make: table_page(model_of(make(), 0), visitor)
    practice = Practice("t1", 0, 14)
    for name in ("whiplash-four", "whipsaw-late", "keywhiz-late", "jalopies-late"):
        shown[f"{name}-practice"] = lambda name=name: table_page(model_of(TABLES[name](), 0, practice=practice), visitor)
    for name, draw in REVIEWS.items():
        shown[name] = lambda draw=draw: draw(visitor)
    shown["habits"] = lambda: habits_page([_habits()], [("t4", "Whipsaw!, with Ann, Bo")], visitor)
    open_table = open_model()
    shown["thinking"] = lambda: thinking_page(open_table, 0, 37, 92, "", visitor)
    shown["whiplash-replay"] = lambda: replay_page(model_of(_over("whiplash", 3), None), visitor)
    return shown


def main(place: Path, words: list[str]) -> None:
    """Draw them."""
    place.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for theme in ("light", "dark"):
            documents: dict[str, str] = {}
            for width, height in WIDTHS.items():
                for name, make in _pages(Visitor("Ann", Preferences(theme))).items():
                    title = f"{name}-{width}-{theme}"
                    if not all(any(part in title for part in word.split(",")) for word in words):
                        continue
                    document = documents.get(name) or documents.setdefault(name, make())
                    with browser.new_context(viewport={"width": width, "height": height}) as context:
                        page = showing(context.new_page(), {f"/{name}": document})
                        page.goto(f"{HOME}/{name}", wait_until="networkidle")
                        page.screenshot(path=place / f"{title}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", metavar="WORD")
    args = parser.parse_args()
    main(args.folder, args.words)
