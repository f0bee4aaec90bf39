"""The form for a table keeps what has been chosen when it is refused."""

from __future__ import annotations

import pytest

from tests.server.html.soup import Tag, read
from tests.server.web.site import Site

CHOSEN = {
    "game": "whipsaw", "players": "2", "private": "0", "pace": "days", "hints": "1", "chat": "1", "takeback": "0",
    "delay": "20", "tempo": "slow", "twice": "1", "bot1": "easy", "option.match": "rotation", "option.unofficial": "false",
}  # fmt: skip


def sent(form: Tag) -> dict[str, str]:
    """The values with which a form would be sent as it stands."""
    found: dict[str, str] = {}
    for field in form.all():
        name, attrs = field.attrs.get("name"), field.attrs
        if field.name == "select":
            options = [option.attrs for option in field.all() if option.name == "option"]
            found[str(name)] = next(each["value"] for each in [*(o for o in options if "selected" in o), options[0]])
        elif field.name == "input" and name and (attrs.get("type") not in ("radio", "checkbox") or "checked" in attrs):
            found[name] = attrs.get("value", "")
    return found


def test_a_refused_form_is_as_it_was_sent(site: Site) -> None:
    ann = site.browser("Ann")
    fields = read_form(ann.get("/new?game=whipsaw").text).all()
    switches = [field.attrs for field in fields if field.attrs.get("type") == "checkbox"]
    chosen = CHOSEN | {switches[0]["name"]: switches[0]["value"]}
    answer = ann.post("/tables", chosen)
    assert (answer.status_code, "allow two seats" in answer.text) == (400, True)
    form = read_form(answer.text)
    again = sent(form)
    assert {name: again.get(name) for name in chosen} == chosen
    assert [each.name for each in fields if "open" in each.attrs] == []
    unfolded = [each.name for each in form.all() if "open" in each.attrs]
    assert unfolded == ["details"] * 3, "all hold something unusual"


@pytest.mark.parametrize(("chosen", "told"), [
    ({"game": "whipsaw", "players": "2"}, "“Two seats: allowed, without joint ventures” (WS-3.1)."),
    ({"game": "whipsaw", "players": "3", "option.mini": "true"}, "“Size of the game: very small, for two” is for 2 players"),
    ({"game": "whiplash", "players": "2", "option.turn_cap": "7"}, "“Turns until a hand is void” must be a whole number"),
    ({"game": "whiplash", "players": "2", "option.dealer": "3"}, "“First dealer: seat 4” is no seat of 2 players"),
    ({"game": "whiplash", "players": "4", "option.ranks": "3"}, "“Ranks in the deck: 3” leaves too few cards"),
])  # fmt: skip
def test_options_that_are_refused_are_called_as_in_the_form(site: Site, chosen: dict[str, str], told: str) -> None:
    answer = site.browser("Ann").post("/tables", chosen)
    assert (answer.status_code, told in answer.text) == (400, True)


@pytest.mark.parametrize("wrong", [{"pace": "zzz"}, {"offer": "zzz"}, {"tempo": "zzz"}])
def test_what_stands_in_no_list_of_the_form_is_refused_in_a_sentence(site: Site, wrong: dict[str, str]) -> None:
    answer = site.browser("Ann").post("/tables", {"game": "whiplash", "players": "2", **wrong})
    assert (answer.status_code, "stands in no list of this form: choose again." in answer.text) == (400, True)


def read_form(page: str) -> Tag:
    """The form of a page."""
    return next(element for element in read(page.removeprefix("<!doctype html>")).all() if element.name == "form")
