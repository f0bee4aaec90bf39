"""A game for several models in verifiers (https://github.com/PrimeIntellect-ai/verifiers), each seat an agent of its own:

PYTHONPATH=examples/research vf-eval with_verifiers -m MODEL --client.base-url http://127.0.0.1:8000/v1
    --env.first.runtime.type subprocess --env.second.runtime.type subprocess --push False

A task is a deal by its seed; agents talk to the table by turns, and are rewarded with the payoffs of the game. Without
``--push False`` the command uploads the run to Prime Intellect where it finds a key of theirs, and else complains that it
cannot. It wants verifiers 0.4 or later, and uv, with which that runs the programs of agents.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack

import verifiers.v1 as vf

from tuckbox.adapters import text


class Deal(vf.TaskData):
    """A deal of a game, by its seed; with the number of a `twin` it is told in other words."""

    game: str
    seed: int
    twin: int | None = None


class DealTask(vf.Task[Deal]):
    """A game to be played. Its rewards are recorded when all of it is over."""


class DealsConfig(vf.TasksetConfig):
    """Which game is played, and how many deals there are."""

    game: str = "whiplash"
    deals: int = 8
    twin: int | None = None


class Deals(vf.Taskset[DealTask, DealsConfig]):
    """The deals of a game, the same ones each time."""

    def load(self) -> Iterator[DealTask]:
        """Each deal as a task."""
        chosen = self.config
        for seed in range(chosen.deals):
            data = Deal(name=f"{chosen.game} {seed}", prompt=None, game=chosen.game, seed=seed, twin=chosen.twin)
            yield DealTask(data, chosen.task)


class TableConfig(vf.EnvConfig):
    """Two agents at a table; who gives three answers in succession that are no action forfeits the game. After `turns` turns
    of both it is broken off, and pays nobody anything: models can play some games without end, and every turn costs."""

    first: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    second: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})
    tries: int = 3
    turns: int = 200


class TableEnv(vf.Env[TableConfig]):
    """A game among two agents: each is asked in words when it is to decide, and its reply is read as prose."""

    async def run(self, task: DealTask, agents: vf.Agents) -> None:
        """Play a deal to its end."""
        deal = task.data
        table = text.make(deal.game, 2, seed=deal.seed, twin=deal.twin, tries=self.config.tries, give_up="forfeit")
        async with AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(each.interaction(task)) for each in (agents.first, agents.second)]
            refused = ["", ""]
            for _ in range(self.config.turns):
                if table.done:
                    break
                asked = table.observe()
                reply = await seats[asked.seat].turn("\n\n".join(filter(None, (refused[asked.seat], asked.prompt))))
                if reply.terminated:
                    break
                step = table.step(reply.last_reply, asked.seat)
                refused[asked.seat] = "" if step.taken else f"Your answer was refused: {step.said}"
            for seat, payoff in enumerate(table.rewards()):
                seats[seat].trace.record_metric("payoff", payoff)
                seats[seat].trace.record_metric("refused", table.illegal[seat])

    async def finalize(self, task: DealTask, episode: vf.Episode) -> None:
        """Reward each agent with what the game has paid it."""
        for trace in episode.traces:
            trace.record_reward("payoff", trace.metrics["payoff"])


__all__ = ["Deals", "TableEnv"]
