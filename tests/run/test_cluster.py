"""On a real cluster on this machine: the same bytes as here, also when a worker is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tuckbox import OptionError, game
from tuckbox.engine.traits import widths
from tuckbox.engine.weights import blank_net
from tuckbox.lab.simulate import simulate
from tuckbox.learn.belief.positions import Positions, gather
from tuckbox.run.blocks import Setting
from tuckbox.run.cluster import Cluster
from tuckbox.run.options import executor_for
from tuckbox.run.run import Executor, Threads

pytest.importorskip("distributed")
WHIPLASH = game("whiplash")


def dask(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and its workers; all are ended."""
    said = folder / "scheduler.json"
    running = [dask("dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1", "--scheduler-file", str(said))]
    try:
        while not said.exists() or not said.read_text():
            assert running[0].poll() is None
        address = json.loads(said.read_text())["address"]
        for _ in range(workers):
            running.append(dask("dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"))
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_cluster_gives_the_bytes_of_one_core_though_a_worker_is_killed(tmp_path: Path) -> None:
    asked = {"games": 10_000, "seed": 3, "rotate": True}
    here = simulate(WHIPLASH, ["greedy", "random"], executor=Threads(1), data=tmp_path / "here", **asked)  # type: ignore[arg-type]
    with cluster(tmp_path, 2) as (address, workers):
        executor, killed = Cluster(address, timeout=60.0), list[int]()

        def progress(done: int) -> None:
            if not killed:
                os.kill(workers[0].pid, signal.SIGKILL)
                killed.append(done)

        there = simulate(
            WHIPLASH, ["greedy", "random"], executor=executor, data=tmp_path / "there", progress=progress, **asked  # type: ignore[arg-type]
        )  # fmt: skip
    assert killed
    assert killed[0] < 10_000
    assert there.data() == here.data()
    one, other = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there"))
    assert one == other


@pytest.mark.slow
def test_what_a_cluster_plays_to_be_learnt_from_is_what_is_played_here(tmp_path: Path) -> None:
    def positions(executor: Executor) -> Positions:
        nets = [{name: value + 0.01 for name, value in blank_net(WHIPLASH, "belief").items()}] * widths(WHIPLASH).nets
        return gather(
            Setting.of(WHIPLASH, 2, {}), ["greedy", "search:20"], nets, executor=executor, seed=1, rows=500, every=5
        )

    with cluster(tmp_path, 2) as (address, _):
        there = positions(Cluster(address, timeout=60.0))
    for one, other in zip(positions(Threads(1)).arrays(), there.arrays(), strict=True):
        assert (one == other).all()


def test_a_cluster_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="no Dask scheduler"):
        Cluster("tcp://127.0.0.1:1", timeout=0.5)


@pytest.mark.parametrize("address", ["foo", "", "tcp://", "tcp://10.0.0.5", "foo://10.0.0.5:8786"])
def test_what_is_no_address_of_a_cluster_is_refused_before_anything_is_begun(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr("distributed.Client", lambda where, **_: begun.append(where))
    with pytest.raises(OptionError, match=f"there is no Dask scheduler at {address!r}: "):
        Cluster(address)
    assert not begun  # a client of Dask's that was begun waits for twenty seconds at its end, and tells a traceback


def test_cores_are_not_asked_for_beside_a_cluster() -> None:
    with pytest.raises(OptionError, match="have their own number"):
        executor_for(2, "tcp://127.0.0.1:1")
