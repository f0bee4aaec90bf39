"""Links that are shared: their previews, endings that are hidden, and mistakes without names."""

from __future__ import annotations

import re

import pytest

from tests.server.web.site import Site
from tuckbox.coach.exercises import shipped
from tuckbox.definition.game import game


def named(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]+)"', page))


def test_a_link_may_hide_how_a_match_ends(site: Site) -> None:
    table = site.finished(site.program("Ann"), site.program("Bo"))
    whole, path = site.stranger().get(f"/tables/{table}/replay").text, f"/tables/{table}/replay?hide=1"
    found = re.search(r"of (\d+)</span>", whole)
    assert found is not None
    last = int(found[1])
    ending = re.search(r'id="status"[^>]*>(.*?)</p>', whole)
    assert ending is not None
    for page in (site.stranger().get(path).text, site.stranger().get(f"{path}&step={last - 1}").text):
        assert ending[1] not in page
        assert f"of {last}" not in page
        assert 'id="scrub"' not in page
        assert "1st" not in page
        assert f"step={last + 1}" not in page
    assert ending[1] in site.stranger().get(f"{path}&step={last}").text, "it has been reached"
    refused = site.stranger().get(f"{path}&step={last + 5}")
    assert refused.status_code == 404
    assert not re.search(rf"\b{last}\b", refused.text.partition("<main")[2]), "nor does a refusal tell it"


def test_a_picture_has_the_address_that_its_page_names(site: Site) -> None:
    pytest.importorskip("resvg_py")
    ann = site.stranger()
    told = named(ann.get("/exercises/keywhiz/1").text)
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    path = told["og:image"].removeprefix("http://127.0.0.1:8484")
    answer = ann.get(path)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    again = ann.get(path, **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert ann.get("/exercises/keywhiz/999/picture.png").status_code == 404


def test_pictures_are_of_what_everybody_may_see(site: Site) -> None:
    pytest.importorskip("resvg_py")
    ann, bo = site.program("Ann"), site.program("Bo")
    table = site.seated(ann, bo)
    stranger = site.stranger()
    picture = stranger.get(f"/tables/{table}/picture.png")
    assert picture.headers["cache-control"] == "private, no-cache"
    assert stranger.get(f"/tables/{table}/replay/picture.png").status_code == 409, "hands are open at the end only"


def test_a_mistake_is_shared_without_a_name(site: Site) -> None:
    first = shipped(game("keywhiz"))[0]
    ann, legal = site.browser("Ann"), first.position().legal(first.seat)
    ann.post("/exercises/keywhiz/1", {"action": next(action for action in legal if not first.solves(action))})
    assert site.stranger().get(f"/shared/{first.key}").status_code == 404, "nobody has shared it"
    assert site.stranger().post(f"/practice/{first.key}/share").status_code == 404, "it is hers"
    link = ann.post(f"/practice/{first.key}/share").headers["location"]
    page = site.stranger().get(link).text
    assert "What would you do?" in page
    assert 'id="verdict"' not in page
    assert named(page)["og:title"] == "Key Whiz: find the move"
    answered = site.stranger().post(link, {"action": first.best}).headers["location"]
    assert "Right:" in site.stranger().get(answered).text
