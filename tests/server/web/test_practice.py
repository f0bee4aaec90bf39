"""Practice by its pages: an exercise asked and answered, one's own list of them, and what is refused."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.html.soup import read
from tests.server.web.site import Browser, Site, until
from tuckbox.coach.exercises import Exercise, shipped
from tuckbox.definition.game import game
from tuckbox.errors import RecordError
from tuckbox.match.match import Match
from tuckbox.server.table.alone import model_alone
from tuckbox.server.table.view_model import ViewModel
from tuckbox.server.web import practice

PATH = "/exercises/keywhiz/1"


@pytest.fixture(name="first", scope="module")
def _first() -> Exercise:
    return shipped(game("keywhiz"))[0]


def wrong(exercise: Exercise) -> str:
    legal = exercise.position().legal(exercise.seat)
    return next(action for action in legal if not exercise.solves(action))


def test_a_list_of_exercises_reads_the_number_of_each_and_how_hard_it_is_once(site: Site) -> None:
    rows = [
        tag
        for tag in read(site.browser("Ann").get("/exercises/keywhiz").text.removeprefix("<!doctype html>")).all()
        if tag.name == "li"
    ]
    links = [next(tag for tag in row.all() if tag.name == "a").attrs["aria-label"] for row in rows]
    assert links == [f"Exercise {number}" for number in range(1, len(shipped(game("keywhiz"))) + 1)]


def answers(browser: Browser, path: str, action: str) -> str:
    """The page after an answer."""
    sent = browser.post(path, {"action": action})
    assert sent.status_code == 303, sent.text
    return browser.get(sent.headers["location"]).text


def test_what_is_not_solved_comes_again_among_ones_own(site: Site, first: Exercise) -> None:
    ann = site.browser("Ann")
    assert "Nothing is due" in ann.get("/practice").text
    asked = ann.get(PATH).text
    assert "What would you do?" in asked
    assert 'id="verdict"' not in asked
    told = answers(ann, PATH, wrong(first))
    assert "Not the best" in told
    assert f'data-better="{first.best}"' in told
    assert "1 exercise is due" in ann.get("/practice").text
    own = ann.get("/practice/next").headers["location"]
    assert own == f"/practice/{first.key}"
    told = answers(ann, own, first.best)
    assert "Right:" in told
    assert "It comes again in 2 days" in told
    assert "The next one is due in 2 days" in ann.get("/practice").text
    ann.post(f"{own}/drop")
    assert ann.get(own).status_code == 404


def test_one_that_the_rules_of_here_cannot_play_can_be_let_go(
    site: Site, first: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = site.browser("Ann")
    answers(ann, PATH, wrong(first))

    def position(exercise: Exercise) -> Match:
        raise RecordError("the position of this exercise is another by the rules of here")

    monkeypatch.setattr(Exercise, "position", position)
    own = ann.get("/practice/next").headers["location"]
    shown = ann.get(own)
    assert shown.status_code == 409
    assert "rules that are not here any more" in shown.text
    (drop,) = re.findall(r'action="(/practice/[^"]+/drop)"', shown.text)
    assert ann.get(ann.post(drop).headers["location"]).headers["location"] == "/practice", "the next, of which there is none"
    assert "Nothing is due" in ann.get("/practice").text


def test_an_answer_is_read_out_by_the_focus_that_goes_there_and_by_nothing_else(site: Site, first: Exercise) -> None:
    page = read(answers(site.browser("Ann"), PATH, first.best).removeprefix("<!doctype html>"))
    loud = [tag for tag in page.all() if "aria-live" in tag.attrs or tag.attrs.get("role") in ("alert", "status", "log")]
    assert loud
    assert not any("Right:" in tag.words() for tag in loud)


def test_what_is_solved_at_once_is_not_kept(site: Site, first: Exercise) -> None:
    ann = site.browser("Ann")
    assert "Right:" in answers(ann, PATH, first.best)
    assert "Nothing is due" in ann.get("/practice").text


def test_the_question_does_not_tell_the_answer(site: Site, first: Exercise) -> None:
    page = site.stranger().get(PATH).text
    moves = set(re.findall(r'data-act="([^"]+)"', page))
    assert moves == set(first.position().legal(first.seat))
    assert "points" not in re.sub(r"<(header|aside).*?</\1>", "", page, flags=re.DOTALL).partition('id="bubble"')[2][:400]


def test_a_shared_link_tells_those_who_preview_it_the_question_alone(site: Site, first: Exercise) -> None:
    for path in (PATH, f"{PATH}?answered={first.best}"):
        page = site.stranger().get(path).text
        told = re.findall(r'<meta property="og:(\w+)" content="([^"]+)"', page)
        assert dict(told)["title"] == "Key Whiz: find the move, 1"
        assert dict(told)["description"].startswith("What would you do? ")
        assert first.best not in str(told)


def test_in_words_too_it_is_said_beside_what_the_best_is_better(site: Site) -> None:
    second = shipped(game("keywhiz"))[1]
    assert second.reasons
    for table in ("drawn", "words"):
        ann = site.browser("Ann")
        ann.post("/settings", {"table": table})
        told = answers(ann, "/exercises/keywhiz/2", wrong(second))
        assert "Compared with the next best, both played on by rule of thumb:" in told


def test_actions_are_called_as_on_their_buttons(site: Site) -> None:
    told = answers(site.browser("Ann"), "/exercises/jalopies/1", "rest")
    assert "<b>Rest</b>" in told
    assert "<b>rest</b>" not in told


def test_in_words_the_position_is_told_before_the_moves(site: Site) -> None:
    ann = site.browser("Ann")
    ann.post("/settings", {"table": "words"})
    page = ann.get(PATH).text
    assert page.index("What would you do?") < page.index("Who has what") < page.index('class="move"')


def test_what_is_no_exercise_or_no_move_is_refused(site: Site) -> None:
    ann = site.browser("Ann")
    assert ann.get("/exercises/keywhiz/9999").status_code == 404
    key = shipped(game("keywhiz"))[1].key
    assert f'/exercises/keywhiz/{key}"' in ann.get("/exercises/keywhiz/2").text
    assert "exercise 2" in ann.get(f"/exercises/keywhiz/{key}").text
    assert ann.get(f"/exercises/whiplash/{key}").status_code in (400, 404)
    assert ann.get("/exercises/keywhiz/x").status_code == 400
    assert ann.get("/exercises/nothing").status_code == 404
    assert ann.get("/practice/0123456789abcdef").status_code == 404
    assert ann.post(PATH, {"action": "fly away"}).status_code == 400
    assert ann.get(f"{PATH}?answered=fly").status_code == 400
    assert "Nothing is due" in ann.get("/practice").text


def test_a_deal_of_the_day_is_called_so_and_offers_no_hints(site: Site) -> None:
    ann = site.browser("Ann")
    daily = ann.get(ann.post("/daily/whiplash").headers["location"]).text
    usual = ann.get(ann.post("/tables", {"game": "whiplash", "players": "2", "bot1": "normal"}).headers["location"]).text
    assert "deal of the day" in daily
    assert "deal of the day" not in usual
    assert daily.count('data-ask="hint"') == 0
    assert usual.count('data-ask="hint"') == 2, "in the header and under help"


def test_what_others_made_of_the_deal_of_the_day_is_told_when_it_has_been_played(site: Site) -> None:
    ann, bo = site.browser("Ann Annerson"), site.browser("Bo")
    table = ann.post("/daily/whiplash").headers["location"]
    assert ann.post("/daily/whiplash").headers["location"] == table, "one try"
    assert bo.post("/daily/whiplash").headers["location"] != table
    page = bo.get("/daily/whiplash").text
    assert "when you have played it" in page
    assert "Annerson" not in page
    assert "2 people have tried it today" in bo.get("/daily").text
    early = bo.get("/daily/whiplash?day=2000-01-01")
    assert early.status_code == 404
    assert "This server had no deal of the day yet" in early.text
    assert 'Did you mean <a href="/daily/whiplash">Whiplash: the deal of the day</a>?' in early.text
    assert bo.get("/daily/whiplash?day=2999-01-01").status_code == 404
    assert bo.get("/daily/nothing").status_code == 404


def test_exercises_are_laid_out_one_after_the_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once they held up every table: they are pure Python."""
    laid, go_on = list[int](), threading.Event()

    def lay(match: Match, seat: int | None, moves: bool = True) -> ViewModel:
        laid.append(match.steps)
        assert go_on.wait(60)
        return model_alone(match, seat, moves)

    monkeypatch.setattr(practice, "model_alone", lay)
    queue = site.client.app.state.context.beside  # type: ignore[attr-defined]
    with ThreadPoolExecutor(3) as threads:
        asked = [threads.submit(site.stranger().get, f"/exercises/whiplash/{number}") for number in (1, 2, 3)]
        until(lambda: len(laid) + queue.waiting == 3)
        assert len(laid) == 1
        go_on.set()
    assert [each.result().status_code for each in asked] == [200] * 3
