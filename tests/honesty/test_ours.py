"""Certificates of games of Tuckbox: an honest one, and two in which a fault was planted."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.testing.test_planted_faults import TURN, planted
from tuckbox.honesty import ours, page
from tuckbox.honesty.answers import AFTER, CHOICES, FAILS, FREQUENCY, HOLDS, MEASURED, QUESTIONS, TIME, Certificate
from tuckbox.honesty.command import certify


@pytest.fixture(name="leduc", scope="module")
def _leduc() -> Certificate:
    pytest.importorskip("tuckbox_leduc")
    import tuckbox_leduc

    return ours.certified(tuckbox_leduc.GAME, 24, 1, "tuckbox certify leduc", {})


def test_an_honest_game_is_called_honest(leduc: Certificate) -> None:
    assert leduc.honest
    assert leduc.answers[TIME].verdict == MEASURED
    assert {answer.verdict for question, answer in leduc.answers.items() if question != TIME} == {HOLDS}
    assert leduc.positions >= 20


def test_a_number_that_tells_a_hidden_card_is_found(tmp_path: Path) -> None:
    game = planted("bluff", tmp_path, (TURN, f"{TURN}    s.good = count(s.hand[s.turn], WRIT)\n"))
    found = ours.certified(game, 12, 1, "", {})
    assert found.answers[AFTER].verdict == FAILS
    assert "hidden cards by good" in found.answers[AFTER].evidence[0].text
    assert not found.honest


def test_redeals_that_favour_some_worlds_are_found(leduc: Certificate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the worlds are the first that was dealt."""
    import tuckbox_leduc

    fair = ours._drawn

    def drawn(*arguments: object) -> list[bytes]:
        found = list(fair(*arguments))  # type: ignore[arg-type]
        return [found[0] if number % 2 else world for number, world in enumerate(found)]

    monkeypatch.setattr(ours, "_drawn", drawn)
    found = ours.certified(tuckbox_leduc.GAME, 10, 1, "", {})
    assert found.answers[FREQUENCY].verdict == FAILS


def test_the_page_has_every_question_in_each_of_its_forms(leduc: Certificate) -> None:
    pages = page.markdown([leduc]), page.html([leduc]), "\n".join(page.text(leduc))
    assert all(words in text for text in pages for words in QUESTIONS.values())
    assert page.data(leduc)["answers"][CHOICES]["verdict"] == HOLDS


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "say which game"),
        (["whiplash", "--other", "gin_rummy"], "openspiel:NAME"),
        (["whiplash", "--save", "page.pdf"], ".md or .html"),
        (["whiplash", "--option", "edition=blue"], "edition must be"),
        (["--other", "openspiel:kuhn_poker", "--option", "players=3"], "have theirs in their name"),
    ],
)
def test_mistakes_are_refused(arguments: list[str], words: str) -> None:
    assert words in str(CliRunner().invoke(certify, arguments).exception)
