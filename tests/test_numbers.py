"""Numbers that commands are given."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tuckbox.cli import cli


@pytest.mark.parametrize(
    "arguments", [["train", "whiplash", "--rate"], ["train", "whiplash", "--minutes"], ["compare", "whiplash", "--margin"]]
)
def test_what_is_no_number_is_in_no_range(arguments: list[str]) -> None:
    ended = CliRunner().invoke(cli, [*arguments, "nan"])
    assert (ended.exit_code, "'nan' is not a number" in ended.output) == (2, True)


def test_a_margin_below_nothing_is_refused() -> None:
    ended = CliRunner().invoke(cli, ["compare", "whiplash", "--margin", "-1"])
    assert (ended.exit_code, "x>=0" in ended.output) == (2, True)
