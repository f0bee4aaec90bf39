"""The page of a deal of the day: who came where, and where one's own try parts from the best."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from tests.server.html.soup import read
from tuckbox.definition.game import game
from tuckbox.server.html.daily import Dealt, dailies_page, daily_page
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.practice.daily import Parting, Try

BEST = Try("b", "Bo", "t2", 0.9, 1)
MINE = Try("a", "Ann", "t1", 0.6, 1)
LEFT = Try("c", "Cy", "t3", 0.0, 2, gone=True)
PLAYS = Try("d", "Dee", "t4")
VISITOR = Visitor("Ann")


def dealt(mine: Try | None, parting: Parting | None = None, past: bool = False) -> Dealt:
    return Dealt(game("whiplash"), date(2026, 11, 24), (BEST, MINE, LEFT, PLAYS), mine, parting, past)


def test_results_stand_in_order_with_who_left_and_without_who_plays() -> None:
    page = daily_page(dealt(MINE, Parting(4, "0 draw stock", "0 take discard")), VISITOR)
    read(page)
    assert page.index("Bo") < page.index("Ann</th>") < page.index("Cy")
    assert "Dee" not in page
    assert "Then you played <b>Draw from the stock</b>, Bo <b>Take from the pile</b>" in page
    assert '/tables/t1/review?seat=0"' in page


def test_who_left_is_before_nobody_whatever_bots_made_of_it() -> None:
    lost = Try("e", "Eve", "t5", 0.3, 2)
    tries = (BEST, lost, replace(LEFT, score=0.8))
    page = daily_page(replace(dealt(MINE), tries=tries), VISITOR)
    assert [page.count(f"<td>{number}.</td>") for number in (1, 2, 3)] == [1, 1, 0]


def test_nothing_is_told_before_one_has_played_or_the_day_is_over() -> None:
    for mine in (None, PLAYS):
        page = daily_page(dealt(mine), VISITOR)
        assert "Bo" not in page.partition("<main")[2]
        assert "/tables/t2" not in page
    assert "Bo" in daily_page(dealt(None, past=True), VISITOR)


def test_who_still_plays_a_deal_of_yesterday_is_told_nothing_of_it() -> None:
    page = daily_page(dealt(PLAYS, past=True), VISITOR)
    assert "Bo" not in page.partition("<main")[2]
    assert "/tables/t2" not in page
    assert "Go on" in page


def test_who_parted_by_the_bots_is_told_so() -> None:
    page = daily_page(dealt(MINE, Parting(4, "1 draw stock", "1 take discard")), VISITOR)
    assert "then the bots did not" in page


def test_each_game_leads_to_what_can_be_done() -> None:
    for mine, said in ((None, "Play it"), (PLAYS, "Go on"), (MINE, "Results")):
        page = dailies_page([dealt(mine)], VISITOR)
        links = [tag.attrs.get("aria-label") for tag in read(page).all() if tag.name in ("a", "button")]
        assert f"{said}: Whiplash" in links, "what is seen is what it is called by who says it"


def test_the_overview_tells_how_many_have_tried() -> None:
    for many, said in ((0, "Nobody has"), (1, "1 person has"), (250, "250 people have")):
        assert f"{said} tried it today." in dailies_page([replace(dealt(None), many=many)], VISITOR)


def test_the_best_reads_of_their_try_once() -> None:
    page = daily_page(replace(dealt(BEST), parting=None), Visitor("Bo", somebody=True))
    read(page)
    assert "Nobody has done better." in page
    assert "What the best did" not in page
    assert page.count("/tables/t2/replay") == 1
    assert "Nobody has done better." not in daily_page(dealt(MINE), VISITOR)


def test_who_is_the_first_to_play_it_is_not_told_that_nobody_has_done_better() -> None:
    page = daily_page(replace(dealt(BEST), tries=(BEST, PLAYS)), VISITOR)
    assert "Nobody has done better." not in page
    assert "Nobody else has played it to the end yet." in page


def test_where_tries_part_actions_are_called_as_on_buttons() -> None:
    parting = Parting(9, "0 play DI on 2", "0 rest")
    page = daily_page(replace(dealt(MINE, parting), game=game("jalopies")), VISITOR)
    assert 'Then you played <b>Play <b class="chip">In the Ditch</b> on the 2nd player</b>, Bo <b>Rest</b>' in page


def test_a_guest_can_say_beside_the_results_who_they_are() -> None:
    page = daily_page(dealt(MINE), Visitor("Guest"))
    read(page)
    assert 'action="/name"' in page
    assert 'name="back" value="/daily/whiplash"' in page
    assert 'action="/name"' not in daily_page(dealt(MINE), Visitor("Ann", somebody=True))
    assert 'action="/name"' not in daily_page(dealt(None), VISITOR)
