"""What scripts do beside the table: keys, links, choices that are kept, and text that is left alone."""

from __future__ import annotations

from tests.server.browser.conftest import Newcomer


def test_the_button_for_sounds_keeps_all_other_settings(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.page.context.add_cookies([{"name": "preferences", "value": "dark.four.off.off.words", "url": ann.address}])
    ann.named("Ann").opens(players="2")
    ann.page.get_by_role("button", name="Sounds").click()
    kept = {cookie["name"]: cookie["value"] for cookie in ann.page.context.cookies()}
    assert kept["preferences"] == "dark.four.off.on.words"


def test_a_drag_that_the_device_ends_leaves_no_marks(newcomer: Newcomer) -> None:
    ann = newcomer().hand()
    ann.wait("() => document.querySelector('.table.turn')")
    ann.act("draw stock")
    ann.wait("() => document.querySelector('.table.turn')")
    marks = ann.page.evaluate("""() => {
        const card = document.querySelector('.seat.mine .card.act'), { x, y } = card.getBoundingClientRect();
        const send = (type, at) => card.dispatchEvent(
            new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, clientX: x + at, clientY: y + at }));
        const marked = () => document.querySelectorAll('.drop, .lifted').length;
        document.querySelector('.pile').dataset.moves = card.dataset.moves; // where it could go
        send('pointerdown', 5);
        send('pointermove', 60);
        const before = marked();
        send('pointercancel', 60);
        return [before > 1, marked()];
    }""")
    assert marks == [True, 0]


def test_a_page_that_is_opened_takes_away_the_mark_on_the_icon(newcomer: Newcomer) -> None:
    ann = newcomer()
    ann.page.add_init_script("navigator.clearAppBadge = async () => { window.cleared = true; }")
    ann.go("/")
    ann.wait("() => window.cleared")
    ann.named("Ann").opens(players="2")
    ann.wait("() => window.cleared")
