"""Every way into the server has a rule that says who may come in by it; a new one fails here until it has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import WebSocketDenialResponse

from tests.server.web.site import HOST, ORIGIN, Browser, Site, line, open_site
from tuckbox.server.app import build_app
from tuckbox.server.notices.mailer import MailSettings
from tuckbox.server.settings import Settings

ANYBODY = "anybody: it tells nothing of a person, nor of a table that is not public"
LINK = "whoever has the link of a table or a competition; of a match only what their seat, or an onlooker, may see"
OVER = "whoever has the link of a table, when its match is over and its deal is not to be played again"
OWN = "the visitor, about what is theirs; strangers find nothing there, and what they send changes nothing"
NAMED = "whoever sends it becomes a guest if they are nobody yet"
SOMEBODY = "who has an account, in one of its sessions"
SECRET = "whoever has a secret that went to one person: a link, a code, a passkey"
TOKEN = "a program with its token; no cookie means anything"
HOST_ONLY = "who runs the server, from where they said"
PEER = "another process of this server, with a note"

RULES = {
    "GET /": OWN, "POST /name": NAMED, "POST /play": NAMED, "GET /new": ANYBODY, "GET /tables": ANYBODY,
    "POST /tables": NAMED,
    "GET /tables/{table}": LINK, "GET /tables/{table}/since": LINK, "GET /tables/{table}/why": LINK,
    "GET /tables/{table}/picture.png": LINK, "GET /tables/{table}/sheet": LINK, "GET /tables/{table}/hint": LINK,
    "GET /tables/{table}/about": LINK, "GET /tables/{table}/people": LINK, "POST /tables/{table}/people": LINK,
    "WS /tables/{table}/socket": LINK,
    "GET /tables/{table}/replay": OVER, "GET /tables/{table}/record": OVER, "GET /tables/{table}/replay/picture.png": OVER,
    "GET /tables/{table}/review": OVER, "GET /tables/{table}/review/picture.png": OVER, "GET /tables/{table}/both": OVER,
    "POST /tables/{table}/practice": OVER, "GET /api/tables/{table}/review": OVER,
    "GET /games/{game}": ANYBODY, "GET /games/{game}/short": ANYBODY, "GET /games/{game}/about": ANYBODY,
    "GET /games/{game}/cards": ANYBODY, "GET /learn/{game}": ANYBODY, "POST /learn/{game}/on": NAMED,
    "GET /about": ANYBODY, "GET /settings": ANYBODY,
    "POST /settings": ANYBODY, "GET /exercises/{game}": ANYBODY, "GET /exercises/{game}/{number}": ANYBODY,
    "POST /exercises/{game}/{number}": ANYBODY, "GET /exercises/{game}/{number}/picture.png": ANYBODY,
    "GET /daily/{game}/picture.png": ANYBODY, "GET /art/{game}/{name}": ANYBODY, "GET /static/{path:path}": ANYBODY,
    "GET /worker.js": ANYBODY, "GET /health": ANYBODY, "GET /health/live": ANYBODY, "GET /health/ready": ANYBODY,
    "GET /api/games": ANYBODY, "GET /api/tables": ANYBODY, "GET /sign-in": ANYBODY, "GET /recover": ANYBODY,
    "GET /account/mail": ANYBODY, "GET /sign-in/mail": ANYBODY,
    "GET /shared/{key}": SECRET, "POST /shared/{key}": SECRET, "GET /shared/{key}/picture.png": SECRET,
    "GET /habits": OWN, "GET /practice": OWN, "GET /practice/next": OWN, "GET /practice/{key}": OWN,
    "POST /practice/{key}": OWN, "POST /practice/{key}/drop": OWN, "POST /practice/{key}/share": OWN,
    "GET /daily": OWN, "GET /daily/{game}": OWN, "POST /daily/{game}": NAMED, "GET /me": OWN,
    "GET /competitions": OWN, "POST /competitions": NAMED, "GET /competitions/new": ANYBODY,
    "GET /competitions/{competition}": LINK, "POST /competitions/{competition}/join": NAMED,
    "POST /competitions/{competition}/leave": OWN, "POST /competitions/{competition}/start": NAMED,
    "WS /competitions/{competition}/socket": LINK,
    "GET /find": OWN, "POST /find": NAMED, "POST /find/news": OWN, "POST /find/stop": OWN, "POST /find/bots": NAMED,
    "GET /account": OWN, "POST /account/quiet": OWN, "POST /account/unheard": OWN, "POST /account/export": OWN,
    "GET /account/delete": OWN, "POST /account/delete": OWN, "POST /account/mail": OWN, "POST /account/mail/hours": OWN,
    "POST /account/mail/remove": OWN, "POST /push": OWN, "POST /push/stop": OWN, "WS /lobby/socket": OWN,
    "POST /account/passkeys/question": NAMED, "POST /account/passkeys": OWN,
    "POST /sign-out": SOMEBODY, "POST /account/passkeys/remove": SOMEBODY, "POST /account/prove/question": SOMEBODY,
    "POST /account/prove": SOMEBODY, "POST /account/code": SOMEBODY, "POST /account/sessions": SOMEBODY,
    "POST /sign-in/question": ANYBODY, "POST /sign-in": SECRET, "POST /recover": SECRET, "POST /sign-in/mail": ANYBODY,
    "POST /mail/confirm/{token}": SECRET, "POST /mail/enter/{token}": SECRET, "GET /mail/{what}/{token}": SECRET,
    "POST /mail/off/{token}": SECRET, "POST /api/mail/off/{token}": SECRET,
    "WS /api/tables/{table}/socket": LINK, "GET /api/tables/{table}": LINK, "GET /api/tables/{table}/why": LINK,
    "POST /api/people": ANYBODY,
    "POST /api/tables": TOKEN, "POST /api/tables/{table}": TOKEN, "GET /api/tables/{table}/hint": TOKEN,
    "GET /metrics": HOST_ONLY, "POST /peers/asked": PEER,
}  # fmt: skip
"""The rules of all routes."""

ELSEWHERE = ({"origin": "https://evil.example"}, {"origin": "null"}, {"origin": f"{ORIGIN}.evil.example"})


def routes() -> Iterator[str]:
    """All routes, each with its method."""
    for route in build_app(Settings("")).routes:
        assert isinstance(route, Route | WebSocketRoute), "a new kind of route: say here what it is"
        methods = sorted(set(route.methods or ()) - {"HEAD"}) if isinstance(route, Route) else ["WS"]
        yield from (f"{method} {route.path}" for method in methods)


def under(*rules: str) -> list[tuple[str, str]]:
    """The routes with one of these rules."""
    return [(each.partition(" ")[0], each.partition(" ")[2]) for each, rule in RULES.items() if rule in rules]


@pytest.fixture(name="there", scope="module")
def _there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that does all that a server can."""
    folder: Path = tmp_path_factory.mktemp("routes")
    mail = MailSettings("smtp://127.0.0.1:1", "cards@cards.example", "https://cards.example")
    with open_site(folder / "tables.db", mail=mail) as site:
        yield site


def filled(path: str, table: str = "0" * 24) -> str:
    """A path with something in it."""
    path = path.replace("{game}", "whiplash").replace("{number}", "1").replace("{table}", table).replace("{what}", "enter")
    return re.sub(r"\{\w+(:\w+)?\}", "00", path)


def denied(site: Site, path: str, headers: dict[str, str]) -> int:
    """With what status a socket is refused; 0 if it is opened."""
    with ExitStack() as opened:
        try:
            opened.enter_context(line(site.client, filled(path), {"host": HOST, **headers}))
        except WebSocketDenialResponse as answer:
            return answer.status_code
    return 0


def test_every_route_has_a_rule() -> None:
    assert sorted(RULES) == sorted(routes())


@pytest.mark.parametrize("headers", ELSEWHERE, ids=["another site", "none", "longer"])
def test_no_page_of_another_site_can_send_anything(there: Site, headers: dict[str, str]) -> None:
    ann = there.browser("Ann")
    for method, path in (each.split(" ") for each in RULES):
        if method == "POST":
            assert ann.post(filled(path), None, **headers).status_code == 403, path
        elif method == "WS":
            assert denied(there, path, headers) == 403, path


def test_a_form_or_a_socket_that_names_no_page_is_refused_but_of_programs(there: Site) -> None:
    ann = there.browser("Ann")
    cookie = {"cookie": f"tuckbox={ann.cookies['tuckbox']}"}
    for method, path in (each.split(" ") for each in RULES):
        if path.startswith("/api/"):
            continue
        if method == "POST":
            assert there.client.post(filled(path), headers=cookie).status_code == 403, path
        elif method == "WS":
            assert denied(there, path, cookie) == 403, path


def test_where_an_account_is_needed_neither_guests_nor_strangers_get_in(there: Site) -> None:
    guest = there.browser("Ann")
    for caller in (guest, there.stranger()):
        for _, path in under(SOMEBODY):
            assert caller.post(filled(path)).status_code == 403, path


def test_a_cookie_means_nothing_to_the_doors_for_programs(there: Site) -> None:
    ann = there.browser("Ann")
    for method, path in under(TOKEN):
        asked = filled(path, ann.plays_bots("whiplash"))
        answer = ann.get(asked) if method == "GET" else ann.post(asked)
        assert (answer.status_code, answer.json()["error"]) == (401, "unknown token"), path


def test_nothing_of_a_match_is_opened_while_it_is_played(there: Site) -> None:
    ann, zed = there.browser("Ann"), there.browser("Zed")
    table = ann.plays_bots("whiplash")
    for caller in (ann, zed, there.stranger()):
        for method, path in under(OVER):
            answer = _call(caller, method, filled(path, table), {"seat": "0", "step": "1"})
            assert answer == 409 or (answer == 404 and path.endswith(".png")), path


def test_strangers_find_nothing_of_anybody(there: Site) -> None:
    ann = there.browser("Annabella")
    private = ann.post("/tables", {"game": "whiplash", "players": "2", "private": "1"}).headers["location"]
    ann.post("/competitions", {"game": "whiplash", "title": "Annabella's"})
    assert private in ann.get("/").text
    zed = there.browser("Zed")
    for method, path in under(OWN, ANYBODY):
        if method == "GET":
            for caller in (zed, there.stranger()):
                told = caller.get(filled(path)).text
                assert "Annabella" not in told, path
                assert private.removeprefix("/tables/") not in told, path
    for path in ("/lobby/socket",):
        with line(there.client, path, {"host": HOST, "origin": ORIGIN}) as socket:
            assert private not in socket.raw()


def test_who_runs_the_server_alone_reads_its_measures_and_peers_their_own(there: Site) -> None:
    elsewhere = {"x-forwarded-for": "198.51.100.1"}
    assert there.client.get("/metrics", headers=elsewhere).status_code == 404
    for _, path in under(PEER):
        assert there.browser("Ann").post(path).status_code == 404


def test_what_postgresql_cannot_be_asked_for_is_refused_before(there: Site) -> None:
    """Else it would answer as if the database could not be reached."""
    ann = there.browser("Ann")
    for method, path in (each.split(" ") for each in RULES):
        if "{" in path and method != "WS":
            wanted = re.sub(r"\{\w+(:\w+)?\}", "%00", path)
            told = ann.get(wanted) if method == "GET" else ann.post(wanted)
            assert (told.status_code, "there is nothing here" in told.text.lower()) == (404, True), path
    for path, field in (("/account/unheard", "aversion"), ("/settings", "back"), ("/name", "name")):
        assert ann.post(path, {field: "a\0b"}).status_code == 400, path


def test_a_secret_that_is_none_opens_nothing(there: Site) -> None:
    for method, path in under(SECRET):
        caller = there.stranger()
        answer = _call(caller, method, filled(path), {})
        if not path.endswith("/mail/off/{token}"):  # which says the same to all
            assert answer in (400, 403, 404, 409), path
        assert "tuckbox" not in caller.cookies, path


def _call(caller: Browser, method: str, path: str, form: dict[str, str]) -> int:
    return (caller.get(path) if method == "GET" else caller.post(path, form)).status_code
