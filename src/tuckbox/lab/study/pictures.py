"""The pictures of a study, as SVG that stands in the page. Matplotlib draws them: it is the plotting library kept longest
and best, needs no browser and no network, and its SVG is text. Its colours are replaced by those of the page, light or
dark; nothing is told by colour alone.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from tuckbox.run.extras import extra

_COLOURS = {
    "#010101": "var(--ink)",
    "#020202": "var(--quiet)",
    "#030303": "var(--line)",
    "#040404": "var(--one)",
    "#050505": "var(--two)",
    "#060606": "var(--three)",
    "#070707": "var(--sheet)",
}
INK, QUIET, LINE, ONE, TWO, THREE, SHEET = _COLOURS
_SEATS = (("-", "o", ONE), ("--", "s", TWO), (":", "^", THREE), ("-.", "D", INK), ((0, (1, 4)), "v", QUIET), ("-", "x", INK))
WIDTH = 4.7
_FEW, _LONG = 12, 50
"""Maximum number of values that are all named on an axis; number of letters from which their names stand aslant."""


def _picture(draw: Callable[[Any], None], height: float, label: str, columns: int = 1) -> str:
    """The picture that `draw` puts onto its axes, as SVG."""
    plt = extra("matplotlib.pyplot", "lab")
    extra("matplotlib", "lab").use("svg")
    style = {
        "svg.fonttype": "none",
        "svg.hashsalt": "tuckbox",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
        **dict.fromkeys(("axes.edgecolor", "grid.color"), LINE),
    }
    with plt.rc_context(style):
        figure, axes = plt.subplots(1, columns, figsize=(WIDTH, height), sharey=True, layout="constrained")
        draw(axes)
        for each in [axes] if columns == 1 else axes:
            each.tick_params(length=0)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        plt.close(figure)
    return _ours(file.getvalue(), label)


def _ours(svg: str, label: str) -> str:
    """The SVG without what a page has no use for, in the page's colours, with what it says in words."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', "", svg, count=1)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    for colour, ours in _COLOURS.items():
        svg = svg.replace(colour, ours)
    return re.sub(r"\n\s*", "\n", svg)


def shares(rows: Sequence[dict[str, Any]], even: float, label: str) -> str:
    """Shares of wins with their intervals, and the line of an even share."""

    def draw(axes: Any) -> None:
        places = range(len(rows) - 1, -1, -1)
        axes.axvline(even, color=QUIET, linestyle="--", linewidth=1)
        axes.annotate("even", (even, 1.02), xycoords=("data", "axes fraction"), ha="center", color=QUIET, fontsize=8)
        for place, row in zip(places, rows, strict=True):
            axes.plot([row["low"], row["high"]], [place, place], color=ONE, linewidth=2.2, solid_capstyle="butt")
            axes.plot([row["share"]], [place], "o", color=ONE, markersize=6)
            axes.annotate(f"{row['share']:.1%}", (row["share"], place), (0, 6), textcoords="offset points", ha="center")
        axes.set_yticks(list(places), [row["name"] for row in rows])
        axes.set_ylim(-0.6, len(rows) - 0.1)
        axes.margins(x=0.12)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(axis="x", linewidth=0.5)
        axes.spines["left"].set_visible(False)

    return _picture(draw, 0.9 + 0.36 * len(rows), label)


def curve(names: Sequence[str], means: Sequence[Any], label: str, *, share: bool, even: float | None) -> str:
    """Means with their intervals over the values of what is varied, which lie as numbers do if they are numbers."""

    def draw(axes: Any) -> None:
        numbers = all(name.isdigit() for name in names)
        at = [int(name) for name in names] if numbers else list(range(len(names)))
        if even is not None:
            axes.axhline(even, color=QUIET, linestyle="--", linewidth=1)
            axes.annotate("even", (1, even), (2, 2), xycoords=("axes fraction", "data"), textcoords="offset points",
                          ha="right", color=QUIET, fontsize=8)  # fmt: skip
        lows, highs = ([getattr(mean, end) for mean in means] for end in ("low", "high"))
        axes.vlines(at, lows, highs, color=ONE, linewidth=2.2)
        axes.plot(at, [mean.mean for mean in means], "o", color=ONE, markersize=5, linestyle="-" if numbers else "none",
                  linewidth=1)  # fmt: skip
        if not numbers or len(names) <= _FEW:
            axes.set_xticks(at, names, rotation=30 if sum(map(len, names)) > _LONG else 0)
        if share:
            axes.yaxis.set_major_formatter(
                lambda value, _: f"{value:.1%}" if max(highs) - min(lows) < 0.1 else f"{value:.0%}"
            )
        axes.margins(x=0.06, y=0.12)
        axes.grid(axis="y", linewidth=0.5)

    return _picture(draw, 2.4, label)


def lengths(histogram: dict[str, Any], median: float, label: str) -> str:
    """A histogram of the lengths of games."""

    def draw(axes: Any) -> None:
        edges, counts = histogram["edges"], histogram["counts"]
        total = max(1, sum(counts))
        axes.bar(edges[:-1], [count / total for count in counts], [b - a for a, b in pairwise(edges)],
                 align="edge", color=ONE, edgecolor=SHEET, linewidth=0.5)  # fmt: skip
        axes.axvline(median, color=INK, linestyle="--", linewidth=1)
        axes.annotate(f" median {median:.0f}", (median, 1), xycoords=("data", "axes fraction"), va="top")
        axes.set_xlabel("decisions in a game")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.grid(axis="y", linewidth=0.5)
        axes.set_axisbelow(True)

    return _picture(draw, 2.5, label)


def fan(bands: Sequence[Sequence[float]], label: str) -> str:
    """The chance of who wins in the end, through the games: median and bands."""

    def draw(axes: Any) -> None:
        p5, p25, p50, p75, p95 = bands
        at = [i / (len(p50) - 1) for i in range(len(p50))]
        axes.fill_between(at, p5, p95, color=ONE, alpha=0.18, linewidth=0)
        axes.fill_between(at, p25, p75, color=ONE, alpha=0.32, linewidth=0)
        axes.plot(at, p50, color=ONE, linewidth=2)
        for line, text in ((p95, "95%"), (p50, "median"), (p5, "5%")):
            axes.annotate(text, (at[13], line[13]), (0, 3), textcoords="offset points", fontsize=8)
        _through_a_game(axes)
        axes.set_ylabel("chance of the later winner")

    return _picture(draw, 2.7, label)


def _through_a_game(axes: Any) -> None:
    """Axes of chances from the deal to the end."""
    axes.set_ylim(0, 1.02)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["deal", "half", "end"])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.grid(axis="y", linewidth=0.5)


def single(games: Sequence[Any], label: str) -> str:
    """Three games side by side: the chances of all seats."""

    def draw(axes: Any) -> None:
        for plot, game, title in zip(axes, games, ("a calm one", "a usual one", "a wild one"), strict=True):
            at = [i / (len(game) - 1) for i in range(len(game))]
            for seat in range(len(game[0])):
                style, mark, colour = _SEATS[seat % len(_SEATS)]
                line = [row[seat] for row in game]
                plot.plot(at, line, linestyle=style, color=colour, linewidth=1.5, marker=mark, markevery=6, markersize=4,
                          label=f"seat {seat + 1}")  # fmt: skip
            plot.set_title(title, fontsize=9)
            _through_a_game(plot)
            plot.set_xticks([0, 1], ["deal", "end"])
        axes[0].figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)

    return _picture(draw, 2.6, label, columns=3)


def branching(rows: Sequence[dict[str, Any]], label: str) -> str:
    """The number of legal actions, through a game."""

    def draw(axes: Any) -> None:
        at = [row["at"] for row in rows]
        low, middle, high = ([row["quartiles"][i] for row in rows] for i in range(3))
        axes.fill_between(at, low, high, color=ONE, alpha=0.25, linewidth=0, step="mid")
        axes.plot(at, middle, color=ONE, linewidth=2, drawstyle="steps-mid", label="median, and the middle half")
        axes.plot(at, [row["mean"] for row in rows], color=INK, linestyle=":", marker="o", markersize=3, label="mean")
        axes.set_ylim(0)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.5, 1], ["deal", "half", "end"])
        axes.set_ylabel("legal actions")
        axes.grid(axis="y", linewidth=0.5)
        axes.legend(frameon=False, fontsize=8)

    return _picture(draw, 2.4, label)


def ladder(rungs: Sequence[dict[str, Any]], step: float, label: str) -> str:
    """The bots by strength, steps of 75% as lines."""

    def draw(axes: Any) -> None:
        for place, rung in enumerate(rungs):
            axes.plot([rung["low"] / step, rung["high"] / step], [place, place], color=ONE, linewidth=2.2)
            axes.plot([rung["rating"] / step], [place], "o", color=ONE, markersize=6)
        axes.set_yticks(range(len(rungs)), [rung["bot"] for rung in rungs])
        axes.set_xlabel("steps above random, each won 3 times in 4")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="x", linewidth=0.7)
        axes.spines["left"].set_visible(False)

    return _picture(draw, 0.9 + 0.3 * len(rungs), label)


def heat(rows: Sequence[dict[str, Any]], label: str) -> str:
    """Associations with winning: things by the third of the game in which something was done about them. The cells have
    their numbers, and the shade is the size of the difference."""

    def draw(axes: Any) -> None:
        heads = ["early", "middle", "late", "ever", "held"]
        most = max([0.05, *(abs(cell["gap"]) for row in rows for cell in _cells(row) if cell)])
        for place, row in enumerate(reversed(rows)):
            for column, cell in enumerate(_cells(row)):
                if cell is None or not cell["seats"]:
                    axes.text(column, place, "\u00b7", ha="center", va="center", color=QUIET)
                    continue
                sure = cell["low"] > 0 or cell["high"] < 0
                colour = ONE if cell["gap"] > 0 else TWO
                axes.add_patch(_box(column, place, colour, 0.1 + 0.5 * abs(cell["gap"]) / most if sure else 0.03))
                weight = "bold" if sure else "normal"
                axes.text(
                    column, place, f"{100 * cell['gap']:+.0f}", ha="center", va="center", fontweight=weight, fontsize=8
                )
        axes.set_xticks(range(len(heads)), heads)
        axes.xaxis.tick_top()
        axes.set_yticks(range(len(rows)), [row["thing"] for row in reversed(rows)])
        axes.set_xlim(-0.5, len(heads) - 0.5)
        axes.set_ylim(-0.5, len(rows) - 0.5)
        for spine in axes.spines.values():
            spine.set_visible(False)

    return _picture(draw, 0.5 + 0.23 * len(rows), label)


def _cells(row: dict[str, Any]) -> list[dict[str, Any] | None]:
    return [*row["by_phase"], row, row.get("held")]


def _box(column: float, place: float, colour: str, alpha: float) -> Any:
    patches = extra("matplotlib.patches", "lab")
    return patches.Rectangle((column - 0.48, place - 0.46), 0.96, 0.92, color=colour, alpha=alpha, linewidth=0)
