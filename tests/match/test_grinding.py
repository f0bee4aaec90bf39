"""Whoever hosts a match cannot choose its deal once a seat has added to it, and a check says who can be sure of that."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.match.test_match import play_on
from tuckbox import Deal, Match, Record, RecordError, Seat
from tuckbox.match.replay import check

SECRET = Deal(secret=bytes(range(32)))
ANN, BO = bytes.fromhex("00112233445566778899aabbccddeeff"), bytes(16)
TRIES = 400


def record(*salts: bytes | None, bots: Iterable[int] = ()) -> str:
    """The record of a match of two; `bots` are seats of bots."""
    seats = [Seat(name, "search:easy" if seat in bots else "person") for seat, name in enumerate(("Ann", "Bo"))]
    return str(play_on(Match("whiplash", 2, deal=SECRET.salted(*salts), seats=seats), 30).record())


def sure_of(text: str, folder: Path) -> list[str]:
    """Return what a check says of the deal."""
    path = folder / "match.tuckbox"
    path.write_text(text, "utf-8", newline="\n")
    return list(check(path))[2:-1]


def test_the_bytes_of_the_house_were_fixed_with_its_secret() -> None:
    deal = SECRET.salted(ANN, None)
    assert deal.all_salts == (ANN, SECRET.house_salt(1))
    assert len({SECRET.house_salt(seat) for seat in range(6)}) == 6
    assert len({Deal(secret=bytes([step] * 32)).house_salt(1) for step in range(50)}) == 50
    assert SECRET.salted(ANN, SECRET.house_salt(1)).key == deal.key


def test_a_host_who_grinds_the_bytes_of_a_bot_is_found_out() -> None:
    """The attack: Ann's bytes are known, and the host tries others for its bot until the hands please it."""
    honest = record(ANN, None, bots=[1])
    assert str(Record.read(honest)) == honest
    line = f"house {SECRET.house_salt(1).hex()}\n"
    assert honest.count(line) == 1
    for _ in range(TRIES):
        with pytest.raises(RecordError, match="do not follow from the secret"):
            Record.read(honest.replace(line, f"house {secrets.token_hex(16)}\n"))


def test_a_record_comes_back_with_whose_bytes_are_whose() -> None:
    for salts in ((ANN, None), (None, BO), (None, None), (ANN, BO)):
        assert Record.read(record(*salts)).deal.salts == salts


def test_one_whose_bytes_are_in_it_can_be_sure(tmp_path: Path) -> None:
    told = sure_of(record(ANN, None, bots=[1]), tmp_path)
    assert told == [
        f"seat 0, Ann, added bytes of its own: {ANN.hex()}",
        f"seat 1, Bo, added bytes of the house, fixed by the commitment: {SECRET.house_salt(1).hex()}",
        "Ann: if these bytes are yours, the host did not choose the deal",
    ]


def test_two_can_be_sure_but_for_a_league(tmp_path: Path) -> None:
    told = sure_of(record(ANN, BO), tmp_path)[-1]
    assert told == (
        "Ann and Bo: if these bytes are yours, the host did not choose the deal, "
        "unless it was in league with another of these seats"
    )


def test_where_a_bot_has_bytes_of_its_own_nobody_can_be_sure(tmp_path: Path) -> None:
    """The attack, told as if the bot had added: whoever runs the bot could have tried many."""
    assert sure_of(record(ANN, BO, bots=[1]), tmp_path)[-1] == (
        "nobody can be sure that the host did not choose the deal: it may have tried bytes for Bo"
    )


@pytest.mark.parametrize("salts", [(), (None, None)])
def test_where_no_person_added_only_a_change_is_ruled_out(salts: tuple[None, ...], tmp_path: Path) -> None:
    assert sure_of(record(*salts), tmp_path)[-1] == (
        "no person added to the deal: its host could have chosen it before the commitment was shown, not after"
    )
