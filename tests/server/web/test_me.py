"""The page of one's own, and tables that count, by the pages."""

from __future__ import annotations

from tests.server.accounts.authenticator import Authenticator
from tests.server.web.site import Site
from tests.server.web.test_accounts import become
from tuckbox.definition.game import game
from tuckbox.server.html.me import Finished, Rated, my_page
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.ratings.scale import Rating

NEW = Rating(27.0, 6.0, 1)


def match(table: str, place: int, *rivals: tuple[str, int], seat: int = 0, rating: Rating | None = None) -> Finished:
    """A match that is over."""
    players = len(rivals) + 1
    return Finished(table, "whiplash", "Whiplash", 0.0, seat, place, players, rivals, False, rating is not None, rating)


def test_a_stranger_has_an_empty_page_and_is_asked_for_nothing(site: Site) -> None:
    page = site.stranger().get("/me?game=<b>")
    assert page.status_code == 200
    assert "No match of yours is over yet" in page.text
    assert 'action="/name"' not in page.text


def test_one_gives_oneself_another_name_on_ones_page(site: Site) -> None:
    ann = site.browser("Ann")
    assert 'name="back" value="/me"' in ann.get("/me").text
    assert ann.post("/name", {"name": "Anna", "back": "/me"}).headers["location"] == "/me"
    assert "<h1>Anna</h1>" in ann.get("/me").text


def test_a_guest_cannot_open_a_table_that_counts_and_somebody_can(site: Site) -> None:
    ann = site.browser("Ann")
    form = {"game": "whiplash", "players": "2", "bot1": "easy", "counts": "1"}
    assert "For ratings" not in ann.get("/new?game=whiplash").text
    assert ann.post("/tables", form).status_code == 403
    become(ann, Authenticator())
    assert "For ratings" in ann.get("/new?game=whiplash").text
    table = ann.post("/tables", form).headers["location"]
    assert "This match counts" in ann.get(table).text
    assert ann.post("/tables", {**form, "hints": "1"}).status_code == 400


def test_the_page_counts_places_by_game_rival_and_seat() -> None:
    matches = [
        match("one", 1, ("Bo", 2), ("Cy", 3), rating=NEW), match("two", 2, ("Bo", 1), seat=1),
        Finished("three", "keywhiz", "Key Whiz", 0.0, 0, 1, 2, (("Di", 2),), True),
    ]  # fmt: skip
    games = [game("whiplash"), game("keywhiz")]
    page = my_page(games, matches, [Rated(games[0], NEW, {"easy": Rating(20, 3, 9)}, [NEW])], Visitor("Ann", somebody=True))
    for row in (
        "Whiplash</th><td>2</td><td>1</td><td>1.5",
        "Bo</th><td>2</td><td>1</td><td>1",
        "Seat 2</th><td>1</td><td>0",
    ):
        assert row in page
    assert "1560" in page
    assert "± 360" in page
    assert "Provisional rating, from 1 match that counted" in page
    assert "easy 1350" in page
    assert "1st of 2, was gone at the end" in page
    only = my_page(games, matches, [], Visitor("Ann"), "keywhiz")
    assert "/tables/three" in only
    assert "/tables/one" not in only
    assert "Di</th><td>1" in only
    assert "Bo</th>" not in only
    two = my_page(games, [match("four", 1, ("easy bot", 2), ("easy bot", 3))], [], Visitor("Ann"))
    assert ">Met</th>" in two
    assert "easy bot</th><td>2</td><td>2</td><td>0" in two
