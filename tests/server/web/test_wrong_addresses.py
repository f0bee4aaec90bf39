"""Wrong addresses: what they were probably meant for is a link, and nothing is called as programs call it."""

from __future__ import annotations

import pytest

from tests.server.web.site import Site
from tuckbox.server.web.wrong_addresses import PAGES, meant


@pytest.mark.parametrize(
    ("path", "href", "title"),
    [
        ("/mee", "/me", "My page"),
        ("/Practise/", "/practice", "Practice"),
        ("/find/x", "/find", "Find a game"),
        ("/game/whiplash", "/games/whiplash", "Whiplash: the rules"),
        ("/games/whiplsh", "/games/whiplash", "Whiplash: the rules"),
        ("/games/whiplash/card", "/games/whiplash", "Whiplash: the rules"),
        ("/learn/whipsaww", "/learn/whipsaw", "Whipsaw!: learn by playing"),
        ("/daily/keywiz", "/daily/keywhiz", "Key Whiz: the deal of the day"),
        ("/daily/chess", "/daily", "The deal of the day"),
    ],
)
def test_a_wrong_address_links_the_page_that_it_is_most_like(site: Site, path: str, href: str, title: str) -> None:
    answer = site.stranger().get(path)
    assert answer.status_code == 404
    assert f'Did you mean <a href="{href}">{title}</a>?' in answer.text
    assert site.stranger().get(href).status_code == 200


@pytest.mark.parametrize(
    "path", ["/games", "/learn", "/exercises", "/tables/1", "/nowhere", "/mail/some/1", "/games/chess", "/%F0"]
)
def test_nothing_is_guessed_where_nothing_is_like_it(site: Site, path: str) -> None:
    answer = site.stranger().get(path)
    assert (answer.status_code, "did you mean" in answer.text.lower()) == (404, False)


@pytest.mark.parametrize("path", ["/games/chess", "/new?game=chess", "/new", "/daily/chess"])
def test_nobody_reads_what_games_are_called_by_programs(site: Site, path: str) -> None:
    told = site.stranger().get(path).text
    assert "jalopies" not in told
    assert "keywhiz" not in told
    assert ("There is no game &#39;chess&#39; here." in told) == ("chess" in path)


def test_an_address_of_a_form_leads_on_to_a_page(site: Site) -> None:
    tables = site.stranger().get("/tables")
    assert (tables.status_code, tables.headers["location"]) == (303, "/#live-open")
    answer = site.stranger().get("/find/stop")
    assert answer.status_code == 405
    assert "This address is where a form leads" in answer.text
    assert 'Did you mean <a href="/find">Find a game</a>?' in answer.text


@pytest.mark.parametrize(
    ("method", "path", "back"),
    [
        ("POST", "/tables/{table}/practice", "/tables/{table}"),
        ("GET", "/tables/{table}?step=some", "/tables/{table}"),
        ("GET", "/tables/{table}/replay", "/tables/{table}"),
        ("POST", "/account/mail/hours", "/account"),
        ("POST", "/practice/00", "/practice"),
        ("POST", "/competitions/00/join", "/competitions"),
        ("POST", "/name", "/"),
    ],
)
def test_what_is_refused_leads_back_to_where_it_was_asked(site: Site, method: str, path: str, back: str) -> None:
    ann = site.browser("Ann")
    table = ann.post("/play", {"game": "whiplash"}).headers["location"].split("/")[-1].split("#")[0]
    answer = (ann.post if method == "POST" else ann.get)(path.replace("{table}", table))
    assert 400 <= answer.status_code < 500
    main = answer.text.partition("<main")[2]
    assert f'href="{back.replace("{table}", table)}"' in main
    assert "Back to " in main


@pytest.mark.parametrize(
    ("came", "back", "called"),
    [
        ("/tables/{table}#sit", "/tables/{table}", "the table"),
        ("/me", "/me", "your page"),
        ("/daily/whiplash?day=2026-11-24", "/daily", "the deals of the day"),
        ("/", "/", "the games"),
        ("//elsewhere.example/tables/1", "/", "the games"),
    ],
)
def test_a_name_that_shows_nothing_leads_back_to_where_it_was_asked(site: Site, came: str, back: str, called: str) -> None:
    ann, other = site.browser("Ann"), site.stranger()
    table = ann.post("/play", {"game": "whiplash"}).headers["location"].split("/")[-1].split("#")[0]
    for browser in (ann, other):
        answer = browser.post("/name", {"name": "   ", "back": came.replace("{table}", table)})
        assert answer.status_code == 400
        main = answer.text.partition("<main")[2]
        assert "A name has to show something." in main
        assert f'href="{back.replace("{table}", table)}">Back to {called}<' in main


def test_a_page_of_a_lesson_that_there_is_not_leads_to_the_lesson(site: Site) -> None:
    assert 'Did you mean <a href="/learn/whiplash">' in site.stranger().get("/learn/whiplash?page=99").text


def test_pages_that_are_offered_are_there(site: Site) -> None:
    assert all(site.stranger().get(f"/{page}").status_code == 200 for page in PAGES)
    assert [meant(f"/{page}") for page in PAGES] == [None] * len(PAGES)
