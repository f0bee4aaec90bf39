"""Every page can be read and used by everybody: whatever the screen, whatever the settings of the device."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chromium import ARGUMENTS, CHROMIUM
from tests.server.browser.conftest import SHORT, Newcomer, Person, Server, faults, play_to_the_end
from tuckbox.coach.exercises import shipped
from tuckbox.definition.game import game

PAGES = [
    "/",
    "/new?game=whiplash",
    "/games/whiplash",
    "/games/keywhiz",
    "/games/jalopies/cards",
    "/games/whipsaw/short",
    "/settings",
    "/me",
    "/find",
    "/practice",
    "/daily",
    "/daily/whiplash",
    "/competitions",
    "/competitions/new?game=jalopies",
    "/exercises/keywhiz",
    "/exercises/keywhiz/1",
    f"/exercises/keywhiz/2?answered={quote(shipped(game('keywhiz'))[1].best)}",
    "/account",
    "/account/delete",
    "/account/mail",
    "/sign-in",
    "/sign-in/mail",
    "/recover",
    "/mail/enter/00",
    "/about",
    "/nothing",
]
PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}


def too_wide(page: Page) -> bool:
    """Whether one has to scroll sideways. A page that is too wide for a phone makes its window wider, but not the screen."""
    wide: bool = page.evaluate("() => document.documentElement.scrollWidth > Math.min(innerWidth, screen.width)")
    return wide


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(newcomer: Newcomer, scheme: str) -> None:
    ann, bo = newcomer(color_scheme=scheme, bypass_csp=True), newcomer(bypass_csp=True).named("Bo")
    found: dict[str, list[str]] = {}
    for path in PAGES:
        ann.go(path)
        found[path] = faults(ann.page)
    bo.go(ann.named("Ann").opens(players="2", offer="", option__match="single", option__ranks="4", option__turn_cap="40"))
    found["open table"] = faults(ann.page)
    table = ann.path
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    for person in (ann, bo):
        person.begun()
        found[f"playing, {person.page.locator('.table.turn').count()}"] = faults(person.page)
    bo.go(f"{table}/people")
    bo.page.locator("summary").click()
    found["people"] = faults(bo.page)
    bo.go(table)
    play_to_the_end(ann, bo)
    found["result"] = faults(ann.page)
    ann.page.get_by_role("link", name="Replay").click()
    ann.page.wait_for_url("**/replay")
    found["replay"] = faults(ann.page)
    assert {page: told for page, told in found.items() if told} == {}


def test_everything_fits_on_a_phone(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE)
    wide = []
    for path in PAGES:
        ann.go(path)
        wide += [path] if too_wide(ann.page) else []
    ann.hand()
    ann.wait("() => document.querySelector('.table.turn')")
    wide += ["table"] if too_wide(ann.page) else []
    for thing in ann.page.locator(".seat.mine .card").all():
        box = thing.bounding_box()
        assert box
        assert box["width"] >= 44
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert wide == []


def test_squares_of_a_large_board_are_as_large_as_a_finger(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE)
    ann.go("/")
    game = ann.page.locator("article", has=ann.page.get_by_role("heading", name="Key Whiz"))
    game.get_by_role("button", name="Play bots now").click()
    ann.wait("() => document.querySelector('.table.turn .space.act')")
    sizes = ann.page.evaluate("""() => [...document.querySelectorAll('.mine .board .space')].map(one => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height);
    })""")
    assert len(sizes) > 25
    assert sum(size >= 43.5 for size in sizes) >= len(sizes) - 2, "but for Start and Payoff, which are wide"
    assert not too_wide(ann.page)
    place = ann.page.locator(".mine .board .space.act").first.bounding_box()
    assert place
    assert 0 <= place["x"] < 360


WATCH_MOTION = """() => {
    const play = Element.prototype.animate;
    window.moved = 0;
    Element.prototype.animate = function (...a) { window.moved++; return play.apply(this, a); };
}"""


def test_nothing_moves_for_those_who_want_it_so(newcomer: Newcomer) -> None:
    ann = newcomer(reduced_motion="reduce").hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.evaluate(WATCH_MOTION)
    ann.act("draw stock")
    assert ann.page.evaluate("() => window.moved") == 0
    assert ann.page.evaluate("() => document.getAnimations().length") == 0


def test_cards_move_for_all_others(newcomer: Newcomer) -> None:
    ann = newcomer(reduced_motion="no-preference").hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.evaluate(WATCH_MOTION)
    ann.act("draw stock")
    ann.wait("() => window.moved > 0")


AT = '"position: fixed; margin: 0; padding: 0; border: 0; left: %dpx; top: %dpx"'
TABLE = f"""<div data-deck="deck"><div id="deck"><p class="pile" style={AT % (500, 0)}>Deck</p></div>
    <div class="seat active"><p class="parts" style={AT % (100, 300)}>Bo's</p></div>
    <div class="seat" style={AT % (800, 600)}>%s</div></div>"""
FROM = """async pages => {
    const { show } = await import('/static/morph.js'), root = document.querySelector('main'), starts = [];
    const play = Element.prototype.animate;
    Element.prototype.animate = function (steps, ...more) {
        starts.push(steps[0].transform);
        return play.call(this, steps, ...more);
    };
    for (const html of pages) await show(root, { html });
    return starts;
}"""


@pytest.mark.parametrize(
    ("card", "start"), [("", "-700px, -300px"), ("fresh", "-300px, -600px"), ("back", "-300px, -600px")]
)
def test_a_card_played_on_a_rival_comes_from_who_played_it_and_a_drawn_one_from_the_deck(
    newcomer: Newcomer, card: str, start: str
) -> None:
    ann = newcomer(reduced_motion="no-preference", bypass_csp=True)
    ann.go("/about")
    pages = [TABLE % "", TABLE % f'<b class="card {card}" id="c-oil" style="position: static">Oil</b>']
    starts = ann.page.evaluate(FROM, pages)
    assert [told.partition(")")[0] for told in starts] == [f"translate({start}"]


def test_dark_is_dark_and_a_choice_beats_the_device(newcomer: Newcomer) -> None:
    ann = newcomer(color_scheme="dark")
    ann.go("/")
    assert brightness(ann) < 100
    ann.go("/settings")
    ann.page.locator("main").get_by_label("Light", exact=True).check()
    ann.page.locator("main").get_by_role("button", name="Save").click()
    ann.page.wait_for_url("**/")
    assert brightness(ann) > 150


def brightness(person: Person) -> float:
    """How bright the page is behind everything, from 0 to 255."""
    colour = person.page.evaluate(
        "() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor"
    )
    numbers = [float(number) for number in colour.replace("rgba(0, 0, 0, 0)", "").strip("rgba()").split(",")[:3]]
    return sum(numbers) / 3


def test_everything_can_be_read_without_scripts(newcomer: Newcomer) -> None:
    ann = newcomer(java_script_enabled=False)
    ann.go("/")
    ann.page.get_by_role("button", name="Play bots now").first.click()
    expect(ann.page.locator("#status")).to_be_visible()


SMALL = """() => [...document.querySelectorAll('.page > p > a, summary, .manners a')]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 44).map(one => one.textContent)"""


def test_what_stands_alone_is_as_high_as_a_finger(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE)
    small = []
    for path in ("/", "/settings", "/new?game=keywhiz"):
        ann.go(path)
        small += ann.page.evaluate(SMALL)
    ann.hand()
    ann.wait("() => document.querySelector('.table.turn')")
    small += ann.page.evaluate(SMALL)
    assert small == []


def test_buttons_on_a_phone_are_no_higher_than_a_finger(newcomer: Newcomer) -> None:
    """Those that stand in a paragraph, as links in one do, were half as high again."""
    ann = newcomer(**PHONE)
    for path in ("/competitions", "/habits", "/daily/whiplash", "/exercises/keywhiz"):
        ann.go(path)
        heights = ann.page.locator(".page > p > .order").evaluate_all("all => all.map(one => one.offsetHeight)")
        assert heights, path
        assert set(heights) == {44}, path


def test_letters_are_as_large_as_the_browser_is_told(chromium: Browser, server: Server) -> None:
    large = [*ARGUMENTS, "--blink-settings=defaultFontSize=24"]
    with chromium.browser_type.launch(executable_path=CHROMIUM, args=large) as browser:
        page = browser.new_page()
        page.goto(f"{server.address}/about")
        assert page.evaluate("() => getComputedStyle(document.body).fontSize") == "24px"


def test_pages_with_letters_of_twice_the_size_are_no_wider_than_a_phone(chromium: Browser, server: Server) -> None:
    large = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    with chromium.browser_type.launch(executable_path=CHROMIUM, args=large) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        wide = []
        for path in PAGES:
            page.goto(f"{server.address}{path}")
            wide += [path] if too_wide(page) else []
        assert wide == []


CUT = """() => [...document.querySelectorAll('.rivals .seat, .rivals .seat > *, .mine > header, .mine .note, .dock .move')]
  .map(one => [one.id || one.className, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.left < -1 || box.right > innerWidth + 1)).map(([name]) => name)"""
"""What is cut at the sides of a table that cannot be moved sideways."""


def test_tables_with_letters_of_twice_the_size_are_no_wider_than_a_phone(chromium: Browser, server: Server) -> None:
    large = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    with chromium.browser_type.launch(executable_path=CHROMIUM, args=large) as browser:
        page = browser.new_page(viewport={"width": 390, "height": 844})
        for game in ("jalopies", "keywhiz", "whiplash", "whipsaw"):
            page.goto(f"{server.address}/learn/{game}?page=8")
            assert page.evaluate(CUT) == [], game
        page.goto(f"{server.address}/learn/whipsaw?page=12")
        assert page.locator(".moment").evaluate("one => one.scrollWidth <= one.clientWidth")
        page.goto(f"{server.address}/exercises/jalopies/2")
        assert page.locator("#top").evaluate("top => top.offsetHeight < innerHeight / 6")  # the title had six lines
        page.goto(f"{server.address}/learn/whipsaw?page=8")
        width = page.locator(".dock .move").first.evaluate("one => one.offsetWidth / one.parentElement.offsetWidth")
        assert width > 0.8  # one beside the other had a word in each line


def test_a_long_name_is_no_wider_than_the_page(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 640, "height": 400}).named("W" * 40)
    ann.go("/me")
    assert not too_wide(ann.page)


OUTSIDE = """selector => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    const { left, right } = range.getBoundingClientRect();
    return left < 0 || right > screen.width;
}"""


def test_a_long_name_is_no_wider_than_a_phone_where_others_read_it(newcomer: Newcomer) -> None:
    """What a table tells stuck out at both sides. Pages of people at a table, and of results, were wider than the screen."""
    ann, bo = newcomer(**PHONE).named("W" * 40), newcomer(**PHONE).named("Bo")
    bo.go(ann.opens(players="2", private="1", **SHORT))
    assert not bo.page.evaluate(OUTSIDE, "#status")
    bo.go(f"{ann.path}/people")
    assert not too_wide(bo.page)
    bo.go(ann.path)
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    play_to_the_end(ann, bo)
    assert not bo.page.evaluate(OUTSIDE, "#table .places")
    assert bo.page.locator(".scores").evaluate("one => one.scrollWidth <= one.clientWidth")
    bo.go("/me")
    assert not too_wide(bo.page)
    ann.go("/sign-in")
    assert not too_wide(ann.page)


def test_what_is_printed_is_dark_on_light(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.go("/settings")
    ann.page.locator("main").get_by_label("Dark", exact=True).check()
    ann.page.locator("main").get_by_role("button", name="Save").click()
    ann.go("/games/whiplash")
    ink = "() => getComputedStyle(document.querySelector('.prose p')).color.match(/[0-9]+/g).slice(0, 3).map(Number)"
    assert min(ann.page.evaluate(ink)) > 150
    ann.page.emulate_media(media="print")
    assert max(ann.page.evaluate(ink)) < 100
    ann.go("/games/keywhiz/short")
    kept = "() => getComputedStyle(document.querySelector('figure .felt')).printColorAdjust"
    assert ann.page.evaluate(kept) == "exact", "or its light letters would be on white"
