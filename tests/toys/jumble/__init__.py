"""Jumble: every verb for piles and hands, played at random."""

from tests.toys.jumble import rules
from tuckbox.definition.encodings import OneOf
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Jumble", "", ())


GAME = Game(name="jumble", title="Jumble", rules=rules, scene=scene, observe={"kind": OneOf(len(rules.DECK))})
