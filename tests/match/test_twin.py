"""Twins: a game in other words, with the same moves, from which nobody can tell what game it is."""

from __future__ import annotations

import json
import random
import re
from itertools import chain

import pytest

from tests.adapters.subjects import HEAVY
from tuckbox import game, installed
from tuckbox.adapters import text
from tuckbox.errors import OptionError
from tuckbox.match.twin import KEPT, Twin, vocabulary

GAMES = list(installed())
OWN = {
    "whiplash": "whiplash stock discard pile ace aces king queen jack spades hearts drew taken calls",
    "keywhiz": "key whiz keywhiz door doors doorway payoff start swap hop steps square piece pieces",
    "whipsaw": "whipsaw road roads legislator judges banker borrow building parkway bridge highway withdraws",
    "jalopies": "jaunty jalopies racer racers terrain driving mishap plot fiendish hero villain neutral buttermilk road",
}
"""Names that must not be read in a twin, as people would list them."""
OURS = {"action", "done", "end"}
"""Words of questions, refusals and JSON, which happen to be those of actions, too."""


def words_of(said: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", said)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [1, 5])
def test_every_action_has_a_text_of_its_own_that_is_read_back(name: str, seed: int) -> None:
    actions, twin = game(name).actions, Twin(game(name), seed)
    texts = [actions.text(action) for action in range(actions.size)]
    told = [twin.tell(each) for each in texts]
    assert len(set(told)) == len(texts)
    assert [twin.read(each) for each in told] == texts
    assert all(one != other for one, other in zip(told, texts, strict=True))


def said_in(table: text.Table, most: int) -> list[str]:
    """All that a table says in a game at random."""
    chance, said = random.Random(3), [table.rules(), table.rules(whole=True)]
    for _ in range(most):
        if table.done:
            break
        asked = table.observe()
        said += [asked.prompt, json.dumps(table.data(asked.seat)), table.step("hm").said]
        step = table.step(f"I choose `{chance.choice(asked.legal)}`.")
        assert step.taken, step.said
        said.append(step.said)
    return said


@pytest.mark.parametrize("name", GAMES)
def test_no_name_of_the_game_is_ever_said(name: str) -> None:
    table = text.make(name, 3, seed=4, twin=5, tries=9)
    said = "\n".join(said_in(table, 30))
    twin = Twin(game(name), 5)
    names = {word for word in vocabulary(game(name)) if word not in KEPT | OURS}
    assert words_of(said) & names == set()
    assert words_of(said) & (set(OWN[name].split())) == set()
    assert game(name).hash not in said
    assert not re.search(rf"\b{game(name).name[0].upper()}[A-Z]-\d", said)  # numbers of rules, such as WL-5.6
    assert words_of(twin.title) <= words_of(said)


@pytest.mark.parametrize("name", GAMES)
def test_the_lists_above_are_said_by_the_game_itself(name: str) -> None:
    """Else the test before would hold whatever a twin said."""
    said = words_of("\n".join(said_in(text.make(name, 3, seed=4, tries=9), 25)))
    assert len(set(OWN[name].split()) & said) >= 7
    assert set(vocabulary(game(name))) & said


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in HEAVY else name for name in GAMES])
def test_a_twin_is_the_same_game(name: str) -> None:
    """The same places in the list of actions lead to the same record, and the same bots answer alike."""
    plain, twin = (text.make(name, 3, seed=8, bots={2: "greedy"}, twin=number) for number in (None, 7))
    chance = random.Random(2)
    for _ in range(25):
        if plain.done:
            break
        one, other = plain.observe(), twin.observe()
        assert (one.seat, len(one.legal)) == (other.seat, len(other.legal))
        at = chance.randrange(len(one.legal))
        assert plain.step(f"`{one.legal[at]}`").taken
        assert twin.step(f"`{other.legal[at]}`").taken
        numbers = [[each["number"] for each in table.data(table.seat)["legal"]] for table in (plain, twin) if not table.done]
        assert not numbers or numbers[0] == numbers[1]
    assert plain.match.record().steps == twin.match.record().steps


def test_the_words_of_the_game_mean_nothing_in_a_twin_and_refusals_are_in_its_words() -> None:
    table = text.make("whiplash", 2, seed=7, bots={1: "random"}, twin=5)
    assert not table.step("`draw stock`").taken
    first = table.observe().legal[0]
    assert table.step(f"`{first}`").taken
    wrong = table.step(f"`{first}`")
    assert not wrong.taken
    assert "WL-" not in wrong.said + str(wrong.rule)
    assert re.search(r"[A-Z]{2}-5\.1", wrong.said)
    assert not words_of(wrong.said) & set(vocabulary(game("whiplash")))


def test_other_numbers_are_other_twins_and_the_same_number_the_same() -> None:
    titles = [Twin(game("keywhiz"), number).title for number in range(30)]
    assert len(set(titles)) == 30
    assert titles[3] == Twin(game("keywhiz"), 3).title


def test_the_usual_pack_is_told_in_order() -> None:
    table = text.make("whiplash", 2, seed=7, twin=5)
    line = next(line for line in table.rules().splitlines() if line.startswith("The ranks"))
    letters = re.findall(r"([A-Z]) \(", line)
    assert len(letters) == 9
    assert not set(letters) & set("TJQKACDHS")
    deck = game("whiplash").layout.deck
    cards = chain.from_iterable(re.findall(r"\b[2-9A-Z][A-Z]\b", line) for line in table.table(0).splitlines())
    assert {Twin(game("whiplash"), 5).read(card) for card in cards} <= set(deck.names)


def test_a_twin_has_a_number() -> None:
    with pytest.raises(OptionError, match="twin"):
        text.make("whiplash", 2, twin=-1)
