"""A short run for another version of Python: what is shipped means the same there. Run it with the package installed.

It replays all golden records of our games, and holds every file of weights against the rules.
"""

from __future__ import annotations

import platform
from pathlib import Path

from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.engine.weights import folder, read
from tuckbox.match.match import Match
from tuckbox.match.record import Record


def main() -> None:
    """Raise what does not hold; print what was looked at."""
    records = weights = 0
    for name in installed():
        played = game(name)
        golden = Path(str(played.rules.__file__)).parent / "golden"
        for path in sorted(golden.glob("*.tuckbox")):
            record = Record.load(path)
            match = Match.from_record(record)
            assert str(match.record()) == path.read_text("utf-8"), path
            records += 1
        for path in sorted(folder(played).glob("*.txt")):
            read(played, path.read_text("utf-8"))
            weights += 1
    assert records, "golden records are part of the package"
    assert weights, "weights are part of the package"
    print(f"Python {platform.python_version()}: {records} golden records and {weights} files of weights hold")


if __name__ == "__main__":
    main()
