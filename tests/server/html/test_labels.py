"""Where people click, actions are called in words: what is typed at a terminal stands in no page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.server.html.models import model_of, played
from tests.server.html.soup import Tag, read
from tuckbox.coach.hint import Hint
from tuckbox.coach.why import Reason
from tuckbox.definition.game import game as game_named
from tuckbox.match.labels import besides, label
from tuckbox.server.html.advice import hint_page, sheet_page
from tuckbox.server.html.preferences import Preferences, Visitor
from tuckbox.server.html.replay import told_text
from tuckbox.server.html.since import since_html
from tuckbox.server.html.table import table_body
from tuckbox.server.notices.looks import Since
from tuckbox.server.table.view_model import LogLine, ViewModel

GAMES = {"whiplash": 2, "keywhiz": 2, "jalopies": 4, "whipsaw": 3}


def positions(game: str) -> Iterator[ViewModel]:
    """The table as those who are to decide see it, at several steps of several matches."""
    for seed in range(4):
        for steps in (1, 5, 12, 25, 60, 110):
            match = played(game, GAMES[game], steps, seed=seed)
            yield from (model_of(match, seat) for seat in match.waiting[:1])


def read_aloud(root: Tag) -> str:
    """All that is shown or said: texts, labels and titles."""
    told = [tag.attrs[name] for tag in root.all() for name in ("aria-label", "title") if name in tag.attrs]
    return "\n".join([root.words(), *told])


@pytest.mark.parametrize("game", GAMES)
def test_no_page_at_the_table_shows_notation(game: str) -> None:
    """Of an action of several words, which is called otherwise."""
    looked = 0
    for model in positions(game):
        typed = [move.text for move in model.moves if " " in move.text and move.text.lower() not in move.label.lower()]
        hint = Hint(model.moves[0].text, "", model.moves[0].note)
        pages = [
            table_body(model),
            table_body(model, worded=True),
            sheet_page(model, Visitor()),
            hint_page(model, hint, "", Visitor()),
        ]
        for page in pages:
            shown = read_aloud(read(page))
            for text in typed:
                assert not re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", shown, re.IGNORECASE), text
        looked += len(typed)
    assert looked > 50


def test_a_hint_says_once_what_its_action_is_called() -> None:
    looked = 0
    for model in positions("keywhiz"):
        for move in model.moves:
            if besides(move.label, move.note) != move.note:
                page = hint_page(model, Hint(move.text, "", move.note), "", Visitor())
                assert f": {move.note}" not in read_aloud(read(page))
                looked += 1
    assert looked


def test_advice_is_in_words_for_who_wants_tables_so() -> None:
    for model in positions("whiplash"):
        note = next(move.note for move in model.moves)
        hint = Hint(model.moves[0].text, "", note, model.moves[-1].text, (Reason("You draw 9♣.", 0.6, 0.2),))
        for chosen, signs in (("drawn", True), ("words", False)):
            visitor = Visitor("Ann", Preferences(table=chosen))
            for page in (hint_page(model, hint, "", visitor), sheet_page(model, visitor)):
                advice = next(
                    tag for tag in read(page.removeprefix("<!doctype html>")).all() if tag.attrs.get("id") == "counsel"
                )
                assert bool(re.search("[♣♦♥♠]", advice.words())) <= signs
                assert "<" not in advice.words()
            if not signs:
                assert "9 of clubs" in hint_page(model, hint, "", visitor)


def test_cards_are_named_as_one_says_them_to_who_comes_back_and_to_who_previews_a_step() -> None:
    model = model_of(played("whipsaw", 3, 40))
    assert model.view
    told = LogLine(model.step, "A judge is lifted from the road: kJB.")
    news = since_html(Since("t7", model.view.game, 3, None, (told.text,)))
    for said in (
        read_aloud(read(str(news))),
        told_text(replace(model, step=model.steps - 1, log=(replace(told, step=model.steps - 1),))),
    ):
        assert "the road: judge & banker (black)" in said
        assert "kJB" not in said


@pytest.mark.parametrize("game", GAMES)
def test_every_family_of_our_games_has_a_label_or_is_a_word(game: str) -> None:
    found = game_named(game)
    for family in found.actions.families:
        assert family.text in found.labels or re.fullmatch(r"\w+( \{card\})?", family.text), family.text


def test_labels_speak_of_the_reader_as_you() -> None:
    jalopies, names = game_named("jalopies"), ("Ann", "Bo")
    assert label(jalopies, "fix 2 FL", names, 0) == "Work on Bo's Flat Tire"
    assert label(jalopies, "fix 2 FL", names, 1) == "Work on your Flat Tire"
    assert label(jalopies, "play FL on 2", names, None) == "Play Flat Tire on Bo"
    assert label(jalopies, "no such thing", names, 0) == "no such thing"
