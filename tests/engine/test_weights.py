"""Weights: a plain file that is read strictly, for the rules it was learnt by and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.toys.bluff import GAME as BLUFF
from tests.toys.envoys import GAME as ENVOYS
from tests.toys.hints import GAME as HINTS
from tuckbox import Match
from tuckbox.bots.bots import make_bot
from tuckbox.bots.learnt import nets_for, unfit
from tuckbox.definition.finding import installed
from tuckbox.definition.game import game
from tuckbox.engine import weights as files
from tuckbox.engine.memory import WIDTH
from tuckbox.engine.weights import (
    KINDS,
    MOST_BYTES,
    Kind,
    Weights,
    folder,
    inputs_hash,
    load,
    packed,
    parse,
    read,
    retold,
    rounded,
)
from tuckbox.errors import WeightsError
from tuckbox.testing.beliefs import any_nets
from tuckbox.testing.networks import any_network


def weights(kind: Kind = "belief", **other: Any) -> Weights:
    """Weights of Bluff that say anything."""
    nets = [rounded(net) for net in (any_nets(BLUFF) if kind == "belief" else [any_network(BLUFF)])]
    head = {"kind": kind, "game": "bluff", "rules": BLUFF.hash, "inputs": inputs_hash(BLUFF, kind), "players": 3}
    options = {"rounds": ("3",), "games": ("1", "2")}
    return Weights(**{**head, "options": options, "made": "by hand", "strength": "none", "nets": nets, **other})


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_reads_back(kind: Kind) -> None:
    back = read(BLUFF, weights(kind).text())
    assert back.kind == kind
    for mine, theirs in zip(back.nets, weights(kind).nets, strict=True):
        assert all((mine[name] == theirs[name]).all() for name in theirs)
    assert back.text() == weights(kind).text()


@pytest.mark.parametrize("number", [np.nan, np.inf, -1e7])
def test_numbers_that_could_not_be_read_back_are_not_written(number: float) -> None:
    net = {name: row.copy() for name, row in any_network(BLUFF).items()}
    net["bias1"][3] = number
    with pytest.raises(WeightsError, match="the weights of bluff have numbers in bias1 that cannot be written"):
        weights("network", nets=[net]).text()


def test_a_mind_has_the_rows_that_say_something_and_knows_which_numbers_they_go_with() -> None:
    net = {name: row.copy() for name, row in any_network(BLUFF).items()}
    net["weights1"][1:] = 0
    net["weights1"][5] = 2
    network = packed(net)
    assert network["weights1"].shape == (2, WIDTH)
    assert [int(place) for place in np.nonzero(network["input_rows"])[0]] == [0, 5]
    assert (network["weights1"][network["input_rows"][5] - 1] == 2).all()


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (("tuckbox belief 1", "tuckbox belief 2"), "first line"),
        (("game bluff", "game hints"), "not 'bluff'"),
        ((f"rules {BLUFF.hash}", "rules 0123456789abcdef"), "other rules"),
        ((f"inputs {inputs_hash(BLUFF, 'belief')}", "inputs 0123456789abcdef"), "are for other inputs"),
        (("players 3", "players three"), "no whole number"),
        (("players 3\n", ""), "must say"),
        (("made by hand", "made by hand\nmade again"), "no line"),
        (("scale 512", "scale 0"), "scale"),
        (("\nnet 1", ""), "networks"),
        (("\nnet 0", "\nnet 0\nnet 0"), "networks, no more"),
        (("\nshift 0 ", "\nshift 1 "), "no row"),
        (("\ncards 0 ", "\ncarts 0 "), "no line"),
        (("\ncards 0 ", "\ncards 0 1 "), "no line"),
    ],
)
def test_what_is_not_well_made_is_refused(change: tuple[str, str], wrong: str) -> None:
    text = weights().text()
    assert change[0] in text
    with pytest.raises(WeightsError, match=wrong):
        read(BLUFF, text.replace(*change, 1))


@pytest.mark.parametrize(("text", "told"), [("# Notes\n", ", but '# Notes'"), ("\x04\ufffd\n", ""), ("", "")])
def test_a_file_of_something_else_is_told_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(WeightsError) as refused:
        read(BLUFF, text)
    first = "this is no file of weights: its first line is not 'tuckbox belief 1' or 'tuckbox network 1'"
    assert str(refused.value) == first + told


def test_weights_that_count_seats_otherwise_are_of_other_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    today = inputs_hash(ENVOYS, "network")
    monkeypatch.setattr(type(ENVOYS.actions), "name_seats", False)
    assert inputs_hash.__wrapped__(ENVOYS, "network") != today


def test_weights_of_other_rules_can_be_looked_at_but_not_used() -> None:
    old = parse(BLUFF, weights(rules="0123456789abcdef").text())
    assert old.rules == "0123456789abcdef"
    assert len(old.nets) == len(weights().nets)
    with pytest.raises(WeightsError):
        read(BLUFF, old.text())


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Bluff with a folder of its own for weights."""
    monkeypatch.setattr(files, "folder", lambda game: tmp_path)
    load.cache_clear()
    yield tmp_path / "belief-3.txt"
    load.cache_clear()


def test_a_bot_goes_by_what_its_game_ships_for_the_setting_only(shipped: Path) -> None:
    assert nets_for(BLUFF, 3, {"rounds": 3, "games": 1}) == ()
    load.cache_clear()
    shipped.write_text(weights().text(), "utf-8")
    assert len(nets_for(BLUFF, 3, {"rounds": 3, "games": 1})) == len(weights().nets)
    assert nets_for(BLUFF, 2, {"rounds": 3, "games": 1}) == ()
    assert unfit(BLUFF, 3, {"rounds": 3, "games": 1}) == ""
    assert nets_for(BLUFF, 3, {"rounds": 4, "games": 1}) == ()
    told = "The bots play without what was learnt of Bluff: its belief was learnt without rounds=4."
    assert unfit(BLUFF, 3, {"rounds": 4, "games": 1}) == told


def test_shipped_weights_that_are_no_text_are_told_of_as_others_that_cannot_be_read(shipped: Path) -> None:
    shipped.write_bytes(b"\xe9\n")
    assert "this is no file of weights" in unfit(BLUFF, 3, {"rounds": 3, "games": 1})
    with pytest.raises(WeightsError, match="this is no file of weights"):
        load(BLUFF, 3, "belief")


@pytest.mark.slow
def test_without_weights_that_fit_a_search_goes_on_as_before(shipped: Path) -> None:
    match = Match(BLUFF, 3, seed=4)
    view = match.view(match.waiting[0])
    plain = make_bot("search:60", BLUFF, 1).choose(view)
    shipped.write_text(weights(rules="0123456789abcdef").text(), "utf-8")
    load.cache_clear()
    assert make_bot("search:60", BLUFF, 1).choose(view) == plain
    assert "other rules" in unfit(BLUFF, 3, match.options)


@pytest.mark.slow
def test_a_search_that_takes_all_worlds_alike_does_not_mind_a_belief(shipped: Path) -> None:
    match, thought = Match(BLUFF, 3, seed=4), []
    for _ in range(4):
        match.play(match.actions(match.waiting[0])[0], match.waiting[0])
    view = match.view(match.waiting[0])
    for text in ("", weights().text()):
        if text:
            shipped.write_text(text, "utf-8")
        load.cache_clear()
        for name in ("search:80:uniform", "search:80"):
            bot = make_bot(name, BLUFF, 1)
            bot.choose(view)
            thought.append(bot.thoughts)
    assert thought[0] == thought[2]
    assert thought[1] != thought[3]


@pytest.mark.parametrize("name", sorted(installed()))
def test_what_the_games_of_the_house_ship_is_whole_and_small(name: str) -> None:
    for path in sorted(folder(game(name)).glob("*.txt")):
        text = path.read_text("utf-8")
        assert len(text) <= MOST_BYTES
        kept = read(game(name), text)
        assert path.name == f"{kept.kind}-{kept.players}.txt"
        assert kept.made.startswith("tuckbox train ")


def test_other_games_have_other_inputs() -> None:
    assert len({inputs_hash(each, kind) for each in (BLUFF, HINTS) for kind in KINDS}) == 4


def test_a_network_told_of_other_options_plays_as_it_did_in_settings_that_it_knows() -> None:
    one, two, bias = (np.full(4, number, np.float32) for number in (1, 2, 4))
    net, before = {"bias1": bias, "option_weights": np.stack([one, two])}, {"race": ("short", "long"), "deck": ("full",)}
    wider = retold(net, before, {"race": ("long", "short", "odd"), "deck": ("full", "mini")})
    assert wider["option_weights"][:, 0].tolist() == [2, 1, 1, 0, 0]  # odd as short, the first
    assert wider["bias1"].tolist() == bias.tolist()
    for options in ({"race": ("long",), "deck": ("full",)}, {"race": ("long",), "deck": ("full", "mini")}):
        assert retold(net, before, options)["bias1"].tolist() == (bias + two).tolist()
    assert retold(net, before, {"deck": ("full",)})["bias1"].tolist() == (bias + one).tolist()
    untold = {"bias1": bias}
    assert retold(untold, {"deck": ("full",)}, {"deck": ("full",)}).keys() == untold.keys()
