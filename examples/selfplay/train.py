"""Learn Whiplash by playing against oneself, on the CPU, and meet the random and the greedy bot on the way.

    pip install -c constraints.txt -e '.[torch]'
    python examples/selfplay/train.py --minutes 18 --picture curve.svg

Proximal policy optimisation: all tables of the vector environment are stepped together and one network plays both seats. It
knows that a pack has suits and ranks and may have a special rank, the last; of the game it is told observations, masks and
who has won. The bots only measure it: it never learns from them.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from curve import Point, draw
from torch import nn

from tuckbox import game as find_game
from tuckbox.adapters import vector
from tuckbox.lab.stats import wilson

GAMMA, LAMBDA = 1.0, 0.95
CLIP, ENTROPY, EPOCHS, MINIBATCH, RATE = 0.2, 0.01, 2, 2048, 1e-3
WIDE, WHOLE = 32, 64
SUITS, RANKS = 4, 13
CARDS = RANKS * SUITS


class Player:
    """A network that plays: from a row of numbers to a preference for each action and the expected result.

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
        if not told:
            raise SystemExit(
                f"{env.game.title} is not played with a pack of {CARDS}: this network would have nothing to look at"
            )
        layers = {
            "card": nn.Linear(told, WIDE), "rank": nn.Linear(told, WIDE), "last": nn.Linear(told, WIDE),
            "suits": nn.Linear(SUITS, WIDE), "ranks": nn.Linear(RANKS, WIDE), "rest": nn.Linear(len(self.rest), WIDE),
            "whole": nn.Linear(2 * WIDE, WHOLE), "again": nn.Linear(WIDE, WIDE), "back": nn.Linear(WHOLE, WIDE),
            "action": nn.Linear(WIDE, len(self.of_cards)), "other": nn.Linear(WHOLE, len(self.others)),
            "value": nn.Linear(WHOLE, 1),
        }  # fmt: skip
        self.parts = nn.ModuleDict(layers)

    def look(self, rows: Any, masks: Any) -> tuple[Any, Any]:
        """A distribution over the actions (n, a) and the value (n,) of some observations (n, k)."""
        net, n = self.parts, len(rows)
        told = torch.stack([rows[:, at : at + CARDS] for at in self.cards], 2).view(n, RANKS, SUITS, -1)
        by_rank = net["rank"](told.sum(2)) + net["ranks"](torch.eye(RANKS))
        by_suit = net["last"](told[:, -1]) + net["suits"](torch.eye(SUITS)) + net["rest"](rows[:, self.rest]).unsqueeze(1)
        cards = (net["card"](told) + by_rank.unsqueeze(2) + by_suit.unsqueeze(1)).relu().view(n, CARDS, -1)
        whole = net["whole"](torch.cat([cards.mean(1), cards.amax(1)], 1)).relu()
        cards = (net["again"](cards) + net["back"](whole).unsqueeze(1)).relu()
        by_card = net["action"](cards)
        logits = torch.zeros(masks.shape)
        for number, first in enumerate(self.of_cards):
            logits[:, first : first + CARDS] = by_card[:, :, number]
        logits[:, self.others] = net["other"](whole)
        logits = logits.masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), net["value"](whole).squeeze(-1)


@dataclass
class Batch:
    """What was played, flattened: n decisions."""

    rows: Any
    masks: Any
    actions: Any
    logs: Any
    advantages: Any
    results: Any


def play(env: vector.Tables, player: Player, steps: int) -> Batch:
    """Play on at all tables and gather every decision with what came of it for the seat that made it."""
    kept: dict[str, list[Any]] = {
        name: [] for name in ("rows", "masks", "actions", "logs", "values", "seats", "paid", "ended")
    }
    for _ in range(steps):
        rows, masks = torch.from_numpy(env.observations).clone(), torch.from_numpy(env.masks).clone()
        seats = env.seats.copy()
        with torch.no_grad():
            choice, values = player.look(rows, masks)
            actions = choice.sample()
            logs = choice.log_prob(actions)
        batch = env.step(actions.numpy())
        ended = batch.terminated | batch.truncated
        made = (rows, masks, actions, logs, values.numpy(), seats, relative(batch.rewards), ended.copy())
        for part, value in zip(kept.values(), made, strict=True):
            part.append(value)
    with torch.no_grad():
        last = player.look(torch.from_numpy(env.observations), torch.from_numpy(env.masks))[1].numpy()
    advantages = credit(kept["values"], kept["seats"], kept["paid"], kept["ended"], last, env.seats)
    flat = {name: torch.cat(kept[name]) for name in ("rows", "masks", "actions", "logs")}
    gained = torch.from_numpy(advantages).flatten()
    return Batch(**flat, advantages=gained, results=gained + torch.from_numpy(np.stack(kept["values"])).flatten())


def relative(rewards: Any) -> Any:
    """What each seat got, less what the others did: to win is 1, to lose -1."""
    return 2 * rewards - rewards.sum(axis=1, keepdims=True)


def credit(values: list[Any], seats: list[Any], paid: list[Any], ended: list[Any], last: Any, last_seats: Any) -> Any:
    """Generalised advantages (steps, n): how much better a decision turned out than expected.

    Seats take turns at a table, so each has a thread of its own: a decision leads to the next one of the same seat. Where
    the play was broken off, the seat to decide expects `last` and the other one the opposite.
    """
    tables = np.arange(len(last))
    ahead = np.repeat(-last[:, None], 2, axis=1)  # by table and seat: the value of the next decision,
    ahead[tables, last_seats] = last
    gain, due = np.zeros_like(ahead), np.zeros_like(ahead)  # its advantage, and what has been paid since
    advantages = np.zeros((len(values), len(last)), np.float32)
    for step in reversed(range(len(values))):
        over, seat = ended[step], seats[step]
        ahead[over], gain[over], due[over] = 0, 0, paid[step][over]
        surprise = due[tables, seat] + GAMMA * ahead[tables, seat] - values[step]
        advantages[step] = surprise + GAMMA * LAMBDA * gain[tables, seat]
        ahead[tables, seat], gain[tables, seat], due[tables, seat] = values[step], advantages[step], 0
    return advantages


def learn(player: Player, optimiser: Any, batch: Batch) -> None:
    """Make what turned out well likelier, not too much at once."""
    n = len(batch.actions)
    advantages = (batch.advantages - batch.advantages.mean()) / (batch.advantages.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(n).split(MINIBATCH):
            choice, values = player.look(batch.rows[part], batch.masks[part])
            ratio = (choice.log_prob(batch.actions[part]) - batch.logs[part]).exp()
            gained = advantages[part]
            better = torch.min(ratio * gained, ratio.clamp(1 - CLIP, 1 + CLIP) * gained).mean()
            loss = 0.5 * (values - batch.results[part]).square().mean() - better - ENTROPY * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parts.parameters(), 0.5)
            optimiser.step()


def contest(player: Player, game: str, rival: str, games: int, seed: int) -> tuple[int, int, int]:
    """Games won, lost and drawn against a bot, half of them from each seat; the network plays what it likes most.

    All tables play equally many, or short games would count for more.
    """
    tables = max(n for n in range(1, 257) if games // 2 % n == 0)
    results: list[float] = []
    for seat in (0, 1):
        env = vector.make(game, tables=tables, players=2, seed=seed, bots={1 - seat: rival})
        left = np.full(tables, games // 2 // tables)
        while left.any():
            with torch.no_grad():
                choice, _ = player.look(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
            batch = env.step(choice.logits.argmax(dim=1).numpy())
            counts = (batch.terminated | batch.truncated) & (left > 0)
            left -= counts
            results += relative(batch.rewards)[counts, seat].tolist()
        env.close()
    return sum(r > 0 for r in results), sum(r < 0 for r in results), sum(r == 0 for r in results)


def train(game: str, minutes: float, seed: int = 1, threads: int = 1) -> tuple[Player, list[Point]]:
    """Learn for some minutes, and meet random and greedy once in twenty times; the contests' time counts too."""
    tables, steps, games = 512, 48, 1000
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    env = vector.make(game, tables=tables, players=2, seed=seed)
    player = Player(env)
    optimiser = torch.optim.Adam(player.parts.parameters(), RATE, eps=1e-5)
    points: list[Point] = []
    start, decisions, due = time.monotonic(), 0, 0.0
    while True:
        passed = (time.monotonic() - start) / 60
        if passed >= min(due, minutes):
            results = {rival: contest(player, game, rival, games, 99) for rival in ("random", "greedy")}
            points.append(Point(decisions, passed, {name: (w + d / 2) / games for name, (w, _, d) in results.items()}))
            print(f"{passed:5.1f} min {decisions / 1e6:6.2f} M decisions, won, lost, drawn: {results}", flush=True)
            due = passed + minutes / 20
        if passed >= minutes:
            env.close()
            return player, points
        optimiser.param_groups[0]["lr"] = RATE * max(0.05, 1 - passed / minutes)
        learn(player, optimiser, play(env, player, steps))
        decisions += tables * steps


def main() -> None:
    """Train, measure, and draw the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="whiplash", help="a game for two with a pack of 52 (default whiplash)")
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of the network; more help on an idle machine (default 1)")
    parser.add_argument("--games", type=int, default=10_000, help="of the last contest with greedy (default 10,000)")
    parser.add_argument("--picture", type=Path, help="write the learning curve as an SVG picture")
    parser.add_argument("--save", type=Path, help="write the network's weights")
    asked = parser.parse_args()
    player, points = train(asked.game, asked.minutes, asked.seed, asked.threads)
    if asked.picture:
        asked.picture.write_text(draw(find_game(asked.game).title, points), "utf-8")
    if asked.save:
        torch.save(player.parts.state_dict(), asked.save)
    won, lost, drawn = contest(player, asked.game, "greedy", asked.games, 100)
    low, high = wilson(won + drawn / 2, asked.games)
    print(f"against greedy, seats changed: {won} won, {lost} lost, {drawn} drawn; a share of {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
