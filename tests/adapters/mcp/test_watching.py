"""Pages on which matches of models are watched: what onlookers see, nothing hidden, on this machine only."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("mcp", reason="the MCP SDK is not installed (pip install 'tuckbox[mcp]')")

from tests.adapters.mcp.test_server import Ask, talk
from tests.chromium import launched, needs_chromium
from tuckbox import game, installed
from tuckbox.adapters.mcp.matches import Matches
from tuckbox.adapters.mcp.server import server
from tuckbox.adapters.mcp.watching import page, watched
from tuckbox.kit.chance import Fast
from tuckbox.match.match import Match
from tuckbox.view.view import blind


@pytest.fixture(name="house")
def _house() -> Iterator[Matches]:
    house = Matches(watched=True)
    yield house
    house.close()


def read(address: str, host: str = "") -> str:
    with urlopen(Request(address, headers={"host": host} if host else {})) as found:
        text: str = found.read().decode()
    return text


def test_a_link_leads_to_the_table_as_it_is(house: Matches) -> None:
    opened = house.open("whiplash", ["open", "greedy"], {}, 5, False)
    token = opened.seats[0].token
    before = read(opened.watch)
    assert opened.watch.startswith("http://127.0.0.1:")
    assert 'http-equiv="refresh"' in before
    house.act(token, f"`{house.observe(token).legal[0]}`")
    after = read(opened.watch)
    assert before != after
    assert "Ann draws a card" in after
    assert token not in after
    for address in re.findall(r'(?:href|src)="(/[^"]+)"', after):
        assert read(f"{opened.watch.partition('/watch')[0]}{address}")


def test_only_matches_that_are_there_are_shown_and_only_to_this_machine(house: Matches) -> None:
    opened = house.open("whiplash", ["open", "greedy"], {}, 5, False)
    address = opened.watch.rpartition("/")[0]
    for wrong, status, host in ((f"{address}/guess", 404, ""), (opened.watch, 400, "elsewhere.example")):
        with pytest.raises(HTTPError) as refused:
            read(wrong, host)
        assert refused.value.code == status
    assert Matches().open("whiplash", ["open", "greedy"], {}, 5, False).watch == ""


@pytest.mark.parametrize("name", list(installed()))
def test_a_page_is_the_same_in_every_world_that_onlookers_cannot_tell_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Non-interference: hidden cards may be dealt anew, and not a letter of the page changes."""
    match, chance, rng = Match(game(name), 3, seed=5), random.Random(5), Fast(5)
    for _ in range(12):
        shown = page("x", watched(match, ["", "", ""], False))
        view = match.view(None, log=False)
        other = replace(view, state=blind(match.game, view.redeal(rng), None))
        with monkeypatch.context() as patch:
            patch.setattr(match, "view", lambda seat, log, other=other: other)
            assert page("x", watched(match, ["", "", ""], False)) == shown
        seat = match.waiting[0]
        match.play(chance.choice(match.actions(seat)), seat)


@pytest.mark.browser
@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("name", list(installed()))
def test_chromium_watches_while_a_client_plays(name: str, house: Matches) -> None:
    """The client of the SDK plays against a bot; the browser sees each of its moves, and none of its cards."""
    sync = pytest.importorskip("playwright.sync_api")
    links: list[str] = []

    async def played(ask: Ask) -> None:
        opened = await ask("new_match", game=name, seats=["open", "greedy", "greedy"], seed=5)
        links.append(opened["watch"])
        token, chance = opened["seats"][0]["token"], random.Random(1)
        for _ in range(8):
            look = await ask("observe", token=token)
            if look["yours"]:
                assert (await ask("act", token=token, answer=f"`{chance.choice(look['legal'])}`"))["taken"]

    talk(played, server(house))
    with launched() as browser:
        seen, faults = browser.new_page(), list[str]()
        seen.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        seen.goto(links[0])
        sync.expect(seen.locator("#status")).not_to_be_empty(timeout=60_000)
        sync.expect(seen.locator("#log li").first).to_be_visible(timeout=60_000)
        sync.expect(seen.locator("#drawings symbol")).not_to_have_count(0, timeout=60_000)
        assert faults == []
