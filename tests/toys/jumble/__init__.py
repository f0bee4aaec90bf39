"""Jumble: every verb for piles and hands, played at random."""

from tests.toys.jumble import rules
from tuckbox.engine.game import Game
from tuckbox.engine.view import View
from tuckbox.scene.parts import Scene


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Jumble", "", ())


GAME = Game(name="jumble", title="Jumble", rules=rules, scene=scene)
