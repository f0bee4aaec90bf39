"""A project of one's own: Crazy Eights in a folder, to be edited."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

EIGHTS = Path(__file__).parents[1] / "examples" / "eights"
NUMBERS = count()


class Project:
    """A copy of Crazy Eights under a name of its own."""

    def __init__(self, folder: Path) -> None:
        self.name = f"eights_{next(NUMBERS)}"
        self.folder, self.package = folder, folder / f"tuckbox_{self.name}"
        shutil.copytree(EIGHTS / "tuckbox_eights", self.package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(EIGHTS / "pyproject.toml", folder)
        for file in [folder / "pyproject.toml", *self.package.glob("*.py")]:
            text = file.read_text("utf-8").replace("tuckbox_eights", self.package.name)
            named = text.replace('name="eights"', f'name="{self.name}"').replace("\neights =", f"\n{self.name} =")
            file.write_text(named, "utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace something in a file."""
        path = self.package / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
