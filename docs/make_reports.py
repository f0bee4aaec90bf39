"""Makes the reports of our games that the book links, and the ladders: python docs/make_reports.py [--ladders] [GAME ...]

A report is what `tuckbox study GAME` writes, a ladder what `tuckbox arena GAME --markdown` prints, kept in `docs/arena.md`.
The same command gives the same figures, but for the time a move takes. With ``--ladders`` only these are made.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent
SEATS = {"whiplash": 2, "keywhiz": 2, "whipsaw": 3, "jalopies": 3}
FIELDS = {
    "whiplash": "random,greedy,learned:easy,learned,search:20,search:200",
    "keywhiz": "random,greedy,learned:easy,learned,search:20,search:20:bare",
    "whipsaw": "random,greedy,greedy:sly,learned:easy,learned,search:20",
    "jalopies": "random,greedy,learned:easy,learned,search:20,search:20:bare",
}
"""Who meets in a ladder: what plays some hundred games in minutes."""


def tuckbox(*asked: str) -> str:
    """What a command prints."""
    run = subprocess.run([sys.executable, "-m", "tuckbox.cli", *asked], check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout


def main(asked: list[str]) -> None:
    """Make those that are named, or all."""
    for name in [each for each in asked if each in SEATS] or SEATS:
        seats = ["--players", str(SEATS[name]), "--seed", "1"]
        if "--ladders" not in asked:
            tuckbox("study", name, *seats, "--games", "2000", "--out", str(DOCS / "reports"))
        table = tuckbox("arena", name, *seats, "--games", "600", "--bots", FIELDS[name], "--markdown")
        page = DOCS / "arena.md"
        text = page.read_text("utf-8")
        page.write_text(re.sub(rf"(### {name}\n).*?(?=\n### |\Z)", rf"\g<1>\n{table}", text, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
