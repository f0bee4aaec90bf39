"""The cheat sheet: what matters at a moment, and nothing else."""

from __future__ import annotations

from tuckbox import Match
from tuckbox.definition.game import game
from tuckbox.lessons.guide import Guide
from tuckbox.lessons.script import lesson
from tuckbox.lessons.sheet import Section, sheet


def before(name: str, action: str) -> list[Section]:
    """The sheet of the learner where the lesson asks for an action."""
    guide = Guide(lesson(game(name)))
    while guide.page.task is None or guide.page.task.action != action:
        guide.turn()
    view = guide.view()
    return sheet(view, view.game.scene(view))


def test_it_tells_what_to_do_what_one_may_and_what_one_may_not() -> None:
    now, may, forbidden = before("whiplash", "call 5C")
    assert now == Section("Now", (("", "Put a card down."),))
    assert may.lines[0] == ("discard 5C", "keeps three sevens (A♦ copies 7♦), cannot call")
    assert len(may.lines) == 5
    assert forbidden.title == "Not just now"
    assert forbidden.lines == (("call 5C", "the four cards you would keep hold no three of one rank (WL-5.8)"),)


def test_only_what_one_could_be_tempted_to_do_is_refused_beforehand() -> None:
    told = dict(before("jalopies", "fix 1 SP")[2].lines)
    assert told["road MH"] == "you cannot move until you are rid of Speed Trap (JJ-2.2)"
    assert not any(" FL" in action for action in told)  # the Flat Tire is Bo's
    refused = before("whipsaw", "call BP2")[2].lines
    assert ("build BP1", "roads are named in the build step of your turn (WS-5.18)") in refused


def test_where_much_is_allowed_the_rest_is_counted() -> None:
    match = Match("jalopies", 2, seed=1)
    assert match.turn is not None
    view = match.view(match.turn)
    may = sheet(view, view.game.scene(view))[1]
    assert len(may.lines) == 9
    assert may.lines[-1] == ("", "and 5 more")


def test_who_is_not_to_decide_reads_for_whom_the_table_waits() -> None:
    match = Match("whiplash", seed=7, dealer=0)
    view = match.view(0)
    assert sheet(view, view.game.scene(view)) == [
        Section("Now", (("", "Bo is thinking."), ("", "Nobody may call in the first round.")))
    ]
