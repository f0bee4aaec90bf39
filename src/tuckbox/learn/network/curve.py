"""The course of a training as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tuckbox.files import written
from tuckbox.learn.network.train import TrainingProgress
from tuckbox.run.extras import extra

_SMOOTH = 20


def draw(progress: TrainingProgress, rival: str, path: Path) -> None:
    """Draw the score against a rival, and the entropy of the policy, over the rounds. Raises `OptionError` where Matplotlib
    is missing."""
    extra("matplotlib", "lab").use("svg")
    plt = extra("matplotlib.pyplot", "lab")
    figure, (above, below) = plt.subplots(2, 1, figsize=(7, 5), sharex=True, layout="constrained")
    rounds = np.arange(1, len(progress.scores) + 1)
    mine, theirs, games = np.array(progress.scores).T
    above.axhline(0.5, color="0.7", linewidth=1)
    above.plot(rounds, _smooth(mine * games) / np.maximum(_smooth((mine + theirs) * games), 1e-9), color="#1b6ca8")
    above.set_ylabel(f"part of the payoff\nbeside {rival}")
    below.plot(rounds, [each.entropy for each in progress.learnt], color="#b5651d")
    below.set_ylabel("entropy")
    below.set_xlabel(f"rounds ({progress.seconds / 60:.0f} minutes)")
    with written(path) as fresh:
        figure.savefig(fresh, format="svg", metadata={"Date": None})
    plt.close(figure)


def _smooth(row: np.ndarray) -> np.ndarray:
    """The sums of the last rounds up to each."""
    total = np.concatenate((np.zeros(1), np.cumsum(row)))
    ends = np.arange(1, len(total))
    smoothed: np.ndarray = total[ends] - total[np.maximum(0, ends - _SMOOTH)]
    return smoothed
