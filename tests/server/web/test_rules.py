"""The rules pages of all installed games: every link in them leads somewhere."""

from __future__ import annotations

import re

import pytest

from tests.server.web.site import Site
from tuckbox import game
from tuckbox.definition.finding import installed


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_link_of_the_rules_leads_somewhere(name: str, site: Site) -> None:
    browser = site.browser("Ann")
    text = browser.get(f"/games/{name}").text
    ids, links = set(re.findall(r' id="([^"]*)"', text)), set(re.findall(r'<a [^>]*href="([^"]*)"', text))
    assert links
    assert game(name).title in text
    for link in links:
        path, _, anchor = link.partition("#")
        if path.startswith("https:"):
            continue
        assert path.startswith("/") or not path, link
        assert anchor in ids if not path else browser.get(path).status_code == 200, link
