"""Bluff: the game the tests are about where Whiplash has no such thing (windows, backs, hidden stacks)."""

from tests.toys.bluff import rules
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Bluff", "", ())


GAME = Game(name="bluff", title="Bluff", rules=rules, scene=scene, longest=2000)
