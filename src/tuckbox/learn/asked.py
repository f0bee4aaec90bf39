"""Options of all training: which settings are played, and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from tuckbox.bots.bots import Policy
from tuckbox.definition.game import Game
from tuckbox.errors import OptionError
from tuckbox.run.blocks import Setting

Options = Mapping[str, Sequence[str]]


def settings(game: Game, players: int, options: Options) -> list[Setting]:
    """Settings to be played: each allowed combination of the options' values. Raises `OptionError`."""
    found = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    return [Setting.of(game, players, one) for one in found if game.allows(players, one)] or [
        Setting.of(game, players, found[0])  # which says what is wrong
    ]


def checked(rivals: Sequence[str]) -> list[str]:
    """The names of who plays. Raises `OptionError` for those that play otherwise on another machine."""
    policies = [Policy.parse(name) for name in rivals]
    if any(policy.source for policy in policies):
        raise OptionError("who plays to be learnt from goes by nothing but what the game ships")
    if any(policy.milliseconds for policy in policies):
        raise OptionError("who plays to be learnt from counts iterations, not milliseconds: say search:200, for instance")
    return [policy.name for policy in policies]


def unlearnt(game: Game, rivals: Sequence[str]) -> list[str]:
    """The names of rivals of a network in training, which with a former self takes all places that there are for what has
    been learnt. Raises `OptionError` for those that would need one."""
    for policy in map(Policy.parse, checked(rivals)):
        if policy.network(game) is not None or policy.belief(game) is not None:
            raise OptionError(
                f"{policy.name} goes by what the game ships, for which there is no place beside a network in training: "
                "let it learn from greedy, or from a search that is bare, as search:200:bare"
            )
    return checked(rivals)


def usual_rivals(game: Game) -> list[str]:
    """The default rivals: `greedy`, in all manners that the game knows."""
    return [f"greedy:{manner}" for manner in game.manners] or ["greedy"]


def values_of(game: Game, played: Sequence[Setting]) -> dict[str, tuple[str, ...]]:
    """Of each option that means something the values that were played with."""
    each = [(name, str(value)) for setting in played for name, value in setting.options]
    found = {name: tuple(dict.fromkeys(value for of, value in each if of == name)) for name in game.layout.options}
    return {name: values for name, values in found.items() if values}
