"""Bluff: the game the tests are about where Whiplash has no such thing (windows, backs, hidden stacks)."""

from tests.toys.bluff import rules
from tuckbox.engine.game import Game
from tuckbox.engine.view import View
from tuckbox.scene.parts import Scene


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Bluff", "", ())


GAME = Game(name="bluff", title="Bluff", rules=rules, scene=scene, longest=2000)
