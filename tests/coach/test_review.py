"""A whole match seen again: what is judged, what it adds up to, and what it says in words."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt

import pytest
from click.testing import CliRunner

import tuckbox.coach.review
from tuckbox import Match
from tuckbox.cli import cli
from tuckbox.coach.hands import held
from tuckbox.coach.report import told
from tuckbox.coach.review import Costly, Decision, Review, review
from tuckbox.definition.game import game
from tuckbox.errors import OptionError
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import LEARNER, lesson
from tuckbox.match.record import Record
from tuckbox.testing.golden import folder

GOLDEN = folder(game("whiplash")) / "2-match-single-turn_cap-40-void_limit-2.tuckbox"
EFFORT = 100


@pytest.fixture(name="seen", scope="module")
def _seen() -> Review:
    return review(Record.load(GOLDEN), 1, EFFORT)


def blunder() -> Match:
    """The first hand of the lesson, in which the learner does not take the third seven; then Bo calls."""
    guide = Guide(lesson(game("whiplash")))
    while guide.page.task is None or guide.page.task.action != "take discard":
        guide.turn()
    return guide.match


def test_each_choice_of_the_seat_is_judged_once(seen: Review) -> None:
    record = Record.load(GOLDEN)
    steps = [decision.step for decision in seen.decisions]
    assert steps == sorted(set(steps))
    match = Match("whiplash", record.players, deal=record.deal, seats=record.seats, options=record.options)
    chosen = []
    for step, line in enumerate(record.steps[1:], 1):
        chosen += [step] if line.startswith("1 ") and len(match.actions(1)) > 1 else []
        match.repeat(line)
    assert steps == chosen
    assert all(f"1 {each.text(each.action)}" == record.steps[each.step] for each in seen.decisions)


def test_the_account_adds_up_to_the_result(seen: Review) -> None:
    match = Match.from_record(Record.load(GOLDEN))
    assert len(seen.accounts) == len(match.payoffs())
    for account, paid in zip(seen.accounts, match.payoffs(), strict=True):
        parts = account.even + account.deal + account.decisions + account.luck
        assert parts == pytest.approx(account.result)
        assert account.result == paid[1]
        assert account.decisions <= 0


def test_what_may_be_chance_is_no_cost(seen: Review) -> None:
    assert [each for each in seen.decisions if each.closely and each.verdict.cost and not each.costs]
    for account in seen.accounts:
        costs = [each.verdict.cost for each in seen.mistakes if each.game == account.game]
        assert account.decisions == pytest.approx(-sum(costs))


def test_a_second_look_tells_more_of_the_cost_and_nothing_of_the_chance(seen: Review) -> None:
    twice = [each for each in seen.decisions if each.closely]
    assert twice
    for each in twice:
        chance = each.verdict.played.mean
        assert each.data()["within"] > 0.75 * sqrt(chance * (1 - chance) / EFFORT), "that of a search of so many games"


def test_decisions_of_an_older_record_are_seen_by_the_options_it_was_played_by() -> None:
    record = blunder().record()
    options = {name: value for name, value in record.options.items() if name != "stalemate"}
    older = replace(record, rules="0" * len(record.rules), options=options)
    assert Match.from_record(older).options["stalemate"] == "copied"
    assert {each.view.options["stalemate"] for each in review(older, LEARNER, 20).decisions} == {"copied"}


def test_how_far_it_is_counts_the_reasons_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page stood at "18 of 18" for half a minute while they were worked out."""
    done, before = list[tuple[int, int]](), list[tuple[int, int]]()
    why = tuckbox.coach.review._told

    def told(match: Match, decision: Decision) -> Costly:
        before.append(done[-1])
        return why(match, decision)

    monkeypatch.setattr(tuckbox.coach.review, "_told", told)
    match = blunder()
    match.play("draw stock")
    review(match.record(), LEARNER, EFFORT, lambda so_far, of: done.append((so_far, of)))
    assert before
    assert all(so_far < of for so_far, of in before)
    assert done == sorted(done)
    assert done[-1][0] == done[-1][1]


def test_the_same_record_has_the_same_review(seen: Review) -> None:
    assert review(Record.load(GOLDEN), 1, EFFORT).data() == seen.data()


def test_a_blunder_is_what_cost_most() -> None:
    match = blunder()
    match.play("draw stock")
    match.play(match.legal()[0])
    found = review(match.record(), LEARNER, EFFORT).costly[0]
    assert (found.decision.text(found.decision.action), found.decision.data()["better"]) == ("draw stock", "take discard")
    assert found.decision.verdict.cost > 0.2
    assert [each.seat for each in found.likely] == [1]
    assert [face for face, _ in found.held[0].cards] == ["9♦", "9♠", "10♣", "Q♣"]
    assert found.held == held(match, LEARNER, found.decision.step)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="the seats are 0 to 1"):
        review(Record.load(GOLDEN), 2)


def test_the_review_in_words_fits_the_width(seen: Review) -> None:
    lines = list(told(seen, 60))
    assert lines[0] == "Whiplash, as Seat 1 (seat 1) could see it"
    curve = next(line for line in lines if line.startswith("  game 1"))
    assert len(curve) <= 60
    assert lines[-1].split()[0] == str(len(seen.accounts))


def test_the_command_tells_it_in_words_and_for_programs(seen: Review) -> None:
    arguments = ["review", str(GOLDEN), "--seat", "1", "--effort", str(EFFORT)]
    spoken, data = (CliRunner().invoke(cli, [*arguments, *more]) for more in ([], ["--json"]))
    assert spoken.output.splitlines()[0] == "Whiplash, as Seat 1 (seat 1) could see it"
    assert json.loads(data.output) == seen.data()
