"""Parcel: a game in which one choice takes several steps, a draft until it is sealed."""

from tests.toys.parcel import rules
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import CONSTANT_SUM
from tuckbox.scene.parts import Scene
from tuckbox.view.view import View


def scene(view: View) -> Scene:
    """A bare table."""
    return Scene("Parcel", "", ())


GAME = Game(
    name="parcel",
    title="Parcel",
    rules=rules,
    scene=scene,
    says={"put {card}": "{who} put[s] down a card.", "seal": "{who} seal[s] the parcel."},
    payoffs=CONSTANT_SUM(1),
)
