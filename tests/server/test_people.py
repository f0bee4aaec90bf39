"""People and their names."""

from __future__ import annotations

import unicodedata

import pytest

from tests.server.rooms import Room
from tuckbox.server.errors import Refused
from tuckbox.server.html.seats import person
from tuckbox.server.names import one_line, unique_name
from tuckbox.server.people import tidy_name
from tuckbox.server.table.view_model import SeatView

pytestmark = pytest.mark.anyio


async def test_people_are_known_by_ids_nobody_can_guess(room: Room) -> None:
    ann, other = await room.people("Ann", "Ann")
    assert ann.id != other.id
    assert len(ann.id) == 32
    assert await room.house.people.get(ann.id) == ann
    assert await room.house.people.get("nobody") is None
    renamed = await room.house.people.rename(ann, " Anna  Lee ")
    assert (renamed.id, renamed.name) == (ann.id, "Anna Lee")
    assert await room.house.people.get(ann.id) == renamed


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "   ",
        "x" * 41,
        "a\u202eb",
        "a\u200bb",
        "\ud800",
        "x" * 100_000,
        "\u3164",
        "\u2800",
        "Z" + 5 * "\u0301",
        "\u0301Z",
    ],
)
def test_what_is_no_name_is_refused(wrong: str) -> None:
    with pytest.raises(Refused) as refused:
        tidy_name(wrong)
    assert refused.value.code == "name"


def test_what_nobody_sees_is_in_no_name() -> None:
    assert {tidy_name(name) for name in ("Ann\ufe0f", "A\u034fnn", "\u3164Ann", "Ann \uffa0", "Ann\u17b4")} == {"Ann"}
    assert tidy_name("علی\u200cرضا") == "علیرضا", "keyboards write joiners"
    assert unique_name(["Ann"], "An\ufe00n") == "An\ufe00n 2", "one that somebody has since before"


@pytest.mark.parametrize(
    "emoji",
    ["👩\u200d👩\u200d👧", "👩🏽\u200d🚀", "👩\u200d❤\ufe0f\u200d👨", "❤\ufe0f", "🏳\ufe0f\u200d🌈"],
)
def test_an_emoji_in_a_name_is_whole(emoji: str) -> None:
    """A family was one of each of them."""
    assert tidy_name(f"{emoji} Ann") == f"{emoji} Ann"
    parted = emoji.translate({0x200D: None, 0xFE0F: None})
    assert unique_name([f"{emoji} Ann"], f"{parted} Ann") == f"{parted} Ann 2", "they pass for each other"


@pytest.mark.parametrize("name", ["\u200d👩 Ann", "👩\u200d Ann", "👩 A\u200dnn", "👩 Ann\ufe0f", "👩\u200c Ann"])
def test_what_joins_no_emoji_is_in_no_name(name: str) -> None:
    assert tidy_name(name) == "👩 Ann"


def test_marks_that_scripts_need_are_fine() -> None:
    names = ("नि॑र्मला", "น้ำ", "שָׁלוֹם", "Nguyễn")
    assert [tidy_name(name) for name in names] == [unicodedata.normalize("NFC", name) for name in names]


def test_names_of_all_letters_are_fine() -> None:
    assert [tidy_name(name) for name in ("Ünal", "李雷", "O'Neil <b>", "A\n\tB")] == ["Ünal", "李雷", "O'Neil <b>", "A B"]


def test_a_name_is_not_cut_within_a_flag() -> None:
    flag = "\U0001f1eb\U0001f1ee"
    name = "A" * 37 + flag
    assert unique_name([name], name) == "A" * 37 + " 2", "there is no room for both halves of it"
    assert ">\U0001f1eb\U0001f1ee</span>" in "".join(person(SeatView(0, f"{flag} Ann", "person"), f"{flag} Ann"))


def test_a_name_runs_the_way_its_letters_do() -> None:
    """Where an Arabic name had no room its beginning was cut."""
    assert '<h2 dir="auto">علي</h2>' in person(SeatView(0, "علي", "person"), "علي")


def test_what_is_said_keeps_joined_letters() -> None:
    """A family was sent as one of each of them, and a Persian word as two."""
    for text in ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"):
        assert one_line(f" {text}\n{text} ") == f"{text} {text}"
