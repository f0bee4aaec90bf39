"""Finding games: one stranger's broken package must not spoil the others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from tuckbox import Match, cli
from tuckbox.definition import game as games
from tuckbox.definition.encodings import OneOf
from tuckbox.definition.finding import installed
from tuckbox.definition.offers import Offer
from tuckbox.errors import OptionError, RulesError, UnknownGame


@pytest.fixture(autouse=True)
def _broken_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Besides the real games there is one whose module does not even parse."""

    def load() -> games.Game:
        compile("def setup(s rng): pass", "rules.py", "exec")
        raise AssertionError

    ours = ("jalopies", "keywhiz", "whiplash", "whipsaw")  # other tests of this process may have found others
    known = {"broken": load, **{name: installed()[name] for name in ours}}
    monkeypatch.setattr(games, "installed", lambda: known)
    monkeypatch.setattr(cli, "installed", lambda: known)
    yield
    games.game.cache_clear()


def test_its_error_is_typed_and_says_what_is_wrong() -> None:
    with pytest.raises(RulesError, match=r"broken is installed but cannot be loaded: SyntaxError: .*rules\.py"):
        games.game("broken")


def test_the_others_are_listed_all_the_same() -> None:
    run = CliRunner().invoke(cli.cli, ["games", "--json"])
    assert run.exit_code == 0
    assert "whiplash" in {row["name"] for row in json.loads(run.stdout)}
    assert run.stderr.startswith("tuckbox: the game broken is installed but cannot be loaded")


def test_a_game_with_the_same_state_that_tells_of_nothing_changes_nothing_for_the_first() -> None:
    whipsaw = games.game("whipsaw")
    silent = ModuleType("silent")
    vars(silent).update({name: part for name, part in vars(whipsaw.rules).items() if name != "told"})
    replace(whipsaw, rules=silent, says={})
    assert Match("whipsaw", 3, seed=1).steps


@pytest.mark.parametrize(("name", "said"), [
    ("whiplsh", "there is no game 'whiplsh'; did you mean 'whiplash'?"),
    ("Key Whiz", "there is no game 'Key Whiz'; did you mean 'keywhiz'?"),
    ("examples/eights/", "there is no game 'examples/eights/'; the game of a project's folder is tuckbox.game_in(folder)"),
    ("chess", "there is no game 'chess': it is one of broken, jalopies, keywhiz, whiplash, whipsaw"),
])  # fmt: skip
def test_a_game_that_is_not_there_is_told_with_what_may_be_meant(name: str, said: str) -> None:
    with pytest.raises(UnknownGame) as unknown:
        games.game(name)
    assert str(unknown.value) == said


def test_options_are_called_as_the_game_says_and_else_by_their_names() -> None:
    game = games.game("whiplash")
    assert game.term("target") == "points to win"
    assert game.term("match", "race") == "a race to so many points"
    plain = replace(game, terms={})
    assert (plain.term("turn_cap"), plain.term("target", 21)) == ("turn cap", "21")


@pytest.mark.parametrize("stray", ["colour", "match=chess", "race"])
def test_a_term_for_what_is_no_option_is_refused(stray: str) -> None:
    with pytest.raises(RulesError, match=f"term for '{stray}'"):
        replace(games.game("whiplash"), terms={stray: "something"})


def test_offers_change_nothing_for_who_says_no_options() -> None:
    game = games.game("whiplash")
    assert game.settle_options(2, {}) == replace(game, offers=()).settle_options(2, {})


def test_the_first_offer_is_for_who_has_not_said_which_match() -> None:
    game = games.game("whiplash")
    assert game.offered == ("match", "target", "hands", "minutes")
    assert game.first_offer() == game.first_offer({"edition": "royal"}) == game.offers[0]
    assert [game.first_offer({name: ""}) for name in game.offered] == [None] * 4
    assert games.game("keywhiz").first_offer() is None


def test_options_come_with_those_of_the_first_offer() -> None:
    game = games.game("whiplash")
    assert game.with_offer() == game.offers[0].options
    assert game.with_offer({"edition": "royal"}) == {**game.offers[0].options, "edition": "royal"}
    assert game.with_offer({"match": "race"}) == {"match": "race"}
    assert games.game("keywhiz").with_offer({"board": "mini"}) == {"board": "mini"}
    numbers = {name: games.game(name).players_as_offered for name in ("whiplash", "whipsaw")}
    assert numbers == {"whiplash": (2, 3, 4), "whipsaw": (3, 4)}, "Whipsaw! is for two with an option (WS-3.1)"


def test_an_offer_is_known_by_the_options_of_a_match_whatever_else_is_chosen() -> None:
    game = games.game("whiplash")
    for offer in game.offers:
        _, options = game.settle_options(3, {**offer.options, "edition": "royal"})
        assert game.offer_of(3, {name: str(value) for name, value in options.items()}) is offer
    assert game.offer_of(3, {"match": "race", "target": "9"}) is None


def test_an_offer_that_is_not_there_is_told_with_what_may_be_meant() -> None:
    with pytest.raises(OptionError, match="whiplash offers no match 'printd'; did you mean 'printed'"):
        games.game("whiplash").offer("printd")
    with pytest.raises(OptionError, match="keywhiz offers no match 'quick'; it offers none"):
        games.game("keywhiz").offer("quick")


MINUTES = {2: 10, 3: 10, 4: 10}


@pytest.mark.parametrize(("offers", "said"), [
    ([Offer("a", "A", {}, MINUTES), Offer("a", "B", {}, MINUTES)], "a name each"),
    ([Offer("", "A", {}, MINUTES)], "a name each"),
    ([Offer("a", "A", {}, {2: 10})], "'a' of whiplash must say its minutes for 2, 3, 4 players"),
    ([Offer("a", "A", {}, MINUTES), Offer("b", "B", {}, {**MINUTES, 2: 9})], "shortest match first"),
    ([Offer("a", "A", {"target": 0}, MINUTES)], "'a' of whiplash cannot be played: target must be"),
    ([Offer("a", "A", {"dealer": "3"}, MINUTES)], "'a' of whiplash cannot be played: dealer 3"),
])  # fmt: skip
def test_an_offer_that_cannot_be_is_refused(offers: list[Offer], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        replace(games.game("whiplash"), offers=tuple(offers))


@pytest.mark.parametrize(("declared", "said"), [
    ({"rules": "rules"}, "`rules` of whiplash is the module of its rules, not 'rules'"),
    ({"scene": "scene"}, "`scene` of whiplash is a function of a view, not 'scene'"),
    ({"longest": "24"}, "`longest` of whiplash is a whole number from 1, not '24'"),
    ({"utility": (1, 0)}, r"`utility` of whiplash is the least and the greatest payoff, such as \(0, 1\), not \(1, 0\)"),
    ({"utility": 1}, "`utility` of whiplash is the least and the greatest payoff"),
    ({"payoffs": "zero-sum"}, "`payoffs` of whiplash is one of .* not 'zero-sum'"),
    ({"offers": ("quick",)}, r"`offers` of whiplash is a tuple of Offer\(...\), not \('quick',\)"),
    ({"minutes": 10}, r"`minutes` of whiplash is the shortest and the longest duration, such as \(5, 30\), not 10"),
    ({"minutes": (9, 5)}, "`minutes` of whiplash is the shortest and the longest duration"),
    ({"help": None}, "`help` of whiplash is a text, or a function of the options, not None"),
    ({"tagline": 3}, "`tagline` of whiplash is a text, not 3"),
    ({"says": ["drew"]}, r"`says` of whiplash is a dict of sentences, not \['drew'\]"),
    ({"says": {"drew": 3}}, "`says` of whiplash has for 'drew' a text, or a function that makes one, not 3"),
    ({"labels": {"draw stock": 3}}, "`labels` of whiplash has for 'draw stock' a text"),
    ({"says": {"drow": "{who} draw[s]."}}, "a sentence for 'drow', .*; did you mean 'drew'"),
    ({"labels": {"draw stok": "Draw"}}, "a label for 'draw stok', .*; did you mean 'draw stock'"),
    ({"says": {"drew": "{who} draw[s] {crad}."}}, r"may use \{card\}, \{who\}, but not \{crad\}; did you mean 'card'"),
    ({"says": {"showed": "{card}"}}, r"may use \{number\}, \{who\}, but not \{card\}"),
    ({"labels": {"discard {card}": "Drop {crad}"}}, r"may use \{card\}, .*\{who\}, but not \{crad\}"),
    ({"says": {"drew": "{who"}}, "the sentence '{who' of whiplash cannot be read: "),
    ({"says": {"drew": "{who} draw[s."}}, "cannot be read: a bracket has no other"),
    ({"title": " "}, "`title` of whiplash is what the game is called, not ' '"),
    ({"observe": {"phaze": OneOf(4)}}, "`observe` speaks of 'phaze', .*; did you mean 'phase'"),
    ({"observe": {"phase": 4}}, r"`observe` tells 'phase' by an encoding such as SeatOf\(\) or OneOf\(4\), not by 4"),
    ({"variants": ({"editoin": "royal"},)}, "`variants` of whiplash speaks of 'editoin', .*; did you mean 'edition'"),
    ({"mini": {"editoin": "royal"}}, "`mini` of whiplash speaks of 'editoin', .*; did you mean 'edition'"),
])  # fmt: skip
def test_a_declaration_of_another_kind_is_refused_where_it_stands(declared: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        replace(games.game("whiplash"), **declared)
