"""Networks after a change of the rules' text that changed nothing, and in settings that they have not learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from types import MappingProxyType

from tuckbox.definition.game import Game
from tuckbox.engine.weights import Weights, inputs_hash, retold, told_options
from tuckbox.errors import WeightsError
from tuckbox.learn.course import Options, check_rivals, checked, settings, usual_rivals, values_of
from tuckbox.learn.network.strength import Strength, measured
from tuckbox.run.blocks import Setting
from tuckbox.run.run import Executor

_SEED = 1
WORSE = 0.03
"""Maximum loss of wins with which a network by other rules is still taken to be as good."""


def stamped(
    game: Game, weights: Weights, executor: Executor, rivals: Sequence[str] = (), options: Options = MappingProxyType({})
) -> Weights:
    """The same weights for today's rules, if by these they win as they did when they were made: after a change that changed
    nothing there is no need to train again. A new option is named with its usual value, by which the games went. They are
    for more values of `options`, too, if they win as much with each of these, all else as in their first setting. Raises
    `WeightsError` where they do not, and `OptionError`."""
    if weights.inputs != inputs_hash(game, "network"):
        raise WeightsError(f"what the weights of {game.name} look at has changed: train anew")
    played = settings(game, weights.players, weights.options)
    rival = checked(rivals or usual_rivals(game))[0]
    check_rivals(game, [rival])
    known = values_of(game, played)
    new = {name: [value for value in values if value not in known.get(name, ())] for name, values in options.items()}
    told_of = {name: (*known.get(name, ()), *new.get(name, ())) for name in {**known, **new}}
    net, before = retold(weights.nets[0], weights.options, told_of), Strength.read(weights.strength)

    def strength(executor: Executor, more: Mapping[str, str], where: str) -> str:
        setting = Setting.of(game, weights.players, {**dict(played[0].options), **more})
        found = measured(setting, net, rival, _SEED, executor, told=told_options(told_of, dict(setting.options)))
        if found.share < before.share - WORSE:
            raise WeightsError(f"the weights of {game.name} win less{where} than they did: {found.text}; train anew")
        return found.text

    with closing(executor) as workers:
        text, made = strength(workers, {}, ""), weights.made
        for name, values in new.items():
            for value in values:
                found = strength(workers, {name: value}, f" with {name}={value}")
                made += f"  # not learnt: {name}={value}, {found}"
    return replace(weights, rules=game.hash, options=told_of, made=made, strength=text, nets=[net])
