"""The fullest tables of many random games, whose seeds are kept in a file: ``python -m tests.server.layout.fullest``.

A table is full by how much lies before the players, and busy by how many actions the viewer may choose from. Both kinds
are kept for each game and number of players, and how a match ended. When rules or scenes change the tables that are kept
are still tables of the game, only perhaps no longer the fullest ones: then search anew.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tuckbox import Match
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.errors import OptionError
from tuckbox.scene.parts import Board, Row, Scene, Stack

ROOT = Path(__file__).parents[3]
KEPT = Path(__file__).with_name("fullest.json")
GAMES = 200
"""Number of games that are searched for each number of players."""
_EVERY, _LONGEST = 5, 1000
"""Every fifth step is looked at, and a match is left when it goes on for a thousand."""
_OWN = ("whiplash", "keywhiz", "whipsaw", "jalopies")


class Kept(NamedTuple):
    """A position of a random match, and the seat that looks at it: what it is an example of, and how to come to it."""

    kind: str
    seed: int
    steps: int
    seat: int


def games() -> dict[str, Game]:
    """Our games, and every game in the folder of examples."""
    packages = sorted(path.parent.name for path in ROOT.glob("examples/*/tuckbox_*/rules.py"))
    examples = {name.removeprefix("tuckbox_"): import_module(name).GAME for name in packages}
    return {name: find_game(name) for name in _OWN} | examples


def tables(game: Game) -> list[int]:
    """The numbers of players that are looked at: the fewest, four, and the most."""
    allowed = [players for players in game.layout.players if _played(game, players)]
    return sorted({allowed[0], 4 if 4 in allowed else allowed[-1], allowed[-1]})


def _played(game: Game, players: int) -> bool:
    """Whether so many play it without asking for it by an option."""
    try:
        Match(game, players, seed=0)
    except OptionError:
        return False
    return True


def random_play(game: Game, players: int, seed: int) -> Iterator[Match]:
    """A match after each step of random play."""
    match, chance = Match(game, players, seed=seed), random.Random(seed)
    while True:
        yield match
        if match.done:
            return
        if match.between:
            match.deal()
            continue
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal(seat)), seat)


def position(game: Game, players: int, kept: Kept) -> Match:
    """The match that has been kept."""
    for match in random_play(game, players, kept.seed):
        if len(match.record().steps) == kept.steps:
            return match
    raise ValueError(f"a match of {game.name} with seed {kept.seed} no longer has {kept.steps} steps: search anew")


def fullness(scene: Scene) -> int:
    """Number of cards and pieces that lie apart, and of lines of text about them."""
    return sum(_in(part) for panel in scene.panels for part in panel.parts) + 2 * len(scene.hints) + 3 * bool(scene.moment)


def _in(part: Any) -> int:
    if isinstance(part, Row):
        return len(part.cards) + bool(part.note)
    if isinstance(part, Board):
        return sum(1 + len(space.tokens) for row in part.rows for space in row if space)
    return 1 + bool(part.note) if isinstance(part, Stack) else 1


def fullest(game: Game, players: int) -> list[Kept]:
    """The fullest and the busiest table of random games, and the fullest end of a match."""
    best: dict[str, tuple[int, Kept]] = {}
    for seed in range(GAMES):
        for at, match in enumerate(random_play(game, players, seed)):
            if at > _LONGEST:
                break
            ended = match.done or match.between
            if at % _EVERY and not ended:
                continue
            seat = seed % players if ended else match.waiting[0]
            scene = match.game.scene(match.view(seat, log=False))
            counts = {"over": fullness(scene)} if ended else {"full": fullness(scene), "busy": len(scene.notes)}
            for kind, count in counts.items():
                if count > best.get(kind, (-1,))[0]:
                    best[kind] = count, Kept(kind, seed, len(match.record().steps), seat)
    return [kept for _, kept in best.values()]


def kept() -> dict[str, dict[int, list[Kept]]]:
    """All that is kept, by game and number of players."""
    found = json.loads(KEPT.read_text("utf-8"))
    return {
        game: {int(players): [Kept(*each) for each in some] for players, some in by.items()} for game, by in found.items()
    }


def main() -> None:
    """Search, and keep what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these games; all others stay as they are")
    names = parser.parse_args().games or list(games())
    found = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for name in names:
        game = games()[name]
        found[name] = {str(players): fullest(game, players) for players in tables(game)}
        lines = [f" {json.dumps(game)}: {json.dumps(by)}" for game, by in sorted(found.items())]
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
