"""The page of a table in words, for who does not look at it: headings, lists and sentences in reading order.

There is nothing to see here that is not said: what changed, one's own cards, who has what, what one may do, each under a
heading that one key leads to. It is made of the same scene as the drawn table (`tuckbox.scene.words`), and its buttons send
the same actions, so the client's scripts serve both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from markupsafe import Markup

from tuckbox.definition.game import Game
from tuckbox.definition.sentences import capitalised
from tuckbox.match.labels import in_words
from tuckbox.scene.parts import Scene
from tuckbox.scene.speech import aloud
from tuckbox.scene.words import NOTHING, PanelWords, panel_words
from tuckbox.server.html.action_bar import kinds, move_button, orders, pass_move, window_fragment
from tuckbox.server.html.fragments import Fragment, Lines, Piece
from tuckbox.server.html.log_chat import at_once, often, with_chips
from tuckbox.server.html.markup import esc, isolated
from tuckbox.server.html.page import game_of
from tuckbox.server.html.seats import tags_of, watch
from tuckbox.server.html.surroundings import headline, practising, watching
from tuckbox.server.table.view_model import LogLine, SeatView, ViewModel

KEYS = {"changed": "w", "mine": "m", "others": "t", "dock": "a"}
"""The keys that lead to the sections, by what these are called in ids."""
_FEW = 6
"""Number of last sentences that are news to who does not play."""
_PLAIN = 8
"""Maximum number of actions that are one list; more have a heading for each kind."""


def told_table(model: ViewModel, scene: Scene) -> list[Piece]:
    """The table in sections: what changed, the viewer's own place, and the others'."""
    return [changed(model), *told_places(model, scene)]


def told_places(model: ViewModel, scene: Scene) -> list[Piece]:
    """The table, in sections: the viewer's own place, and the others'."""
    sections, panels = list[Piece](), panel_words(scene, notation=False)
    if any(panel.own for panel in panels):
        sections.append(_section("mine", "My cards", _lines("mine-all", _own(model, panels))))
    return [*sections, _section("others", "Who has what", *_others(model, scene, panels))]


def told_actions(model: ViewModel) -> list[Piece]:
    """The viewer's choices: the window that is open, and every action as a button."""
    passing, game = pass_move(model), game_of(model)
    if game is None:
        return []
    found: list[Piece] = [*window_fragment(model, passing)]
    groups = kinds(model, passing)
    if sum(map(len, groups)) <= _PLAIN:
        groups = [[number for group in groups for number in group]]
    for at, numbers in enumerate(group for group in groups if group):
        title = _title([model.moves[number].label for number in numbers], game) if len(groups) > 1 else ""
        rows = [f"<li>{move_button(game, number, model.moves[number], spoken=True)}</li>" for number in numbers]
        head = [f"<h3>{isolated(title)}</h3>"] if title else []
        moves = Lines(f"moves-{at}-all", f'<ol class="moves" id="moves-{at}-all">', rows, "</ol>")
        found.append(Fragment(f"moves-{at}", f'<div id="moves-{at}">', *head, moves, "</div>"))
    more = "".join(orders(model))
    return [*found, Fragment("bar", '<div class="bar" id="bar">', more, "</div>")] if more else found


def heading(section: str, title: str) -> str:
    """The heading of a section, to which its key leads; the same as an access key, since screen readers keep letters for
    themselves."""
    key = KEYS[section]
    said = f'id="{section}-title" tabindex="-1" data-key="{key}" accesskey="{key}" aria-keyshortcuts="{key.upper()}"'
    return f"<h2 {said}>{esc(title)}</h2>"


def history(model: ViewModel) -> Fragment:
    """All sentences of the log that the page has, folded away: the new ones stand above."""
    game = game_of(model)
    rows = [_line(game, line, times) for line, times in at_once(model.log)]
    told, head = Lines("told", '<ol id="told">', rows, "</ol>"), "<summary>Everything that happened</summary>"
    return Fragment("log", '<details class="log" id="log">', head, told, "</details>")


def spoken(game: Game | None, text: str) -> str:
    """A text with its cards as one says them."""
    return aloud(in_words(game, text) if game else text)


def phrase(game: Game | None, text: str, worded: bool, shortest: int = 1) -> Markup | str:
    """A text for a page: in one that is `worded` its cards as one says them, else as chips (`with_chips`)."""
    return spoken(game, text) if worded else Markup(with_chips(game, text, shortest=shortest))


# -- sections ----------------------------------------------------------------------------------------------------------


def _section(name: str, title: str, *inside: Piece) -> Fragment:
    tag = f'<section id="{name}" aria-labelledby="{name}-title">'
    return Fragment(name, tag, heading(name, title), *inside, "</section>")


def _lines(ident: str, lines: Iterable[str]) -> Lines:
    return Lines(ident, f'<ul id="{ident}">', [f"<li>{isolated(capitalised(line))}</li>" for line in lines], "</ul>")


def changed(model: ViewModel) -> Fragment:
    """Sentences since the viewer's own last action, that one included, in a region that reads out what is added to it.

    Each has an id, so that one in the words of another before it is added too, instead of standing there already.
    """
    game = game_of(model)
    rows = [_line(game, line, times, f' id="n{line.step}-{line.number}"') for line, times in at_once(_news(model))]
    told = Lines("news", '<ol id="news">', rows, "</ol>")
    region = Fragment("hear", '<div id="hear" role="log" aria-labelledby="changed-title">', told, "</div>")
    return _section("changed", "What changed", region)


def _news(model: ViewModel) -> list[LogLine]:
    """The last sentences: for who plays those from their own last action on, for others a few."""
    return [line for line in model.log if line.step >= model.acted] if model.acted else list(model.log[-_FEW:])


@lru_cache(maxsize=20_000)
def _said(game: Game | None, text: str) -> str:
    return isolated(spoken(game, text))


def _line(game: Game | None, line: LogLine, times: int, ident: str = "") -> str:
    return f"<li{ident}>{_said(game, line.text)}{often(times)}</li>"


def _own(model: ViewModel, panels: Iterable[PanelWords]) -> list[str]:
    game = game_of(model)
    return [spoken(game, line) for panel in panels if panel.own for line in panel.lines] or [NOTHING]


def _others(model: ViewModel, scene: Scene, panels: Iterable[PanelWords]) -> list[Piece]:
    """The headline, what everybody looks at, and each panel but the viewer's own."""
    game = game_of(model)
    before = practising(model.practice) if model.practice else watching(model)
    found: list[Piece] = [Fragment("headline", '<p id="headline">', before, _said(game, headline(model, scene)), "</p>")]
    if scene.moment:
        found.append(Fragment("moment", '<p id="moment">', _said(game, scene.moment), "</p>"))
    shown = {panel.seat for panel in scene.panels}
    for at, (panel, told) in enumerate(zip(scene.panels, panels, strict=True)):
        if panel.mine:
            continue
        seat = model.seats[panel.seat] if panel.seat is not None and panel.seat < len(model.seats) else None
        found.append(_place(f"p-{at}", told.heading, seat, model, [spoken(game, line) for line in told.lines]))
    found += [_place(f"p-s{seat.number}", seat.name, seat, model, []) for seat in model.seats if seat.number not in shown]
    return found


def _place(ident: str, title: str, seat: SeatView | None, model: ViewModel, lines: list[str]) -> Fragment:
    """A place of a player, or the middle of the table."""
    tags = tags_of(seat) if seat else []
    said = ", ".join([title or "Free seat", *tags])
    head = Fragment(f"{ident}-title", f'<h3 id="{ident}-title">', isolated(said), "</h3>")
    watched = "".join(watch(seat, bool(seat and seat.free and model.seat is None)))
    return Fragment(ident, f'<div id="{ident}">', head, _lines(f"{ident}-all", lines), watched, "</div>")


def _title(labels: Sequence[str], game: Game) -> str:
    """The words that labels begin with, and how many they are."""
    split = [spoken(game, label).split() for label in labels]
    common = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*split, strict=False))]
    return f"{capitalised(' '.join(common) or 'Others')}: {len(labels)}"
