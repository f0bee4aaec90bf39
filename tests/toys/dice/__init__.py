"""Dice: hidden things that are thrown, not dealt."""

from tests.toys.dice import rules
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Dice", "", ())


GAME = Game(name="dice", title="Dice", rules=rules, scene=scene, utility=(-1, 1), payoffs=ZERO_SUM, longest=3)
