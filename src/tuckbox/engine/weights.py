"""The plain format of what has been learnt about a game: a header that can be read, then whole numbers.

A file lies in the folder ``weights`` of its game, one of each kind for each number of players: a ``belief`` says what rivals
may hold (`tuckbox.engine.worlds.belief`), a ``network`` gives a policy and values (`tuckbox.engine.think.network`).
Its header names the rules and settings it fits, how it was made, and how strong it was then; it may say how often the best
``counter`` wins against it. Rows of zeros are left out; numbers are divided by the scale as they are read. A network for
several settings has a row of ``option_weights`` for each value of the options in which they differ, in the order of the
header. Its policy counts the seats that actions name from the one to decide.

    tuckbox belief 1
    game whipsaw
    rules 0123456789abcdef
    inputs 0123456789abcdef
    players 3
    option decks one
    made tuckbox train whipsaw --players 3 --seed 1
    strength picked 0.215 of 2.079, above 0.972
    scale 512

    net 0
    cards 3 12 -7 0 ...
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tuckbox.definition.game import Game
from tuckbox.definition.planes import observed_text
from tuckbox.engine.memory import MOST_READ, UNITS, WIDTH
from tuckbox.engine.traits import traits_text, widths
from tuckbox.errors import WeightsError

VERSION = 1
SCALE = 512
MOST_BYTES = 1 << 20
_DIGITS = 9
_MOST = 10**_DIGITS - 1
"""Maximum of a number in a file."""

Net = Mapping[str, NDArray[Any]]
Kind = Literal["belief", "network"]
_IMPORTS = re.compile(r"^from .*? import (?:\([^)]*\)|.*)\n", re.MULTILINE)
KINDS: tuple[Kind, ...] = ("belief", "network")
_FIRST = {f"tuckbox {kind} {VERSION}": kind for kind in KINDS}


@dataclass(frozen=True)
class Weights:
    """Networks, and where they come from: `rules` and `inputs` are hashes, `options` the values of each option that games
    were played with."""

    kind: Kind
    game: str
    rules: str
    inputs: str
    players: int
    options: Mapping[str, tuple[str, ...]]
    made: str
    strength: str
    nets: Sequence[Net] = field(repr=False)
    counter: str = ""
    """The share of games that the best counter wins, where one was looked for."""

    def covers(self, options: Mapping[str, Any]) -> bool:
        """Whether they were learnt with such options."""
        return all(str(value) in self.options.get(name, ()) for name, value in options.items())

    def text(self) -> str:
        """The file. Raises `WeightsError` for numbers that cannot be written, of a training that diverged."""
        lines = [f"tuckbox {self.kind} {VERSION}", f"game {self.game}", f"rules {self.rules}", f"inputs {self.inputs}"]
        lines += [f"players {self.players}", *(f"option {name} {' '.join(values)}" for name, values in self.options.items())]
        lines += [f"made {self.made}", f"strength {self.strength}"]
        lines += [*([f"counter {self.counter}"] if self.counter else []), f"scale {SCALE}", ""]
        for number, net in enumerate(self.nets):
            lines.append(f"net {number}")
            for name in sorted(net):
                if not (np.abs(net[name]) < _MOST / SCALE).all():
                    raise WeightsError(f"the weights of {self.game} have numbers in {name} that cannot be written")
                for place, row in enumerate(np.atleast_2d(np.rint(net[name] * SCALE).astype(int))):
                    if row.any():
                        lines.append(f"{name} {place} {' '.join(map(str, row))}")
        return "\n".join([*lines, ""])


def rounded(net: Net) -> dict[str, NDArray[Any]]:
    """The numbers of a network as they can be written."""
    return {name: np.rint(row * SCALE) / SCALE for name, row in net.items()}


def differing(options: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """The options in which settings differ, with each of their values.

    >>> differing({"edition": ("classic", "royal"), "ranks": ("13",)})
    [('edition', 'classic'), ('edition', 'royal')]
    """
    return [(name, value) for name, values in options.items() if len(values) > 1 for value in values]


def told_options(options: Mapping[str, tuple[str, ...]], played: Mapping[str, Any]) -> list[int]:
    """The rows of ``option_weights`` by which a network is told the options that are played."""
    return [row for row, (name, value) in enumerate(differing(options)) if str(played.get(name)) == value]


def with_options(net: Net, told: Sequence[int]) -> Net:
    """A network that need be told no options. These are the same in a whole game, so what their rows add to the first
    layer is added to its bias once."""
    rest = {name: values for name, values in net.items() if name != "option_weights"}
    return {**rest, "bias1": net["bias1"] + net["option_weights"][list(told)].sum(0)} if len(told) else rest


def retold(net: Net, before: Mapping[str, tuple[str, ...]], options: Mapping[str, tuple[str, ...]]) -> Net:
    """A network that was told the options of `before`, to be told those of `options`; in settings that it knows it plays as
    it did. A new value counts as the first that it knows of that option; an option in which settings differ no longer is
    told once and for all, as `with_options` does."""
    known: dict[tuple[str, str], NDArray[Any]] = dict(zip(differing(before), net.get("option_weights", ()), strict=True))
    first = {name: known[name, values[0]] for name, values in before.items() if (name, values[0]) in known}
    zeros: NDArray[Any] = np.zeros_like(net["bias1"])
    new = differing(options)
    settled = [name for name in first if all(name != other for other, _ in new)]

    def row(name: str, value: str) -> NDArray[Any]:
        return known.get((name, value), first.get(name, zeros))

    bias = sum((row(name, options.get(name, ("",))[0]) for name in settled), net["bias1"])
    rest = {name: values for name, values in net.items() if name != "option_weights"}
    rows = {"option_weights": np.stack([row(*pair) for pair in new])} if new else {}
    return {**rest, "bias1": bias, **rows}


@cache
def inputs_hash(game: Game, kind: Kind) -> str:
    """Hash of what the numbers of a game's networks mean: blind to where the words are defined that read them."""
    layout, hints = game.layout, game.observe
    if kind == "belief":
        text = traits_text(layout, hints)
    else:
        actions = [game.actions.text(action) for action in range(game.actions.size)]
        counted = ["seats counted from the one to decide"] if game.actions.name_seats else []
        text = "\n".join([observed_text(layout, hints, game.actions.size), *actions, *counted])
    return hashlib.sha256(_IMPORTS.sub("", text).encode()).hexdigest()[:16]


def folder(game: Game) -> Path:
    """Folder of a game's weights."""
    return game.folder / "weights"


def path_of(game: Game, players: int, kind: Kind) -> Path:
    """The file for a number of players."""
    return folder(game) / f"{kind}-{players}.txt"


def blank_net(game: Game, kind: Kind, options: int = 0) -> dict[str, NDArray[Any]]:
    """A network of zeroes, which is told of so many values of `options`."""
    wide, cards, actions, seats = widths(game), max(1, len(game.layout.deck)), game.actions.size, game.layout.seats
    shapes: dict[str, tuple[int, ...]]
    if kind == "belief":
        rows = {"common_shift": wide.common, "common_gain": wide.common, "own_shift": wide.own, "own_gain": wide.own}
        shapes = {
            "shift": (UNITS,),
            "gain": (UNITS,),
            **{name: (n, UNITS) for name, n in rows.items()},
            "cards": (cards, UNITS),
        }
    else:
        rows = {"weights1": wide.inputs, "weights2": WIDTH, "policy_weights": actions, "value_weights": seats}
        shapes = {"bias1": (WIDTH,), "bias2": (WIDTH,), "policy_bias": (actions,), "value_bias": (seats,)}
        rows |= {"option_weights": options} if options else {}
        shapes |= {"prior_exponent": (1,), **{name: (n, WIDTH) for name, n in rows.items()}}
    return {name: np.zeros(shape) for name, shape in shapes.items()}


def packed(net: Net) -> dict[str, NDArray[Any]]:
    """A network as compiled rules read it: of the rows for inputs those that are not zero, and which goes with which
    input."""
    there = np.nonzero(np.any(net["weights1"], axis=1))[0]
    reads = np.zeros(len(net["weights1"]), np.int16)
    reads[there] = 1 + np.arange(len(there))
    return {**net, "weights1": net["weights1"][there], "input_rows": reads}


def read(game: Game, text: str) -> Weights:
    """Weights for a game from the text of a file. Raises `WeightsError` where it is not well made, or is for another game
    or other rules."""
    weights = parse(game, text)
    if wrong := misfit(game, weights):
        raise WeightsError(wrong)
    return weights


def misfit(game: Game, weights: Weights) -> str:
    """In what weights differ from what a game is today, its rules or the inputs of its networks; empty where in nothing."""
    inputs = inputs_hash(game, weights.kind)
    rules = f"other rules ({weights.rules}, today's are {game.hash})" if weights.rules != game.hash else ""
    looks = f"other inputs ({weights.inputs}, today's are {inputs})" if weights.inputs != inputs else ""
    if weights.game != game.name:
        return f"these weights are for {weights.game[:40]!r}, not {game.name!r}"
    return f"the weights of {game.name} are for {' and '.join(filter(None, (rules, looks)))}" if rules or looks else ""


def digest_of(data: bytes) -> str:
    """Names what is in a file of weights."""
    return hashlib.sha256(data).hexdigest()[:8]


def parse(game: Game, text: str, head: bool = False) -> Weights:
    """Weights as they stand in a file, whatever rules they are for, or their `head` only. Raises `WeightsError` where it is
    not well made."""
    lines = (text.partition("\n\n")[0] if head else text).split("\n")
    if lines[0] not in _FIRST:
        other = f", but {lines[0][:40]!r}" if lines[0][:40].isprintable() and lines[0] else ""
        raise WeightsError(f"this is no file of weights: its first line is not {' or '.join(map(repr, _FIRST))}{other}")
    kind = _FIRST[lines[0]]
    end = lines.index("") if "" in lines else len(lines)
    given: dict[str, str] = {}
    options: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines[1:end], 2):
        key, _, value = line.partition(" ")
        if key == "option":
            name, *values = value.split(" ")
            options[name] = tuple(values)
        elif key in given or key not in (*_HEADER, "counter"):
            raise WeightsError(f"weights have no line {line[:40]!r} here", number)
        else:
            given[key] = value
    missing = [key for key in _HEADER if key not in given]
    if missing:
        raise WeightsError(f"weights must say their {missing[0]!r}")
    if not head and given["game"] == game.name and given["inputs"] == inputs_hash(game, kind):
        nets = list(_nets(game, kind, len(differing(options)), lines, end + 1, _number(given["scale"], 0)))
    else:
        nets = []  # what they mean nobody knows; who reads refuses them
    said = (given["game"], given["rules"], given["inputs"], _number(given["players"], 0), options)
    return Weights(kind, *said, given["made"], given["strength"], nets, given.get("counter", ""))


_FORMER = {
    "units": "weights1", "felts": "weights2", "actions": "policy_weights", "hopes": "value_weights", "unit_shift": "bias1",
    "felt_shift": "bias2", "action_shift": "policy_bias", "hope_shift": "value_bias", "trust": "prior_exponent",
}  # fmt: skip
"""Names of rows as files had them until November 2026, with today's."""
_HEADER = ("game", "rules", "inputs", "players", "made", "strength", "scale")


def _number(text: str, line: int) -> int:
    sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        raise WeightsError(f"{text[:20]!r} is no whole number", line)
    return sign * int(digits)


def _nets(game: Game, kind: Kind, options: int, lines: list[str], first: int, scale: int) -> Iterator[Net]:
    """The networks, from a line on."""
    if scale < 1:
        raise WeightsError("the scale of weights is 1 or more")
    wanted = widths(game).nets if kind == "belief" else 1
    nets: list[dict[str, NDArray[Any]]] = []
    for number, line in enumerate(lines[first:], first + 1):
        if not line:
            continue
        name, *texts = line.split(" ")
        name = _FORMER.get(name, name)
        if name == "net":
            if len(nets) == wanted:  # each takes a thousand times the memory of its line
                raise WeightsError(f"{game.name} needs {wanted} networks, no more", number)
            nets.append(blank_net(game, kind, options))
            continue
        if not nets or name not in nets[-1] or len(texts) != 1 + nets[-1][name].shape[-1]:
            raise WeightsError(f"weights have no line {line[:40]!r} here", number)
        place, *row = (_number(text, number) for text in texts)
        rows = np.atleast_2d(nets[-1][name])  # a view also of a single row
        if not 0 <= place < len(rows):
            raise WeightsError(f"{name} has no row {place}", number)
        rows[place] = np.array(row) / scale
    if len(nets) != wanted:
        raise WeightsError(f"{game.name} needs {wanted} networks, not {len(nets)}")
    if kind == "network" and np.any(nets[0]["weights1"], axis=1).sum() > MOST_READ:
        raise WeightsError(f"a network takes notice of at most {MOST_READ} numbers of an observation")
    yield from nets


def text_of(path: Path) -> str:
    """The text of a file. What is no UTF-8 is refused when it is parsed, as anything else that is out of place."""
    return path.read_text("utf-8", "replace")


@cache
def load(game: Game, players: int, kind: Kind) -> Weights | None:
    """The weights a game ships for a number of players; None where it ships none. Raises `WeightsError`."""
    path = path_of(game, players, kind)
    if not path.exists():
        return None
    weights = read(game, text_of(path))
    if weights.kind != kind:
        raise WeightsError(f"{path.name} holds a {weights.kind}")
    return weights
