"""A guess: two seats decide together."""

from tests.toys.guess import rules
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("A guess", "", ())


GAME = Game(name="guess", title="A guess", rules=rules, scene=scene, payoffs=CONSTANT_SUM(1), longest=4)
