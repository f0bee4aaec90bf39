"""Sets: the verbs for sets of cards, played at random."""

from tests.toys.sets import rules
from tuckbox.engine.game import Game
from tuckbox.engine.view import View
from tuckbox.scene.parts import Scene


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Sets", "", ())


GAME = Game(name="sets", title="Sets", rules=rules, scene=scene)
