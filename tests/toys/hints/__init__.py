"""Hints: hidden cards of which everybody hears what they are not."""

from tests.toys.hints import rules
from tuckbox.definition.game import Game
from tuckbox.scene.parts import Panel, Row, Scene

GAME = Game(
    name="hints",
    title="Hints",
    rules=rules,
    scene=lambda view: Scene("Hints", "", (Panel("Table", (Row("Cards", ()),)),)),
)
