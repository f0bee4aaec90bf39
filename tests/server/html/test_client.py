"""The client in a real browser, with a server that is played here: what it sends, what it keeps, where the focus goes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.chromium import STOPPED, launched, needs_chromium
from tests.server.html.models import BLUFF_LAID, NOW, finished, model_of, motor_model, move, open_model, played, race_model
from tests.server.html.test_pages import ANN, PAGES
from tuckbox import Match
from tuckbox.definition.game import game as game_named
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson as first_lesson
from tuckbox.scene.parts import Board, Card, Map, Mark, Panel, Row, Scene, Space, Token
from tuckbox.server.assets import sent
from tuckbox.server.html.art import art_files, drawings_of
from tuckbox.server.html.lesson import lesson_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.static_pages import rules_page
from tuckbox.server.html.table import table_body, table_page
from tuckbox.server.html.topics import cards_page
from tuckbox.server.table.view_model import Chat, ChatLine, LogLine, ViewModel
from tuckbox.server.web.feeds import BROWSER, IN_WORDS, Pages
from tuckbox.server.web.learn import show as shown

pytestmark = [
    pytest.mark.browser,
    needs_chromium,
    pytest.mark.xdist_group("browser"),
]

HOME = "http://table.test"
PATIENCE = 60.0
"""Seconds in which anything has to happen."""
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws:"
WHIPLASH = game_named("whiplash")
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


@pytest.fixture(scope="module", name="browser")
def _browser() -> Iterator[Any]:
    with launched() as browser:
        yield browser


@dataclass
class Seen:
    """A page in the browser, and the other end of its socket."""

    page: Any
    html: str
    sent: list[dict[str, Any]] = field(default_factory=list)
    sockets: list[Any] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    frames: int = 0  # the socket by which the page was sent
    number: int = 0
    shown: Any = None
    feed: Pages = BROWSER

    def push(self, model: ViewModel) -> dict[str, Any]:
        """Show this from now on; what was sent for it."""
        first = self.frames != len(self.sockets)
        self.frames = len(self.sockets)
        self.number = 1 if first else self.number + 1
        frame = self.feed.frame(model, None if first else self.shown, self.number)
        assert frame is not None
        self.shown = self.feed.look(model)
        self.sockets[-1].send(frame.decode())
        self.page.wait_for_selector(f'#table[data-version="{model.version}"]')
        self.page.wait_for_timeout(20)
        found: dict[str, Any] = json.loads(frame)
        return found

    def refuse(self, message: str) -> None:
        """Refuse what was sent last."""
        self.sockets[-1].send(json.dumps({"error": "illegal", "message": message}))

    @property
    def focus(self) -> str:
        """The id, text or name of what has the focus."""
        script = "() => { const e = document.activeElement; return e.id || e.dataset.act || e.nodeName.toLowerCase() }"
        return str(self.page.evaluate(script))

    def until_sent(self, number: int = 1) -> list[dict[str, Any]]:
        """What was sent, once there is so much of it, and a moment later."""
        end = time.monotonic() + PATIENCE
        while len(self.sent) < number:
            assert time.monotonic() < end, f"only {self.sent} was sent"
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(30)
        return self.sent


Open = Callable[..., Seen]


@pytest.fixture(name="show")
def _show(browser: Any) -> Iterator[Open]:
    contexts: list[Any] = []

    def show(
        html: str, path: str = "/tables/t7", width: int = 1280, height: int = 800, stopped: bool = False, **more: Any
    ) -> Seen:
        """Open a page; with its clock `stopped` timers wait for `page.clock`."""
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=HOME, **more)
        contexts.append(context)
        page = context.new_page()
        seen = Seen(page, html)
        page.on("pageerror", lambda error: seen.faults.append(str(error)))
        page.on("console", lambda said: seen.faults.append(said.text) if said.type == "error" else None)

        def answer(route: Any) -> None:
            name = route.request.url.removeprefix(HOME).partition("?")[0]
            if name.startswith("/static/"):
                route.fulfill(body=sent(name.removeprefix("/static/")), content_type=TYPES[name.rpartition(".")[2]])
            elif name.startswith("/art/"):
                route.fulfill(body=art_files(WHIPLASH)[name.rpartition("/")[2]], content_type=TYPES[name.rpartition(".")[2]])
            else:
                headers = {"content-security-policy": POLICY}
                route.fulfill(body=seen.html, content_type="text/html; charset=utf-8", headers=headers)

        def connect(socket: Any) -> None:
            seen.sockets.append(socket)
            socket.on_message(lambda message: seen.sent.append(json.loads(message)))

        if stopped:
            page.clock.install()
            page.clock.pause_at(time.time() + 60)
        page.route("**/*", answer)
        page.route_web_socket("**/socket**", connect)
        page.goto(path)
        while "/static/table.js" in html and not seen.sockets:
            page.wait_for_timeout(10)
        page.wait_for_timeout(20)
        return seen

    yield show
    for context in contexts:
        context.close()


def table(model: ViewModel, preferences: Preferences = Preferences()) -> str:  # noqa: B008
    return table_page(model, Visitor("Ann", preferences))


def drawn() -> Match:
    """Whiplash, the first player to put a card down."""
    match = Match("whiplash", 2, seed=7, dealer=1)
    match.play("draw stock")
    return match


def two_ways() -> ViewModel:
    """A card that can be put down or called."""
    hand = Row("Hand", (Card("Q♥", "QH"), Card("2♣", "2C")))
    moves = (move("discard QH", "keeps little"), move("call QH", "shows three"), move("discard 2C"))
    return model_of(drawn(), scene=Scene("", "Put a card down.", (Panel("Ann", (hand,), 0, True, True),)), moves=moves)


# -- touching ----------------------------------------------------------------------------------------------------------


def test_a_card_is_played_by_a_click_and_a_double_click_is_one(show: Open) -> None:
    model = model_of(drawn())
    seen = show(table(model))
    seen.page.dblclick("#c-5C")
    assert seen.until_sent() == [{"do": "act", "version": model.version, "action": "discard 5C"}]
    seen.refuse("not now")
    seen.page.wait_for_function("() => document.getElementById('toast').textContent === 'not now'")
    seen.page.click("#c-5C")
    assert len(seen.until_sent(2)) == 2
    assert seen.faults == []


def drag(seen: Seen, card: str, x: float, y: float) -> None:
    """Take a card by its middle and let it go somewhere."""
    box = seen.page.locator(card).bounding_box()
    seen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen.page.mouse.down()
    seen.page.mouse.move(x, y + 30, steps=3)
    seen.page.mouse.move(x, y, steps=3)
    seen.page.mouse.up()


def test_a_card_is_dragged_to_where_it_goes_and_put_back_where_it_came_from(show: Open) -> None:
    seen = show(table(model_of(drawn())))
    home = seen.page.locator("#c-5C").bounding_box()
    drag(seen, "#c-5C", home["x"] + 5, home["y"] + 40)
    seen.page.wait_for_timeout(300)
    assert seen.sent == []
    drag(seen, "#c-5C", 500, 300)
    assert [command["action"] for command in seen.until_sent()] == ["discard 5C"]
    assert seen.faults == []


def test_a_dragged_card_that_can_go_two_ways_asks(show: Open) -> None:
    seen = show(table(two_ways()))
    drag(seen, "#c-QH", 500, 200)
    seen.page.wait_for_selector("#menu:popover-open")
    assert seen.sent == []


def test_help_is_offered_while_a_match_goes_on_and_hints_where_they_are_to_be_had(show: Open) -> None:
    aided, over = model_of(played("whiplash", 2, 5), unaided=False), model_of(finished("whiplash", 2, target=1))
    looks = {
        "nothing": [open_model(), replace(over, version=9)],
        "What now?": [replace(aided, unaided=True, version=1)],
        "What now? Hint": [replace(aided, version=2)],
    }
    seen = show(table(aided))
    for offered, models in looks.items():
        for model in models:
            seen.push(model)
            shown = [link.inner_text() for link in seen.page.locator("#top [data-ask]").all() if link.is_visible()]
            assert (" ".join(shown) or "nothing") == offered
    assert seen.faults == []


def test_what_a_rival_did_is_told_at_their_place(show: Open) -> None:
    match = Match("whiplash", 2, seed=7, dealer=0, seats=["Ann", "Bo"])
    seen = show(table(model_of(match)), stopped=True)  # so that it stays
    match.play("draw stock", 1)
    match.play(match.legal(1)[0], 1)
    seen.push(model_of(match, version=50))
    assert seen.page.inner_text(".bubble").startswith("Bo puts down")
    place, told = (seen.page.locator(one).bounding_box() for one in ("#seat-1", ".bubble"))
    middles = ((axis, told[axis] + told[size] / 2, size) for axis, size in (("x", "width"), ("y", "height")))
    assert any(place[axis] < middle < place[axis] + place[size] for axis, middle, size in middles)  # below it, or beside it
    top = "bubble => bubble.offsetTop"  # not where it is drawn, which its animation changes
    before = seen.page.locator(".bubble").evaluate(top)
    seen.page.locator("#seat-1").evaluate("seat => { seat.style.translate = '0 4px'; dispatchEvent(new Event('fit')) }")
    assert seen.page.locator(".bubble").evaluate(top) == before + 4


def test_what_a_rival_did_is_never_told_over_help(show: Open) -> None:
    """On a phone a long line lay on it, for as long as it was shown."""
    before = model_of(Match("keywhiz", 2, seed=3, dealer=1, seats=["Ann", "Bo"]))
    line = LogLine(90, "Bo opens Start door 2 with a J, completed by a J from the table, and moves to 2-4.")
    seen = show(table(before), width=390, height=844, stopped=True)
    seen.push(replace(before, version=500, log=(*before.log, line)))
    told, aids = (seen.page.locator(one).bounding_box() for one in (".bubble", "#top nav"))
    assert told["x"] + told["width"] <= aids["x"] or told["y"] >= aids["y"] + aids["height"]


def test_lines_of_the_chat_below_the_screen_are_counted_at_the_head_until_they_are_seen(show: Open) -> None:
    said = [ChatLine("Bo", f"line {number}", NOW, number=number) for number in range(3)]
    seats = tuple(replace(seat, kind="person") for seat in model_of(drawn()).seats)
    before = model_of(drawn(), seats=seats, chat=Chat((said[0],)))
    phone, desk = show(table(before), width=390, height=844), show(table(before))
    for seen in (phone, desk):
        seen.page.wait_for_load_state("networkidle")
        seen.push(replace(before, version=8, chat=Chat(tuple(said))))
    mark = phone.page.get_by_role("link", name="Chat, new lines: 2")
    mark.wait_for()
    assert desk.page.locator("#top [href='#chat']").count() == 0
    mark.click()
    mark.wait_for(state="detached")
    assert phone.faults == desk.faults == []


def test_eight_moves_are_in_sight_on_a_phone_on_its_side(show: Open) -> None:
    moves = tuple(move(f"Play Flat Tire on {name}", "needs E; takes 1 Driving card more") for name in "ABCDEFGH")
    seen = show(table(model_of(drawn(), moves=moves)), width=844, height=390)
    bottoms = [box["y"] + box["height"] for each in seen.page.locator(".move").all() if (box := each.bounding_box())]
    assert len(bottoms) == 8
    assert max(bottoms) <= 390


def test_sounds_are_off_until_asked_for_and_kept(show: Open) -> None:
    seen = show(table(model_of(drawn())))
    assert seen.page.get_attribute("[data-sounds]", "aria-pressed") == "false"
    seen.page.click("[data-sounds]")
    assert seen.page.get_attribute("[data-sounds]", "aria-pressed") == "true"
    assert Preferences.read(seen.page.evaluate("document.cookie").partition("=")[2]).sound == "on"
    assert seen.faults == []


def test_a_menu_closes_when_what_it_stands_beside_moves(show: Open) -> None:
    """When a phone was turned it stood at the edge, as narrow as a word."""
    seen = show(table(two_ways()))
    seen.page.click("#c-QH")
    seen.page.wait_for_selector("#menu:popover-open")
    seen.page.set_viewport_size({"width": 700, "height": 500})
    seen.page.wait_for_selector("#menu:popover-open", state="detached")
    assert seen.focus == "c-QH"
    assert seen.faults == []


def test_several_moves_of_a_card_open_a_menu_for_mouse_and_keys(show: Open) -> None:
    seen = show(table(two_ways()))
    seen.page.click("#c-QH")
    assert seen.focus == "discard QH"
    assert seen.page.inner_text("#menu").split("\n")[-1] == "shows three"
    seen.page.keyboard.press("Escape")
    assert seen.focus == "c-QH"
    seen.page.keyboard.press("Enter")
    seen.page.keyboard.press("ArrowDown")
    seen.page.keyboard.press("Enter")
    assert [command["action"] for command in seen.until_sent()] == ["call QH"]
    assert seen.page.query_selector("#menu:popover-open") is None
    assert seen.focus != "body"


def two_squares(*texts: str) -> ViewModel:
    """A board of three squares, with moves between them."""
    spaces = tuple(Space(name, tokens=(Token("●", 0),) if name == "a1" else ()) for name in ("a1", "b1", "c1"))
    scene = Scene("", "Move.", (Panel("Table", (Board("", (spaces,)),)),))
    return model_of(drawn(), scene=scene, moves=tuple(map(move, texts)))


ROUND = ("step a1 b1", "step b1 a1", "step a1 c1", "jump a1 c1", "step b1 c1")


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_two_squares_touched_one_after_the_other_make_the_move_between_them(show: Open, way: str) -> None:
    """The second one showed the moves that lead there from everywhere."""
    seen = show(table(two_squares(*ROUND)), has_touch=way == "touch")
    seen.page.wait_for_load_state("networkidle")

    def touch(name: str) -> None:
        square = seen.page.locator(f".space[data-of={name}]")
        if way == "keys":
            square.focus()
            seen.page.keyboard.press("Enter")
        else:
            (square.tap if way == "touch" else square.click)()

    touch("b1")
    marked = "[...document.querySelectorAll('.space.to')].map(one => one.dataset.of)"
    assert seen.page.get_attribute("[aria-pressed=true]", "data-of") == "b1"
    assert seen.page.evaluate(marked) == ["a1", "c1"]
    assert seen.page.query_selector("#menu:popover-open") is None
    assert seen.page.inner_text("#toast") == "Now touch where it goes, or the same once more for all its moves."
    touch("a1")  # there, not back
    assert [command["action"] for command in seen.until_sent()] == ["step b1 a1"]
    assert seen.page.evaluate(marked) == []
    assert seen.page.query_selector("[aria-pressed=true]") is None
    assert seen.faults == []


def test_two_squares_with_several_moves_between_them_ask_for_one_of_these(show: Open) -> None:
    seen = show(table(two_squares(*ROUND)))
    seen.page.wait_for_load_state("networkidle")
    seen.page.locator(".space[data-of=a1]").click()
    assert seen.page.inner_text("#toast")
    seen.page.evaluate("document.getElementById('toast').textContent = ''")
    seen.page.locator(".space[data-of=c1]").click()
    menu = "[...document.querySelectorAll('#menu:popover-open button')].map(one => one.dataset.act)"
    assert seen.page.evaluate(menu) == ["step a1 c1", "jump a1 c1"]
    seen.page.keyboard.press("Escape")
    for _ in range(2):  # again, for all that can be done there
        seen.page.locator(".space[data-of=a1]").click()
    assert seen.page.evaluate(menu) == ["step a1 b1", "step b1 a1", "step a1 c1", "jump a1 c1"]
    assert seen.page.inner_text("#toast") == "", "it is told once"
    assert seen.faults == []


def test_a_square_of_which_a_move_is_in_its_menu_only_shows_it(show: Open) -> None:
    seen = show(table(two_squares("step a1 b1", "step a1 c1", "build a1")))
    seen.page.wait_for_load_state("networkidle")
    seen.page.locator(".space[data-of=a1]").click()
    assert seen.focus == "step a1 b1"
    seen.page.locator(".space[data-of=c1]").click()
    assert [command["action"] for command in seen.until_sent()] == ["step a1 c1"]
    assert seen.faults == []


def test_the_keys_of_the_table(show: Open) -> None:
    seen = show(table(model_of(drawn(), can_undo=True)))
    press = seen.page.keyboard.press
    press("ArrowRight")
    assert seen.focus.startswith("c-")
    before = seen.focus
    press("ArrowRight")
    assert seen.focus.startswith("c-")
    assert seen.focus != before
    press("2")
    press("u")
    assert [command["do"] for command in seen.until_sent(2)] == ["act", "undo"]
    press("?")
    assert seen.page.is_visible("#help")
    seen.page.click("#saying")
    press("3")
    assert seen.page.input_value("#saying") == "3"
    assert len(seen.sent) == 2


def test_space_passes(show: Open) -> None:
    match = Match(BLUFF_LAID, 4, seed=1)
    match.play(next(text for text in match.legal() if text.startswith("load")))
    seen = show(table(model_of(match, 1)))
    seen.page.keyboard.press(" ")
    assert [command["action"] for command in seen.until_sent()] == ["let pass"]


def test_orders_carry_what_they_need(show: Open) -> None:
    seen = show(table(open_model(seat=None)))
    seen.page.click("text=Sit here")
    (command,) = seen.until_sent()
    assert (command["do"], command["seat"]) == ("sit", 1)
    assert len(bytes.fromhex(command["salt"])) == 16
    seen.page.fill("#saying", "  hello  ")
    seen.page.press("#saying", "Enter")
    assert seen.until_sent(2)[-1] == {"do": "chat", "text": "hello"}
    assert seen.page.input_value("#saying") == ""


def test_a_page_adds_to_the_deal_once_it_knows_the_seal(show: Open) -> None:
    seen = show(table(open_model(seat=0)))
    (command,) = seen.until_sent()
    assert (command["do"], command["seat"], len(bytes.fromhex(command["salt"]))) == ("sit", 0, 16)
    seen.push(open_model(seat=0, chat=Chat((ChatLine("Bo", "hello", NOW),))))
    seen.page.wait_for_selector("text=hello")
    assert seen.until_sent() == [command]
    watching = show(table(open_model(seat=None)))
    watching.push(open_model(seat=None, chat=Chat((ChatLine("Bo", "hello", NOW),))))
    watching.page.wait_for_selector("text=hello")
    assert watching.until_sent(0) == []


# -- showing -----------------------------------------------------------------------------------------------------------


def test_the_focus_is_never_lost(show: Open) -> None:
    match = drawn()
    seen = show(table(model_of(match)))
    seen.page.focus("#c-5C")
    match.play("discard 5C")
    seen.push(model_of(match))
    assert seen.focus == "dock", "beside what is read out anyway"
    match.play("draw stock")
    match.play(match.legal()[0])
    seen.push(model_of(match))
    assert seen.page.evaluate("() => document.activeElement.matches('.act')")
    seen.push(model_of(finished("whiplash", 2, target=1)))
    assert seen.focus != "body"
    assert seen.faults == []


def test_the_focus_does_not_go_from_a_move_to_undo(show: Open) -> None:
    match = Match("whiplash", 2, seed=1)
    seat = match.waiting[0]
    seen = show(table(model_of(match, seat)))
    seen.page.focus('.bar [data-act="draw stock"]')
    match.play("draw stock")
    seen.push(model_of(match, seat, can_undo=True))
    assert seen.page.evaluate("() => document.activeElement.matches('.act')"), seen.focus


def test_lines_of_the_log_that_stay_are_not_read_out_again_after_a_lost_connection(show: Open) -> None:
    lines = tuple(LogLine(step, f"Line {step}.") for step in range(1, 31))
    model = model_of(drawn(), log=lines[:24], earlier=True)
    seen = show(table(model))
    seen.page.evaluate("""() => {
        window.told = [];
        const read = ({ addedNodes }) => addedNodes.forEach(one => told.push(one.textContent));
        new MutationObserver(changes => changes.forEach(read)).observe(document.getElementById('told'), { childList: true });
    }""")
    seen.push(replace(model, log=lines[3:27], version=99))  # the first frame of a connection is the whole page
    assert seen.page.evaluate("told") == ["Line 25.", "Line 26.", "Line 27."]


@pytest.mark.parametrize(("worded", "rows"), [(False, "#told"), (True, "#news")])
def test_the_first_lines_come_into_a_region_that_was_there_before_and_reads_them_out(
    show: Open, worded: bool, rows: str
) -> None:
    preferences = Preferences(table="words" if worded else "drawn")
    seen = show(table(open_model(), preferences))
    seen.feed = IN_WORDS if worded else BROWSER
    seen.push(open_model())
    region = f'[role="log"]:has({rows})'
    assert seen.page.locator(f"{region} li").count() == 0
    seen.page.evaluate(
        """region => {
        window.told = [];
        const read = ({ addedNodes }) => addedNodes.forEach(one => told.push(one.textContent));
        new MutationObserver(changes => changes.forEach(read))
            .observe(document.querySelector(region), { childList: true, subtree: true });
    }""",
        region,
    )
    log = (LogLine(1, "Ann deals."), LogLine(1, "Bo begins.", 1))
    seen.push(model_of(drawn(), log=log, acted=0, version=99))
    assert seen.page.evaluate("told") == ["Ann deals.", "Bo begins."]


def test_what_is_being_written_and_what_is_open_stays(show: Open) -> None:
    match = drawn()
    seen = show(table(model_of(match)))
    seen.page.fill("#saying", "wait a")
    seen.page.click("#about summary")
    seen.page.focus("#saying")
    match.play("discard 5C")
    seen.push(model_of(match))
    assert seen.page.input_value("#saying") == "wait a"
    assert seen.page.evaluate("() => document.getElementById('about').open")
    assert seen.focus == "saying"


FOLLOWED = """html => {
    const fresh = document.createElement('template'), now = document.getElementById('live').cloneNode(true);
    fresh.innerHTML = html;
    for (const clock of now.querySelectorAll('.clock')) { clock.textContent = ''; clock.classList.remove('late'); }
    for (const link of now.querySelectorAll('[data-link]')) link.textContent = link.dataset.link;
    return [now.innerHTML, fresh.innerHTML];
}"""
"""What the page holds, aside from what the client writes, and what it should."""


def test_every_page_can_follow_every_other(show: Open) -> None:
    models = [model_of(played("whiplash", 3, steps), seat) for steps in (5, 30) for seat in (0, 1, None)]
    models += [race_model(), motor_model(), open_model(), model_of(finished("whiplash", 3, target=1))]
    seen = show(table(models[0]))
    for number, model in enumerate([*models, *reversed(models)], 1000):
        wanted = replace(model, version=number)
        frame = seen.push(wanted)
        assert ("html" in frame) == (number == 1000)
        got, right = seen.page.evaluate(FOLLOWED, table_body(wanted))
        assert got == right
    assert seen.faults == []


def test_of_a_map_only_the_marks_that_change_are_sent_and_they_are_drawn(show: Open) -> None:
    def mapped(version: int, *marks: Mark) -> ViewModel:
        table = Panel("Table", (Map("The land", "road", (320, 200), marks), Row("Cards", (Card("Q♥", "QH"),))))
        return model_of(drawn(), scene=Scene("", "", (table,)), version=version)

    one, two = Mark("A", "oil", (20, 20), "a", "open"), Mark("B", "tyre", (50, 60), "bc", "built", (0, 1), "B is built")
    models = [mapped(1000, one), mapped(1001, one, two), mapped(1002, replace(one, state="closed"), two), mapped(1003, two)]
    seen = show(table(models[0]))
    seen.push(models[0])
    for model in models[1:]:
        frame = seen.push(model)
        assert not frame.get("parts")
        assert frame["rows"]
        got, right = seen.page.evaluate(FOLLOWED, table_body(model))
        assert got == right
    assert seen.page.evaluate("() => [...document.querySelectorAll('.map *')].every(each => each instanceof SVGElement)")
    assert seen.page.locator(".map .mark").count() == 1
    assert seen.page.locator(".map .pin").count() == 2
    assert seen.faults == []


def test_a_card_that_can_be_clicked_now_keeps_its_picture(show: Open) -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    before = model_of(match)
    match.play("take discard")
    after = model_of(match)
    seen = show(table(before))
    seen.push(before)
    assert not seen.page.locator("button#c-5C").count()
    seen.page.evaluate("() => { window.picture = document.querySelector('#c-5C svg') }")
    frame = seen.push(after)
    assert "svg" not in frame["tags"]["c-5C"]
    assert seen.page.locator("button#c-5C.act").count() == 1
    assert seen.page.evaluate("() => document.querySelector('#c-5C > svg') === window.picture")
    got, right = seen.page.evaluate(FOLLOWED, table_body(after))
    assert got == right
    assert seen.faults == []


WATCH_MOTION = """() => {
    const play = Element.prototype.animate;
    window.lasted = [];
    Element.prototype.animate = function (...how) { window.lasted.push(how[1].duration); return play.apply(this, how); };
}"""


def test_cards_travel_and_for_whom_it_is_too_much_they_do_not(show: Open) -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    before = model_of(match)
    match.play("take discard")
    after = model_of(match)
    calm: list[dict[str, Any]] = [
        {"html": table(before), "reduced_motion": "reduce"},
        {"html": table(before, Preferences(motion="off"))},
    ]
    for options, moves in [({"html": table(before)}, True), *((each, False) for each in calm)]:
        seen = show(**options)
        seen.page.evaluate(WATCH_MOTION)
        seen.push(before)
        seen.push(after)
        seen.page.wait_for_selector(f'#table[data-version="{after.version}"]')
        lasted = seen.page.evaluate("() => window.lasted")
        assert bool(lasted) == moves
        assert all(150 <= duration <= 400 for duration in lasted)


def test_cards_travel_below_what_can_be_done(show: Open) -> None:
    """On a phone the bar lies upon the table, and cards of a place below it flew over the buttons."""
    match = Match("whiplash", 2, seed=7, dealer=1)
    seen = show(table(model_of(match)), width=390, height=844)
    seen.page.evaluate(STOPPED)
    match.play("take discard")
    seen.push(model_of(match))
    depths = seen.page.evaluate("""() => {
        const [travelling] = document.getAnimations().filter(one => one.id === 'travel');
        return [travelling.effect.getKeyframes()[0].zIndex, getComputedStyle(document.querySelector('.dock')).zIndex];
    }""")
    assert int(depths[0]) < int(depths[1])


def test_what_can_be_done_covers_the_table_behind_it_in_forced_colours(show: Open) -> None:
    """Gradients are not drawn there, and what lay behind the buttons of a phone was seen through them."""
    seen = show(table(model_of(drawn())), width=390, height=844, forced_colors="active")
    assert seen.page.evaluate("getComputedStyle(document.querySelector('.dock')).backgroundColor") == "rgb(255, 255, 255)"


def test_one_is_called_when_it_is_ones_turn(show: Open) -> None:
    match = drawn()
    match.play("discard 5C")
    seen = show(table(model_of(match)))
    assert not seen.page.title().startswith("▶")
    match.play("draw stock")
    match.play(match.legal()[0])
    seen.push(model_of(match))
    assert seen.page.title().startswith("▶")


POINTED = """() => [...document.querySelectorAll('#live use')].map(use => use.getAttribute('href'))
    .filter(name => name.startsWith('#a-')).map(name => document.querySelector(name) !== null)"""
"""Of each drawing on the table whether it is in the page."""


def test_no_drawing_is_missing_before_the_sheet_has_come_nor_after(show: Open) -> None:
    match = drawn()
    seen = show("<!doctype html><title>nothing yet</title>", stopped=True)  # else it waits for two seconds only
    held: list[Any] = []
    seen.page.route("**/sheet.svg*", lambda route: held.append(route))  # noqa: PLW0108 - it wants a function
    seen.html = table(model_of(match))
    seen.page.goto("/tables/t7", wait_until="load")
    while not held or not seen.sockets:
        seen.page.wait_for_timeout(10)
    found = seen.page.evaluate(POINTED)
    assert found
    assert all(found)
    assert seen.page.evaluate("() => document.documentElement.className") == "drawn"
    match.play("discard 5C")
    after = model_of(match)
    frame = BROWSER.frame(after, None, 1)
    assert frame
    seen.sockets[-1].send(frame.decode())
    seen.page.wait_for_timeout(200)
    assert all(seen.page.evaluate(POINTED)), "what comes next waits for its drawings"
    held[0].fulfill(body=art_files(WHIPLASH)["sheet.svg"], content_type=TYPES["svg"])
    seen.page.wait_for_selector(f'#table[data-version="{after.version}"]')
    assert all(seen.page.evaluate(POINTED))
    assert seen.page.locator("#drawings symbol").count() == len(drawings_of(WHIPLASH))


def test_a_lost_connection_is_told_and_made_again(show: Open) -> None:
    seen = show(table(model_of(drawn())), stopped=True)
    seen.sockets[-1].close()
    seen.page.wait_for_selector("#line:not(:empty)")
    seen.page.click("#c-5C")
    assert "no connection" in seen.page.inner_text("#toast")
    seen.page.clock.run_for(1000)
    seen.page.wait_for_selector("#line:empty", state="attached")
    assert seen.page.inner_text("#toast.done") == "Connected again."
    assert len(seen.sockets) == 2
    seen.page.click("#c-5C")
    assert len(seen.until_sent()) == 1


def test_what_follows_a_page_and_was_lost_comes_with_the_next_connection(show: Open) -> None:
    seen = show(table(model_of(drawn())))
    seen.page.wait_for_selector("#answer", state="attached")
    seen.page.route("**/late.js*", lambda route: route.abort(), times=1)
    with seen.page.expect_event("requestfailed"):
        seen.page.goto("/tables/t7", wait_until="load")
    assert not seen.page.locator("#answer").count()
    seen.sockets[-1].close()
    seen.page.wait_for_selector("#answer", state="attached")


def test_a_new_window_takes_the_focus_to_the_pass_and_leaves_it_where_it_goes_then(show: Open) -> None:
    match = played(BLUFF_LAID, 4, 0)
    before = model_of(match, 1)
    match.play(next(text for text in match.legal() if text.startswith("load")))
    model = model_of(match, 1)
    assert model.window
    seen = show(table(replace(before, moves=model.moves, version=1)))
    seen.page.locator(".move, .act").first.focus()
    seen.push(replace(model, version=2))
    assert seen.focus == "let pass"
    seen.page.evaluate("() => document.querySelector('.order.quiet').focus()")
    seen.push(replace(model, version=3))
    assert seen.page.evaluate("() => document.activeElement.textContent") == "Pass for me until my turn"


@pytest.mark.parametrize("game", ["keywhiz", "whipsaw", "jalopies", "whiplash"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_who_looks_back_on_a_phone_finds_the_way_on_at_the_top(game: str, width: int, height: int, show: Open) -> None:
    model = replace(model_of(played(game, 3, 30), 0), step=30, steps=90, moves=())
    seen = show(table(model), width=width, height=height)
    banner = seen.page.locator(".banner").bounding_box()
    for thing in seen.page.locator(".felt > :not(.banner)").all():
        box = thing.bounding_box()
        assert box["y"] >= banner["y"] + banner["height"]
    assert banner["y"] + banner["height"] < height / 2


def test_that_a_link_is_copied_does_not_look_like_a_fault(show: Open) -> None:
    seen = show(table(open_model()))
    colour = "() => getComputedStyle(document.getElementById('toast')).backgroundColor"
    fault = seen.page.evaluate(colour)
    seen.page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })")
    seen.page.click("[data-share]")
    seen.page.wait_for_function("() => document.getElementById('toast').textContent === 'The link is copied.'")
    assert seen.page.evaluate(colour) != fault
    seen.refuse("not now")
    seen.page.wait_for_function("() => document.getElementById('toast').textContent === 'not now'")
    assert seen.page.evaluate(colour) == fault


def test_hints_push_no_move_out_of_sight_on_a_small_screen(show: Open) -> None:
    model = two_ways()
    assert model.scene
    scene = replace(model.scene, hints=tuple(f"A hint that is long enough to fill a line or two, {at}." for at in range(9)))
    seen = show(table(replace(model, scene=scene)), width=320, height=640)
    dock = seen.page.locator("#dock").bounding_box()
    for button in seen.page.locator(".dock .move").all():
        box = button.bounding_box()
        assert dock["y"] <= box["y"] <= box["y"] + box["height"] <= 640


def test_a_link_that_others_can_open_bears_no_warning(show: Open) -> None:
    seen = show(table(open_model()))
    assert seen.page.inner_text("[data-link]") == f"{HOME}/tables/t7"
    assert seen.page.locator(".here-only").is_hidden()


def test_a_form_leaves_out_what_means_nothing(show: Open) -> None:
    seen = show(PAGES["new"](ANN), "/new")
    sent = "() => [...new FormData(document.getElementById('new')).keys()]"
    assert {"option.edition", "bot1"} <= set(seen.page.evaluate(sent))
    assert not {"option.match", "option.target", "option.hands", "bot3"} & set(seen.page.evaluate(sent))
    seen.page.check("[name=offer][value='']")
    assert {"option.match", "option.target"} <= set(seen.page.evaluate(sent))
    assert "option.hands" not in seen.page.evaluate(sent)
    seen.page.select_option("[name='option.match']", "hands")
    seen.page.check("[name=players][value='4']")
    assert {"option.hands", "bot3"} <= set(seen.page.evaluate(sent))
    assert "option.target" not in seen.page.evaluate(sent)
    assert seen.faults == []


# -- for everybody -----------------------------------------------------------------------------------------------------


def lesson(game: str, page: int) -> str:
    """A page of the first lesson of a game."""
    return lesson_page(shown(Guide(first_lesson(game_named(game)), page)), ANN)


BOARDS = ("keywhiz", "whipsaw", "jalopies")
READS = Preferences(table="words")

LOOKED_AT = {
    **{name: PAGES[name](ANN) for name in ("home", "new", "short rules", "settings", "error", "replay")},
    "table": table(model_of(drawn())),
    "window": table(model_of(played(BLUFF_LAID, 4, 1), 1)),
    "race": table(race_model()),
    "motor": table(motor_model()),
    "open": table(open_model()),
    "finished": table(model_of(finished("whiplash", 3, target=1))),
    **{game: table(model_of(played(game, 3, 60, seed=3))) for game in BOARDS},
    **{f"{game} in words": table(model_of(played(game, 3, 60, seed=3)), READS) for game in ("whiplash", *BOARDS)},
    **{f"lesson of {game}": lesson(game, 8) for game in ("whiplash", "keywhiz", "whipsaw", "jalopies")},
    "all cards": cards_page(game_named("jalopies"), {}, ANN),
    "rules": rules_page(game_named("jalopies"), ANN),
}


@pytest.mark.parametrize("name", LOOKED_AT)
def test_axe_finds_nothing(name: str, show: Open) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    seen = show(LOOKED_AT[name])
    for theme in ("light", "dark"):
        seen.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found = axe.run(seen.page).response["violations"]
        assert [(each["impact"], each["id"], each["nodes"][0]["html"][:150]) for each in found] == []


@pytest.mark.parametrize("name", LOOKED_AT)
def test_nothing_is_wider_than_a_phone(name: str, show: Open) -> None:
    seen = show(LOOKED_AT[name], width=360, height=740, has_touch=True, is_mobile=True)
    assert seen.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    small = seen.page.evaluate(
        """() => [...document.querySelectorAll('.order, .move, .pass, .tool, .mine .act')].filter(e => e.checkVisibility())
            .filter(e => !e.closest('.board, .loose'))  /* drawn whole, its moves are large buttons below as well */
            .map(e => [e.textContent, e.offsetWidth, e.offsetHeight]).filter(([, w, h]) => w < 40 || h < 44)"""
    )
    assert small == []


HEARD = """() => {
    const live = node => (node.parentElement || node).closest('#news, #status');
    window.heard = [];
    new MutationObserver(all => { for (const one of all)
        for (const node of one.type === 'childList' ? one.addedNodes : [one.target])
            if (node.textContent && live(node)) heard.push(node.textContent);
    }).observe(document.getElementById('live'), { subtree: true, childList: true, characterData: true });
}"""


def test_in_words_news_is_told_before_what_is_to_be_done_and_told_again_in_the_same_words(show: Open) -> None:
    match = Match("whiplash", 2, seed=7, dealer=1)
    before = model_of(match)
    match.play("draw stock")
    after = model_of(match)
    seen = show(table(before, Preferences(table="words")))
    seen.feed = IN_WORDS
    seen.push(before)
    seen.page.evaluate(HEARD)
    seen.push(after)
    assert seen.page.evaluate("() => heard") == ["You draw 9 of hearts.", "Put a card down."]
    again = replace(
        after, log=(replace(after.log[-1], step=after.acted + 1),), acted=after.acted + 1, version=after.version + 1
    )
    seen.push(again)
    assert seen.page.evaluate("() => heard")[2:] == ["You draw 9 of hearts."]
    assert seen.faults == []


READING = Path(__file__).with_name("reading")
"""The tables of our games as a screen reader goes through them, kept as text for people to read: would one know what to do?

After a change that is meant write them anew with ``WRITE_READING=1``, and read them again.
"""

MOMENTS = {"whiplash": (2, 9), "keywhiz": (2, 14), "jalopies": (3, 40), "whipsaw": (3, 24)}
"""For each game players, and after how many steps somebody's turn is looked at."""


@pytest.mark.parametrize("kind", ["drawn", "words"])
@pytest.mark.parametrize("game", MOMENTS)
def test_a_turn_is_read_in_an_order_that_makes_sense(game: str, kind: str, show: Open) -> None:
    players, steps = MOMENTS[game]
    match = played(game, players, steps, seed=3)
    seen = show(table(model_of(match, match.waiting[0]), Preferences(table=kind)))
    told = seen.page.locator("#table").aria_snapshot() + "\n"
    path = READING / f"{game}{'-in-words' * (kind == 'words')}.txt"
    if os.environ.get("WRITE_READING"):
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")
    asked = "What may I do" if kind == "words" else "What to do"
    assert told.index(f'region "{asked}"') < told.index("status:") < told.index('complementary "Log and talk"')
