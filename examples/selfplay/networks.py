"""Networks that play: from rows of numbers to preferences for actions and the expected result."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from tuckbox.adapters import vector

WIDE, WHOLE = 32, 64
SUITS, RANKS = 4, 13
CARDS = RANKS * SUITS


class Player:
    """A network over the rows of an environment; `look` is all that is asked of it."""

    parts: nn.ModuleDict

    def think(self, rows: Any) -> tuple[Any, Any]:
        """Preferences for the actions (n, a) and the value (n,) of some observations (n, k)."""
        raise NotImplementedError

    def look(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """A distribution over the legal actions (n, a) and the value (n,) of some observations (n, k)."""
        logits, values = self.think(rows)
        logits = logits.masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), values


class AnyPlayer(Player):
    """Three layers that know nothing of the game, for any of them."""

    def __init__(self, env: vector.Tables) -> None:
        size, actions = env.observations.shape[1], env.masks.shape[1]
        layers = {
            "first": nn.Linear(size, 2 * WHOLE), "second": nn.Linear(2 * WHOLE, 2 * WHOLE),
            "action": nn.Linear(2 * WHOLE, actions), "value": nn.Linear(2 * WHOLE, 1),
        }  # fmt: skip
        self.parts = nn.ModuleDict(layers)

    def think(self, rows: Any) -> tuple[Any, Any]:
        """Preferences and values."""
        net = self.parts
        whole = net["second"](net["first"](rows).relu()).relu()
        return net["action"](whole), net["value"](whole).squeeze(-1)


class PackPlayer(Player):
    """A network for games with a pack of 52 and actions that name its cards.

    It knows how observations are laid out, from their planes, and that a pack has suits and ranks. All cards share their
    weights: each is looked at with the others of its rank, with the card of its suit in the last rank, which may be special
    (the aces of Whiplash copy their suit), and with what all cards have in common.
    """

    def __init__(self, env: vector.Tables) -> None:
        actions = env.game.actions
        self.cards = [plane.start for plane in env.planes if plane.size == CARDS]
        self.rest = [i for plane in env.planes if plane.size != CARDS for i in range(plane.start, plane.start + plane.size)]
        self.of_cards = [int(family) for family in actions.families if family.size == CARDS]
        taken = {first + card for first in self.of_cards for card in range(CARDS)}
        self.others = [action for action in range(actions.size) if action not in taken]
        told = len(self.cards)
        layers = {
            "card": nn.Linear(told, WIDE), "rank": nn.Linear(told, WIDE), "last": nn.Linear(told, WIDE),
            "suits": nn.Linear(SUITS, WIDE), "ranks": nn.Linear(RANKS, WIDE), "rest": nn.Linear(len(self.rest), WIDE),
            "whole": nn.Linear(2 * WIDE, WHOLE), "again": nn.Linear(WIDE, WIDE), "back": nn.Linear(WHOLE, WIDE),
            "action": nn.Linear(WIDE, len(self.of_cards)), "other": nn.Linear(WHOLE, len(self.others)),
            "value": nn.Linear(WHOLE, 1),
        }  # fmt: skip
        self.parts = nn.ModuleDict(layers)

    def think(self, rows: Any) -> tuple[Any, Any]:
        """Preferences and values."""
        net, n = self.parts, len(rows)
        told = torch.stack([rows[:, at : at + CARDS] for at in self.cards], 2).view(n, RANKS, SUITS, -1)
        by_rank = net["rank"](told.sum(2)) + net["ranks"](torch.eye(RANKS))
        by_suit = net["last"](told[:, -1]) + net["suits"](torch.eye(SUITS)) + net["rest"](rows[:, self.rest]).unsqueeze(1)
        cards = (net["card"](told) + by_rank.unsqueeze(2) + by_suit.unsqueeze(1)).relu().view(n, CARDS, -1)
        whole = net["whole"](torch.cat([cards.mean(1), cards.amax(1)], 1)).relu()
        cards = (net["again"](cards) + net["back"](whole).unsqueeze(1)).relu()
        by_card = net["action"](cards)
        logits = torch.zeros(n, len(self.of_cards) * CARDS + len(self.others))
        for number, first in enumerate(self.of_cards):
            logits[:, first : first + CARDS] = by_card[:, :, number]
        logits[:, self.others] = net["other"](whole)
        return logits, net["value"](whole).squeeze(-1)


def player_for(env: vector.Tables) -> Player:
    """The network that fits a game: with a pack of 52, or any."""
    told = any(plane.size == CARDS for plane in env.planes)
    named = any(family.size == CARDS for family in env.game.actions.families)
    return PackPlayer(env) if told and named else AnyPlayer(env)
