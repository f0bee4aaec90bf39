"""A table that shows other cards than those its viewer sees is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.projects import Project
from tuckbox.author.new import begin
from tuckbox.definition.finding import game_name
from tuckbox.definition.game import game
from tuckbox.testing.case import Case
from tuckbox.testing.faces import faces


def found(folder: Path, name: str, players: int) -> list[str]:
    case = Case(game(game_name(str(folder))), players, {}, seed=1)
    return [message for match in case.walk(20) if not match.over for _, message in faces(case, match)]


@pytest.mark.parametrize(
    ("ranks", "said"), [("6789TJQKA", "which is no card of the game's deck"), ("A23456789TJQK", "the table shows 2")]
)
def test_cards_of_another_pack_are_found(project: Project, ranks: str, said: str) -> None:
    project.edit("rules.py", "Deck.standard()", f"Deck.standard({ranks!r})")
    if len(ranks) < 13:
        project.edit("rules.py", "fill(s.stock, 0, 51)", "fill(s.stock, 0, 35)")
    messages = found(project.folder, project.name, 3)
    assert messages
    assert any(said in message for message in messages), messages


def test_a_card_drawn_under_a_name_that_nothing_has_is_found(project: Project) -> None:
    """It could not be clicked, and nothing was told of it; only names of the standard pack were noticed."""
    named = 'Card(lay.suited(card).face, "no " + lay.suited(card).name) if card < 52 else lay.suited(card)'
    project.edit("scene.py", "seat, lay.suited)", f"seat, lambda card: {named})")
    project.edit("scene.py", "import Fact", "import Card, Fact")
    assert any("which is no card of the game's deck" in message for message in found(project.folder, project.name, 2))


def test_a_new_game_of_tricks_may_have_any_pack(project: Project, tmp_path: Path) -> None:
    begin("anypack", "tricks", tmp_path / "new")
    rules = tmp_path / "new" / "tuckbox_anypack" / "rules.py"
    text = rules.read_text("utf-8").replace("Deck.standard()", 'Deck.standard("6789TJQKA")').replace("0, 51)", "0, 35)")
    rules.write_text(text, "utf-8")
    assert found(tmp_path / "new", "anypack", 3) == []
