"""A stranger checks a deal with the lines of the page, and sees what has been changed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import page
from tuckbox import Deal, Match

SALTED = Deal(secret=bytes(range(32))).salted(bytes(16), b"a seat's 16 byte", bytes(range(16)))


@pytest.fixture(name="script")
def _script(tmp_path: Path) -> Path:
    """The script of the page, alone in a folder."""
    head, tail = (block for block in page("checking-a-deal.md").blocks if block.title.startswith("check_deal.py"))
    assert (head.title, tail.title) == ("check_deal.py", "check_deal.py, at the end")
    path = tmp_path / "check_deal.py"
    path.write_text(head.body + tail.body, "utf-8")
    return path


def test_no_block_of_the_page_is_left_out() -> None:
    others = [block for block in page("checking-a-deal.md").blocks if not block.title.startswith("check_deal.py")]
    assert others
    assert all(block.is_session for block in others)


def run(script: Path, record: str) -> tuple[str, str]:
    """The two lines the script prints about a record: on the commitment, on the cards."""
    file = script.with_name("match.tuckbox")
    file.write_text(record, "utf-8", newline="")
    done = subprocess.run([sys.executable, "-I", str(script), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    verdict, cards = done.stdout.splitlines()
    return verdict, cards


HOUSE = Deal(secret=bytes(range(32))).salted(None, b"a seat's 16 byte", None)


@pytest.mark.parametrize("deal", [SALTED, HOUSE, Deal(secret=bytes(32))], ids=["salted", "partly", "unsalted"])
def test_the_script_agrees_with_the_house(deal: Deal, script: Path) -> None:
    match = Match("whiplash", players=3, deal=deal)
    verdict, cards = run(script, str(match.record()))
    assert verdict == f"{match.commitment} fits"
    dealer, *order = cards.split()
    state, pack = match.state, match.game.layout.deck
    assert int(dealer) == state.dealing
    for step in range(3):
        seat = (state.dealing + 1 + step) % 3
        assert state.hand[seat].cards == sum(1 << pack.card(card) for card in order[step:12:3])
    assert [pack.card(order[12])] == [cell & 255 for cell in state.discards.cell[: state.discards.n]]
    assert [pack.card(card) for card in order[13:]] == [cell & 255 for cell in reversed(state.stock.cell[: state.stock.n])]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("option target 21", "option target 20"), ("secret 00", "secret 01"), ("players 3", "players 2")],
)
def test_the_script_sees_what_was_changed(was: str, becomes: str, script: Path) -> None:
    record = str(Match("whiplash", players=3, deal=SALTED).record())
    assert f"\n{was}" in record
    assert run(script, record.replace(f"\n{was}", f"\n{becomes}"))[0].endswith(" DOES NOT FIT")


def test_other_salts_make_other_cards(script: Path) -> None:
    record = str(Match("whiplash", players=3, deal=SALTED).record())
    verdict, cards = run(script, record)
    assert run(script, record.replace("\nsalt 00000000", "\nsalt 00000001")) != (verdict, cards)


def test_the_key_of_an_open_deal_is_as_told() -> None:
    assert Deal(seed=20).key == hashlib.sha256(b"tuckbox open deal\n20").digest()
