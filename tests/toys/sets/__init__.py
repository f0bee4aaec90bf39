"""Sets: the verbs for sets of cards, played at random."""

from tests.toys.sets import rules
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Sets", "", ())


GAME = Game(name="sets", title="Sets", rules=rules, scene=scene)
