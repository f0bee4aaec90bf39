"""Strength of a network, measured against a bot on deals that nothing was learnt from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tuckbox.definition.payoffs import SAME
from tuckbox.engine.weights import Net, packed
from tuckbox.errors import WeightsError
from tuckbox.learn.network.games import BLOCKS
from tuckbox.run.blocks import Block, Setting
from tuckbox.run.run import Executor, Run
from tuckbox.run.stats import wilson

MEASURED = 4_000
_WORK = "tuckbox.learn.network.games:met"
_SHARE = re.compile(r"(wins|gets) ([0-9.]+)(%?)")


@dataclass(frozen=True)
class Strength:
    """The share of games that were won, a shared win counting in parts, or where all seats are paid alike what that was; and
    how the header of weights says it."""

    share: float
    text: str
    low: float = 0.0
    """Lower bound of the share, where it is one of games."""

    @classmethod
    def read(cls, text: str) -> Strength:
        """The strength that a header tells. Raises `WeightsError`.

        >>> Strength.read("wins 56.1% [54.6%, 57.7%] of 4000 games against greedy").share
        0.561
        """
        found = _SHARE.match(text)
        if found is None:
            raise WeightsError(f"the strength of weights is not told as {text[:40]!r}")
        return cls(float(found[2]) / (100 if found[3] else 1), text)


def measured(
    setting: Setting, net: Net, rival: str, seed: int, executor: Executor, games: int = MEASURED, told: Sequence[int] = (),
    frozen: Sequence[Net] = (),
) -> Strength:  # fmt: skip
    """Let a network sit at one seat, by turns, and a rival at all others, perhaps a `frozen` network; it is `told` of the
    options of the setting. Raises `KeyboardInterrupt`: by a part of its games it would be told falsely."""
    each = max(1, games // (BLOCKS * setting.players))
    more = {"networks": [packed(network) for network in (net, *frozen)], "told": list(told)}
    blocks = [Block(_WORK, setting, (rival,), seed + 1, each * i, each, more) for i in range(BLOCKS)]
    tables, n = Run(executor).whole(blocks), each * BLOCKS * setting.players
    wins, paid = (sum(float(table[name].sum()) for table in tables) for name in ("wins", "paid"))
    if setting.pays.kind == SAME:
        return Strength(paid / n, f"gets {paid / n:.3f} a game, of {n} with {rival} at the other seats")
    low, high = wilson(wins, n)
    return Strength(wins / n, f"wins {wins / n:.1%} [{low:.1%}, {high:.1%}] of {n} games against {rival}", low)
