"""Positions that ask for memory, put before a candidate.

A player that is asked in words gets the whole log since the deal, but a table on which cards that were shown long before are
backs like any other. A bot gets its view, which forgets nothing: so it shows what can be had.
"""

from __future__ import annotations

import msgspec
import numpy as np

from tuckbox.bots.bots import Bot, Policy
from tuckbox.errors import ActionError
from tuckbox.kit.plain import blend
from tuckbox.lab.asked import Asked
from tuckbox.lab.exam.positions import CLOSER, Place, Position, forgotten, long_known, old_cards
from tuckbox.lab.programs import asked_of
from tuckbox.lab.traces import match_of
from tuckbox.match.match import Match
from tuckbox.run.blocks import Arrays, Block, Setting


def ask(block: Block) -> Arrays:
    """A candidate's answers: rows of whether it did what those do who know, or who do not, and what share of the difference
    it got (from -1 to 1)."""
    positions = msgspec.convert(block.more["positions"], list[Position])
    with asked_of(block) as asked:
        found = [_scored(block, position, *_answer(block, position, asked.get(0))) for position in positions]
    return {"asked": np.array(found, np.float64).reshape(-1, 3)}


def arrived(setting: Setting, seed: int, position: Position) -> tuple[Match, set[Place]]:
    """The match at a position, and the cards its seat knows for long."""
    match, since = match_of(setting, seed, position.number), dict[Place, int]()
    for move in position.played:
        seat, _, action = move.partition(" ")
        if int(seat) == position.seat:
            _, since = old_cards(match, position.seat, since)
        match.play(action, int(seat))
    _, since = old_cards(match, position.seat, since)
    return match, long_known(match, since)


def _answer(block: Block, position: Position, asked: Asked | None) -> tuple[Match, int | None]:
    """The match at a position and what the candidate does there; None where it gives no action."""
    match, old = arrived(block.setting, block.seed, position)
    if asked is None:
        bot = Bot(Policy.parse(block.bots[0]), match.game, blend(block.seed, position.number) >> 1)
        return match, bot.choose(match.view(position.seat, log=False))
    try:
        return match, asked.choose(match, position.seat, forgotten(match.view(position.seat), old))
    except ActionError:
        return match, None


def _scored(block: Block, position: Position, match: Match, action: int | None) -> tuple[float, float, float]:
    """Value of an answer between the two actions of a position."""
    text = "" if action is None else match.game.actions.text(action)
    if text in (position.best, position.forgetful):
        return float(text == position.best), float(text == position.forgetful), float(text == position.best)
    if action is None:
        return 0.0, 0.0, -1.0
    bot = Bot(Policy.parse(f"search:{CLOSER * block.more['effort']}"), match.game, blend(position.number, action) >> 1)
    worth = bot.weigh(match.view(position.seat, log=False), action).worth
    low, high = position.forgetful_worth, position.best_worth
    return 0.0, 0.0, float(np.clip((worth - low) / (high - low), -1, 1))
