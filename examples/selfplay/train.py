"""Learn a game by playing against oneself, on the CPU, and meet the random and the greedy bot on the way.

    pip install -c constraints.txt -e '.[torch]'
    python examples/selfplay/train.py --minutes 18 --picture curve.svg
    python examples/selfplay/train.py --game keywhiz --players 3 --minutes 18

Proximal policy optimisation: all tables of the vector environment are stepped together and one network plays all seats. Of
the game it is told observations, masks and payoffs; where there is a pack, that this has suits and ranks and may have a
special rank, the last. The bots only measure it: it never learns from them.
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
from networks import Player, player_for
from torch import nn

from tuckbox import game as find_game
from tuckbox.adapters import vector
from tuckbox.errors import TuckboxError
from tuckbox.run.stats import wilson

GAMMA, LAMBDA = 1.0, 0.95
CLIP, ENTROPY, EPOCHS, MINIBATCH, RATE = 0.2, 0.01, 2, 2048, 1e-3


@dataclass
class Decisions:
    """A batch of n decisions, flattened over tables and steps."""

    rows: Any
    masks: Any
    actions: Any
    logs: Any
    advantages: Any
    results: Any


def play(env: vector.Tables, player: Player, steps: int) -> Decisions:
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
        made = (rows, masks, actions, logs, values.numpy(), seats, batch.rewards @ stakes(env).T, ended.copy())
        for part, value in zip(kept.values(), made, strict=True):
            part.append(value)
    with torch.no_grad():
        last = player.look(torch.from_numpy(env.observations), torch.from_numpy(env.masks))[1].numpy()
    advantages = credit(kept["values"], kept["seats"], kept["paid"], kept["ended"], last, env.seats, stakes(env))
    flat = {name: torch.cat(kept[name]) for name in ("rows", "masks", "actions", "logs")}
    gained = torch.from_numpy(advantages).flatten()
    return Decisions(**flat, advantages=gained, results=gained + torch.from_numpy(np.stack(kept["values"])).flatten())


def stakes(env: vector.Tables) -> Any:
    """Return the worth of each seat's payoff to each seat (p, p): the mean of one's team, less the mean of all others.

    >>> stakes(vector.make("whiplash", tables=1, players=3))
    array([[ 1. , -0.5, -0.5],
           [-0.5,  1. , -0.5],
           [-0.5, -0.5,  1. ]], dtype=float32)
    """
    pays, worth = env.game.pays(env.players, env.options), np.zeros((env.players, env.players), np.float32)
    for seat in range(env.players):
        team = pays.team_of(seat, env.players)
        worth[seat] = [1 / len(team) if other in team else -1 / (env.players - len(team)) for other in range(env.players)]
    return worth


def credit(
    values: list[Any], seats: list[Any], paid: list[Any], ended: list[Any], last: Any, last_seats: Any, worth: Any
) -> Any:
    """Generalised advantages (steps, n): how much better a decision turned out than expected.

    Each seat at a table has a thread of its own: a decision leads to the next one of the same seat. Where the play was
    broken off, the seat to decide expects `last` and the others what that is worth to them. A game that was truncated counts
    as one that nobody has won.
    """
    tables = np.arange(len(last))
    share = worth[last_seats] / np.diagonal(worth)[last_seats, None]  # (n, p): 1 for the seat itself and its team
    ahead = last[:, None] * share  # by table and seat: the value of the next decision,
    gain, due = np.zeros_like(ahead), np.zeros_like(ahead)  # its advantage, and what has been paid since
    advantages = np.zeros((len(values), len(last)), np.float32)
    for step in reversed(range(len(values))):
        over, seat = ended[step], seats[step]
        ahead[over], gain[over], due[over] = 0, 0, paid[step][over]
        surprise = due[tables, seat] + GAMMA * ahead[tables, seat] - values[step]
        advantages[step] = surprise + GAMMA * LAMBDA * gain[tables, seat]
        ahead[tables, seat], gain[tables, seat], due[tables, seat] = values[step], advantages[step], 0
    return advantages


def learn(player: Player, optimiser: Any, batch: Decisions) -> None:
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


@dataclass(frozen=True)
class Result:
    """Games won, lost and drawn, and what share of all that could be had: a draw counts as the share of a seat."""

    won: int
    lost: int
    drawn: int
    players: int

    @property
    def games(self) -> int:
        """The number of games; equally many from each seat, so it may be less than was asked for."""
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> float:
        """From 0 to 1; that of a player as good as the rivals is 1 / players."""
        return (self.won + self.drawn / self.players) / self.games

    def __str__(self) -> str:
        return f"{self.won} won, {self.lost} lost, {self.drawn} drawn"


def contest(player: Player, game: str, rival: str, games: int, seed: int, players: int = 2) -> Result:
    """Games of the network in one seat and a bot in all others, equally many from each seat; it plays what it likes most.

    All tables play equally many, or short games would count for more.
    """
    each = games // players
    tables = max(n for n in range(1, 257) if each % n == 0)
    gained: list[float] = []
    for seat in range(players):
        env = vector.make(
            game, tables=tables, players=players, seed=seed, bots={other: rival for other in range(players) if other != seat}
        )
        left, worth = np.full(tables, each // tables), stakes(env)[seat]
        while left.any():
            with torch.no_grad():
                choice, _ = player.look(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
            batch = env.step(choice.logits.argmax(dim=1).numpy())
            counts = (batch.terminated | batch.truncated) & (left > 0)
            left -= counts
            gained += (batch.rewards[counts] @ worth).tolist()
        env.close()
    return Result(sum(g > 0 for g in gained), sum(g < 0 for g in gained), sum(g == 0 for g in gained), players)


def train(game: str, minutes: float, seed: int = 1, threads: int = 1, players: int = 2) -> tuple[Player, list[Point]]:
    """Learn for some minutes, and meet random and greedy once in twenty times; the contests' time counts too."""
    tables, steps, games = 512, 48, 1000
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    env = vector.make(game, tables=tables, players=players, seed=seed)
    player = player_for(env)
    optimiser = torch.optim.Adam(player.parts.parameters(), RATE, eps=1e-5)
    points: list[Point] = []
    start, decisions, due = time.monotonic(), 0, 0.0
    while True:
        passed = (time.monotonic() - start) / 60
        if passed >= min(due, minutes):
            results = {rival: contest(player, game, rival, games, 99, players) for rival in ("random", "greedy")}
            points.append(Point(decisions, passed, {name: result.share for name, result in results.items()}))
            told = "; ".join(f"{name}: {result}" for name, result in results.items())
            print(f"{passed:5.1f} min {decisions / 1e6:6.2f} M decisions. {told}", flush=True)
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
    parser.add_argument("--game", default="whiplash", help="any game in which not all are paid alike (default whiplash)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of the network; more help on an idle machine (default 1)")
    parser.add_argument("--games", type=int, default=10_000, help="of the last contest with greedy (default 10,000)")
    parser.add_argument("--picture", type=Path, help="write the learning curve as an SVG picture")
    parser.add_argument("--save", type=Path, help="write the network's weights")
    asked = parser.parse_args()
    if asked.games < asked.players:
        parser.error(f"the last contest has a game in each of {asked.players} seats, so --games is {asked.players} or more")
    try:
        find_game(asked.game).settle_options(asked.players, {})
    except TuckboxError as error:
        parser.error(str(error))
    player, points = train(asked.game, asked.minutes, asked.seed, asked.threads, asked.players)
    if asked.picture:
        asked.picture.write_text(draw(find_game(asked.game).title, points), "utf-8")
    if asked.save:
        torch.save(player.parts.state_dict(), asked.save)
    result = contest(player, asked.game, "greedy", asked.games, 100, asked.players)
    low, high = wilson(result.won + result.drawn / asked.players, result.games)
    print(f"against greedy, seats changed: {result}; a share of {low:.1%} to {high:.1%} (fair is {1 / asked.players:.1%})")


if __name__ == "__main__":
    main()
