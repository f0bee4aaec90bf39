"""The form for a table keeps what has been chosen when it is refused."""

from __future__ import annotations

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


def read_form(page: str) -> Tag:
    """The form of a page."""
    return next(element for element in read(page.removeprefix("<!doctype html>")).all() if element.name == "form")
