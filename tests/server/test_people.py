"""People and their names."""

from __future__ import annotations

import unicodedata

import pytest

from tests.server.rooms import Room
from tuckbox.server.errors import Refused
from tuckbox.server.names import unique_name
from tuckbox.server.people import tidy_name

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
    assert [tidy_name(name) for name in ("علی\u200cرضا", "👩\u200d🚀")] == ["علیرضا", "👩🚀"], "keyboards write joiners"
    assert unique_name(["Ann"], "An\ufe00n") == "An\ufe00n 2", "one that somebody has since before"


def test_marks_that_scripts_need_are_fine() -> None:
    names = ("नि॑र्मला", "น้ำ", "שָׁלוֹם", "Nguyễn")
    assert [tidy_name(name) for name in names] == [unicodedata.normalize("NFC", name) for name in names]


def test_names_of_all_letters_are_fine() -> None:
    assert [tidy_name(name) for name in ("Ünal", "李雷", "O'Neil <b>", "A\n\tB")] == ["Ünal", "李雷", "O'Neil <b>", "A B"]
