"""The recipe of the container, read: so that its steps can be run where there is no engine for containers."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "deploy" / "Containerfile"


class Step(NamedTuple):
    """A line of the recipe: an instruction and what follows it."""

    word: str
    rest: str

    @property
    def listed(self) -> list[str]:
        """What follows, where it is a list of words."""
        found: list[str] = json.loads(self.rest.removeprefix("CMD"))
        return found


def steps() -> list[Step]:
    """All steps of the recipe, in their order."""
    lines = (line for line in RECIPE.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return [Step(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def last(word: str) -> Step:
    """The last step with an instruction, which is the one that counts."""
    return [step for step in steps() if step.word == word][-1]


def environment() -> dict[str, str]:
    """What the recipe sets for the process."""
    return dict(pair.split("=", 1) for pair in shlex.split(last("ENV").rest))


def moved(text: str, root: Path) -> str:
    """A text of the recipe with its folders below another root."""
    return re.sub(r"(?<![\w.:/])/(?=(opt|src|var/lib/tuckbox)\b)", f"{root}/", text)


def copy_context(target: Path) -> None:
    """Copy what an engine would be given of this folder, by `.dockerignore`: nothing, but for what it names."""
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    first, *named = lines
    assert first == "*"
    left_out = shutil.ignore_patterns(*(line.removeprefix("**/") for line in named if not line.startswith("!")))
    for name in (line[1:] for line in named if line.startswith("!")):
        source, place = ROOT / name, target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, place, ignore=left_out)
        else:
            shutil.copy(source, place)
