"""The container: what goes into it, and that its recipe leads to a server that needs to compile nothing."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.deploy.recipe import RECIPE, ROOT, copy_context, environment, last, moved, steps
from tuckbox.definition.game import game
from tuckbox.engine.engine import engine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="containers are those of Linux")

ENGINES = ("docker", "podman")


def test_nothing_goes_in_but_what_is_needed(tmp_path: Path) -> None:
    copy_context(tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {
        "LICENSE", "README.md", "constraints.txt", "docs", "pyproject.toml", "src",
    }  # fmt: skip
    assert [each.name for each in (tmp_path / "docs").iterdir()] == ["games"]
    assert not list(tmp_path.rglob("__pycache__"))


def test_the_server_does_not_run_as_root_and_its_health_is_asked_for() -> None:
    assert last("USER").rest == "tuckbox"
    assert "/health/ready" in last("HEALTHCHECK").rest
    assert all(f"-v tuckbox:{last('VOLUME').rest} " in line for line in told_runs())


def test_what_the_book_has_installed_for_a_server_is_in_it() -> None:
    """Where nothing can be written, nothing can be installed afterwards."""
    book = (ROOT / "docs" / "serve.md").read_text("utf-8")
    wanted = set(re.findall(r"pip install 'tuckbox\[(\w+)\]'", book))
    [there] = [found for step in steps() for found in re.findall(r"/src\[([\w,]+)\]", step.rest)]
    assert wanted <= set(there.split(","))


def told_runs() -> list[str]:
    """The lines by which the book and the recipe say how the container is run."""
    texts = (RECIPE.read_text("utf-8"), (ROOT / "docs" / "serve.md").read_text("utf-8"))
    found = [re.findall(r"docker run --read-only.*", text) for text in texts]
    assert all(found)
    return [line for lines in found for line in lines]


# -- the steps, one by one ---------------------------------------------------------------------------------------------


def run(command: str, **more: str) -> None:
    """Run a step as a shell does."""
    subprocess.run(["sh", "-ec", command], env=os.environ | more, check=True, timeout=1500)


UNLENT = "keywhiz"
"""The game that the recipe compiles from nothing."""


def lend(cache: Path) -> None:
    """Copy what has been compiled here already, but for one game: that is the same code, and saves minutes.

    Others may be compiling: what is not whole yet has another ending.
    """
    here, own = Path(os.environ.get("TUCKBOX_CACHE") or cache), engine(game(UNLENT)).folder.name
    for file in [*here.glob("*/*.part"), *here.glob("*/*.entry")]:
        if file.parent.name != own:
            (cache / file.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, cache / file.parent.name)


def build(root: Path) -> None:
    """Do what the recipe says, below another root and without making users."""
    lend(root / "opt" / "cache")
    for step in steps():
        if step == ("COPY", ". /src"):
            copy_context(root / "src")
        elif step.word == "RUN":
            commands = [part for part in step.rest.split(" && ") if part.split()[0] not in ("useradd", "chown")]
            if commands:
                run(
                    moved(" && ".join(commands), root),
                    PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}",
                    PYTHONPATH="",
                )
    (root / "var" / "lib" / "tuckbox").mkdir(parents=True)


def can_mount() -> bool:
    """Whether we may make a disk read-only for a process."""
    program = shutil.which("unshare")
    return program is not None and subprocess.run([program, "-m", "true"], capture_output=True, check=False).returncode == 0


COUNT = """
import os
from tuckbox.bots.bots import Policy
from tuckbox.bots.ready import build
from tuckbox.definition.game import game, installed
from tuckbox.kit.compiling.watch import watched
from tuckbox.bots.levels import LEVELS

compiled = []
with watched(lambda step, number: compiled.append(step)):
    for name in installed():
        for level in LEVELS.values():
            build(game(name), Policy.parse(level))
print(len(compiled), len(os.listdir(os.environ["TMPDIR"])))
"""
"""How often something is compiled for bots of all levels, and how much lies in the temporary folder then."""


def begun(root: Path, words: Sequence[str]) -> subprocess.Popen[str]:
    """A process in the container of the recipe, as with --read-only."""
    here = {name: moved(value, root).replace("$PATH", os.environ["PATH"]) for name, value in environment().items()}
    opt = shlex.quote(str(root / "opt"))
    frozen = f"mount --bind {opt} {opt} && mount -o remount,ro,bind {opt} && exec {shlex.join(words)}"
    (root / "tmp").mkdir(exist_ok=True)
    here |= {"TMPDIR": str(root / "tmp"), "PYTHONPATH": ""}
    return subprocess.Popen(["unshare", "-m", "sh", "-ec", frozen], stdout=subprocess.PIPE, text=True, env=os.environ | here)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not can_mount(), reason="no disk can be made read-only here")
def test_its_steps_lead_to_a_server_that_compiles_nothing(tmp_path: Path) -> None:
    build(tmp_path)
    with begun(tmp_path, ["python", "-c", COUNT]) as counting:
        assert counting.communicate()[0].split() == ["0", "0"]
    with begun(tmp_path, [*last("ENTRYPOINT").listed, "--host", "127.0.0.1", "--port", "0"]) as served:
        assert served.stdout is not None
        address = served.stdout.readline().removeprefix("Tuckbox is at ").strip()
        asked = last("HEALTHCHECK").listed
        question = asked[-1].replace("http://127.0.0.1:8484", address)
        try:
            subprocess.run([sys.executable, *asked[1:-1], question], check=True)
        finally:
            served.terminate()
    assert served.returncode == 0
    assert (tmp_path / "var" / "lib" / "tuckbox" / "tables.db").is_file()


# -- as a whole, where there is an engine ------------------------------------------------------------------------------


def container_engine() -> str | None:
    """A program that makes containers here and now."""
    for name in ENGINES:
        with suppress(OSError, subprocess.TimeoutExpired):
            if subprocess.run([name, "info"], capture_output=True, timeout=30, check=False).returncode == 0:
                return name
    return None


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_it_is_built_and_runs_read_only() -> None:
    program = container_engine()
    if program is None:
        pytest.skip("neither docker nor podman works here")
    base = last("FROM").rest
    if subprocess.run([program, "pull", base], capture_output=True, check=False).returncode:
        pytest.skip(f"{base} cannot be had here")
    name = f"tuckbox-test-{os.getpid()}"
    subprocess.run([program, "build", "-f", str(RECIPE), "-t", name, str(ROOT)], check=True)
    command = [program, "run", "--rm", "-d", "--name", name, "--read-only", "--tmpfs", "/tmp", "-p", "127.0.0.1::8484", name]
    try:
        subprocess.run(command, check=True)
        port = subprocess.run([program, "port", name, "8484"], capture_output=True, text=True, check=True).stdout.strip()
        until_ready(f"http://{port.splitlines()[0]}/health/ready")
        logs = subprocess.run([program, "logs", name], capture_output=True, text=True, check=True)
        assert "compiled code is not kept" not in logs.stderr + logs.stdout
    finally:
        subprocess.run([program, "rm", "-f", name], check=False)
        subprocess.run([program, "rmi", "-f", name], check=False)


def until_ready(address: str) -> None:
    """Wait until it answers."""
    while True:
        with suppress(OSError), urlopen(address) as found:
            if found.status == 200:
                return
        time.sleep(0.2)
