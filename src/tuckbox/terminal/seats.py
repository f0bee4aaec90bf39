"""The players at the table: people, and bots that know nothing of the deal."""

from __future__ import annotations

import getpass
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tuckbox.bots.bots import Bot, Policy, check_learnt
from tuckbox.bots.learnt import ships, unfit
from tuckbox.bots.ready import build
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.engine.endless import EndlessWatch
from tuckbox.engine.think.policies import LEARNED, SEARCH
from tuckbox.errors import OptionError
from tuckbox.match.match import NAMES, Match
from tuckbox.match.record import Seat
from tuckbox.numbers import counted

PERSON = "person"


@dataclass(frozen=True)
class Wish:
    """The match asked for: the number of players, the people and their names, the bots, the deal."""

    game: str
    players: int | None = None
    people: int | None = None
    names: Sequence[str] = ()
    bots: Sequence[str] = ()
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def new_match(wish: Wish) -> Match:
    """Deal a match as wished for. Raises `UnknownGame` or `OptionError`."""
    game = find_game(wish.game)
    people = max(len(wish.names), 1) if wish.people is None else wish.people
    if people < 0:
        raise OptionError(f"there cannot be {counted(people, 'person', 'people')}")
    if people < len(wish.names):
        given = counted(len(wish.names), "name is", "names are")
        raise OptionError(f"{given} given for {counted(people, 'person', 'people')}")
    players = wish.players if wish.players is not None else _enough(game, people + len(wish.bots), wish.options)
    players, _ = game.settle_options(players, wish.options)
    if people > players:
        raise OptionError(f"{people} people are too many for {players} players")
    names = _names(wish.names, people, players)
    kinds = [PERSON] * people + _bots(wish.bots or [rival(game, players)], players - people)
    seats = [Seat(name, kind) for name, kind in zip(names, kinds, strict=True)]
    with EndlessWatch(game.name, game.folder):
        return Match(game, players, seed=wish.seed, seats=seats, options=wish.options)


def _enough(game: Game, wanted: int, options: Mapping[str, Any]) -> int:
    """The smallest number of players that seats a number of people (or all it can) and goes with the options."""
    enough = [number for number in sorted(game.players) if number >= wanted] or [max(game.players)]
    return next((number for number in enough if game.allows(number, options)), enough[0])


def rival(game: Game, players: int) -> str:
    """The bot of a seat for which none is named: what has been learnt, which answers at once; else a search."""
    return "learned" if ships(game, players, "network") else "search:normal"


def _bots(names: Sequence[str], free: int) -> list[str]:
    """A bot for each free seat: the same for all, or as many as there are seats."""
    kinds = [Policy.parse(name).name for name in names]
    if len(kinds) == 1:
        return kinds * free
    if len(kinds) != free:
        raise OptionError(f"{counted(len(kinds), 'bot is', 'bots are')} named for {counted(free, 'seat')}")
    return kinds


def _names(given: Sequence[str], people: int, players: int) -> list[str]:
    """All names, each only once: people's own first, then invented ones."""
    names = list(given) or [_own_name()] * (people > 0)
    if len({name.casefold() for name in names}) < len(names):
        raise OptionError("two people of one name cannot be told apart")
    spare = [
        name
        for name in (*NAMES, *(f"Player {n + 1}" for n in range(players)))
        if name.casefold() not in map(str.casefold, names)
    ]
    return [*names, *spare][:players]


def _own_name() -> str:
    """The name under which the person has logged in."""
    try:
        return Seat(getpass.getuser().strip().capitalize()).name
    except (OSError, KeyError, ImportError, OptionError):
        return "You"


def bots_of(match: Match, mode: str = "") -> dict[int, Bot]:
    """A bot for each seat that is no person's, in a mode ("": that of its policy); their chance has nothing to do with the
    deal's. Raises `OptionError`."""
    policies = {number: Policy.parse(seat.player) for number, seat in enumerate(match.seats) if seat.player != PERSON}
    return {
        number: Bot(policy, match.game, _bot_seed(match, number), mode or policy.table_mode)
        for number, policy in policies.items()
    }


def unlearnt(match: Match, bots: Mapping[int, Bot]) -> str:
    """A sentence that bots play without what was learnt of the game since it does not fit, and why; empty where they need
    not. Raises `OptionError` where weights in a file, which a bot is to play by, do not fit."""
    policies = [bot.policy for bot in bots.values()]
    check_learnt(match.game, [policy for policy in policies if policy.source], match.players, match.options)
    learned = any(policy.kind in (LEARNED, SEARCH) and not policy.source for policy in policies)
    return unfit(match.game, match.players, match.options) if learned else ""


def _bot_seed(match: Match, seat: int) -> int:
    """Seed of a bot's chance: a secret of its own, or in an open deal one derived from the match's."""
    if match.source.is_open:
        digest = hashlib.sha256(f"tuckbox bot {match.source.seed} {seat}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1
    return secrets.randbits(63)


def make_ready(match: Match, bots: Mapping[int, Bot]) -> None:
    """Let the bots' compiled code be built now (once after an installation, seconds or minutes), not at their first move."""
    for bot in {bot.policy.kind: bot for bot in bots.values()}.values():
        build(match.game, bot.policy, match.players, match.options, bot.mode)
