"""An option that no rule reads is found."""

from __future__ import annotations

from tests.projects import Project
from tuckbox.definition.finding import game_name, installed
from tuckbox.definition.game import game
from tuckbox.testing.unread import unread


def test_an_option_that_no_rule_reads_is_found(project: Project) -> None:
    project.edit(
        "rules.py", "    stock = Pile(52)\n", '    stock = Pile(52)\n    ties = Choice("share", "cancel", default="share")\n'
    )
    project.edit("rules.py", "    Cards,\n", "    Cards,\n    Choice,\n")
    found = game(game_name(str(project.folder)))
    assert [message for _, message in unread(found)] == [
        "no rule reads the option 'ties': say `s.ties` where it makes a difference"
    ]


def test_rules_read_every_option_of_every_installed_game() -> None:
    for name in installed():
        assert list(unread(game(name))) == [], name
