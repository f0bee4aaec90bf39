"""How the package and its command start: what is imported, and Ctrl-C meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

import tuckbox
from tuckbox import __main__ as entry_point
from tuckbox.cli import cli


def run(*arguments: str, path: tuple[Path, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run a Python that looks into these folders first."""
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, path), *sys.path])}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=120, check=False, env=known)


def test_the_command_starts_without_numpy_and_what_other_commands_need() -> None:
    heavy = "{'numpy', 'rich', 'tuckbox.lab', 'tuckbox.terminal'}"
    assert run("-c", f"import sys, tuckbox.cli; print({heavy} & {{*sys.modules}})").stdout == "set()\n"


def test_the_list_of_commands_imports_none_of_them() -> None:
    listed = "from tuckbox.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    done = run("-c", f"import sys\n{listed}\nprint({{'numpy', 'tuckbox.server', 'tuckbox.lab'}} & {{*sys.modules}})")
    assert done.stdout.endswith("set()\n")


def test_the_list_of_commands_has_the_first_sentence_of_the_help_of_each() -> None:
    context, formatter = click.Context(cli), click.HelpFormatter(width=120)
    click.Group.format_commands(cli, context, formatter)
    assert cli.get_help(click.Context(cli, terminal_width=120)).endswith(formatter.getvalue().rstrip())


def test_public_names_are_imported_when_they_are_first_used() -> None:
    listed = run("-c", "import tuckbox; print(*dir(tuckbox))").stdout.split()
    assert {*tuckbox.__all__, "__version__"} <= {*listed}
    used = "from tuckbox import *; print(Match.__module__, View.__module__, game.__module__, OptionError.__module__)"
    assert run("-c", used).stdout.split() == [
        "tuckbox.match.match", "tuckbox.view.view", "tuckbox.definition.game", "tuckbox.errors",
    ]  # fmt: skip
    assert all(hasattr(tuckbox, name) for name in tuckbox.__all__)
    with pytest.raises(AttributeError, match="module 'tuckbox' has no attribute 'Mach'"):
        tuckbox.Mach  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("module", ["click", "numpy"])
def test_ctrl_c_leaves_no_traceback_while_modules_are_imported(module: str, tmp_path: Path) -> None:
    (tmp_path / f"{module}.py").write_text("import signal, time\nsignal.raise_signal(signal.SIGINT)\ntime.sleep(600)\n")
    done = run("-m", "tuckbox", "games", path=(tmp_path,))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\ntuckbox: interrupted\n")


def test_the_installed_command_is_that_entry_point() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"tuckbox": f"{entry_point.__name__}:{entry_point.main.__name__}"}
