"""There is room for everything: also late in a game, with as many players as may be, in a window of 1366 by 768."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from docs.pictures.browser import HOME, showing
from tests.games.whipsaw.positions import position, seated
from tests.server.browser.conftest import faults
from tests.server.html.models import finished, model_of, played
from tuckbox import Match
from tuckbox.games.whipsaw.cards import IDS, KIND
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.html.replay import replay_page
from tuckbox.server.html.table import table_page


def parkways() -> Match:
    """Whipsaw! for four when 27 roads and five joint ventures are built."""
    pack = [name for turn in range(14) for name, number in zip(KIND.names, KIND.copies, strict=True) if turn < number]
    roads, ventures = [road for road in IDS if road[:2] != "JV"], [road for road in IDS if road[:2] == "JV"]
    built = {road: f"P{at % 4 + 1}: {' '.join(pack.pop() for _ in range(at % 2 + 1))}" for at, road in enumerate(roads[:27])}
    built |= {road: f"P{at % 4 + 1} P{(at + 1) % 4 + 1}: {pack.pop()} {pack.pop()}" for at, road in enumerate(ventures[:5])}
    hands = [" ".join(pack.pop() for _ in range(9)) for _ in range(4)]
    return seated(position(hands, built=built, row=" ".join(roads[27:31])))


CROWDED: dict[str, Callable[[], Match]] = {
    "four of Whiplash": lambda: played("whiplash", 4, 40),
    "four boards": lambda: played("keywhiz", 4, 60),
    "four with parkways": parkways,
    "six jalopies": lambda: played("jalopies", 6, 160),
    "two jalopies": lambda: played("jalopies", 2, 90),
}
WIDE, SMALL, LAPTOP = {"width": 1366, "height": 768}, {"width": 390, "height": 844}, {"width": 1280, "height": 800}

HIDDEN = """() => [...document.querySelectorAll('.felt, .rivals, .middle, .mine, .board')]
    .filter(part => part.scrollHeight > part.clientHeight + 2 || part.scrollWidth > part.clientWidth + 2)
    .map(part => [part.className, part.scrollWidth, part.scrollHeight, part.clientWidth, part.clientHeight])"""
CROSSED = """() => {
    const all = [...document.querySelectorAll('.headline, .seat, .middle')];
    const parts = all.map(part => [part, part.getBoundingClientRect()]);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    return parts.flatMap(([one, a], at) => parts.slice(at + 1).filter(([_, b]) => meet(a, b))
        .map(([other]) => `${one.id || one.className} and ${other.id || other.className}`));
}"""

OUTSIDE = """() => [...document.querySelectorAll('.rivals .seat')].flatMap(seat => {
    const own = seat.getBoundingClientRect();
    const boxes = [...seat.querySelectorAll('.card, .board')].map(one => one.getBoundingClientRect());
    return boxes.filter(box => box.left < own.left - 2 || box.right > own.right + 2);
}).length"""

PLACE = """() => {
    const { backgroundColor, padding } = getComputedStyle(document.querySelector('.mine'));
    return [backgroundColor, padding];
}"""

Shown = Callable[..., Page]


@pytest.fixture(name="shown")
def _shown(chromium: Browser) -> Iterator[Shown]:
    """Shows a crowded table to its first seat or another, or its replay, without a server."""
    pages: list[Page] = []

    def show(crowd: str, viewport: Any, seat: int | None = 0, page_of: Callable[..., str] = table_page) -> Page:
        html = page_of(model_of(CROWDED[crowd](), seat), Visitor("Ann"))
        page = showing(chromium.new_page(viewport=viewport, reduced_motion="reduce"), {"/": html})
        page.goto(f"{HOME}/", wait_until="networkidle")
        pages.append(page)
        return page

    yield show
    for page in pages:
        page.close()


@pytest.mark.parametrize("crowd", CROWDED)
def test_all_is_seen_at_once_and_nothing_lies_upon_another(shown: Shown, crowd: str) -> None:
    page = shown(crowd, WIDE)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CROSSED) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_replay_shows_boards_and_hands_of_all(shown: Shown, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CROWDED, "boards", lambda: finished("keywhiz", players))
    page = shown("boards", LAPTOP, None, replay_page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CROSSED) == []
    assert page.evaluate(OUTSIDE) == 0


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 740}, {"width": 844, "height": 390}], ids=["upright", "wide"])
def test_in_a_replay_on_a_phone_the_cards_on_the_table_can_be_told(
    shown: Shown, viewport: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CROWDED, "boards", lambda: finished("keywhiz", 2))
    page = shown("boards", viewport, None, replay_page)
    cards = page.locator(".centre .row .card").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
    assert len(cards) > 8
    assert all(other["left"] - one["left"] > one["width"] * 0.6 for one, other in pairwise(cards))


def test_who_has_no_card_in_hand_has_the_same_place_as_before(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, built = KIND.names[0], {"BP1": f"P1: {KIND.names[1]}", "BP2": f"P2: {KIND.names[1]}"}
    monkeypatch.setitem(CROWDED, "an empty hand", lambda: seated(position([hand, "", hand], built=built)))
    looks = [shown("an empty hand", LAPTOP, seat).evaluate(PLACE) for seat in (0, 1)]
    assert looks[0] == looks[1]


@pytest.mark.parametrize("game", ["keywhiz", "whiplash"])
def test_the_table_keeps_its_place_whatever_one_is_asked(shown: Shown, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tops = dict[int, float]()
    for count in range(2, 22, 3):
        match = played(game, 2, count)
        monkeypatch.setitem(CROWDED, "a turn", partial(played, game, 2, count))
        page = shown("a turn", LAPTOP, match.turn)
        tops[count] = page.evaluate("document.querySelector('.dock').getBoundingClientRect().top")
        page.close()
    assert len(set(tops.values())) == 1, tops


@pytest.mark.parametrize("crowd", CROWDED)
def test_on_a_phone_the_own_cards_are_seen_without_scrolling(shown: Shown, crowd: str) -> None:
    page = shown(crowd, SMALL)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    assert page.evaluate(CROSSED) == []
    dock = page.locator(".dock").bounding_box()
    own = page.locator(".mine .cards").first.bounding_box()
    assert own
    assert dock
    assert own["y"] + own["height"] / 2 < dock["y"]


@pytest.mark.parametrize("viewport", [WIDE, SMALL], ids=["wide", "small"])
@pytest.mark.parametrize("crowd", CROWDED)
def test_axe_finds_nothing_serious_at_a_crowded_table(shown: Shown, crowd: str, viewport: Any) -> None:
    assert faults(shown(crowd, viewport)) == []
