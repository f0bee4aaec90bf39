"""What the page about running a server says is so: its options, commands, limits and measures."""

from __future__ import annotations

import re

import click
import pytest

from tests.docs.pages import page
from tuckbox.server.admin.commands import admin
from tuckbox.server.cli import serve
from tuckbox.server.html.preferences import COOKIE as PREFERENCES
from tuckbox.server.html.preferences import LESSONS
from tuckbox.server.settings import PORT, Limits, Rate
from tuckbox.server.table.commands import Command
from tuckbox.server.web.mail import BACK
from tuckbox.server.web.metrics import Metrics
from tuckbox.server.web.sessions import COOKIE

PAGE = page("serve.md").text


def chapter(title: str) -> str:
    """The text of a chapter."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_all_cookies_are_told() -> None:
    assert set(re.findall(r"`([a-z]+)`, (?:which|for)", chapter("Privacy"))) == {COOKIE, PREFERENCES, LESSONS, BACK}


def test_all_options_are_told_and_no_others() -> None:
    told = set(re.findall(r"^\| `(--[a-z-]+)", chapter("Options"), re.MULTILINE))
    there = {each.opts[0] for each in serve.params if isinstance(each, click.Option) and not each.hidden}
    assert told == there - {"--help"}
    assert f"`--port NUMBER` | {PORT} |" in chapter("Options")


def test_all_commands_of_administrators_are_told() -> None:
    rows = re.findall(r"^\| (`[a-z].*?) \|", chapter("Administration"), re.MULTILINE)
    told = {word.split()[0] for row in rows for word in re.findall(r"`([a-z][^`]*)`", row)} - {"tuckbox"}
    assert told == set(admin.commands)


def test_all_commands_of_programs_are_told() -> None:
    words = {kind.__name__.lower() for kind in Command.__subclasses__()}
    told = chapter("The interface for programs").split("The field `do` names the command")[1].split(".\n")[0].split(". ")[0]
    assert set(re.findall(r"`([a-z]+)`", told)) - {"seat"} == words


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("requests of one address", Limits().requests),
        ("new names from one address", Limits().newcomers),
        ("tables one person opens", Limits().tables),
        ("commands of one person", Limits().commands),
    ],
)
def test_the_limits_are_those_of_the_server(what: str, limit: Rate) -> None:
    row = re.search(rf"^\| {what} \| (.*) \|$", chapter("Limits"), re.MULTILINE)
    assert row
    often = f"{limit.a_second:g} a second" if limit.a_second >= 1 else f"one in {1 / limit.a_second:g} seconds"
    assert row[1].startswith(often)
    assert f", {limit.at_once} at once" in row[1]


def test_the_other_limits_are_those_of_the_server() -> None:
    limits, told = Limits(), chapter("Limits")
    assert f"{limits.unfinished} unfinished" in told
    assert f"{limits.sockets_of_address} of one address, {limits.sockets_of_table} of one table" in told
    assert f"{limits.onlookers_of_address} of one address at one table" in told
    assert f"| bots at the unfinished tables of one person | {limits.bots};" in told
    assert f"{limits.body:,} bytes" in told
    assert f"{limits.patience:g} seconds, then" in told


def test_the_metrics_to_watch_are_there() -> None:
    named = re.findall(r"^\| `(tuckbox_\w+)` \|", chapter("Monitoring"), re.MULTILINE)
    there = Metrics().text().decode()
    assert len(named) > 3
    assert [name for name in named if f"# TYPE {name} " not in there] == []
