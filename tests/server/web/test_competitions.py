"""Competitions by their pages: made by a form, joined by a link, begun by their maker, followed by a socket."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.server.web.site import FREE, HOST, ORIGIN, Browser, Site, line, open_site
from tuckbox.server.settings import Limits, Rate

FORM = {"game": "keywhiz", "bout": "game", "size": "2", "rounds": "5", "pace": "quick", "title": "Club <evening>"}


def makes(browser: Browser, **more: str) -> str:
    """Make a competition; the address of its page."""
    answer = browser.post("/competitions", {**FORM, **more})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_competition_is_made_joined_by_its_link_and_begun(site: Site) -> None:
    ann, bo = site.browser("Ann"), site.stranger()
    assert "Circuit of Jaunty Jalopies" in ann.get("/competitions").text
    form = ann.get("/competitions/new?game=jalopies").text
    assert form.count('name="size"') == 5
    assert "Four races" in form
    path = makes(ann)
    page = ann.get(path).text
    assert "Club &lt;evening&gt;" in page
    assert "Start the competition" not in page, "nobody else is there"
    assert 'name="name"' in bo.get(path).text, "a stranger says their name"
    assert bo.post(f"{path}/join", {"name": "Bo <b>"}).status_code == 303
    assert "Bo &lt;b&gt;" in ann.get(path).text
    assert bo.post(f"{path}/start").status_code == 409
    with line(site.client, f"{path}/socket", {"host": HOST, "origin": ORIGIN}) as wire:
        assert "Start the competition" not in json.loads(wire.raw())["competition"], "a stranger may not"
        assert ann.post(f"{path}/start").status_code == 303
        while "Round 1 of 1" not in wire.raw():
            pass
    page = bo.get(path).text
    assert "Round 1: you play Ann" in page
    table = re.search(r'href="(/tables/\w+)"', page)
    assert table is not None
    assert "at-table" in bo.get(table[1]).text
    assert site.browser("Cy").post(f"{path}/join").status_code == 409
    assert bo.post(f"{path}/leave").status_code == 303
    assert "withdrawn" in ann.get(path).text
    assert "Club &lt;evening&gt;" in ann.get("/competitions").text


def test_nothing_of_who_people_are_is_on_the_page_nor_of_what_they_hold(site: Site) -> None:
    ann, bo = site.program("Ann"), site.browser("Bo")
    path = makes(bo)
    page = bo.get(path).text
    assert not re.search(r"[0-9a-f]{32}", page), "the id of a person"
    assert ann.get("/competitions/00").status_code == 404
    assert bo.post("/competitions/00/join").status_code == 404
    assert bo.get("/competitions/new?game=whiplash").status_code == 400


def test_a_form_that_cannot_be_is_shown_again(site: Site) -> None:
    ann = site.browser("Ann")
    for wrong in ({"rounds": "0"}, {"rounds": "x"}, {"size": "3"}, {"bout": "none"}, {"pace": "none"}):
        answer = ann.post("/competitions", {**FORM, **wrong})
        assert (answer.status_code, "failed" in answer.text) == (400, True), wrong
    assert "Mine" not in ann.get("/competitions").text


def test_one_person_makes_and_joins_only_so_many_of_only_so_many_people(tmp_path: Path) -> None:
    few = Limits(**{**vars(FREE), "competitions": Rate(1e-6, 2), "competing": 3, "entrants": 2})
    with open_site(tmp_path / "house.db", limits=few) as site:
        ann, bo, cy = (site.browser(name) for name in ("Ann", "Bo", "Cy"))
        paths = [makes(ann), makes(ann)]
        assert ann.post("/competitions", FORM).status_code == 429
        paths += [makes(cy), makes(cy)]
        assert bo.post(f"{paths[0]}/join").status_code == 303
        assert cy.post(f"{paths[0]}/join").status_code == 409, "it is full"
        assert [bo.post(f"{path}/join").status_code for path in paths[1:]] == [303, 303, 429]


def test_a_title_holds_nothing_that_a_page_or_a_terminal_would_obey(site: Site) -> None:
    ann = site.browser("Ann")
    path = ann.post("/competitions", {**FORM, "title": "Cl\u202eub\x1b[2J"}).headers["location"]
    page = ann.get(path).text
    assert "Cl ub [2J" in page
    assert "\u202e" not in page
    assert "\x1b" not in page


def test_a_title_that_shows_nothing_is_none(site: Site) -> None:
    ann = site.browser("Ann")
    first, second = (
        ann.get(ann.post("/competitions", {**FORM, "title": title}).headers["location"]).text for title in ("", "\u3164")
    )
    titles = [page[page.index("<h1") : page.index("</h1>")] for page in (first, second)]
    assert titles[0] == titles[1]
