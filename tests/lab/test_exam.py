"""Exams: fixed deals from every seat, what the coach says of them, and whether what was shown long ago is used."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as replaced
from rich.console import Console
from tuckbox_euchre import GAME as EUCHRE
from tuckbox_hanabi import GAME as HANABI

from tests.toys.kuhn import GAME as KUHN
from tuckbox import game
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.lab import forms
from tuckbox.lab.asked import Asked, Patience, question
from tuckbox.lab.exam import memory, work
from tuckbox.lab.exam.exam import Terms, exam, usual_rivals
from tuckbox.lab.exam.form import Exam
from tuckbox.lab.exam.page import page, show
from tuckbox.lab.exam.positions import Position, Positions, forgotten, known, positions, read
from tuckbox.lab.exam.work import examine
from tuckbox.lab.programs import Played, play
from tuckbox.lab.scripted import SCRIPTS
from tuckbox.match.match import Match
from tuckbox.run.blocks import Block, Setting
from tuckbox.run.run import Threads
from tuckbox.view.view import View

WHIPLASH = game("whiplash")
_TAKEN = (
    "1 take discard;1 discard 5D;0 draw stock;0 discard 3H;1 take discard;1 discard 6S;0 draw stock;0 discard 7D;"
    "1 draw stock;1 discard 8S;0 draw stock;0 discard JD;1 draw stock;1 discard 2S;0 draw stock;0 discard 2D;1 draw stock;"
    "1 discard 9D;0 draw stock;0 discard 2H;1 draw stock;1 discard 6D;0 take discard;0 discard KC;1 draw stock;1 discard JC;"
    "0 draw stock;0 discard 4H;1 draw stock;1 discard 9S;0 draw stock"
)
PLAYED = re.split(";", _TAKEN)
POSITION = Position(595, PLAYED, 0, "discard 5C", "discard 3S", 0.4694, 0.4225)
"""A position that `positions` finds in its game 595; seat 1 has taken an ace and a three from the pile."""
FOUND = Positions(1, "whiplash", WHIPLASH.hash, 2, {}, 0, "greedy", 200, 600, [POSITION])


def held(candidates: list[str], against: list[str], terms: Terms, **more: Any) -> Exam:
    found = exam(WHIPLASH, candidates, against, Threads(2), terms, **more)
    assert found is not None
    return found


def test_who_sits_among_its_like_gets_an_equal_share_of_every_deal() -> None:
    found = held(["greedy"], ["greedy"], Terms(deals=6, judged=1, effort=20), players=[2, 3])
    for result in found.results:
        assert result.payoff.mean == pytest.approx(1 / result.players)
        assert [result.gap.mean, result.gap.spread] == pytest.approx([0, 0])
        assert result.games == 6 * result.players
        assert (result.answers, result.words, result.seconds) == (0, None, None)
    assert [result.players for result in found.results] == [2, 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("those", "seated"),
    [
        (EUCHRE, [[0, 1, 0, 1], [1, 0, 1, 0]]),  # who sit opposite each other are partners
        (HANABI, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
    ],
)
def test_a_candidate_takes_all_seats_of_its_team(
    those: Game, seated: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a rival as its partner, both would be measured. Where all are partners, it has rivals beside it."""
    orders, viewers = [], []

    def noted(block: Block, asked: dict[int, Asked], order: list[int], number: int) -> Played:
        orders.append(order)
        return play(block, asked, order, number)

    def agreed(view: View, action: int, *_: int) -> SimpleNamespace:
        """The verdict of a coach that agrees, without a search that would have to be compiled."""
        viewers.append(view.seat)
        weighed = SimpleNamespace(action=action, mean=0.0)
        return SimpleNamespace(best=weighed, played=weighed)

    monkeypatch.setattr(work, "play", noted)
    monkeypatch.setattr(work, "judge", agreed)
    block = Block(
        "", Setting.of(those, len(seated[0]), {}), ("script:first", "greedy"), 3, 0, 1, {"judged": 1, "effort": 20}
    )
    found = examine(block)
    assert orders == seated
    assert viewers == [row[1] for row in found["judged"]]
    decisions, answers, *_ = found["counts"].reshape(len(seated), -1).T
    assert decisions.tolist() == answers.tolist()
    mine = [{seat for seat, name in enumerate(order) if name == 0} for order in seated]
    assert all(row[1] in seats for row, seats in zip(found["judged"], mine, strict=True)), "the seat's own view is judged"


@pytest.fixture(name="found", scope="module")
def _found() -> Exam:
    names = ["random", "script:first", "script:last-line", "greedy"]
    return held(names, ["greedy"], Terms(deals=8, judged=2, effort=60, memory=(FOUND,)), players=[2])


def test_the_same_exam_has_the_same_bytes(found: Exam) -> None:
    names = ["random", "script:first", "script:last-line", "greedy"]
    again = exam(WHIPLASH, names, ["greedy"], Threads(1), Terms(deals=8, judged=2, effort=60, memory=(FOUND,)), players=[2])
    assert msgspec.json.encode(found) == msgspec.json.encode(again)
    assert forms.schema(forms.FORMS["exam"])["$defs"]["Exam"]["properties"].keys() == msgspec.to_builtins(found).keys()


def test_who_understands_nothing_gets_less_and_agrees_less(found: Exam) -> None:
    by_name = {result.candidate: result for result in found.results}
    highest = by_name["random"].gap.high
    assert highest is not None
    assert highest < 0
    assert by_name["random"].agrees.share < by_name["greedy"].agrees.share
    assert by_name["random"].cost.mean > by_name["greedy"].cost.mean
    assert by_name["first"].answers == by_name["first"].decisions > 0
    assert by_name["first"].words == 2
    assert by_name["first"].agrees.of == 8 * 2 * 2


def test_the_terminal_tells_what_was_remembered(found: Exam) -> None:
    console = Console(record=True, width=100)
    show(found, console)
    told = console.export_text().partition("In positions that ask for memory")[2]
    assert all(row.candidate in told for row in found.memory)
    assert "remembered" in told


def test_the_page_opens_offline(found: Exam) -> None:
    pytest.importorskip("matplotlib")
    text = page(WHIPLASH, found)
    assert not re.search(r"(src|href)=\"(?!#)", text.replace("xlink:href", "href"))
    for name in ("result", "decisions", "answers", "memory"):
        assert f'id="{name}"' in text
    assert len(re.findall(r'<svg role="img" aria-label="[^"]+"', text)) == text.count("<svg") == 1
    assert "last-line" in text


def test_one_deal_has_no_interval_and_what_was_not_judged_no_cost() -> None:
    found = held(["random"], ["greedy"], Terms(deals=1, judged=0), players=[2])
    (result,) = found.results
    assert [(each.low, each.high, each.spread) for each in (result.payoff, result.gap, result.cost)] == [(None,) * 3] * 3
    text = page(WHIPLASH, found)
    assert f'>{result.gap.mean:+.3f}</td><td class="n">-</td>' in text
    assert ">0</td>" + '<td class="n"></td>' * 4 in text


def test_bots_and_programs_play_the_same_deals() -> None:
    """A bot's compiled games and those in plain Python begin alike: the first legal action of one deal is one action."""
    setting = Setting.of(WHIPLASH, 2, {})
    more = {"judged": 0, "effort": 1}
    blocks = [Block("", setting, (name, "greedy"), 3, 0, 4, more) for name in ("greedy", "script:first")]
    bots, asked = (examine(block) for block in blocks)
    assert bots["payoffs"].shape == asked["payoffs"].shape == (2, 4)
    assert (asked["counts"][..., 1] == asked["counts"][..., 0]).all()
    assert (bots["counts"][..., 1:] == 0).all()


PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello": words = asked["short"]
    if asked["do"] == "choose":
        {body}
        print(json.dumps({{"action": action}}), flush=True)
"""


def program(folder: Path, body: str) -> str:
    file = folder / "mine.py"
    file.write_text(PROGRAM.format(body=body))
    return f"program:{sys.executable} {file}"


def test_refused_answers_are_counted_and_games_forfeited(tmp_path: Path) -> None:
    name = program(tmp_path, 'action = "hm" if "error" not in asked else f"I choose {asked[\'legal\'][0]}"')
    result = held([name], ["greedy"], Terms(deals=2, judged=0), players=[2]).results[0]
    assert result.candidate.endswith("mine.py")
    assert result.refused == result.decisions == result.answers / 2
    assert result.forfeited == 0
    assert result.seconds is not None
    assert result.seconds > 0
    strict = held([name], ["greedy"], Terms(deals=2, judged=0, patience=Patience(tries=1)), players=[2]).results[0]
    assert (strict.forfeited, strict.decisions, strict.payoff.mean) == (4, 0, 0)


def test_a_program_that_takes_too_long_is_named(tmp_path: Path) -> None:
    name = program(tmp_path, "import time; time.sleep(9)")
    with pytest.raises(OptionError, match=r"longer than 0\.2 seconds"):
        held([name], ["greedy"], Terms(deals=1, judged=0, patience=Patience(seconds=0.2)), players=[2])


def test_a_twin_is_examined_in_its_own_words(tmp_path: Path) -> None:
    body = 'assert "stock" not in json.dumps(asked) + words and "aces" not in words; action = asked["legal"][0]'
    name = program(tmp_path, body)
    terms = Terms(deals=2, judged=0)
    plain = held(["script:first"], ["greedy"], terms, players=[2]).results[0]
    twin = held([name], ["greedy"], replace(terms, twin=5), players=[2]).results[0]
    assert (twin.payoff, twin.decisions, twin.refused) == (plain.payoff, plain.decisions, 0)


@pytest.mark.parametrize(
    ("candidates", "against", "terms", "said"),
    [
        ([], ["greedy"], {}, r"an exam needs candidates \(--bots, --program\)"),
        (["greedy"], [], {}, r"an exam needs rivals \(--against\)"),
        (["greedy", "greedy"], ["greedy"], {}, r"two candidates \(--bots, --program\) by the name greedy"),
        (["program:a/play", "program:b/play"], ["greedy"], {}, "two candidates .* by the name play"),
        (["greedy"], ["learned", "learned"], {}, r"two rivals \(--against\) by the name learned"),
        (["clever"], ["greedy"], {}, "no bot 'clever'"),
        (["greedy"], ["script:first"], {}, "rivals of an exam are bots"),
        (["script:second"], ["greedy"], {}, "no scripted player 'second'"),
        (["search:20ms"], ["greedy"], {}, "counts iterations"),
        (["greedy"], ["greedy"], {"deals": 0}, "number of deals"),
        (["greedy"], ["greedy"], {"effort": 0}, "effort"),
        (["greedy"], ["greedy"], {"twin": -1}, "the number of a twin is a whole number from 0 .*, not -1"),
    ],
)
def test_exams_that_cannot_be_are_refused(
    candidates: list[str], against: list[str], terms: dict[str, Any], said: str
) -> None:
    with pytest.raises(OptionError, match=said):
        exam(WHIPLASH, candidates, against, Threads(1), Terms(**terms))


@pytest.mark.parametrize("wrong", [{"tries": 0}, {"seconds": 0}, {"tries": 10_000}])
def test_patience_has_limits(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="a player has"):
        Patience(**wrong)


@pytest.mark.parametrize("name", ["learned", "search:20"])
def test_a_claim_carries_its_weights(name: str) -> None:
    """Three ranks less: the network that whiplash ships was learnt without."""
    with pytest.raises(OptionError, match="ranks"):
        exam(WHIPLASH, [name], ["greedy"], Threads(1), players=[2], options={"ranks": 10})
    with pytest.raises(OptionError, match="ships no network"):
        exam(KUHN, ["learned"], ["random"], Threads(1))


# -- memory ------------------------------------------------------------------------------------------------------------


def test_a_card_that_somebody_took_openly_is_known_and_can_be_forgotten() -> None:
    match = Match("whiplash", players=2, seed=3, dealer=0)
    top = match.view(1).state.discards.cell[0] & 255
    match.play("take discard", 1)
    match.play(next(text for text in match.legal(1) if not text.endswith(WHIPLASH.layout.deck.name(top))), 1)
    view = match.view(0)
    assert known(view) == {("hand", (1,), top)}
    less = forgotten(view, known(view))
    assert known(less) == set()
    assert known(view) == {("hand", (1,), top)}, "the view itself is as it was"
    assert less.legal == view.legal
    hand = [less.state.hand[1], view.state.hand[1]]
    assert hand[0].hidden == hand[1].hidden + 1
    name = WHIPLASH.layout.deck.face(top)
    told, whole = (" ".join(question(each, ())["table"]) for each in (less, view))
    assert name in whole
    assert name not in told


def test_a_position_is_where_its_game_came_to() -> None:
    match, old = memory.arrived(FOUND.setting, FOUND.seed, POSITION)
    deck = WHIPLASH.layout.deck
    assert match.waiting == (POSITION.seat,)
    assert {deck.name(card) for _, _, card in old} == {"AS", "3H"}, "what seat 1 took in the first two rounds"
    assert {POSITION.best, POSITION.forgetful} <= set(match.legal(0))


def answering(choose: Callable[[dict[str, Any]], str]) -> type[Asked]:
    class Answering(Asked):
        def answer(self, message: dict[str, Any]) -> str:
            return choose(message)

    return Answering


@pytest.mark.parametrize(
    ("answer", "row"),
    [("discard 5C", [1, 0, 1]), ("discard 3S", [0, 1, 0]), ("hm", [0, 0, -1])],
)
def test_what_is_remembered_is_told_from_what_is_forgotten(
    answer: str, row: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []

    def told(message: dict[str, Any]) -> str:
        heard.append(message)
        return answer

    monkeypatch.setitem(SCRIPTS, "first", told)
    more = {"effort": 20, "positions": msgspec.to_builtins([POSITION])}
    table = memory.ask(Block("", FOUND.setting, ("script:first",), FOUND.seed, 0, 1, more))
    assert table["asked"].tolist() == [row]
    _, old = memory.arrived(FOUND.setting, FOUND.seed, POSITION)
    faces = {WHIPLASH.layout.deck.face(card) for _, _, card in old}
    table_told = "\n".join(line for line in heard[0]["table"] if line.startswith("Hand:") and "hidden" in line)
    assert not [face for face in faces if face in table_told]
    assert all(face in "\n".join(heard[0]["log"]) for face in faces), "the log since the deal tells it"


def test_a_file_of_positions_is_read_back_and_one_of_other_rules_refused(tmp_path: Path) -> None:
    file = tmp_path / "positions.json"
    file.write_bytes(msgspec.json.encode(FOUND))
    assert read(file) == FOUND
    for wrong in ({"rules": "0" * 16}, {"version": 9}, {"game": "keywhiz"}):
        file.write_text(json.dumps({**msgspec.to_builtins(FOUND), **wrong}))
        with pytest.raises(OptionError, match="positions are of"):
            read(file)
    file.write_bytes(msgspec.json.encode(replaced(FOUND, found=[], games=120)))
    with pytest.raises(OptionError, match=r"no positions in .*: none was found in 120 games$"):
        read(file)
    for strange in ({"played": ["draw"]}, {"best_worth": POSITION.forgetful_worth}):
        position = {**msgspec.to_builtins(POSITION), **strange}
        file.write_text(json.dumps({**msgspec.to_builtins(FOUND), "found": [position]}))
        with pytest.raises(OptionError, match="no positions"):
            read(file)
    with pytest.raises(OptionError, match=r"no positions in .*: No such file or directory$"):
        read(tmp_path / "none.json")
    file.write_text("{}")
    with pytest.raises(OptionError, match="no positions"):
        read(file)
    with pytest.raises(OptionError, match="exam is of keywhiz"):
        exam(game("keywhiz"), ["greedy"], ["greedy"], Threads(1), Terms(memory=(FOUND,)))


@pytest.mark.slow
def test_nobody_who_plays_by_the_clock_is_looked_through_for_positions() -> None:
    with pytest.raises(OptionError, match="counts iterations"):
        positions(WHIPLASH, Threads(1), bot="search:500ms", players=2, games=1)


def test_positions_are_found_and_a_search_remembers_them() -> None:
    found = positions(WHIPLASH, Threads(2), players=2, games=60, effort=200)
    assert found is not None
    assert found.found
    assert all(len(position.played) >= 20 and position.best_worth > position.forgetful_worth for position in found.found)
    told = held(["search:2000"], ["greedy"], Terms(deals=1, judged=0, memory=(found,)), players=[2])
    assert told.memory[0].used.mean > 0.5


def test_the_usual_rivals_of_a_game_without_a_network_are_greedy_alone() -> None:
    assert usual_rivals(KUHN, None, None) == ["greedy"]
    assert usual_rivals(WHIPLASH, [2, 3], None) == ["greedy", "learned"]
