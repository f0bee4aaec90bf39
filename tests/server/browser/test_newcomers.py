"""What somebody finds who has never been here: the way to a table, the help, the settings, the log, the way back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.browser.conftest import SHORT, Newcomer, Person, play_to_the_end
from tests.server.browser.test_connection import held_back

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_friend_has_the_link_after_three_clicks_and_sits_after_one(newcomer: Newcomer) -> None:
    ann = newcomer(permissions=["clipboard-read", "clipboard-write"])
    ann.go("/")
    card = ann.page.locator("article", has=ann.page.get_by_role("heading", name="Whiplash"))
    card.get_by_role("link", name="Open a table").click()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.wait_for_url("**/tables/*")  # with its scripts
    ann.page.get_by_role("button", name="Share the link").click()
    expect(ann.page.get_by_text("The link is copied.")).to_be_visible()
    link = ann.page.evaluate("() => navigator.clipboard.readText()")
    assert link == ann.page.url
    expect(ann.page.get_by_role("link", name=link)).to_be_visible()
    expect(ann.page.get_by_text("works on this computer only")).to_be_visible()

    bo = newcomer()
    bo.page.goto(link)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.locator(".chair", has_text="you")).to_contain_text("Bo")
    expect(bo.page).to_have_url(link)
    expect(ann.page.get_by_role("link", name="What now?")).to_be_hidden()
    ann.page.get_by_role("button", name="Start the match").click()
    for person in (ann, bo):
        expect(person.page.get_by_role("link", name="What now?")).to_be_visible()


def test_a_link_is_shared_by_a_click_that_comes_before_the_script_that_shares(newcomer: Newcomer) -> None:
    ann = newcomer(permissions=["clipboard-read", "clipboard-write"])
    with held_back(ann.page, "share.js"):
        ann.named("Ann").opens(players="2")
        ann.page.get_by_role("button", name="Share the link").click()
        expect(ann.page.get_by_role("alert")).to_be_empty()
    expect(ann.page.get_by_text("The link is copied.")).to_be_visible()


def test_who_has_no_name_is_asked_for_it_before_they_sit_down(newcomer: Newcomer) -> None:
    path = newcomer().named("Ann").opens(players="3")
    bo = newcomer()
    bo.go(path)
    bo.page.get_by_role("button", name="Sit here").last.click()
    expect(bo.page.get_by_label("Your name")).to_be_focused()
    bo.page.keyboard.type("Bo")
    bo.page.keyboard.press("Enter")
    bo.wait("() => document.querySelectorAll('.chair')[2].textContent.includes('Bo')")


def test_the_help_comes_and_goes_with_a_key_and_gives_the_focus_back(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.keyboard.press("ArrowRight")
    held = ann.focused
    ann.page.keyboard.press("?")
    help_box = ann.page.get_by_role("dialog", name="Whiplash in short")
    expect(help_box).to_be_focused()
    expect(help_box.get_by_role("link", name="Read the full rules")).to_have_attribute("href", "/games/whiplash")
    ann.page.keyboard.press("?")
    expect(help_box).to_be_hidden()
    assert ann.focused == held


def test_the_log_leads_to_what_was_and_back_to_what_is(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("draw stock")
    expect(ann.page.locator(".log .chip").first).to_be_visible()
    ann.page.locator(".log li a").first.click()
    expect(ann.page.get_by_role("navigation", name="Looking back")).to_contain_text("step 1 of")
    assert ann.page.locator(".act, .move").count() == 0
    ann.page.get_by_role("link", name="Now", exact=True).click()
    ann.wait("() => document.querySelector('#table [data-act^=discard]')")


@pytest.mark.parametrize(
    ("skin", "seen"),
    [
        ("Four colours", "() => getComputedStyle(document.querySelector('.suitC')).color"),
        ("Letters and words only", "() => getComputedStyle(document.querySelector('.card .suit')).display"),
    ],
)
def test_cards_can_look_otherwise(newcomer: Newcomer, skin: str, seen: str) -> None:
    ann = newcomer()
    ann.go("/about")
    card = '<b class="card suitC"><i class=suit>clubs</i></b>'  # on a page whose drawings are there
    probe = f"() => {{ document.body.innerHTML += '{card}'; document.documentElement.classList.add('drawn') }}"
    ann.page.evaluate(probe)
    before = ann.page.evaluate(seen)
    ann.go("/settings?back=/about")
    ann.page.get_by_label(skin).check()
    ann.page.get_by_role("button", name="Save").click()
    ann.page.wait_for_url("**/about")
    ann.page.evaluate(probe)
    assert ann.page.evaluate(seen) != before


def test_a_bot_plays_on_for_who_leaves_and_gives_the_seat_back(newcomer: Newcomer) -> None:
    ann, bo = newcomer().named("Ann"), newcomer().named("Bo")
    bo.go(ann.opens(players="2"))
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    bo.wait("() => document.querySelector('.seat.active')")
    ann.page.locator("#leaving > summary").click()
    ann.page.get_by_role("button", name="Let a bot play").click()
    expect(ann.page.locator(".banner")).to_contain_text("A bot is playing for you.")
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.locator(".banner")).to_have_count(0)


def test_the_clock_and_the_way_back_from_a_bot_are_in_sight_on_a_phone_wherever_one_has_scrolled(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE).named("Ann")
    ann.opens("jalopies", players="2", bot1="easy", pace="relaxed")
    ann.page.get_by_role("button", name="Start the match").click()
    ann.begun().wait("() => document.querySelector('.table.turn')")
    clock = ann.page.locator("#time .clock")
    expect(clock).to_have_text(re.compile(r"4:\d\d"))
    expect(clock).to_be_in_viewport()
    expect(ann.page.locator(".mine .clock")).to_be_hidden()
    ann.page.locator("#leaving > summary").click()
    ann.page.get_by_role("button", name="Let a bot play").click()
    ann.wait("() => document.getElementById('driven')")
    ann.page.locator(".dock").evaluate("() => scrollTo(0, 300)")
    expect(ann.page.get_by_role("button", name="Take my seat back")).to_be_in_viewport()


def test_an_onlooker_on_a_phone_sees_that_a_seat_is_free(newcomer: Newcomer) -> None:
    ann, bo, cy = newcomer().named("Ann"), newcomer().named("Bo"), newcomer(**PHONE).named("Cy")
    path = ann.opens("jalopies", players="2")
    bo.go(path)
    bo.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the match").click()
    cy.go(path)
    cy.begun()
    expect(cy.page.locator("#vacant")).to_have_count(0)
    bo.begun().page.locator("#leaving > summary").click()
    bo.page.locator("#resigning > summary").click()
    bo.page.get_by_role("button", name="Yes, I resign").click()
    expect(bo.page.get_by_role("button", name="Sit down for")).to_be_hidden()  # in a wide window the place says so
    free = cy.page.get_by_role("button", name="Sit down for")
    expect(free).to_be_in_viewport()
    free.click()
    cy.wait("() => document.querySelector('.seat.mine')")


def test_a_host_closes_a_table_and_whoever_sits_there_is_told(newcomer: Newcomer) -> None:
    ann, bo = newcomer().named("Ann"), newcomer(**PHONE).named("Bo")
    path = ann.opens(players="3", private="0")
    bo.go(path)
    bo.page.get_by_role("button", name="Sit here").first.click()
    ann.page.locator("#closing > summary").click()
    ann.page.get_by_role("button", name="Yes, close it").click()
    for person in (ann, bo):
        expect(person.page.locator(".banner")).to_have_text("The host of this table has closed it.")
        expect(person.page.get_by_role("button", name="Good luck!")).to_have_count(0)
        person.page.get_by_role("link", name="Back to the games").click()
        expect(person.page.locator(f'a[href="{path}"]')).to_have_count(0)


def test_a_whole_hand_on_a_phone_by_touch(newcomer: Newcomer) -> None:
    ann = newcomer(**PHONE).hand()
    for _ in range(60):
        ann.wait("() => document.querySelector('.table.turn, .stage-finished')")
        if ann.page.locator(".stage-finished").count():
            break
        touch(ann)
    expect(ann.page.get_by_role("list", name="Places")).to_contain_text("Ann")


def touch(ann: Person) -> None:
    """Tap a card or a pile, and if it can be used in several ways the first of them."""
    version = ann.version
    ann.page.locator("#table .card.act").first.tap()
    ann.wait(  # the browser makes the click of a tap when it has time
        """version => document.querySelector('#menu:popover-open')
            || document.getElementById('table')?.dataset.version > version""",
        version,
    )
    if ann.version == version:
        ann.page.locator("#menu button").first.tap()
    ann.after(version)


def test_the_focus_never_falls_while_others_play(newcomer: Newcomer) -> None:
    """Whoever holds a key all match long: after every change something on the table has the focus."""
    ann, bo = newcomer().named("Ann"), newcomer().named("Bo")
    bo.go(ann.opens(players="2", **SHORT))
    bo.page.get_by_role("button", name="Sit here").click()
    start = ann.page.get_by_role("button", name="Start the match")
    start.focus()
    ann.page.evaluate(
        """() => { window.fallen = 0; new MutationObserver(() => { fallen += document.activeElement === document.body; })
            .observe(document.getElementById('live'), { subtree: true, attributes: true, childList: true }); }"""
    )
    ann.page.keyboard.press("Enter")
    play_to_the_end(bo, ann)
    assert ann.page.evaluate("() => window.fallen") == 0
    assert not ann.focused.startswith("BODY")


def test_a_square_that_cannot_be_used_says_why(newcomer: Newcomer) -> None:
    ann = newcomer().named("Ann")
    ann.opens("keywhiz", players="2", bot1="easy")
    ann.page.get_by_role("button", name="Start the match").click()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.locator(".mine .door[data-name]:not(.act)").last.click()
    expect(ann.page.get_by_role("status").filter(has_text="(KW-")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_form_tells_the_minutes_of_so_many_players_and_sets_another_match_only_where_one_is_wanted(
    newcomer: Newcomer, scripts: bool
) -> None:
    ann = newcomer(java_script_enabled=scripts)
    ann.go("/new?game=whiplash")
    page = ann.page
    page.get_by_label("Your name").fill("Ann")
    told = page.get_by_role("group", name="Which match").get_by_role("radio").first.locator("..")
    expect(told).to_contain_text("about 13 min with 2 players", use_inner_text=True)
    expect(told).not_to_contain_text("about 20 min with 3 players", use_inner_text=True)
    page.get_by_role("radio", name="3", exact=True).check()
    expect(told).to_contain_text("about 20 min with 3 players", use_inner_text=True)
    expect(told).not_to_contain_text("about 13 min with 2 players", use_inner_text=True)
    points = page.get_by_label("Points to win")
    expect(points).to_be_hidden()
    page.get_by_role("radio", name="Another match").check()
    points.fill("9")
    page.get_by_role("radio", name="A race to 7 points").check()
    expect(points).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("body")).to_have_attribute("data-options", re.compile(r"\bmatch-race target-7\b"))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_house_rule_is_played_only_where_it_is_switched_on_and_a_limit_may_be_off(
    newcomer: Newcomer, scripts: bool
) -> None:
    ann = newcomer(java_script_enabled=scripts)
    ann.go("/new?game=whipsaw")
    page = ann.page
    page.get_by_label("Your name").fill("Ann")
    page.get_by_text("House rules").click()
    switch = page.get_by_label("Start money")
    expect(switch).not_to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("body")).to_have_attribute("data-options", re.compile(r"\bstart-money-false\b"))
    ann.go("/new?game=whipsaw")
    page.get_by_text("House rules").click()
    switch.locator("..").click()
    expect(switch).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("body")).to_have_attribute("data-options", re.compile(r"\bstart-money-true\b"))
    ann.go("/new?game=keywhiz")
    page.get_by_text("Options of the game").click()
    page.get_by_label("Rounds without a key").fill("off")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("body")).to_have_attribute("data-options", re.compile(r"\bstandoff-off\b"))


@pytest.mark.parametrize("width", [390, 1200])
def test_switches_are_large_enough_and_nothing_runs_out_of_the_form(newcomer: Newcomer, width: int) -> None:
    ann = newcomer(viewport={"width": width, "height": 800})
    for game in ("whiplash", "whipsaw"):
        ann.go(f"/new?game={game}")
        ann.page.locator("#new details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        box = ann.page.locator(".switch").first.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert ann.page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 360, 390, 412])
def test_the_field_for_a_name_and_its_button_stay_within_their_frame(newcomer: Newcomer, width: int) -> None:
    ann = newcomer(viewport={"width": width, "height": 740})
    ann.go("/")
    edges = "found => found.map(one => [one.getBoundingClientRect().right, one.getBoundingClientRect().width])"
    (field, _), (button, wide) = ann.page.locator("#name, .hero .inline button").evaluate_all(edges)
    assert field < button <= width - 41
    assert wide >= 60  # not squeezed: its word has room


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)], ids=["wide", "phone"])
def test_a_hint_does_not_lie_over_the_card_that_it_names(newcomer: Newcomer, size: tuple[int, int]) -> None:
    ann = newcomer(viewport={"width": size[0], "height": size[1]}).hand()
    for _ in range(2):  # once before the stock or the pile is taken from, once before a card is put down
        ann.wait("() => document.querySelector('.table.turn')")
        ann.page.keyboard.press("h")
        expect(ann.page.locator("#advice [data-try]")).to_be_visible()
        shared = ann.page.evaluate(SHARED)
        assert shared == [0] * len(shared)
        assert shared
        ann.page.keyboard.press("Escape")
        ann.act(ann.page.locator("#advice [data-try]").get_attribute("data-try") or "")


SHARED = """async () => {
    const { overlap, thingsFor } = await import('/static/things.js');
    const box = document.getElementById('advice'), named = box.querySelector('[data-try]').dataset.try;
    const things = thingsFor(document.getElementById('live'), named);
    return things.map(thing => overlap(thing.getBoundingClientRect(), box.getBoundingClientRect()));
}"""


CUT = """() => [...document.querySelectorAll('.shot :is(.felt, .middle, .centre)')]
    .filter(one => one.scrollHeight > one.clientHeight + 2).map(one => one.className)"""


@pytest.mark.parametrize("game", ["whiplash", "keywhiz", "whipsaw", "jalopies"])
def test_pictures_of_tables_are_whole_and_no_wider_than_the_page(game: str, newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 1280, "height": 800})
    ann.go(f"/games/{game}/short")
    assert ann.page.evaluate(CUT) == []
    ann.page.set_viewport_size({"width": 360, "height": 740})
    assert ann.page.evaluate("() => document.documentElement.scrollWidth") == 360
