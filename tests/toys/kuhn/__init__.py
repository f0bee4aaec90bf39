"""Kuhn poker: three cards, one bet; small enough to be walked through and solved."""

from tests.toys.kuhn import rules
from tuckbox.definition.encodings import OneOf, Share
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import ZERO_SUM
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Kuhn poker", "", ())


GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    rules=rules,
    scene=scene,
    utility=(-2, 2),
    payoffs=ZERO_SUM,
    longest=3,
    observe={"paid": Share(2), "passes": OneOf(2)},
)
