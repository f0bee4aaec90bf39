"""Coming back to a table: what has happened since, on its page."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from tests.server.web.site import Site
from tuckbox.server.storage.schema import looks


def test_who_comes_back_is_told_and_led_to_the_step(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.server.notices.looks.AWHILE", 0.0)
    ann = site.browser("Ann")
    table = ann.plays_bots("whiplash")
    database = site.client.app.state.context.house.store.database  # type: ignore[attr-defined]

    async def go_back() -> int:
        async with database.writing() as connection:
            await connection.execute(update(looks).values(step=0))
            return len((await connection.execute(select(looks))).all())

    assert site.client.portal is not None
    assert site.client.portal.call(go_back) == 1, "the page that was closed was a look"
    page = ann.get(f"/tables/{table}").text
    assert "Since you looked" in page
    assert "role=" not in page.partition('id="since"')[2].partition("</section>")[0], "what happened is a list"
    assert f"/tables/{table}?step=1" in page
    assert "Since you looked" not in ann.get(f"/tables/{table}?step=1").text
    assert "four cards to everybody" in ann.get(f"/tables/{table}/since?step=0").text
    assert site.stranger().get(f"/tables/{table}/since?step=0").text == ""
    assert ann.get(f"/tables/{table}/since?step=99999").text == ""


def test_quiet_hours_come_by_a_form_of_our_own_pages_only(site: Site) -> None:
    ann = site.browser("Ann")
    form = {"start": "22", "end": "7", "zone": "UTC", "do": "keep"}
    assert ann.post("/account/quiet", form, origin="https://evil.example").status_code == 403
    assert ann.post("/account/quiet", {**form, "zone": "Mars"}).status_code >= 400
    assert ann.post("/account/quiet", form).headers["location"] == "/account"
    if "Quiet hours" in ann.get("/account").text:  # where messages can be sent
        assert "Quiet from 22:00 to 7:00, UTC." in ann.get("/account").text
    assert ann.post("/account/quiet", {"do": "none"}).headers["location"] == "/account"
