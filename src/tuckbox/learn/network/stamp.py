"""Networks after a change of the rules' text that changed nothing."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from tuckbox.definition.game import Game
from tuckbox.engine.weights import Weights, inputs_hash, told_options
from tuckbox.errors import WeightsError
from tuckbox.learn.course import check_rivals, checked, settings, usual_rivals, values_of
from tuckbox.learn.network.strength import Strength, measured
from tuckbox.run.run import Crew, Threads

WORSE = 0.03
"""Maximum loss of wins with which a network by other rules is still taken to be as good."""


def stamped(game: Game, weights: Weights, rivals: Sequence[str] = (), seed: int = 1, crew: Crew | None = None) -> Weights:
    """The same weights for today's rules, if by these they win as they did when they were made: after a change that changed
    nothing there is no need to train again. A new option is named with its usual value, by which the games went. Raises
    `WeightsError` where they do not."""
    if weights.inputs != inputs_hash(game, "network"):
        raise WeightsError(f"what the weights of {game.name} look at has changed: train anew")
    played = settings(game, weights.players, weights.options)
    rival = checked(rivals or usual_rivals(game))[0]
    check_rivals(game, [rival])
    with closing(crew or Threads()) as hands:
        told = told_options(weights.options, dict(played[0].options))
        strength = measured(played[0], weights.nets[0], rival, seed, hands, told=told)
    before = Strength.read(weights.strength)
    if strength.share < before.share - WORSE:
        raise WeightsError(f"the weights of {game.name} win less than they did: {strength.text}; train anew")
    return replace(weights, rules=game.hash, options=values_of(game, played), strength=strength.text)
