"""Texts of the table in the terminal, beyond what a game says of itself."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from tuckbox.definition.game import Game
from tuckbox.definition.graphemes import beginning
from tuckbox.kit.actions import Seats
from tuckbox.lessons.sheet import sheet
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.scene.parts import Scene
from tuckbox.terminal.saves import Keeper
from tuckbox.view.view import View

_LONGEST = 70
_LONGEST_NAME = 20

KEYS = """\
Type the number of an action or the action itself; the beginnings of its words are enough (`d qh` for `discard QH`), and
the Tab key completes them.

  ? ACTION   what it means, or the rule that forbids it
  ? CARD     what it says; a place and the number of a rule are explained too
  c          a cheat sheet: only what matters now
  hint       what a good player would do (not where people play each other)
  u          take your last step back, as long as it has told nobody anything
  l          all that has happened
  a          all that you may do
  v          the whole table, and what its cards and places say
  me         your own place in words
  rules      the rules
  s FILE     save a copy
  q          leave; everything is saved
"""


def shortened(name: str) -> str:
    """A name that leaves room for the rest of a line."""
    return name if len(name) <= _LONGEST_NAME else f"{beginning(name, _LONGEST_NAME - 1).rstrip()}…"


def speaker(told: str, names: Sequence[str]) -> str:
    """The name with which a sentence of the log begins; empty where it begins with none.

    >>> speaker("Bo Li draws a card.", ["Bo", "Bo Li"]), speaker("You draw 2♣.", ["Ann"]), speaker("Bo!", ["Bo"])
    ('Bo Li', 'You', '')
    """
    return max((name for name in (*names, "You") if told.startswith(f"{name} ")), key=len, default="")


def seat_words(game: Game) -> Sequence[str]:
    """Names of the seats in the notation of a game; empty where no action names one."""
    domains = (domain for family in game.actions.families for domain in family.domains)
    return next((domain for domain in domains if isinstance(domain, Seats)), ())


def folded(log: Sequence[str], names: Sequence[str], breaks: Container[int] = ()) -> list[str]:
    """The log with what one player does in succession in one line, but for lines at `breaks`, which begin anew.

    >>> folded(["Bo draws a card.", "Bo puts down 9♦.", "You draw 2♣."], ["Ann", "Bo"])
    ['Bo draws a card, puts down 9♦.', 'You draw 2♣.']
    """
    lines: list[str] = []
    last = ""
    for number, told in enumerate(log):
        if number in breaks:
            last = ""
        who = speaker(told, names)
        if who and who == last and lines[-1].endswith(".") and len(lines[-1]) + len(told) - len(who) < _LONGEST:
            lines[-1] = f"{lines[-1][:-1]}, {told[len(who) + 1 :]}"
        else:
            lines.append(told)
        last = who
    return lines


def laid_with_names(view: View) -> Scene:
    """The table of a view; actions that name seats, of which the game notes nothing, have the players' names as notes."""
    scene = laid(view)
    if not seat_words(view.game):
        return scene
    texts = {view.game.actions.text(action): action for action in view.legal}
    notes = {text: scene.notes.get(text) or _players(view, action) for text, action in texts.items()}
    return replace(scene, notes={**scene.notes, **notes})


def _players(view: View, action: int) -> str:
    """The players that an action names."""
    family = view.game.actions.family(action)
    pairs = zip(family.domains, family.arguments(action), strict=True)
    seats = [seat for domain, seat in pairs if isinstance(domain, Seats) and seat < len(view.names)]
    return ", ".join("you" if seat == view.seat else view.names[seat] for seat in seats)


def in_order(view: View, scene: Scene) -> tuple[int, ...]:
    """The legal actions in the order in which the scene notes them; those without a note last."""
    places = {text: place for place, text in enumerate(scene.notes)}
    return tuple(sorted(view.legal, key=lambda action: places.get(view.game.actions.text(action), len(places))))


def paragraphs(text: str) -> list[str]:
    """A text without its line breaks, but for those round empty and indented lines.

    >>> paragraphs("You may\\nplay:\\n  drive   go on\\n\\nor rest.")
    ['You may play:', '  drive   go on', '', 'or rest.']
    """
    lines: list[str] = []
    for line in text.strip("\n").split("\n"):
        if lines and _runs_on(lines[-1]) and _runs_on(line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def _runs_on(line: str) -> bool:
    return bool(line) and not line[0].isspace()


def help_lines(match: Match, keeper: Keeper) -> Iterator[str]:
    """The page of help: the game, the keys, where the match is kept, what fixes the deal."""
    yield from paragraphs(f"{match.game.help_for(match.options, typed=True)}\n\n{KEYS}")
    yield ""
    yield keeper.where()
    if match.commitment:
        yield f"The deal was fixed before the first card by the commitment {match.commitment}; `tuckbox verify` checks it."


def sheet_lines(view: View, scene: Scene) -> Iterator[str]:
    """The cheat sheet as lines of a list."""
    for part in sheet(view, scene):
        wide = max(len(action) for action, _ in part.lines)
        yield part.title
        yield from (f"  {action:<{wide}}  {said}".rstrip() if action else f"  {said}" for action, said in part.lines)
        yield ""


def offered(match: Match) -> str:
    """The match that is offered first, where none was asked for: its title and length, and the way to another."""
    first, *others = match.game.offers
    ways = [" ".join(f"{name}={value}" for name, value in other.options.items()) for other in others]
    longest = match.game.offers[-1].title
    longer = f" Longer: --option {' or '.join(ways)} ({longest[:1].lower()}{longest[1:]})." if ways else ""
    return f"{first.title}, {first.length(match.players)}.{longer}"


def standing(match: Match, viewer: int | None) -> Iterator[str]:
    """The end of a finished match, place by place."""
    for place in sorted(set(match.places or ())):
        seats = [seat for seat in range(match.players) if match.places and match.places[seat] == place]
        yield f"{place}. {', '.join('You' if seat == viewer else match.names[seat] for seat in seats)}"
