"""Games as Parquet: whole, the same bytes however they were played, and records that replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.lab.executors import Interrupted
from tests.toys.kuhn import GAME as KUHN
from tuckbox import Match, OptionError, game
from tuckbox.adapters import vector
from tuckbox.definition.game import Game
from tuckbox.errors import RecordError
from tuckbox.lab import forms, traces
from tuckbox.lab.data import records
from tuckbox.lab.simulate import simulate
from tuckbox.match.record import Record

pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
WHIPLASH = game("whiplash")
PASS, BET = (KUHN.actions.code(action) for action in ("pass", "bet"))


def played(folder: Path, which: Game = WHIPLASH, bots: tuple[str, ...] = ("greedy",), **asked: Any) -> Any:
    return simulate(which, bots, data=folder, **{"games": 12, "seed": 5, "threads": 1, **asked})


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    return [row for path in sorted(folder.glob(f"{name}-*")) for row in parquet.read_table(path).to_pylist()]


def test_data_holds_the_games_of_the_simulation(tmp_path: Path) -> None:
    report = played(tmp_path / "a", rotate=True, bots=("greedy", "random"))
    games, decisions = rows(tmp_path / "a", "games"), rows(tmp_path / "a", "decisions")
    assert report.data() == simulate(WHIPLASH, ["greedy", "random"], games=12, seed=5, rotate=True).data()
    assert sorted(row["game"] for row in games) == list(range(12))
    assert sum(row["decisions"] for row in games) == len(decisions) == report.tally.decisions
    for row in games:
        mine = [each for each in decisions if each["game"] == row["game"]]
        assert [each["action"] for each in mine] == row["actions"]
        assert [each["step"] for each in mine] == list(range(len(mine)))
        assert all(each["payoff"] == row["payoffs"][each["seat"]] for each in mine)
    assert all(WHIPLASH.actions.text(row["action"]) == row["text"] for row in decisions)
    said = json.loads(parquet.read_schema(next((tmp_path / "a").glob("games-*"))).metadata[b"tuckbox"])
    assert (said["version"], said["rules"], said["seed"]) == (1, WHIPLASH.hash, 5)


def test_the_same_bytes_on_one_core_and_on_several(tmp_path: Path) -> None:
    for folder, threads in (("a", 1), ("b", 3)):
        played(tmp_path / folder, threads=threads, games=40)
    written = [{path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in "ab"]
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("whiplash", {"players": 3}),
        ("whiplash", {"players": 2, "whole": True, "options": {"match": "race", "target": 3}}),
        pytest.param("jalopies", {"players": 3, "options": {"windows": "full"}}, marks=pytest.mark.slow),
    ],
)
def test_games_come_back_as_records_that_replay(name: str, asked: dict[str, Any], tmp_path: Path) -> None:
    played(tmp_path, game(name), games=4, **asked)
    by_number = {row["game"]: row for row in rows(tmp_path, "games")}
    found = {record.deal.number: record for record in records(tmp_path)}
    assert found.keys() == by_number.keys()
    for number, record in found.items():
        match = Match.from_record(Record.read(str(record)))
        assert number is not None
        row = by_number[number]
        assert match.over
        if not asked.get("whole"):
            assert list(match.payoff) == row["payoffs"]
        if match.done:
            assert list(match.places or ()) == row["places"]


@pytest.mark.slow
def test_thoughts_of_a_search_stand_beside_its_decisions(tmp_path: Path) -> None:
    played(tmp_path, bots=("search:50", "random"), games=3)
    for row in rows(tmp_path, "decisions"):
        thought = dict(zip(row["thought_actions"], row["thought_visits"], strict=True))
        assert bool(thought) == (row["seat"] == 0 and row["choices"] > 1)
        if thought:
            assert len(thought) == row["choices"]
            assert thought[row["action"]] == max(thought.values()) > 0
            assert all(0 <= worth <= thought[a] for a, worth in zip(thought, row["thought_worths"], strict=True))


@pytest.mark.slow
def test_thoughts_of_a_search_that_settles_are_told_like_others(tmp_path: Path) -> None:
    """To pass a bet in Kuhn poker costs one chip, a quarter of the way from losing two to winning two."""
    played(tmp_path, KUHN, bots=("search:2000",), games=12)
    found, before = 0, None
    for row in rows(tmp_path, "decisions"):
        assert len(row["thought_actions"]) == row["choices"]
        thought = dict(
            zip(row["thought_actions"], zip(row["thought_visits"], row["thought_worths"], strict=True), strict=True)
        )
        visits, worth = thought[PASS]
        if row["step"] and before == BET and visits:
            assert worth == pytest.approx(visits / 4)
            found += 1
        before = row["action"]
    assert found


def test_room_is_made_for_all_thoughts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path / "a", bots=("search:50",), games=6)
    monkeypatch.setattr(traces, "_THOUGHTS", 1)
    monkeypatch.setattr(traces, "_FIRST_ROOM", 64)
    played(tmp_path / "b", bots=("search:50",), games=6)
    assert rows(tmp_path / "a", "decisions") == rows(tmp_path / "b", "decisions")


@pytest.mark.slow
def test_observations_are_what_learners_get(tmp_path: Path) -> None:
    played(tmp_path, bots=("random",), games=2, observations=True, options={"dealer": "1"})
    first = rows(tmp_path, "decisions")[0]
    planes = vector.make("whiplash", tables=1, players=2, dealer="1").planes
    said = json.loads(parquet.read_schema(next(tmp_path.glob("decisions-*"))).metadata[b"tuckbox"])
    assert said["planes"] == [[plane.name, plane.start, plane.size] for plane in planes]
    assert len(first["observation"]) == sum(plane.size for plane in planes)
    match = Match.from_record(next(records(tmp_path, {first["game"]})))
    hand = next(plane for plane in planes if plane.name == "hand[me] cards")
    held = {card for card in range(52) if match.view_at(first["seat"], 1).state.hand[first["seat"]].cards >> card & 1}
    assert set(np.flatnonzero(first["observation"][hand.slice])) == held


def test_the_legal_actions_stand_beside_each_decision(tmp_path: Path) -> None:
    played(tmp_path, games=4, whole=True, options={"match": "race", "target": 2})
    decisions = rows(tmp_path, "decisions")
    for record in records(tmp_path):
        mine = [row for row in decisions if row["game"] == record.deal.number]
        match = Match(record.game, record.players, deal=record.deal, options=record.options)
        for row in mine:
            if match.between:
                match.deal()
            assert row["legal"] == list(match.actions(row["seat"]))
            assert len(row["legal"]) == row["choices"]
            match.play(row["action"], row["seat"])


def test_blocks_of_a_game_each_are_merged_into_a_file_for_each_seating(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuckbox.lab.simulate.block_size", lambda *_: 1)
    played(tmp_path, bots=("greedy", "random"), rotate=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}-{number:06}.parquet" for name in ("decisions", "games") for number in range(2)
    ]
    assert sorted(row["game"] for row in rows(tmp_path, "games")) == list(range(12))
    assert [record.deal.number for record in records(tmp_path, {7})] == [7]


def test_the_schema_describes_what_is_written(tmp_path: Path) -> None:
    played(tmp_path, bots=("search:5", "random"), games=2, observations=True)
    for name, form in (("games", forms.GameRow), ("decisions", forms.DecisionRow)):
        found = rows(tmp_path, name)
        assert list(found[0]) == list(form.__struct_fields__)
        assert msgspec.convert(found, list[form])  # type: ignore[valid-type]
        said = parquet.read_schema(next(tmp_path.glob(f"{name}-*"))).metadata[b"tuckbox"]
        assert msgspec.json.decode(said, type=forms.DataOf).bots == ["search:5", "random"]
    assert "legal" in forms.schema(forms.FORMS["data"])["$defs"]["DecisionRow"]["properties"]


def test_a_run_goes_on_in_the_folder_where_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.lab.simulate.block_size", lambda *_: 3)
    asked: dict[str, Any] = {"journal": tmp_path, "threads": None}
    with pytest.raises(KeyboardInterrupt):
        played(tmp_path / "one", executor=Interrupted(after=2), **asked)
    with pytest.raises(OptionError, match="go on in the folder where it began"):
        played(tmp_path / "other", resume=True, **asked)
    played(tmp_path / "one", resume=True, **asked)
    assert [row["game"] for row in rows(tmp_path / "one", "games")] == list(range(12))


def test_observations_without_data_are_refused() -> None:
    with pytest.raises(OptionError, match="name a folder"):
        simulate(WHIPLASH, ["random"], games=3, observations=True)


def test_data_is_never_mixed_nor_read_under_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path)
    with pytest.raises(OptionError, match="holds data already"):
        played(tmp_path)
    with pytest.raises(RecordError, match="no games"):
        next(records(tmp_path / "elsewhere"))
    monkeypatch.setitem(WHIPLASH.__dict__, "hash", "0123456789abcdef")
    with pytest.raises(RecordError, match="other rules"):
        next(records(tmp_path))


def test_a_folder_may_be_given_by_its_path_as_a_text(tmp_path: Path) -> None:
    played(str(tmp_path), games=2)  # type: ignore[arg-type]
    assert [record.deal.number for record in records(str(tmp_path))] == [0, 1]


def test_what_is_no_folder_is_refused_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tuckbox.lab.simulate.block_size", None)
    with pytest.raises(OptionError, match="a folder of games is given by its path, not as 3"):
        simulate(WHIPLASH, ["random"], games=2, data=3)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="a folder of games is given by its path, not as None"):
        next(records(None))  # type: ignore[arg-type]


def test_files_of_others_are_refused_as_games(tmp_path: Path) -> None:
    path = tmp_path / "games-000000.parquet"
    path.write_text("no Parquet")
    with pytest.raises(RecordError, match="no file of games"):
        next(records(tmp_path))
    for metadata in (None, {"pandas": "{}"}):
        parquet.write_table(pa.table({"game": [1]}).replace_schema_metadata(metadata), path)
        with pytest.raises(RecordError, match="no file of games"):
            next(records(tmp_path))
