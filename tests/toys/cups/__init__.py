"""Cups: dice and cards in one game."""

from tests.toys.cups import rules
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Cups", "", ())


GAME = Game(name="cups", title="Cups", rules=rules, scene=scene, utility=(0, 3), longest=60)
