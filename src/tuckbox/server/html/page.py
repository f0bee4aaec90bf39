"""Parts that all pages share: the document around them, the head of the page, settings and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

import htpy as h
from markupsafe import Markup

from tuckbox.definition.finding import installed
from tuckbox.definition.game import Game
from tuckbox.definition.game import game as find_game
from tuckbox.definition.rulebook import short_text
from tuckbox.match.match import Match
from tuckbox.match.record import LONGEST_NAME
from tuckbox.scene.parts import Scene
from tuckbox.server.assets import sent, tag
from tuckbox.server.html.art import SHEET, THEME, art_address, art_files
from tuckbox.server.html.cards import SIGNS
from tuckbox.server.html.contents import told_by
from tuckbox.server.html.markup import slug
from tuckbox.server.html.preferences import CHOICES, Preferences, Visitor
from tuckbox.server.table.view_model import ViewModel

_KEYS = (
    ("Tab or arrows", "go to the next thing you can use; Enter uses it"),
    ("1 to 9", "play a card of your hand, counted from the left"),
    ("Space", "pass"),
    ("U", "undo, or ask the others to let you"),
    ("R", "quick reactions, where others play"),
    ("I", "what is this? Or rest the pointer on a card or place, or press long"),
    ("C", "a cheat sheet: only what matters now"),
    ("H", "a hint, against bots or where the table allows it"),
    ("?", "open or close this help"),
)
_HAND_KEYS = ("1 to 9",)
_SECTION_KEYS = (
    ("W", "what changed"),
    ("M", "my cards"),
    ("T", "the table: who has what"),
    ("A", "what may I do"),
    ("Alt and these", "the same where a screen reader keeps single letters for itself; in Firefox Alt and Shift"),
)
"""Keys that lead to the sections of a table in words."""
_LABELS = {
    "theme": "Colours",
    "skin": "Cards",
    "motion": "Moving cards",
    "sound": "A sound when it is your turn",
    "table": "Tables",
}


BOARD_SHEETS = ("boards.css", "roads.css")
"""Style sheets of boards, and of courses, which are drawn as roads across the table."""

_CHOICES = 8
"""Number of decisions after which it is known which boards a game has."""


def asset(name: str) -> str:
    """The address of a static file; it changes with the file, so it may be kept for ever."""
    return f"/static/{name}?v={tag(name)}"


def game_of(model: ViewModel) -> Game | None:
    """The game of a table, if it is still installed."""
    if model.view is not None:
        return model.view.game
    return find_game(model.game) if model.game in installed() else None


def styles_for(model: ViewModel, worded: bool = False) -> tuple[str, ...]:
    """The style sheets a table needs, drawn or in words, besides the one of all pages."""
    if worded:
        return ("words.css",)
    game = game_of(model)
    shown = (_boards(model.scene) if model.scene else frozenset()) | (_boards_of(game) if game else frozenset())
    return tuple(sheet for sheet in BOARD_SHEETS if sheet in shown)


def _boards(scene: Scene) -> frozenset[str]:
    """The style sheets of the boards in a scene."""
    told = told_by(scene.panels)
    return frozenset(
        BOARD_SHEETS if "with-road" in told else BOARD_SHEETS[:1] if told & {"with-board", "with-loose"} else ()
    )


@lru_cache(maxsize=64)
def _boards_of(game: Game) -> frozenset[str]:
    """The style sheets of the boards that a game shows soon: a table that is still open, or where racers are chosen, will
    have its boards then."""
    match, found = Match(game, seed=1), frozenset[str]()
    for _ in range(_CHOICES):
        found |= _boards(game.scene(match.view(0)))
        if match.waiting:
            match.play(match.actions(match.waiting[0])[0], match.waiting[0])
    return found


def rules_path(game: str) -> str:
    """The address of the rules of a game."""
    return f"/games/{game}"


def short_path(game: Game) -> str:
    """The address of the rules of a game in short, on two screens; where it has none, of its rules."""
    return f"{rules_path(game.name)}/short" if short_text(game) else rules_path(game.name)


def cards_path(game: str) -> str:
    """The address of the page with all cards of a game."""
    return f"{rules_path(game)}/cards"


def asking_path(game: Game, options: Mapping[str, Any] | None) -> str:
    """The address that explains things of a game that is played with these options."""
    return f"/games/{game.name}/about?{urlencode(sorted((options or {}).items()))}"


@lru_cache(maxsize=64)
def _does_what_was_pressed(script: str) -> bool:
    """Whether a script does what was pressed before it was there, which ``early.js`` has to remember then."""
    return b"self.press" in sent(script)


_REMEMBERS = h.script(src=asset("early.js"))
"""The script that remembers presses. It comes before the body, so that none is lost, and before style sheets, for which it
would wait."""


@dataclass(frozen=True)
class Subject:
    """The game that a page is about, as it is played with these `options`. A page that is `drawn` shows drawings of it; one
    of a `table` has its heading above, and the help that one needs there. At a `live` table things happen while one looks;
    it offers `hints`, unless its match is in earnest."""

    game: Game | None = None
    options: Mapping[str, Any] | None = None
    drawn: bool = False
    table: bool = False
    live: bool = False
    hints: bool = True

    @classmethod
    def of(cls, model: ViewModel, live: bool = False) -> Subject:
        """The subject of a page on which a table is shown."""
        return cls(game_of(model), dict(model.options), drawn=True, table=True, live=live, hints=not model.terms.earnest)


_NO_GAME = Subject()


def document(
    title: str,
    body: h.Node,
    visitor: Visitor,
    *,
    subject: Subject = _NO_GAME,
    script: str = "",
    back: str = "/",
    head: h.Node = None,
    styles: tuple[str, ...] = ("pages.css",),
) -> str:
    """A whole page as text.

    `script` brings it to life, `back` is the address to which its settings lead back, and `head` comes at the end of the
    page's own head.
    """
    chosen = visitor.preferences
    complete = "drawn" if subject.live and subject.game is not None else None  # it brings the drawings it shows along
    page = h.html(lang="en", class_=complete, data_theme=chosen.theme, data_skin=chosen.skin, data_motion=chosen.motion)[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
            h.meta(name="color-scheme", content="light dark" if chosen.theme == "auto" else chosen.theme),
            h.title[f"{title} · Tuckbox" if title else "Tuckbox"],
            h.link(rel="icon", href=asset("icon.svg")),
            h.link(rel="manifest", href=asset("manifest.webmanifest")),
            script and _does_what_was_pressed(script) and _REMEMBERS,
            [h.link(rel="stylesheet", href=asset(name)) for name in ("style.css", *styles)],
            _scripts(script, subject, chosen),
            head,
        ],
        h.body(**_body_attributes(subject))[
            _short_cuts(subject, back, chosen),
            _header(title if subject.table else "", subject, back, chosen),
            body,
            subject.live and _ON_TOP,
        ],
    ]
    return str(page)


def _scripts(script: str, subject: Subject, chosen: Preferences) -> h.Node:
    """The scripts of a page, and the look of its game with the drawings. The script of a live table contains or imports
    those that are requested one by one for a table that stands still."""
    game, still = subject.game, subject.table and not subject.live
    return [
        script and _module(script),
        _module("sections.js") if subject.table and chosen.worded else still and _module("fit.js"),
        subject.drawn and _art(game, at_once=not subject.live),
        _module("about.js") if still and game else None,
    ]


def _module(name: str) -> h.Node:
    """A script that runs when the page has been read."""
    return h.script(type="module", src=asset(name))


def _body_attributes(subject: Subject) -> dict[str, str | None]:
    """Attributes of the body, by which scripts and style sheets know the game that the page is about."""
    game = subject.game
    asked_about = game if subject.table else None
    return {
        "class_": "at-table" if subject.table else None,
        "data_game": game.name if game else None,
        "data_options": _settled(subject.options),
        "data_about": asking_path(asked_about, subject.options) if asked_about and not subject.live else None,
        "data_style": asset("topics.css") if asked_about else None,
    }


def _short_cuts(subject: Subject, back: str, chosen: Preferences) -> h.Node:
    """Links for keyboards and screen readers, before all else on a page."""
    other = "Tables drawn" if chosen.worded else "Tables in words"
    return h.nav(aria_label="Short cuts")[
        h.a(href="#live" if subject.table else "#main", class_="skip")["To the content"],
        h.a(href=f"{_settings_path(back)}#table", class_="skip")[other] if subject.table else None,
    ]


def _settings_path(back: str) -> str:
    """The address of the settings, which lead back from there."""
    return f"/settings?{urlencode({'back': back})}"


def _settled(options: Mapping[str, Any] | None) -> str | None:
    """The options of a table as words, by which a theme can tell them apart."""
    return " ".join(slug(f"{name}-{value}") for name, value in options.items()) if options else None


def _art(game: Game | None, at_once: bool) -> h.Node:
    """The look of a game, and its drawings `at_once`, unless the page has brought along those it shows."""
    if game is None:
        return None
    return [
        h.link(rel="stylesheet", href=art_address(game, THEME)) if art_files(game)[THEME] else None,
        h.link(rel="preload", href=art_address(game, SHEET), as_="fetch", crossorigin="") if at_once else None,
        at_once and _module("art.js"),
    ]


def _sounds(sound: str) -> h.Node:
    """Sounds at a table, off until asked for."""
    pressed = "true" if sound == "on" else "false"
    return h.button(type="button", class_="tool", data_sounds=True, aria_pressed=pressed, aria_label="Sounds")[Markup(_NOTE)]


_NOTE = (
    '<svg class="note-sign" viewBox="0 0 32 32" aria-hidden="true">'
    '<path d="M12 6v15a5 5 0 1 0 3 4V11l10-2v9a5 5 0 1 0 3 4V3z"/></svg>'
)


_PERSON = (
    '<svg class="person-sign" viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">'
    '<path fill="currentColor" d="M16 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M4 29c0-7 5-10 12-10s12 3 12 10z"/></svg>'
)


def _header(heading: str, subject: Subject, back: str, chosen: Preferences) -> h.Node:
    """Header of every page; only tables have their heading here, where it takes no room. Those that are `live` have sounds
    and help."""
    game, live = subject.game, subject.live
    aids = _Aids(back, subject.hints) if live else None
    return [
        h.header("#top")[
            h.a(".brand", href="/")[Markup(_BOX), "Tuckbox"],
            h.h1[heading] if heading else h.span(class_="fill"),
            h.nav(aria_label="This page")[
                _sounds(chosen.sound) if live and heading else None,
                aids.links("tool aid") if aids else None,
                h.button(type="button", class_="tool", popovertarget="help")["Help"] if game else None,
                None if live else h.a(class_="tool", href="/me", aria_label="My page")[Markup(_PERSON)],
                h.a(class_="tool", href=_settings_path(back), aria_label="Settings")["⚙"],
            ],
        ],
        help_box(game, subject.options, aids, chosen.worded) if game else None,
    ]


@dataclass(frozen=True)
class _Aids:
    """Help at a table, by its path: what matters just now, and hints, where there are any."""

    table: str
    hints: bool

    def links(self, kind: str) -> h.Node:
        """The ways to it."""
        return [
            h.a(class_=kind, href=f"{self.table}/sheet", data_ask="sheet")["What now?"],
            h.a(class_=kind, href=f"{self.table}/hint", data_ask="hint")["Hint"] if self.hints else None,
        ]


_BOX = (
    '<svg class="box" viewBox="0 0 32 32" aria-hidden="true"><path class="within" d="M9 3h14v9H9z"/>'
    '<path class="body" d="M5 9h6a5 5 0 0 0 10 0h6v21H5z"/>'
    f'<path d="{SIGNS["S"]}" transform="translate(11 17) scale(.3125)"/></svg>'
)


_ON_TOP: h.Node = [
    h.div("#toast", role="alert"),
    h.div("#line", role="alert"),
    h.div("#menu", popover=True, role="dialog", aria_label="Which of these?"),
    h.div("#advice", popover=True, role="dialog", aria_label="Advice", tabindex="-1"),
]


def name_form(visitor: Visitor, back: str, button: str = "Save", ident: str = "") -> h.Node:
    """A name is all one needs to play; then on to `back`. With an `ident` it is for who is new there, and may sign in."""
    field = h.input("#name", name="name", value=visitor.name, maxlength=LONGEST_NAME, required=True, autocomplete="nickname")
    return h.form(id=ident or None, method="post", action="/name", class_="inline")[
        h.label(for_="name")["Your name"],
        field,
        h.input(type="hidden", name="back", value=back),
        h.button(class_="order main" if ident else "order")[button],
        h.a(".order", href=f"/sign-in?back={quote(back)}")["Sign in"] if ident else None,
    ]


def preferences_form(visitor: Visitor, back: str) -> h.Node:
    """The settings; they lead back to where one came from."""
    chosen = visitor.preferences
    groups = [
        h.fieldset(id=name)[
            h.legend[_LABELS[name]],
            [
                h.label[
                    h.input(type="radio", name=name, value=value, checked=value == getattr(chosen, name)),
                    " ",
                    shown,
                ]
                for value, shown in choices
            ],
        ]
        for name, choices in CHOICES.items()
    ]
    return h.form(method="post", action="/settings", class_="preferences")[
        groups,
        h.input(type="hidden", name="back", value=back),
        h.button(class_="order main")["Save"],
    ]


def help_box(game: Game, options: Mapping[str, Any] | None, aids: _Aids | None, worded: bool) -> h.Node:
    """The game in short, as it is played with these options, the keys, and the way to the full rules; at a table also its
    `aids`."""
    keys = (*_SECTION_KEYS, *(each for each in _KEYS if each[0] not in _HAND_KEYS)) if worded else _KEYS
    return h.div("#help", popover=True, role="dialog", aria_label=f"{game.title} in short", tabindex="-1", autofocus=True)[
        h.h2[f"{game.title} in short"],
        h.div(".bar")[aids.links("order")] if aids else None,
        [h.p[paragraph] for paragraph in game.help_for(options).split("\n\n") if paragraph],
        h.p[
            h.a(href=short_path(game), target="_blank")["How to play"],
            " · ",
            h.a(href=rules_path(game.name), target="_blank")["Read the full rules"],
            " · ",
            h.a(href=cards_path(game.name), target="_blank")["All cards"],
        ],
        h.div(class_="keys")[h.h3["Keys"], h.dl[[(h.dt[key], h.dd[meaning]) for key, meaning in keys]]],
        h.button(type="button", class_="order", popovertarget="help", popovertargetaction="hide")["Close"],
    ]
