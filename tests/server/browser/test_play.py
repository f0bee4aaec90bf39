"""Whole hands in the browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.server.browser.conftest import SHORT, Newcomer, Person, Server, play_to_the_end


def test_a_newcomer_is_playing_after_one_click(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.go("/")
    whiplash = ann.page.locator("article", has=ann.page.get_by_role("heading", name="Whiplash"))
    whiplash.get_by_role("button", name="Play bots now").click()
    ann.page.wait_for_url("**/tables/*")
    expect(ann.page.locator(".table.turn")).to_be_visible()
    assert ann.page.title().startswith("▶")
    assert "#" not in ann.page.url
    expect(ann.page.get_by_text("added chance of their own to it")).to_be_attached()
    ann.act("draw stock")
    assert ann.can("discard")


def test_two_people_play_a_hand_over_a_private_link(newcomer: Newcomer, tmp_path: Path) -> None:
    ann, bo, cy = newcomer().named("Ann"), newcomer(), newcomer().named("Cy")
    path = ann.opens(players="2", private="1", **SHORT, option__dealer="1")
    cy.go("/")
    assert path not in cy.page.content()

    bo.go(path)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.keyboard.press("Enter")
    ann.page.get_by_role("button", name="Start the match").click()
    taken_back(ann, bo)
    play_to_the_end(ann, bo)
    for person in (ann, bo):
        expect(person.page.get_by_role("list", name="Places")).to_contain_text("Bo")

    talk(ann, bo)
    replayed(ann)
    verified(ann, tmp_path)
    rematch(ann, bo, path)


def taken_back(ann: Person, bo: Person) -> None:
    """One asks to take an action back by a key, the other is told at once and agrees."""
    expect(ann.page.locator(".table.turn")).to_be_visible()
    ann.act("take discard")
    ann.act("discard")
    ann.page.keyboard.press("u")
    alert = bo.page.get_by_role("alert").filter(has_text="Ann asks to take this back")
    expect(ann.page.get_by_role("button", name="Never mind")).to_be_visible()
    alert.get_by_role("button", name="Agree").click()
    expect(ann.page.locator(".table.turn")).to_be_visible()
    expect(bo.page.locator("#takeback")).to_have_text("Ann has taken an action back.")


def talk(ann: Person, bo: Person) -> None:
    """What one says the other reads, as text."""
    ann.page.locator("#say input").fill("<i>well played</i>")
    ann.page.keyboard.press("Enter")
    expect(bo.page.locator("aside")).to_contain_text("<i>well played</i>")
    expect(ann.page.locator("#say input")).to_have_value("")


PAUSED = """() => {
    const later = new URLSearchParams(location.search).get('step') >= 3;
    if (later) document.querySelector('#play[aria-pressed=true]')?.click();
    return later;
}"""
"""Whether a replay that plays by itself is at its third step; it is paused there, since a short match is soon over."""


def replayed(ann: Person) -> None:
    """The match step by step, all hands open."""
    ann.page.get_by_role("link", name="Replay").click()
    ann.page.wait_for_url("**/replay")
    ann.page.get_by_role("link", name="First step").click()
    expect(ann.page.get_by_role("link", name="Next step")).to_be_visible()
    ann.page.keyboard.press("ArrowRight")
    ann.wait("() => location.search === '?step=2'")
    assert ann.page.locator(".seat .card").count() >= 8
    ann.page.go_back()
    ann.wait("() => location.search === '?step=1'")
    ann.page.get_by_label("Speed").select_option("quick")
    ann.page.get_by_role("button", name="Play").click()
    expect(ann.page.get_by_role("button", name="Pause")).to_be_visible()
    ann.wait(PAUSED)
    expect(ann.page.get_by_role("button", name="Play")).to_be_visible()
    expect(ann.page.get_by_label("Speed")).to_have_value("600")
    ann.page.get_by_role("slider", name="Step").fill("2")
    ann.wait("() => location.search === '?step=2'")
    expect(ann.page.locator(".at")).to_contain_text("2 of")
    ann.page.get_by_role("slider", name="Step").fill("1")
    ann.wait("() => location.search === '?step=1'")
    ann.page.goto(ann.page.url.partition("/replay")[0])


def verified(ann: Person, folder: Path) -> None:
    """The record is a file that our own command accepts."""
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    done = subprocess.run([sys.executable, "-m", "tuckbox.cli", "verify", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ann and Bo: if these bytes are yours, the host did not choose the deal" in " ".join(done.stdout.split())


def rematch(ann: Person, bo: Person, path: str) -> None:
    """The same again, everybody one seat further."""
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: "/tables/" in url and path not in url)
    bo.page.get_by_role("link", name="To the rematch").click()
    bo.page.wait_for_url("**/tables/*")
    assert bo.path == ann.path != path
    expect(bo.page.locator("#live")).to_contain_text("Ann")


def test_a_hand_by_keyboard_alone_and_the_focus_is_never_lost(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    keys = ann.page.keyboard
    keys.press("ArrowRight")
    for _ in range(60):
        ann.wait("() => document.querySelector('.table.turn, .stage-finished')")
        if ann.page.locator(".stage-finished").count():
            break
        version = ann.version
        if ann.can("draw stock"):
            focus_on(ann, "draw stock")
            keys.press("Enter")
        else:
            keys.press("1")
            if ann.page.locator("#menu:popover-open").count():
                assert ann.page.evaluate("() => document.querySelector('#menu').contains(document.activeElement)")
                keys.press("Enter")
        ann.after(version)
        assert not ann.focused.startswith("BODY"), ann.focused
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert not ann.focused.startswith("BODY")
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator(".stage-playing")).to_be_visible()


def focus_on(ann: Person, action: str) -> None:
    """Go on by Tab until the focus is on something that does this."""
    for _ in range(60):
        if ann.page.evaluate("action => document.activeElement.dataset.act === action", action):
            return
        ann.page.keyboard.press("Tab")
    raise AssertionError(f"{action} cannot be reached by Tab")


def test_the_last_step_can_be_taken_back_until_it_shows_something(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("take discard")
    version = ann.version
    ann.page.keyboard.press("u")
    ann.after(version)
    assert ann.can("take discard")
    ann.act("draw stock")
    expect(ann.page.get_by_role("button", name="Undo")).to_have_count(0)


def test_a_window_has_one_bar_for_everyone(newcomer: Newcomer) -> None:
    """In the toy game a load asks the rivals: who may answer, who has, and who loads see the same clock."""
    ann, bo = newcomer().named("Ann"), newcomer().named("Bo")
    path = ann.opens("bluff", players="2")
    bo.go(path)
    bo.page.get_by_role("button", name="Sit here").first.click()
    ann.page.get_by_role("button", name="Start the match").click()
    for person in (ann, bo):
        person.begun()
    mover, other = (ann, bo) if ann.page.locator(".table.turn").count() else (bo, ann)
    mover.act("load")
    expect(other.page.locator(".window .pass")).to_be_visible()
    expect(mover.page.locator(".window")).to_be_visible()
    assert mover.page.locator(".window .pass").count() == 0
    other.page.keyboard.press("Space")
    expect(other.page.locator(".window")).to_have_count(0)
    expect(mover.page.locator(".window")).to_have_count(0)


def test_a_restart_of_the_server_under_an_open_page(newcomer: Newcomer, own_server: Server) -> None:
    ann = newcomer(own_server).hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("draw stock")
    before = ann.page.locator(".seat.mine").inner_text()
    for end in (own_server.stop, own_server.kill):
        end()
        expect(ann.page.locator("#line")).to_have_text("Connecting again …")
        own_server.start()
        expect(ann.page.locator("#line")).to_be_empty()
        assert ann.page.locator(".seat.mine").inner_text() == before
    ann.act("discard")


def test_a_lost_connection_is_shown_at_once_and_an_answer_that_does_not_come_soon(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.page.context.set_offline(True)
    expect(ann.page.locator("#line")).to_have_text("Connecting again …")
    ann.page.context.set_offline(False)
    expect(ann.page.locator("#line")).to_be_empty()
    ann.page.evaluate("""() => { // a line that takes everything and brings nothing
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = () => { WebSocket.prototype.send = send; };
        window.told = [];
        for (const place of document.querySelectorAll('#line, #toast'))
            new MutationObserver(() => window.told.push(place.textContent)).observe(place, { childList: true });
    }""")
    ann.page.locator(".felt .act").first.click()
    ann.wait("() => window.told.some(text => text.includes('no connection'))")
    ann.wait("() => window.told.includes('Connecting again …') && window.told.includes('Connected again.')")
    ann.act("draw stock")


def test_a_page_of_an_earlier_version_loads_itself_anew_when_the_server_is_back(
    newcomer: Newcomer, own_server: Server
) -> None:
    ann = newcomer(own_server).hand()
    ann.wait("() => document.querySelector('.table.turn')")
    assets = ann.page.locator("#live").get_attribute("data-assets")
    ann.page.evaluate("() => { document.getElementById('live').dataset.assets = 'earlier'; window.untouched = true }")
    own_server.stop()
    expect(ann.page.locator("#line")).to_have_text("Connecting again …")
    own_server.start()
    ann.wait("() => !window.untouched")
    ann.wait(f"() => document.getElementById('live')?.dataset.assets === '{assets}'")


OUTSIDE = """() => {
    const board = document.querySelector('.mine .board'), { left, right } = board.getBoundingClientRect();
    const own = [...board.querySelectorAll('td:not([colspan]) > .taken')].map(one => one.getBoundingClientRect());
    const seen = own.some(at => at.left >= left - 2 && at.right <= right + 2);
    return [board.scrollWidth > board.clientWidth, own.length > 0 && !seen, board.style.getPropertyValue('--after')];
}"""


def test_on_a_board_that_is_wider_than_a_phone_the_own_piece_is_in_sight(newcomer: Newcomer) -> None:
    ann = newcomer(viewport={"width": 390, "height": 844}).named("Ann")
    ann.opens("keywhiz", players="2", bot1="easy")
    ann.page.get_by_role("button", name="Start the match").click()
    ann.begun()
    for _ in range(12):
        ann.wait("() => document.querySelector('.table.turn')")
        version = ann.version
        ann.page.locator("#table [data-act]").first.evaluate("move => move.click()")
        ann.after(version)
        assert ann.page.evaluate(OUTSIDE)[:2] == [True, False]
    ann.page.reload()
    ann.wait(f"() => ({OUTSIDE})().join() === 'true,false,32px'")
