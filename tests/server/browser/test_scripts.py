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
