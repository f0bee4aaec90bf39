"""Answers to "What is this?": a card in full size with what it does, and a page with all cards of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import htpy as h
from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.definition.topics import Topic
from tuckbox.match.topics import topics_of
from tuckbox.scene import things
from tuckbox.scene.parts import Card, Stack
from tuckbox.server.html.art import sheet_html
from tuckbox.server.html.cards import look
from tuckbox.server.html.log_chat import with_chips
from tuckbox.server.html.markup import slug
from tuckbox.server.html.page import Subject, cards_path, document, rules_path
from tuckbox.server.html.preferences import Visitor
from tuckbox.server.table.view_model import ViewModel

Named = tuple[str, Topic]


def answer(game: Game, found: Sequence[Named], here: str = "") -> str:
    """Answers about some things, and how the first of them stands `here`; empty where there is none."""
    if not found:
        return ""
    now = h.p(".stands")["Here: ", Markup(with_chips(game, here, shortest=2)), "."] if here else None
    told = [_topic(game, name, topic, now if at == 0 else None) for at, (name, topic) in enumerate(found)]
    return str(h.div(".topics")[told])


def answer_at(model: ViewModel, words: Sequence[str], options: Mapping[str, Any]) -> str:
    """Answers about a thing at a table: what lies there under the first of the words, as its viewer sees it, or what the
    words name."""
    if model.view is None:
        return ""
    game = model.view.game
    thing = things.find(model.scene, words[0]) if model.scene and words else None
    topics = topics_of(game, options)
    if thing is None:
        return answer(game, topics.find(*words))
    found = topics.find(*things.words_of(thing))
    if isinstance(thing, Card) and not thing.about:
        found = found[:1]  # these are its names, the likeliest first; of other things they are all that lies there
    elif isinstance(thing, Stack) and not found:
        found = [(thing.title, Topic(thing.title, kind="pile"))]
    usual = found[0][1].card if found else None
    here = things.standing(thing)
    return answer(game, found or topics.find(*words), "" if usual and usual.note == here else here)


def _topic(game: Game, name: str, topic: Topic, now: h.Node) -> h.Node:
    way, face = f"{rules_path(game.name)}#{topic.rule}", _face(topic.card) if topic.card else None
    rule = h.p[h.a(href=way, target="_blank")[f"Rule {topic.rule}"]] if topic.rule else None
    return h.article(id=f"about-{slug(name)}", class_="topic" if face else "topic bare", data_topic=name)[
        face,
        h.div[
            h.h3[topic.title],
            h.p(".sort")[capitalised(topic.kind)] if topic.kind.casefold() not in ("", topic.title.casefold()) else None,
            now,
            [h.p[line] for line in topic.lines],
            rule,
        ],
    ]


def _face(card: Card) -> h.Node:
    """A card in full size, as it is by itself."""
    seen = look(replace(card, note="", handles=()))
    return h.span(class_=seen.classes, role="img", aria_label=Markup(seen.label))[Markup(seen.inside)]


def cards_page(game: Game, options: Mapping[str, Any], visitor: Visitor) -> str:
    """All cards and places of a game on one page, by their kinds."""
    topics = topics_of(game, options)
    kinds = groupby(topics.items(), key=lambda each: each[1].kind.split(",")[0].split(":")[0])
    groups: dict[str, list[Named]] = {}
    for kind, found in kinds:
        groups.setdefault(kind, []).extend(found)
    title = f"{game.title}: the cards"
    body = h.main("#main.page.cards-page")[
        h.h1[title],
        h.p[h.a(href=rules_path(game.name))["Rules"], " · ", h.a(href="/")["All games"]],
        [
            h.section(aria_label=capitalised(kind))[
                h.h2[capitalised(kind)], h.div(".topics")[[_topic(game, name, topic, None) for name, topic in found]]
            ]
            for kind, found in groups.items()
        ],
        Markup(sheet_html(game)),
    ]
    subject, styles = Subject(game, drawn=True), ("pages.css", "topics.css")
    return document(title, body, visitor, subject=subject, back=cards_path(game.name), styles=styles)
