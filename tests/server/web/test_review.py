"""The coach's page: thinking, then telling; whose review; and practice from it."""

from __future__ import annotations

import re
import time

import pytest

from tests.server.web.site import Browser, Site


def reviewed(browser: Browser, table: str, query: str = "") -> str:
    """The page, when the coach has thought."""
    while 'id="thinking"' in (page := browser.get(f"/tables/{table}/review{query}").text):
        time.sleep(0.02)
    return page


@pytest.fixture(name="table")
def _table(site: Site) -> str:
    return site.finished(site.program("Ann"), site.program("Bo"))


def test_while_a_match_is_played_it_is_refused(site: Site) -> None:
    table = site.stranger().plays_bots("whiplash")
    answer = site.stranger().get(f"/tables/{table}/review")
    assert answer.status_code == 409
    assert "before it is over" in answer.text
    assert f'href="/tables/{table}"' in answer.text, "the way back is to the table"


def test_it_shows_the_chances_and_each_decision(site: Site, table: str) -> None:
    page = reviewed(site.stranger(), table)
    assert 'class="curve"' in page
    assert "The chances at" in page
    steps = re.findall(r'<a href="\?seat=0&amp;step=(\d+)"', page)
    assert len(steps) > 3
    one = site.stranger().get(f"/tables/{table}/review?seat=0&step={steps[-1]}").text
    assert "Ann played" in one


def test_each_seat_has_its_own(site: Site, table: str) -> None:
    assert "Ann’s chance to win" in reviewed(site.stranger(), table)
    assert "Bo’s chance to win" in reviewed(site.stranger(), table, "?seat=1")
    assert site.stranger().get(f"/tables/{table}/review?seat=2").status_code == 409
    assert site.stranger().get(f"/tables/{table}/review?seat=me").status_code == 400
    assert site.stranger().get(f"/tables/{'0' * 24}/review").status_code == 404


def test_programs_get_it_as_data(site: Site, table: str) -> None:
    ann = site.program("Ann")
    while (answer := ann.get(f"/api/tables/{table}/review?seat=1")).status_code == 202:
        assert answer.json().keys() == {"done", "of", "failed"}
        time.sleep(0.02)
    assert (answer.status_code, answer.json()["name"], answer.json()["seat"]) == (200, "Bo", 1)
    assert ann.get(f"/api/tables/{table}/review?seat=2").status_code == 409
    playing = site.stranger().plays_bots("whiplash")
    assert ann.get(f"/api/tables/{playing}/review").json()["error"] == "not over"


def test_hands_are_shown_as_they_were_seen_or_open(site: Site, table: str) -> None:
    browser = site.stranger()
    seen = reviewed(browser, table, "?seat=0&step=1")
    opened = reviewed(browser, table, "?seat=0&step=1&open=1")
    hidden = re.compile(r'class="card back')
    assert len(hidden.findall(opened)) < len(hidden.findall(seen))


def test_a_link_may_hide_what_has_not_been_reached(site: Site, table: str) -> None:
    browser, link = site.stranger(), "?seat=0&hide=1"
    whole, page = reviewed(browser, table), reviewed(browser, table, link)
    steps = sorted({int(step) for step in re.findall(r'<a href="\?seat=0&amp;step=(\d+)"', whole)})
    assert f'step={steps[0]}&amp;hide=1" aria-current="true"' in page, "it begins with the first decision"
    assert "Decisions so far: 1<" in page
    for step, shown in ((steps[0], page), (steps[2], browser.get(f"/tables/{table}/review{link}&step={steps[2]}").text)):
        links = {int(at) for at in re.findall(r"step=(\d+)&amp;hide=1", shown)}
        ahead = sorted(at for at in links if at > step + 1)
        assert len(ahead) <= 1, "the next decision"
        assert "Luck and skill" not in shown
        assert 'class="result"' not in shown
        assert "1st" not in shown
    last = re.search(r"of (\d+)</span>", whole)
    assert last is not None
    assert last[0] not in page
    assert "Luck and skill" in browser.get(f"/tables/{table}/review{link}&step={last[1]}").text, "it has been reached"
    refused = browser.get(f"/tables/{table}/review{link}&step={int(last[1]) + 5}")
    told = re.sub(r"href=\S+", "", refused.text.partition("<main")[2])  # addresses have any figure
    assert last[1] not in told.replace(str(int(last[1]) + 5), "")


def test_without_scripts_the_page_looks_again_by_itself(site: Site, table: str) -> None:
    page = site.stranger().get(f"/tables/{table}/review").text
    assert 'http-equiv="refresh"' in page


def test_practice_begins_at_a_decision_and_says_what_it_is(site: Site, table: str) -> None:
    browser = site.browser("Cy")
    page = reviewed(browser, table)
    form = re.search(r'action="/tables/\w+/practice".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    answer = browser.post(f"/tables/{table}/practice", fields)
    assert answer.status_code == 303
    path = answer.headers["location"]
    shown = browser.get(path).text
    assert f"<b>Practice</b> from step {fields['step']} of a finished match" in shown
    assert f'href="/tables/{table}/review?seat=0&amp;step={fields["step"]}"' in shown
    assert f'href="{path}"' in browser.get("/").text  # to find it again
    assert path not in site.browser("Di").get("/").text
    refused = browser.post(f"/tables/{table}/practice", {**fields, "action": "fly away"})
    assert refused.status_code == 400
    assert browser.post(f"/tables/{table}/practice", {"seat": "0"}).status_code == 400
    assert browser.post(f"/tables/{table}/practice", fields, origin="http://evil.example").status_code == 403


def test_habits_are_told_to_who_has_them_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.coach.habits.LEAST", 2)
    ann, bo = site.browser("Ann"), site.browser("Bo")
    tables = []
    for _ in range(3):
        form = {"game": "whiplash", "players": "2", "bot1": "easy", "option.match": "single", "option.turn_cap": "40"}
        table = ann.post("/tables", form).headers["location"].rpartition("/")[2]
        play(ann, table)
        tables.append(table)
    page = ann.get("/habits").text
    assert "Matches without a review" in page
    assert "Whiplash: Ann, " in page  # not with oneself
    for table in tables:
        reviewed(ann, table)
    page = ann.get("/habits").text
    assert "3 matches reviewed." in page
    assert "points a game" in page
    assert "Matches without a review" not in page
    assert 'href="/habits"' in ann.get("/").text
    for other in (bo, site.stranger()):
        assert "There is no review of a match of yours yet." in other.get("/habits").text


def play(browser: Browser, table: str) -> None:
    """Play the first action of each page until the match is over."""
    done = -1
    with browser.socket(table) as line:
        line.send("start")
        while "stage-finished" not in (page := browser.get(f"/tables/{table}").text):
            action, version = re.search(r'data-act="([^"]+)"', page), re.search(r'data-version="(\d+)"', page)
            if version and int(version[1]) > done and (action or "Next deal" in page):
                done = int(version[1])
                line.send("act", version=done, action=action[1]) if action else line.send("next", version=done)
            else:
                time.sleep(0.002)
