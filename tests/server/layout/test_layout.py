"""Nothing at a table lies under something else, is cut, or cannot be reached: by the boxes of the page in a real browser.

Drawn are the fullest tables of random games of all our games and examples (`fullest.py`), as their seats see them, at the
widths of phones, tablets and screens. What counts as a finding stands in ``findings.js``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from docs.pictures.browser import ALONE
from tests.chromium import launched, needs_chromium
from tests.server.html.models import model_of, played
from tests.server.layout import crowded
from tests.server.layout.fullest import Kept, games, kept, position, random_play, tables
from tuckbox import Match
from tuckbox.coach.exercises import shipped
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson
from tuckbox.scene.parts import Board, Panel, Scene, Space, Token
from tuckbox.server.assets import sent
from tuckbox.server.html.art import art_files
from tuckbox.server.html.exercise import Posed, exercise_page
from tuckbox.server.html.lesson import lesson_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.replay import replay_page
from tuckbox.server.html.table import table_page
from tuckbox.server.web.learn import show

browser_only = [
    pytest.mark.browser,
    needs_chromium,
    pytest.mark.xdist_group("layout"),
]
FINDINGS = Path(__file__).with_name("findings.js").read_text("utf-8")
HOME = "http://table.test"
ALL = {360: 740, 390: 844, 768: 1024, 844: 390, 1280: 720, 1366: 768, 1680: 1050, 1920: 1080}
"""Widths of windows and their heights."""
FEW = {390: 844, 1280: 720}
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@pytest.fixture(scope="module", name="window")
def _window() -> Iterator[Any]:
    with launched() as browser:
        yield browser.new_context(reduced_motion="reduce")


@contextmanager
def opened(window: Any, game: Game, html: str) -> Iterator[Any]:
    """A page of a game in the browser."""

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(HOME).partition("?")[0]
        if name.startswith("/static/"):
            script = ALONE.get(name) or sent(name.removeprefix("/static/"))
            route.fulfill(body=script, content_type=TYPES[name.rpartition(".")[2]])
        elif name.startswith("/art/"):
            route.fulfill(body=art_files(game)[name.rpartition("/")[2]], content_type=TYPES[name.rpartition(".")[2]])
        elif name == "/table":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    page = window.new_page()
    try:
        page.route("**/*", answer)
        page.goto(f"{HOME}/table", wait_until="networkidle")
        yield page
    finally:
        page.close()


def resize(page: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def findings(window: Any, game: Game, html: str, widths: dict[int, int]) -> dict[int, list[str]]:
    """What is wrong with a page of a game at each width; widths at which nothing is are left out."""
    found = {}
    with opened(window, game, html) as page:
        for width, height in widths.items():
            resize(page, width, height)
            if faults := page.evaluate(FINDINGS):
                found[width] = faults
    return found


def shown(match: Match, seat: int) -> str:
    """The page of a match as a seat sees it."""
    return table_page(model_of(match, seat), Visitor("Ann", Preferences("light")))


@cache
def _games() -> dict[str, Game]:
    return games()


KEPT = [(name, players, each) for name, by in kept().items() for players, some in by.items() for each in some]
IDS = [f"{name}-{players}-{each.kind}" for name, players, each in KEPT]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "each"), KEPT, ids=IDS)
class TestFullTables:
    """The fullest tables at all widths, busy ones and the ends of games at two."""

    pytestmark = browser_only

    def test_all_of_a_full_table_is_to_be_seen(self, name: str, players: int, each: Kept, window: Any) -> None:
        game = _games()[name]
        widths = ALL if each.kind == "full" else FEW
        assert findings(window, game, shown(position(game, players, each), each.seat), widths) == {}


BIGGEST = [(name, max(by), by[max(by)][0]) for name, by in kept().items()]


@pytest.mark.parametrize(("name", "players", "each"), BIGGEST, ids=[name for name, *_ in BIGGEST])
class TestFullestTable:
    """The fullest table of each game on a phone and on a small screen."""

    pytestmark = browser_only

    def test_all_of_the_fullest_table_is_to_be_seen(self, name: str, players: int, each: Kept, window: Any) -> None:
        game = _games()[name]
        assert findings(window, game, shown(position(game, players, each), each.seat), FEW) == {}


@pytest.mark.parametrize("name", crowded.SCENES)
class TestCrowdedScenes:
    """Tables of games that do not exist, with more on them than any of ours."""

    pytestmark = browser_only

    def test_all_of_a_crowded_scene_is_to_be_seen(self, name: str, window: Any) -> None:
        match = Match("whiplash", 4, seed=1)
        html = table_page(crowded.model(match, name), Visitor("Ann", Preferences("light")))
        assert findings(window, match.game, html, ALL) == {}


class TestManyRivals:
    """Four rivals with two rows of cards each leave room for the own hand."""

    pytestmark = browser_only

    def test_the_own_hand_is_in_sight_on_a_phone(self, window: Any) -> None:
        match = Match("whiplash", 4, seed=1)
        html = table_page(crowded.model(match, "five seats with two rows"), Visitor("Ann", Preferences("light")))
        with opened(window, match.game, html) as page:
            resize(page, 390, 844)
            hand, dock = (page.locator(which).first.bounding_box() for which in (".mine .card", ".dock"))
            assert hand["y"] + 30 < dock["y"]


BOARD_FITS = """() => {
  const board = document.querySelector('.board'), spaces = [...board.querySelectorAll('.space')];
  const widths = spaces.map(space => Math.round(space.getBoundingClientRect().width));
  const wrong = spaces.filter(space => {
    const inner = space.querySelector('.token')?.getBoundingClientRect(), outer = space.getBoundingClientRect();
    return inner && (inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom);
  });
  const least = Math.min(...widths);
  return [board.scrollWidth - board.clientWidth, Math.max(...widths) - least < 3, wrong.length, least];
}"""

FINGER = 44
"""Minimum number of pixels of what is touched."""


@pytest.mark.parametrize("name", crowded.BOARDS)
class TestBoardsOnPhones:
    """Boards in the middle of the table, as games have them that bring no style of their own."""

    pytestmark = browser_only

    def test_a_board_is_as_wide_as_the_phone_or_its_places_as_a_finger(self, name: str, window: Any) -> None:
        match = Match("whiplash", 2, seed=1)
        html = table_page(crowded.model(match, name), Visitor("Ann", Preferences("light")))
        with opened(window, match.game, html) as page:
            resize(page, 360, 740)
            hidden, alike, wrong, least = page.evaluate(BOARD_FITS)
        assert (alike, wrong) == (True, 0)
        assert hidden == 0 or least >= FINGER
        assert (hidden == 0) == (name != "twelve by nine")


TOUCHED = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
"""A window that is touched."""

SIDEWAYS = {667: 375, 844: 390, 932: 430}
HAND_IS_SEEN = """() => {
  const held = document.querySelector('.mine .cards .card') ?? document.querySelector('.board .space');
  const { left, bottom, width, height } = held.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, bottom - height / 4);
  return bottom < innerHeight && Boolean(seen?.closest('.card, .space'));
}"""


BUSY = {name: (players, each) for name, players, each in reversed(KEPT) if each.kind == "busy"}
"""A busy table of each game, with the fewest players."""


@pytest.mark.parametrize("name", BUSY)
class TestPhoneOnItsSide:
    """On a phone held sideways one's hand and what can be done with it are in sight together."""

    pytestmark = browser_only

    def test_the_own_hand_is_seen_beside_what_can_be_done(self, name: str, window: Any) -> None:
        (players, each), game = BUSY[name], _games()[name]
        with opened(window, game, shown(position(game, players, each), each.seat)) as page:
            for width, height in SIDEWAYS.items():
                resize(page, width, height)
                assert page.evaluate(HAND_IS_SEEN), width

    def test_the_bar_reaches_down_to_the_edge_when_the_table_is_scrolled(self, name: str, window: Any) -> None:
        """It ended where it had while the head of the page was in sight."""
        (players, each), game = BUSY[name], _games()[name]
        with opened(window, game, shown(position(game, players, each), each.seat)) as page:
            resize(page, 740, 360)
            last = page.locator("#bar :is(.move, .order), #all > summary").last
            last.scroll_into_view_if_needed()
            assert last.bounding_box()["y"] + last.bounding_box()["height"] <= 360
            page.evaluate("scrollTo(0, 60)")
            edges = page.evaluate("(({ top, bottom }) => [top, bottom])(dock.getBoundingClientRect())")
            assert edges == [0, 360]


def asked_to_block(match: Match) -> int:
    """Play on until somebody may answer the naming of a road with a judge; the seat."""
    while True:
        for seat in match.waiting:
            if any(action.startswith("block with") for action in match.legal(seat)):
                return seat
        seat = match.waiting[0]
        named = [action for action in match.legal(seat) if action.startswith("build ")]
        match.play((named or match.legal(seat))[0], seat)


class TestAnswersOnAPhone:
    """A rival names a road in Whipsaw! on an upright phone: what can be answered leaves the table most of the window."""

    pytestmark = browser_only

    def test_the_bar_leaves_the_table_three_fifths(self, window: Any) -> None:
        match = Match("whipsaw", 3, seed=1)
        seat = asked_to_block(match)
        with opened(window, match.game, shown(match, seat)) as page:
            for width, height in {360: 740, 390: 844}.items():
                resize(page, width, height)
                assert page.locator(".dock .pass").is_visible()
                assert page.evaluate("document.getElementById('dock').offsetHeight / innerHeight") < 0.4, width


HAND_ABOVE_BAR = """() => {
  const { top, bottom } = document.querySelector('.mine .cards .card').getBoundingClientRect();
  return (document.getElementById('dock').getBoundingClientRect().top - top) / (bottom - top);
}"""
"""The share of the first row of the own hand that is seen above the bar."""

BUSY_BARS = [
    ("whipsaw", 3, 2, 11, 2),
    ("whipsaw", 3, 2, 16, 1),
    ("whipsaw", 3, 1, 151, 1),
    ("whipsaw", 4, 0, 115, 3),
    ("whipsaw", 4, 1, 139, 2),
    ("whipsaw", 4, 1, 153, 0),
    ("whipsaw", 4, 1, 185, 2),
    ("jalopies", 3, 1, 11, 1),
    ("jalopies", 3, 2, 61, 1),
    ("jalopies", 3, 1, 172, 0),
]
"""Games, players, seeds, steps and seats of positions with long names of moves, or many."""


class TestHandOnASmallPhone:
    """On a small upright phone the own hand is in sight above what can be done with it, even where that is much."""

    pytestmark = browser_only

    @pytest.mark.parametrize(("name", "players", "seed", "steps", "seat"), BUSY_BARS)
    def test_the_bar_leaves_the_hand_in_sight(
        self, name: str, players: int, seed: int, steps: int, seat: int, window: Any
    ) -> None:
        game = _games()[name]
        html = shown(position(game, players, Kept("busy", seed, steps, seat)), seat)
        with opened(window, game, html) as page:
            resize(page, 360, 740)
            assert page.evaluate(HAND_ABOVE_BAR) > 0.55
            assert (
                page.evaluate("Math.min(...[...document.querySelectorAll('#bar .move')].map(one => one.offsetHeight))") >= 44
            )


class TestOneRivalOnAPhone:
    """A single rival on a small upright phone has the whole row: their cards are read, and the own hand stays in sight."""

    pytestmark = browser_only

    def test_the_cards_of_a_single_rival_are_large_enough_to_be_read(self, window: Any) -> None:
        match = Match("whiplash", 2, seed=1)
        with opened(window, match.game, shown(match, match.waiting[0])) as page:
            resize(page, 360, 740)
            assert page.locator(".rivals .card").last.bounding_box()["width"] >= 44
            assert page.evaluate(HAND_ABOVE_BAR) > 1


class TestRacersOnASmallPhone:
    """Racers are chosen on a small upright phone: three rows of them are in sight, before those who have chosen."""

    pytestmark = browser_only

    def test_the_third_row_of_racers_is_above_the_bar(self, window: Any) -> None:
        game = _games()["jalopies"]
        html = shown(position(game, 6, Kept("busy", 3, 5, 3)), 3)
        with opened(window, game, html) as page:
            resize(page, 360, 740)
            ninth = page.locator(".lone-row .card").nth(8).bounding_box()
            assert ninth["y"] + ninth["height"] <= page.locator("#dock").bounding_box()["y"]
        assert findings(window, game, html, {360: 740, 390: 844}) == {}


class TestLessonOnItsSide:
    """On a phone on its side a lesson has the whole column beside the table, and its ways stand in one row."""

    pytestmark = browser_only

    @pytest.mark.parametrize(("name", "page_number"), [("whiplash", 2), ("whipsaw", 4), ("jalopies", 5)])
    def test_the_bubble_and_what_is_asked_are_seen(self, name: str, page_number: int, window: Any) -> None:
        html = lesson_page(show(Guide(lesson(find_game(name)), page_number)), Visitor("Ann", Preferences("light")))
        with opened(window, find_game(name), html) as page:
            resize(page, 844, 390)
            dock, bubble, status = (page.locator(f"#{each}").bounding_box() for each in ("dock", "bubble", "status"))
            assert dock["height"] > 320
            assert page.evaluate("getComputedStyle(table).backgroundColor") != "rgba(0, 0, 0, 0)"  # below it, once scrolled
            assert bubble["y"] >= dock["y"]
            assert status["y"] + status["height"] <= dock["y"] + dock["height"]
            ways = [each.bounding_box()["y"] for each in page.locator(".ways .order").all()]
            assert len(ways) == 2
            assert ways[0] == pytest.approx(ways[1], abs=5)


class TestNames:
    """A short name is whole, however little there is beside it."""

    pytestmark = browser_only

    def test_the_name_of_a_rival_is_whole_while_racers_are_chosen(self, window: Any) -> None:
        game = find_game("jalopies")
        html = lesson_page(show(Guide(lesson(game), 0)), Visitor("Ann", Preferences("light")))
        with opened(window, game, html) as page:
            for width, height in (ALL | {1440: 900}).items():
                resize(page, width, height)
                assert page.locator(".rivals h2").evaluate("one => one.scrollWidth <= one.clientWidth"), width

    @pytest.mark.parametrize(("name", "players", "size"), [("keywhiz", 4, (390, 844)), ("whiplash", 3, (1280, 800))])
    def test_a_long_name_is_beside_its_disc_and_as_long_as_there_is_room(
        self, name: str, players: int, size: tuple[int, int], window: Any
    ) -> None:
        """It was cut after 15 rem, and stood below the disc where there was less."""
        game = find_game(name)
        with opened(window, game, shown(position(game, players, Kept("busy", 0, 5, 0)), 0)) as page:
            page.locator(".seat h2").evaluate_all("all => all.forEach(h => { h.textContent = 'Maximus '.repeat(5); })")
            resize(page, *size)
            for header in page.locator(".rivals header").all():
                disc, told = (header.locator(each).bounding_box() for each in (".disc", "h2"))
                assert told["y"] < disc["y"] + disc["height"]
                assert told["width"] > header.bounding_box()["width"] - 2.2 * 16 - 1


class TestLessonBarOnItsSide:
    """On a phone on its side the moves of a lesson stand below each other, each as wide as the column beside the table."""

    pytestmark = browser_only

    def test_moves_stand_below_each_other(self, window: Any) -> None:
        html = lesson_page(show(Guide(lesson(find_game("jalopies")), 5)), Visitor("Ann", Preferences("light")))
        with opened(window, find_game("jalopies"), html) as page:
            resize(page, 844, 390)
            moves = [each.bounding_box() for each in page.locator("#bar .move").all()]
            assert len(moves) > 1
            assert all(one["y"] + one["height"] <= other["y"] for one, other in pairwise(moves))
            assert min(move["width"] for move in moves) > 230


class TestWordsOnItsSide:
    """A table in words on a phone on its side is one column of text on the ground of the page, all of it in sight."""

    pytestmark = browser_only

    def test_what_can_be_done_is_not_scrolled_in_a_box(self, window: Any) -> None:
        match = Match("jalopies", 3, seed=1)
        html = table_page(model_of(match, match.waiting[0]), Visitor("Ann", Preferences("light", table="words")))
        with opened(window, match.game, html) as page:
            resize(page, 844, 390)
            inner, outer = page.evaluate("[dock.scrollHeight, dock.offsetHeight]")
            assert inner <= outer
            assert page.evaluate("getComputedStyle(table).backgroundColor") == "rgba(0, 0, 0, 0)"


ROWS = """() => {
  const all = [...document.querySelectorAll('#dock :is(a, button, select, input, label)')];
  const boxes = all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect());
  boxes.sort((one, other) => one.top - other.top);
  let rows = 0, end = 0;
  for (const { top, bottom } of boxes) { if (top >= end - 4) { rows++; end = bottom; } }
  return rows;
}"""
"""The number of rows in which what can be touched in the bar stands."""


@pytest.mark.parametrize("name", ["jalopies", "keywhiz", "whiplash", "whipsaw"])
class TestReplays:
    """A replay of the fullest table of each of our games: it is drawn smaller where it has to be, as at a table."""

    pytestmark = browser_only

    def test_all_of_the_fullest_table_is_to_be_seen(self, name: str, window: Any) -> None:
        game, (players, each) = _games()[name], next((players, each) for of, players, each in BIGGEST if of == name)
        model = replace(model_of(position(game, players, each), None), step=each.steps)
        html = replay_page(model, Visitor("Ann", Preferences("light")))
        assert findings(window, game, html, {1280: 720, 1440: 900}) == {}


class TestReplayOnAPhone:
    """A replay on a phone: its bar has three rows, upright or on its side four, and what is touched is large enough."""

    pytestmark = browser_only

    @pytest.mark.parametrize(("size", "rows"), [((360, 740), 3), ((412, 915), 3), ((740, 360), 4)])
    def test_the_bar_of_a_replay_has_few_rows(self, size: tuple[int, int], rows: int, window: Any) -> None:
        match = next(match for match in random_play(_games()["whiplash"], 3, 1) if match.done)
        model = replace(model_of(match, None), step=9)
        html = replay_page(model, Visitor("Ann", Preferences("light")))
        with opened(window, match.game, html) as page:
            resize(page, *size)
            assert page.locator("#play").is_visible()
            assert page.evaluate(ROWS) == rows

    def test_sentences_of_the_log_are_as_high_as_a_finger(self, window: Any) -> None:
        match = Match("whiplash", 3, seed=1)
        for _ in range(4):
            match.play(match.legal(match.waiting[0])[0], match.waiting[0])
        phone = window.browser.new_context(**TOUCHED)
        with opened(phone, match.game, shown(match, 0)) as page:
            resize(page, 360, 740)
            links = page.locator("#told a")
            assert links.count() > 3
            assert min(link.bounding_box()["height"] for link in links.all()) >= 42
        phone.close()


CLOSED = """() => {
  const stamp = document.querySelector('.middle .loose use[href$=stamp-closed]');
  const { top, bottom } = stamp.getBoundingClientRect(), poster = stamp.closest('.space').getBoundingClientRect();
  return (top + bottom) / 2 - poster.top;
}"""
"""How far below the upper edge of its poster the middle of the stamp on a closed road is."""


class TestRoadsOnPhones:
    """Whipsaw! on a phone: the pictures of roads do not fill it."""

    pytestmark = browser_only

    def test_a_road_alone_is_no_larger_than_others(self, window: Any) -> None:
        html = lesson_page(show(Guide(lesson(find_game("whipsaw")), 11)), Visitor("Ann", Preferences("light")))
        with opened(window, find_game("whipsaw"), html) as page:
            for width, height in {390: 844, 844: 390}.items():
                resize(page, width, height)
                assert page.locator(".middle .space", has_text="Bath Beach").bounding_box()["width"] < 220, width

    def test_the_stamp_on_a_closed_road_is_in_sight_on_a_small_phone(self, window: Any) -> None:
        game = _games()["whipsaw"]
        with opened(window, game, shown(position(game, 3, Kept("busy", 2, 11, 2)), 2)) as page:
            resize(page, 360, 740)
            assert 20 < page.evaluate(CLOSED) < 40

    def test_on_its_side_the_hand_is_one_row_and_the_roads_are_in_sight(self, window: Any) -> None:
        with opened(window, find_game("whipsaw"), shown(Match("whipsaw", 3, seed=1), 0)) as page:
            resize(page, 844, 390)
            cards = [each.bounding_box() for each in page.locator(".mine .cards .card").all()]
            assert len({round(card["y"]) for card in cards}) == 1
            assert page.locator(".middle .space").first.bounding_box()["y"] < 300


class TestExercises:
    """An exercise on a small screen: the question is one line, and the table above it has room for all that lies on it."""

    pytestmark = browser_only

    @pytest.mark.parametrize("number", [1, 3, 8])
    def test_nothing_on_a_full_table_is_scrolled(self, number: int, window: Any) -> None:
        game = find_game("whipsaw")
        exercise = shipped(game)[number - 1]
        path, model = f"/exercises/whipsaw/{number}", model_of(exercise.position(), exercise.seat)
        posed = Posed(exercise, model, path, "Find the move", f"Whipsaw!, exercise {number}.", link=path)
        html = exercise_page(posed, Visitor("Ann", Preferences("light")))
        with opened(window, game, html) as page:
            resize(page, 1366, 768)
            assert page.locator("#bubble").bounding_box()["height"] < 50
        assert findings(window, game, html, {1366: 768, 1280: 720, 1440: 900, 1536: 864}) == {}


class TestFullHands:
    """A table on which everybody holds as many cards as are dealt: the boards beside them stay whole."""

    pytestmark = browser_only

    def test_boards_are_whole_beside_full_hands(self, window: Any) -> None:
        match = Match("keywhiz", 4, seed=1)
        assert findings(window, match.game, shown(match, 0), {1280: 800, 1024: 768, 390: 844}) == {}


class TestTitleCards:
    """The title card of Jaunty Jalopies in the lesson, where the table has the least room: its three lines are whole."""

    pytestmark = browser_only

    def test_a_title_card_of_three_lines_is_whole(self, window: Any) -> None:
        guide = Guide(lesson(find_game("jalopies")), 10)
        html = lesson_page(show(guide), Visitor("Ann", Preferences("light")))
        assert "DRIVE out of his county" in html
        assert findings(window, guide.lesson.game, html, {1280: 800, 1366: 768}) == {}


ONE_LINE = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('#c-HF .title'));
  return range.getClientRects().length === 1;
}"""


class TestLongTitles:
    """The longest word on a card of Jaunty Jalopies in a full hand on small phones, as in the lesson: it is not broken."""

    pytestmark = browser_only

    def test_a_long_word_has_one_line_on_a_small_card(self, window: Any) -> None:
        html = lesson_page(show(Guide(lesson(find_game("jalopies")), 3)), Visitor("Ann", Preferences("light")))
        with opened(window, find_game("jalopies"), html) as page:
            for width, height in {320: 568, 360: 640, 390: 844}.items():
                resize(page, width, height)
                assert page.evaluate(ONE_LINE), width


WIDTHS = "() => [...document.querySelectorAll('.board td')].map(one => one.getBoundingClientRect().width)"


class TestCrowdedSquares:
    """Boards whose squares hold several pieces: their columns are as wide as with one."""

    pytestmark = browser_only

    @pytest.mark.parametrize("columns", [3, 7, 12])
    def test_pieces_do_not_widen_their_column(self, columns: int, window: Any) -> None:
        match = Match("whiplash", 2, seed=1)
        model = model_of(match, 0)
        found = []
        for pieces in (1, 3, 4):
            here = tuple(Token("ABCD"[seat], seat) for seat in range(pieces))
            rows = tuple(tuple(Space(f"{row}-{at}", f"{at}") for at in range(columns)) for row in range(2))
            board = Board("", ((replace(rows[0][0], tokens=here), *rows[0][1:]), *rows[1:]))
            scene = Scene("Race", "Run.", (Panel("Bo", (), 1), Panel("Board", (board,)), Panel("Ann", (), 0, mine=True)))
            html = table_page(replace(model, scene=scene), Visitor("Ann"))
            with opened(window, match.game, html) as page:
                resize(page, 1280, 720)
                found.append(page.evaluate(WIDTHS))
        assert found == [found[0]] * 3
        assert len(found[0]) == 2 * columns


ENDS = """() => {
    const middle = card => { const { left, width } = card.getBoundingClientRect(); return left + width / 2 };
    const cards = [...document.querySelectorAll('.mine .cards > .slot > *')].map(middle);
    return [...document.querySelectorAll('.mine .thread')].map(thread => {
        const { left, right } = thread.getBoundingClientRect();
        return [left, right].map(end => Math.min(...cards.map(card => Math.abs(card - end))));
    });
}"""
"""For each thread, how far its ends are from the middle of a card."""


class TestThreads:
    """Threads from a card to the one it stands for."""

    pytestmark = browser_only

    @pytest.mark.parametrize(("width", "height"), [(640, 360), (390, 844), (1440, 900)])
    def test_they_end_at_the_middles_of_cards_however_close_these_lie(self, width: int, height: int, window: Any) -> None:
        match = played("whiplash", 3, 24, seed=2)  # an ace, and the card it stands for
        with opened(window, match.game, shown(match, 0)) as page:
            resize(page, width, height)
            ends = page.evaluate(ENDS)
        assert ends
        assert all(distance < 4 for both in ends for distance in both)


class TestFindings:
    """What is planted is found."""

    pytestmark = browser_only

    @pytest.mark.parametrize(("fault", "kind"), crowded.FAULTS.items())
    def test_a_fault_is_found(self, fault: str, kind: str, window: Any) -> None:
        match = Match("whiplash", 4, seed=1)
        html = shown(match, 0).replace("</head>", Markup(f"<style>{fault}</style></head>"))
        found = findings(window, match.game, html, {1280: 720})
        assert any(each.startswith(kind) for each in found.get(1280, ())), found


def test_tables_of_every_game_are_kept() -> None:
    found = kept()
    assert found.keys() == _games().keys()
    for name, game in _games().items():
        assert sorted(found[name]) == tables(game)
