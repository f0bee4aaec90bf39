"""Notes between processes are good for a short time, by whichever of two clocks that are not quite the same."""

from __future__ import annotations

import time

import pytest

from tuckbox.server.errors import Refused
from tuckbox.server.fleet.notes import GOOD_FOR, Notes
from tuckbox.server.web.origin import Caller

CALLER = Caller("192.0.2.7", "https", "cards.example", direct=False)
ASKED = {"type": "http", "method": "GET", "raw_path": b"/tables/a", "query_string": b""}
NOW = 1_000_000.98
"""Two hundredths of a second before a full one, of which a signature has the number."""


@pytest.mark.parametrize("ahead", [-GOOD_FOR + 2, -1.0, 0.0, 0.05, 1.0, GOOD_FOR - 2])
def test_a_note_is_good_where_clocks_differ(ahead: float, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = Notes(b"secret")
    monkeypatch.setattr(time, "time", lambda: NOW + ahead)
    note = notes.write(CALLER, "GET", "/tables/a")
    monkeypatch.setattr(time, "time", lambda: NOW)
    assert notes.read(ASKED, note)[0] == CALLER


@pytest.mark.parametrize("ahead", [-GOOD_FOR - 2, GOOD_FOR + 2])
def test_a_note_is_not_good_for_long(ahead: float, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = Notes(b"secret")
    monkeypatch.setattr(time, "time", lambda: NOW + ahead)
    note = notes.write(CALLER, "GET", "/tables/a")
    monkeypatch.setattr(time, "time", lambda: NOW)
    with pytest.raises(Refused, match="nothing here"):
        notes.read(ASKED, note)
