"""Shares of wins before and after a deck was tuned, as a picture for the book: ``python -m docs.pictures.decks``.

The figures lie in ``decks.csv``, a row for each, as parts of a fair share with half the width of a 95% interval. The page
that shows the picture names the commands they come from.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).parent
LEFT, SCALE, STEP, TOP = 190, 520, 30, 44
LOW, HIGH = 0.6, 1.6
OLD, NEW, BAND, INK = "#b8560f", "#1f7a78", "#e3e8d8", "#2c2111"
Row = Mapping[str, str]


def x(share: float) -> float:
    """Where a share stands."""
    return round(LEFT + SCALE * (share - LOW) / (HIGH - LOW), 1)


def mark(share: float, half: float, y: float, colour: str, hollow: bool) -> str:
    """A share with its interval."""
    fill = "#fff" if hollow else colour
    return (
        f'<path d="M{x(share - half)} {y}H{x(share + half)}" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x(share)}" cy="{y}" r="4.5" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
    )


def picture(rows: Sequence[Row]) -> str:
    """The rows as an SVG: hollow before, full after, behind them the band that is wanted.

    >>> row = {"of": "seat 1", "low": ".95", "high": "1.05", "old": "1.2", "old_half": ".1", "new": "1", "new_half": ".1"}
    >>> picture([row]).count("<circle")
    4
    """
    height = TOP + STEP * len(rows) + 26
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + SCALE + 20} {height}" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="{INK}">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
    ]
    for number, row in enumerate(rows):
        y = TOP + STEP * number
        low, high = x(float(row["low"])), x(float(row["high"]))
        parts.append(f'<rect x="{low}" y="{y - 13}" width="{round(high - low, 1)}" height="26" fill="{BAND}"/>')
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{row["of"]}</text>')
        parts.append(mark(float(row["old"]), float(row["old_half"]), y - 5, OLD, True))
        parts.append(mark(float(row["new"]), float(row["new_half"]), y + 5, NEW, False))
    foot = TOP + STEP * len(rows) + 4
    for tenth in range(round(10 * LOW), round(10 * HIGH) + 1):
        parts.append(f'<text x="{x(tenth / 10)}" y="{foot + 8}" text-anchor="middle">{tenth / 10:.1f}</text>')
    parts.append(f'<path d="M{x(1)} 26V{foot - 8}" stroke="{INK}" stroke-dasharray="3 3"/>')
    parts += [mark(LOW + 0.03, 0.02, 14, OLD, True), f'<text x="{x(LOW + 0.06)}" y="18">before</text>']
    parts += [mark(LOW + 0.23, 0.02, 14, NEW, False), f'<text x="{x(LOW + 0.26)}" y="18">now</text>']
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    """Draw a picture for each game of the table."""
    with (HERE / "decks.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for name in sorted({row["game"] for row in rows}):
        (HERE / f"decks-{name}.svg").write_text(picture([row for row in rows if row["game"] == name]), "utf-8")


if __name__ == "__main__":
    main()
