"""What a client may send."""

from __future__ import annotations

import pytest

from tuckbox.server.errors import Refused
from tuckbox.server.table import commands as cmd
from tuckbox.server.table.commands import read_command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('{"do": "act", "version": 3, "action": "call QH"}', cmd.Act(3, "call QH")),
        ('{"do": "undo", "version": 3}', cmd.Undo(3)),
        ('{"do": "next", "version": 3}', cmd.Next(3)),
        ('{"do": "passing", "on": true}', cmd.Passing(True)),
        ('{"do": "sit", "seat": 1}', cmd.Sit(1)),
        ('{"do": "sit", "seat": 1, "salt": "' + "0a" * 16 + '"}', cmd.Sit(1, "0a" * 16)),
        ('{"do": "bot", "seat": 1, "level": null}', cmd.Bot(1, None)),
        ('{"do": "stand"}', cmd.Stand()),
        ('{"do": "return"}', cmd.Return()),
        ('{"do": "resign"}', cmd.Resign()),
        ('{"do": "start"}', cmd.Start()),
        ('{"do": "rematch"}', cmd.Rematch()),
        ('{"do": "chat", "text": "hello"}', cmd.Chat("hello")),
    ],
)
def test_commands_are_read(text: str, command: cmd.AnyCommand) -> None:
    assert read_command(text) == read_command(text.encode()) == command


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "null", "act", '{"do": "fly"}', '{"do": "act"}', '{"do": "act", "version": -1, "action": "x"}',
        '{"do": "act", "version": 1e400, "action": "x"}', '{"do": "act", "version": "1", "action": "x"}',
        '{"do": "act", "version": 1, "action": ""}', '{"do": "act", "version": 1, "action": "' + "x" * 121 + '"}',
        '{"do": "act", "version": 99999999999999999999, "action": "x"}', '{"do": "sit", "seat": 8}',
        '{"do": "sit", "seat": 1, "salt": "zz"}', '{"do": "stand", "seat": 1}', '{"do": "chat", "text": ""}',
        '{"do": "chat", "text": "' + "x" * 401 + '"}', '{"do": "chat", "text": "\\ud800"}', '{"do": "stand"} {}',
        "[" * 1500, '{"x": ' + "[" * 1500, '{"do": "opened", "secret": "x"}',
    ],
)  # fmt: skip
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_command(text)
    assert refused.value.code == "malformed"


def test_bytes_that_are_no_text_and_what_is_too_long_are_refused() -> None:
    with pytest.raises(Refused, match="no"):
        read_command(b'{"do": "chat", "text": "\xff\xfe"}')
    with pytest.raises(Refused) as refused:
        read_command(b" " * 2_001)
    assert refused.value.code == "too long"
