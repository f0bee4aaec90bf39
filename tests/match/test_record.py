"""The record: strict reading with the line of the fault, byte-exact round trip, refusal of what does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.test_match import play_on
from tuckbox import Deal, Match, OptionError, Record, RecordError, Seat

SECRET = Deal(secret=bytes(range(32))).salted(bytes(16), bytes([7] * 16))


def example(finished: bool = False) -> str:
    """A record of some steps, or of a whole match."""
    match = Match("whiplash", seed=11, match="hands", hands=2, seats=["Ann", 'Bo "the\\bot" Ödön 🂡'])
    return str(play_on(match, 10_000 if finished else 90).record())


@pytest.mark.parametrize("finished", [False, True])
def test_reading_and_writing_is_exact(finished: bool) -> None:
    text = example(finished)
    assert str(Record.read(text)) == text
    match = Match.from_record(text)
    assert str(match.record()) == text
    assert match.done is finished


def test_a_resumed_match_goes_on_as_if_never_left() -> None:
    one = play_on(Match("whiplash", seed=11), 50)
    two = Match.from_record(str(one.record()))
    for match in (one, two):
        play_on(match, 200, seed=9)
    assert str(one.record()) == str(two.record())
    assert one.log(1) == two.log(1)
    assert one.information_key(1) == two.information_key(1)


def test_saving_and_loading(tmp_path: Path) -> None:
    match = play_on(Match("whiplash", deal=SECRET), 30)
    match.save(tmp_path / "a.tuckbox")
    assert str(Match.load(tmp_path / "a.tuckbox").record()) == str(match.record())
    assert [path.name for path in tmp_path.iterdir()] == ["a.tuckbox"]


def edit(text: str, line: int, new: str | None) -> str:
    """The text with one line (from 1) replaced, or removed."""
    lines = text.split("\n")
    lines[line - 1 : line] = [] if new is None else [new]
    return "\n".join(lines)


SEAT_LINE, SEED_LINE, FIRST_STEP = 13, 15, 17


@pytest.mark.parametrize(
    ("line", "new", "at", "words"),
    [
        (1, "tuckbox 2", 1, "version 2"),
        (1, "tuckbox one", 1, "whole number"),
        (1, "chess 1", 1, "no Tuckbox record"),
        (2, "game  whiplash", 2, "no game"),
        (3, None, 3, "rules"),
        (4, "players 02", 4, "expected"),
        (4, "players 3", SEED_LINE - 1, "seats"),
        (5, "option edition 1999", 4, "edition"),
        (5, None, 4, "options"),
        (SEAT_LINE, 'seat person "A\\u0007"', SEAT_LINE, "nobody sees"),
        (SEAT_LINE, 'seat person "\u3164"', SEAT_LINE, "show something"),
        (SEAT_LINE, 'seat person "\u2800\u115f"', SEAT_LINE, "show something"),
        (SEAT_LINE, "seat person Ann", SEAT_LINE, "quoted"),
        (SEED_LINE, "seed 11 ", SEED_LINE, "whole number"),
        (SEED_LINE, "seed 12", None, "not legal|do not hold|WL|turn"),
        (SEED_LINE, "seed 99999999999999999999", SEED_LINE, "2\\^64"),
        (FIRST_STEP, "0 draw stock", FIRST_STEP, "first step"),
        (FIRST_STEP + 1, "7 draw stock", FIRST_STEP + 1, "no seat"),
        (FIRST_STEP + 1, "draw stock", FIRST_STEP + 1, "a step is"),
        (FIRST_STEP + 2, "deal", FIRST_STEP + 2, "in progress"),
        (FIRST_STEP + 2, "outside time up", FIRST_STEP + 2, "means nothing"),
        (FIRST_STEP + 2, "outside rain", FIRST_STEP + 2, "rain"),
    ],
)
def test_a_fault_is_refused_with_its_line(line: int, new: str | None, at: int | None, words: str) -> None:
    with pytest.raises(RecordError, match=words) as caught:
        Match.from_record(edit(example(), line, new))
    if at is not None:
        assert caught.value.line == at


def test_every_truncation_is_refused_or_is_a_shorter_match() -> None:
    text = example(finished=True)
    for end in range(0, len(text), 37):
        cut = text[:end]
        try:
            match = Match.from_record(cut)
        except RecordError:
            continue
        assert str(match.record()) == cut


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_damaged_records_are_refused_cleanly(data: st.DataObject) -> None:
    lines = example().split("\n")
    i, j = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    damage = data.draw(st.sampled_from(["swap", "double", "drop", "noise"]))
    if damage == "swap":
        lines[i], lines[j] = lines[j], lines[i]
    elif damage == "double":
        lines.insert(i, lines[i])
    elif damage == "drop":
        del lines[i]
    else:
        lines[i] = data.draw(st.text(max_size=30))
    text = "\n".join(lines)
    try:
        match = Match.from_record(text)
    except RecordError:
        return
    assert str(match.record()) == text


@pytest.mark.parametrize("junk", [b"", b"\x00" * 10, b"\xff\xfe tuckbox 1\n", b"tuckbox 1\r\n", b"tuckbox 1"])
def test_files_that_are_no_records_are_refused(junk: bytes, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(junk)
    with pytest.raises(RecordError, match="line|text" if junk else "there is nothing in it"):
        Match.load(tmp_path / "junk")


HEAD = "tuckbox 1\ngame whiplash\nrules 0123456789abcdef\nplayers 2\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD + f"seat person {'[' * 980}\n", 5, "a quoted name"),
        (HEAD + f"seat person {'[' * 200_000}\n", 5, "at most 1000 characters"),
        (HEAD + "".join(f"option o{number} 1\n" for number in range(900_000)), 205, "at most 200 options"),
        (HEAD + 'seat person "Ann"\n' * 500_000, 37, "at most 32 seats"),
        (
            HEAD + 'seat person "Ann"\n' * 2 + "commitment 00\nsecret " + "00" * 32 + "\n" + "salt 00\n" * 500_000,
            None,
            "16 bytes",
        ),
        (HEAD + "x\n" * 1_000_000, None, "at most 1000000 lines"),
        ("\n" * (65 << 20), None, "at most 64 MiB"),
    ],
    ids=["some brackets", "brackets", "options", "seats", "salts", "lines", "bytes"],
)
def test_what_is_beyond_any_match_is_refused_before_it_is_read(text: str, line: int | None, words: str) -> None:
    with pytest.raises(RecordError, match=words) as refused:
        Record.read(text)
    assert line is None or refused.value.line == line


def test_half_a_pair_of_surrogates_is_refused_with_its_line() -> None:
    text = str(Match("whiplash", deal=SECRET).record())
    with pytest.raises(RecordError, match="UTF-8") as refused:
        Record.read(text.replace("game whiplash", "game \ud800"))
    assert refused.value.line == 2


def test_a_seat_that_no_record_could_be_read_with_is_refused() -> None:
    longest = 1000 - len('seat  "Ann"')
    match = Match("whiplash", seed=1, seats=[Seat("Ann", "x" * longest), "Bo"])
    assert Match.from_record(str(match.record())).seats == match.seats
    with pytest.raises(OptionError, match="too long"):
        Seat("Ann", "x" * (longest + 1))


class TestSealedDeals:
    def test_the_commitment_holds_the_secret_and_the_header(self) -> None:
        text = str(play_on(Match("whiplash", deal=SECRET), 20).record())
        changed = text.replace("option target 21", "option target 20")
        with pytest.raises(RecordError, match="commitment"):
            Record.read(changed)
        with pytest.raises(RecordError, match="commitment"):
            Record.read(text.replace(SECRET.secret.hex(), bytes(32).hex()))

    def test_each_seats_bytes_change_the_deal(self) -> None:
        plain = Deal(secret=SECRET.secret)
        assert len({plain.key, SECRET.key, plain.salted(bytes(16)).key}) == 3

    def test_games_may_draw_apart_and_the_record_says_so(self) -> None:
        with pytest.raises(OptionError, match="sealed"):
            Deal(seed=1, apart=True)
        sealed = Deal(secret=bytes(range(32)))
        hands = []
        for wins in ("discard", "draw"):
            match = Match("whiplash", players=2, deal=replace(sealed, apart=True), match="hands", hands=2)
            while not match.between:
                match.play(next((each for each in match.legal() if each.startswith(wins)), match.legal()[0]))
            match.deal()
            text = str(match.record())
            assert "\napart\n" in text
            assert str(Record.read(text)) == text
            assert str(Match.from_record(Record.read(text)).record()) == text
            hands.append(match.open_view(match.steps).state.hand)
        assert hands[0] == hands[1]

    def test_a_fresh_deal_is_sealed_and_never_the_same(self) -> None:
        one, two = Match("whiplash"), Match("whiplash")
        assert one.commitment != two.commitment
        assert one.commitment is not None
        assert Match("whiplash", seed=7).commitment is None

    def test_the_commitment_can_be_computed_by_a_stranger(self) -> None:
        import hashlib

        match = Match("whiplash", deal=SECRET)
        header = match.record().header.encode()
        assert match.commitment == hashlib.sha256(b"tuckbox commitment\n" + SECRET.secret + header).hexdigest()


def test_seats_name_their_players() -> None:
    match = Match("whiplash", seed=1, seats=[Seat("Ann"), Seat("Bo", "search:normal")])
    assert 'seat search:normal "Bo"' in str(match.record())


@pytest.mark.parametrize(
    "given",
    [
        {"seed": 1, "secret": bytes(32)},
        {"seed": 1, "salts": (bytes(16), bytes(16))},
        {"seed": 1.5},
        {"seed": True},
        {"seed": "7"},
        {"seed": 1, "number": 0.5},
        {"number": 3},
        {"secret": "x" * 32},
        {"secret": bytes(32), "salts": ("x" * 16, None)},
    ],
)
def test_a_deal_of_wrong_values_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Deal(**given)
