"""A word when it is one's turn, by its addresses."""

from __future__ import annotations

import json

from tests.server.accounts.authenticator import Authenticator
from tests.server.notices.test_push import Browser
from tests.server.web.site import Site
from tests.server.web.test_accounts import become


def test_it_is_asked_for_by_our_pages_alone_and_the_worker_keeps_nothing(site: Site) -> None:
    ann = site.browser("Ann")
    become(ann, Authenticator())
    data = json.loads(Browser("https://fcm.googleapis.com").data)
    assert ann.asks("/push", data, origin="https://evil.example").status_code == 403
    assert ann.asks("/push", {"endpoint": "x"}).status_code == 400
    assert ann.asks("/push", data).status_code == 200
    assert "On, in 1 browser." in ann.get("/account").text
    assert ann.asks("/push/stop", {}).status_code == 200
    assert "Off." in ann.get("/account").text
    worker = site.stranger().get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "caches" not in worker.text
    assert "fetch" not in worker.text
    assert site.stranger().get("/static/manifest.webmanifest").json()["start_url"] == "/"
