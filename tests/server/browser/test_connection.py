"""Pages whose connection is lost for a moment, or whose answers come late: they say so, and go on when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from playwright.sync_api import Page, Route, expect

from tests.server.browser.conftest import SHORT, Newcomer, Person, Server, play_to_the_end
from tests.server.browser.test_accounts import authenticator, by_name
from tuckbox.coach.exercises import shipped
from tuckbox.definition.game import game

AWAY = "There is no connection just now."


def cut(page: Page, addresses: str) -> None:
    """Let no request to such addresses through, until `mend`."""
    page.route(addresses, lambda route: route.abort("connectionfailed"))


def mend(page: Page) -> None:
    """Let all requests through again."""
    page.unroute_all()


def test_of_two_pages_of_a_lesson_the_one_asked_for_last_is_shown(newcomer: Newcomer) -> None:
    person, held = newcomer(), list[Route]()
    person.go("/learn/whiplash?page=2")
    person.page.wait_for_load_state()

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route(re.compile("/learn/whiplash$"), hold)
    with person.page.expect_request(re.compile("/learn/whiplash$")):
        person.page.keyboard.press("ArrowLeft")
    person.page.keyboard.press("ArrowRight")
    person.wait("() => document.querySelector('#table').dataset.page === '3'")
    with person.page.expect_request_finished():
        held[0].continue_()
    person.page.evaluate("() => new Promise(done => setTimeout(done))")
    assert person.table.get_attribute("data-page") == "3"
    assert person.page.url.endswith("?page=3")


def test_what_is_pressed_before_the_scripts_are_there_is_done_when_they_are(newcomer: Newcomer) -> None:
    ann = newcomer().named("Ann")
    path = ann.opens(players="2", bot1="easy", **SHORT)
    with held_back(ann.page, "table.js"):
        ann.page.goto(ann.address + path, wait_until="commit")
        ann.page.get_by_role("button", name="Start the match").click()
        assert ann.table.get_attribute("class") == "table stage-open"
    ann.begun()


def test_nothing_can_be_pressed_before_there_is_what_remembers_it(newcomer: Newcomer) -> None:
    """What was pressed while the script that remembers it was on its way did nothing."""
    ann = newcomer().named("Ann")
    path = ann.opens(players="2")
    with held_back(ann.page, "table.js"):
        with held_back(ann.page, "early.js"):
            with ann.page.expect_request("**/static/table.js*"):  # which the browser asks for while it waits for the other
                ann.page.goto(ann.address + path, wait_until="commit")
            assert ann.page.locator("button").count() == 0
        ann.page.get_by_role("button", name="Sounds").click()
    expect(ann.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")


@contextmanager
def held_back(page: Page, script: str) -> Iterator[None]:
    """Let a script of a page come when the block ends, and not before."""
    held, let_through = list[Route](), False

    def hold(route: Route) -> None:
        if let_through:
            route.continue_()
        else:
            held.append(route)

    page.route(f"**/static/{script}*", hold)
    yield
    for _ in range(6000):
        if held:
            break
        page.wait_for_timeout(10)
    let_through = True
    for one in held:
        one.continue_()


def test_a_lesson_hears_what_was_touched_before_its_script_was_there(newcomer: Newcomer) -> None:
    person = newcomer()
    with held_back(person.page, "lesson.js"):
        person.page.goto(f"{person.address}/learn/whiplash?page=3", wait_until="commit")
        person.page.locator("#table .move[data-act='take discard']").click()
    expect(person.page.locator("#bubble .answer")).to_contain_text("You may. But you have no other eight")


def test_an_exercise_hears_what_was_touched_before_its_script_was_there(newcomer: Newcomer) -> None:
    person = newcomer()
    with held_back(person.page, "exercise.js"):
        person.page.goto(f"{person.address}/exercises/whiplash/1", wait_until="commit")
        person.page.locator("#all > summary").click()
        person.page.locator("#table .move").first.click()
    expect(person.page.locator("#verdict")).to_contain_text("Best is")


def test_what_is_said_before_the_script_of_the_table_is_there_is_said_then(newcomer: Newcomer) -> None:
    """The page was loaded anew, and what had been written was lost."""
    ann = newcomer().named("Ann")
    path = ann.opens(players="2")
    with held_back(ann.page, "table.js"):
        ann.page.goto(ann.address + path, wait_until="commit")
        ann.page.get_by_role("button", name="Sounds").click()
        ann.page.locator("#saying").fill("hello")
        ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#said")).to_contain_text("hello")
    expect(ann.page.locator("#saying")).to_have_value("")
    expect(ann.page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    assert ann.path == path


def test_a_passkey_is_asked_for_by_a_click_that_comes_before_the_script(newcomer: Newcomer, server: Server) -> None:
    person = by_name(newcomer(), server)
    authenticator(person.page)
    with held_back(person.page, "passkeys.js"):
        person.page.goto(f"{person.address}/sign-in", wait_until="commit")
        person.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(person.page.locator("#failed")).to_contain_text("Your device has no passkey for this")


def test_an_exercise_is_answered_when_the_connection_is_back(newcomer: Newcomer) -> None:
    person, best = newcomer(), shipped(game("keywhiz"))[0].best
    person.go("/exercises/keywhiz/1")
    person.page.wait_for_load_state()
    cut(person.page, "**/exercises/keywhiz/1")
    button = person.page.locator(f'.dock [data-act="{best}"]')
    if not button.is_visible():
        person.page.locator("#all > summary").click()
    button.click()
    expect(person.page.locator("#toast")).to_have_text(AWAY)
    mend(person.page)
    button.click()
    expect(person.page.locator("#verdict")).to_contain_text("Right")
    assert person.path == f"/exercises/keywhiz/1?answered={quote(best).replace('%20', '+')}"


def test_a_replay_goes_on_when_the_connection_is_back(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    play_to_the_end(ann)
    ann.page.get_by_role("link", name="Replay").click()
    ann.page.wait_for_load_state()
    cut(ann.page, "**/replay?*")
    slider = ann.page.locator("#scrub")
    slider.fill("2")
    expect(ann.page.locator("#toast")).to_have_text(AWAY)
    mend(ann.page)
    slider.fill("3")
    expect(ann.page.locator(".steps .at")).to_contain_text("3 of")


def test_who_looks_for_a_game_is_told_that_the_connection_is_lost(newcomer: Newcomer) -> None:
    """It said that nobody else was looking."""
    ann = newcomer().named("Ann")
    ann.go("/find")
    ann.page.get_by_role("button", name="Find a game").click()
    told = ann.page.locator("#waiting")
    expect(told).to_have_text("Nobody else is looking just now.")
    cut(ann.page, "**/find/news")
    expect(told).to_have_text(f"{AWAY} It is being tried again.")
    mend(ann.page)
    expect(told).to_have_text("Nobody else is looking just now.")
    ann.page.get_by_role("button", name="Stop looking").click()
    ann.page.wait_for_url(re.compile("/(find)?$"))


def test_a_lost_connection_is_not_taken_for_a_browser_without_passkeys(newcomer: Newcomer, server: Server) -> None:
    person = by_name(newcomer(), server)
    person.go("/sign-in")
    person.page.wait_for_load_state()
    cut(person.page, "**/sign-in/question")
    person.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(person.page.locator("#failed")).to_contain_text("There is no connection")


def test_advice_that_does_not_come_says_so_and_comes_the_next_time(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    advice, answer = ann.page.locator("#advice"), ann.page.locator("#answer")
    cut(ann.page, "**/tables/*/*")
    ann.page.keyboard.press("c")
    expect(advice).to_have_text(AWAY)
    ann.page.keyboard.press("c")
    expect(advice).to_be_hidden()
    ann.page.locator(".pile .card.act").last.focus()
    with ann.page.expect_event("requestfailed"):
        ann.page.keyboard.press("i")
    mend(ann.page)
    ann.page.keyboard.press("i")
    expect(answer).to_contain_text("Rule WL-")
    ann.page.keyboard.press("i")
    ann.page.keyboard.press("c")
    expect(advice.get_by_role("heading").first).to_be_visible()
    advice.get_by_role("button", name="Close").click()
    expect(advice).to_be_hidden()


def test_a_hint_that_comes_late_does_not_replace_what_was_asked_for_since(newcomer: Newcomer) -> None:
    ann, held = newcomer().hand(), list[Route]()
    ann.wait("() => document.querySelector('.table.turn')")

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/hint", hold)
    with ann.page.expect_request("**/hint"):
        ann.page.keyboard.press("h")
    ann.page.keyboard.press("h")
    ann.page.keyboard.press("c")
    title = ann.page.locator("#advice h1")
    told = title.inner_text()
    with ann.page.expect_response("**/hint") as came:
        held[0].continue_()
    came.value.finished()
    ann.page.wait_for_timeout(200)
    expect(title).to_have_text(told)


def test_who_is_invited_and_comes_back_after_a_while_is_still_asked_for_a_name(newcomer: Newcomer) -> None:
    path = newcomer().named("Ann").opens(players="2")
    bo = newcomer()
    bo.go(path)
    bo.page.wait_for_load_state()
    with bo.page.expect_response("**/since?step=*") as came:
        away_for_a_while(bo)
    assert came.value.text() == ""
    expect(bo.page.locator("#welcome")).to_be_visible()


def away_for_a_while(person: Person) -> None:
    """Let the page believe that another one was looked at for some minutes."""
    person.page.evaluate("""() => {
        let hidden = true;
        Object.defineProperty(document, 'hidden', { get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
        const now = Date.now;
        Date.now = () => now() + 300000;
        hidden = false;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
