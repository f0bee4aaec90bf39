"""Topics: everything that lies on a table answers, with a rule that exists."""

from __future__ import annotations

import re

import pytest

from tests.server.html.models import played
from tests.toys.parcel import GAME as PARCEL
from tuckbox.definition.game import game as game_named
from tuckbox.definition.rulebook import rules_text
from tuckbox.definition.topics import Topic
from tuckbox.match.labels import faces
from tuckbox.match.topics import Topics, topics_of
from tuckbox.scene.parts import Stack
from tuckbox.scene.things import things, words_of

GAMES = {"whiplash": 3, "keywhiz": 2, "jalopies": 4, "whipsaw": 3}


@pytest.mark.parametrize("name", GAMES)
def test_everything_on_the_table_answers(name: str) -> None:
    game, seen = game_named(name), set[tuple[str, ...]]()
    for seed in range(3):
        for steps in (0, 3, 15, 40, 90, 150):
            match = played(name, GAMES[name], steps, seed=seed)
            topics = topics_of(game, match.options)
            for viewer in (0, None):
                for thing in things(game.scene(match.view(viewer))):
                    if not isinstance(thing, Stack):  # its top card answers
                        assert topics.find(*words_of(thing)), thing
                        seen.add(words_of(thing))
    assert len(seen) > 20


@pytest.mark.parametrize("name", GAMES)
def test_every_card_in_a_sentence_answers(name: str) -> None:
    match = played(name, GAMES[name], 90, seed=1)
    topics, game = topics_of(match.game, match.options), match.game
    named = {piece for line in match.view(0).log for piece in faces(game).split(line)[1::2]}
    shown = {game.names.get(face, face) for face in named}
    assert shown
    assert all(topics.find(face) for face in named | shown)


@pytest.mark.parametrize("name", GAMES)
def test_topics_are_sentences_and_name_rules_of_the_book(name: str) -> None:
    game = game_named(name)
    anchors = set(re.findall(r'<a id="([^"]+)">', rules_text(game)))
    for topic in topics_of(game, {}).values():
        assert topic.title, topic
        assert not topic.rule or topic.rule in anchors, topic.rule
        for line in topic.lines:
            assert line[-1] in '.!?”"' or line == line.upper(), line
            assert line[0].isupper() or line[0] in '“"', line
    assert {card for card in game.layout.deck.names if not topics_of(game, {}).find(card)} == set()


def test_topics_hang_on_the_options() -> None:
    game = game_named("whiplash")
    ace = [" ".join(topics_of(game, {"edition": edition})["AS"].lines) for edition in ("classic", "2023", "royal")]
    assert len(set(ace)) == 3
    assert "Royal call" in ace[2]


def test_a_game_that_says_nothing_answers_with_its_cards() -> None:
    topics = topics_of(PARCEL, {})
    name = PARCEL.layout.deck.names[0]
    assert topics[name].card is not None
    assert set(PARCEL.layout.deck.names) <= set(topics)


def test_words_find_a_topic_once_and_by_any_of_its_names() -> None:
    topics = Topics({"FL": Topic("Flat Tire", called=("FL:M",)), "TK": Topic("Tool Kit")})
    assert [name for name, _ in topics.find("flat tire", "FL", "fl:m", "nothing", "TK")] == ["FL", "TK"]
