"""The table of Jaunty Jalopies as a viewer sees it: the course with the jalopies on it, what lies before each racer and what
cures it, character sheets, and hands by type letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from tuckbox.games.jalopies import cards, course, races, replies, state
from tuckbox.games.jalopies import effects_in_play as force
from tuckbox.games.jalopies.cards import DECK, KINDS, LETTERS, RACERS, Racer
from tuckbox.games.jalopies.notes import NOTES
from tuckbox.games.jalopies.state import Form, Phase, Side, WindowKind
from tuckbox.games.jalopies.words import COINS, FORMS, SIDES, describe, strengths
from tuckbox.games.jalopies.words import LETTERS as TYPES
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Card, Fact, Panel, Part, Row, Scene, Score, Space, Token
from tuckbox.view.view import View

_TONES = {"R": "brown", "D": "blue", "T": "gold", "P": "pink", "E": "teal", "M": "red", "S": "orange", "F": "black"}


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    panels, hints = lay.panels(view, _seat, _middle), tuple(_hints(view))
    moment = _moment(view)
    picture = KINDS[view.state.card].code if moment else ""
    return Scene(_headline(view), _status(view), panels, NOTES(view), hints, moment, picture, tuple(_scores(view)))


@cache
def card_of(kind: int, count: int = 1, fresh: bool = False, note: str = "", lettered: bool = False) -> Card:
    """A card: its code (with `lettered` its letters too), its name, what it does and its drawing; or a back."""
    if kind >= BACK:
        back = "back-plots" if DECK.face(kind) != "card" else "back-cards"
        return Card(DECK.face(kind), hidden=True, count=count, art=back)
    data = KINDS[kind]
    return Card(
        face=f"{data.code}:{data.types or '*'}" if lettered else data.code,
        name=data.code,
        fresh=fresh,
        tone=_TONES.get(data.types[:1], "purple"),
        count=count,
        note=note,
        title=data.name,
        text=describe(data.effects),
        sort=" and ".join(TYPES[letter] for letter in data.types) if lettered else "",
        art=data.code,
        whole=True,
    )


def _row(view: View, title: str, zone: Any, seat: int) -> Row:
    """The cards of a zone, alike ones together: those the viewer knows in kind order, then the backs."""
    kinds = tuple([cell & 255 for cell in zone.cell[: zone.n]])
    return _alike(title, kinds, frozenset([card for _, by, card in view.news if by == seat]))


@lru_cache(maxsize=4096)
def _alike(title: str, kinds: tuple[int, ...], fresh: frozenset[int]) -> Row:
    """The same row as long as it says the same, since what is drawn from it is kept."""
    return Row(title, tuple(card_of(kind, kinds.count(kind), kind in fresh, "", True) for kind in sorted({*kinds})))


# -- the places of the racers ---------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A racer's place: the sheet, what lies before them, and their hands."""
    s = view.state
    mine = seat == view.seat
    parts: list[Part] = []
    if s.hand[seat].n or (mine and s.round):
        parts.append(_row(view, "Hand", s.hand[seat], seat))
    if s.karma[seat].n:
        parts.append(_row(view, "Karma hand", s.karma[seat], seat))
    lying = tuple(_lying(s, seat))
    if lying:
        cures = "; ".join(f"{card.title} {card.note}" for card in lying if card.note.startswith("needs"))
        parts.append(Row("In front of you" if mine else "In front of them", lying, cures))
    if s.sheet[seat]:
        parts.append(_racer(s, seat, mine))
    parts += _facts(view, seat, mine)
    begun = s.round > 0
    badges = {SIDES[s.side[seat]]: begun, "first": begun and seat == s.first, "home": begun and force.out(s, seat)}
    return lay.place(view, seat, parts, badges)


def _facts(view: View, seat: int, mine: bool) -> Iterator[Fact]:
    """Facts about a racer: partner, pawn, number of cards, points."""
    s = view.state
    if s.form in (Form.PARTNER, Form.TEAM):
        yield _fact("partner", view.names[(seat + s.players // 2) % s.players])
    if s.round:
        yield _fact("at", f"{s.pawn[force.car(s, seat)]}/{s.sections}")
        yield _fact("hand", f"{s.hand[seat].n}/{force.hand_size(s, seat)}")
        if mine:
            yield _fact("draws", str(force.draw_rate(s, seat)))
    if s.race == Form.CIRCUIT:
        yield _fact("points", str(s.points[seat]))


_fact = lru_cache(maxsize=1024)(Fact)


def _lying(s: Any, seat: int) -> Iterator[Card]:
    """Troubles with what they ask for next, and Retained cards; no slip of the hand Removes one, that is for its button."""
    for slot in range(len(s.trouble[seat])):
        if s.trouble[seat][slot]:
            yield _trouble(s, seat, slot)
    for place, kind in enumerate(cards.KEPT):
        if s.kept[seat][place]:
            handles = (f"spend {KINDS[kind].code}",)
            yield replace(card_of(kind, s.kept[seat][place], note="kept"), handles=handles)


def _before(kind: int, seat: int) -> str:
    """The name of a trouble on a racer: the same in the air as where it lies, so that it is seen to fly there."""
    return f"{KINDS[kind].code} on {seat + 1}"


def _trouble(s: Any, seat: int, slot: int) -> Card:
    """A trouble: what has been put under it, and exactly what cures it."""
    kind, met = s.trouble[seat][slot] - 1, s.met[seat][slot]
    anything = force.meeting(s, seat, seat, kind, cards.NEED[kind][met]) == cards.EVERY
    return _cured(kind, seat, s.asks[seat][slot], tuple(s.beneath[seat][slot][:met]), anything)


@lru_cache(maxsize=4096)
def _cured(kind: int, seat: int, asks: int, beneath: tuple[int, ...], anything: bool) -> Card:
    """A trouble with what lies `beneath` it, of which it asks for so much, `anything` at all if it is so."""
    left = [LETTERS[letter] for letter in cards.NEED[kind][len(beneath) : asks]]
    under = [KINDS[other].name for other in beneath]
    struck = f" ({LETTERS[cards.NEED[kind][asks]]} struck off)" if asks < cards.NEEDED[kind] else ""
    many = f"any {len(left)} card{'s' if len(left) > 1 else ''}"
    wants = many if anything else " then ".join(TYPES[letter] for letter in left)
    note = f"to cure: {wants}{struck}" + (f"; given so far: {', '.join(under)}" if under else "")
    card, code = card_of(kind), KINDS[kind].code
    return replace(
        card,
        name=_before(kind, seat),
        about=(code,),
        text="; ".join([note, *(part for part in card.text.split("; ") if not part.startswith("needs"))]),
        note=f"needs {many if anything else ', then '.join(left)}",
        handles=(f"fix {seat + 1} {code}", f"rescue {seat + 1} {code}", f"mend {code}"),
    )


def _racer(s: Any, seat: int, mine: bool) -> Row:
    """A character sheet; one's own with its text below."""
    return _racer_of(RACERS[s.sheet[seat] - 1], mine, force.working(s, seat, 0), force.working(s, seat, 1))


@cache
def _racer_of(racer: Racer, mine: bool, *working: bool) -> Row:
    sheet = _sheet_of(racer, *working)
    return Row("Racer", (replace(sheet, text=""),), sheet.text) if mine else Row("Racer", (sheet,))


@cache
def _sheet_of(racer: Racer, *working: bool) -> Card:
    """The sheet of a racer whose main and sidekick's abilities are in force or not."""
    told = [(racer.ability, racer.effects), (f"{racer.sidekick}, {racer.trick}", racer.help)]
    said = []
    for works, (name, effects) in zip(working, told, strict=True):
        text = f"{name}: {describe(effects)}"
        said.append(text if works else f"[not in force: {text}]")
    return Card(
        racer.word, name=racer.word, tone="brown", title=racer.name, text=". ".join(said), art=racer.word, whole=True
    )


def _middle(view: View) -> Panel:
    """The course, the card being played, and the piles; before the race the racers to choose from."""
    s = view.state
    if s.phase == Phase.RACER:
        free = [racer for number, racer in enumerate(RACERS) if number + 1 not in s.sheet[: s.players]]
        return Panel("Racers", (Row("Racers to choose from", tuple(sheet_card(racer) for racer in free)),))
    parts: list[Part] = [_course(view)]
    if s.open.n:
        flies = s.card if s.verb == state.STRIKE else -1  # a card in the air
        lying = [cell & 255 for cell in lay.cells(s.open)]
        played = [
            replace(card_of(k), name=_before(k, s.goal), about=(KINDS[k].code,)) if k == flies else card_of(k) for k in lying
        ]
        parts.append(Row("Being played", tuple(played)))
    parts += [lay.pile(view, "Draw pile", s.stock, card_of), lay.pile(view, "Discards", s.discards, card_of)]
    if any(s.side[seat] == Side.VILLAIN for seat in range(s.players)) and s.round:
        parts.append(lay.pile(view, "Plots", s.plots, card_of))
        parts += [lay.pile(view, "Plots gone", s.spent, card_of, under=True)] if s.spent.n else []
    return Panel("Course", tuple(parts))


def sheet_card(racer: Racer) -> Card:
    """A character sheet, chosen by its name: what its abilities are exactly is told when one asks for it."""
    handles = (f"racer {racer.word}",)
    return Card(
        racer.word,
        racer.word,
        tone="brown",
        title=racer.name,
        text=strengths(racer),
        art=racer.word,
        whole=True,
        handles=handles,
    )


_space = lru_cache(maxsize=4096)(Space)
"""A section: the same one each time, since what is drawn from it is kept."""


def _course(view: View) -> Board:
    """The sections laid, with Terrain and jalopies, then those to come, up to the chequered line."""
    s = view.state
    there = _on_course(view)
    spaces = [_space("start", "Start", tuple(there.jalopies.get(0, ())), tone="black", note="Starting Line",
                     art="lane-start mark-gate", about=("start", *there.drivers.get(0, ())))]  # fmt: skip
    laid = [cell & 255 for cell in lay.cells(s.course)]
    for section in range(1, s.sections + 1):
        spaces.append(_section(view, section, laid, there) if section <= len(laid) else _ahead(view, section))
    return Board("Course", (tuple(spaces),))


class _There(NamedTuple):
    """Jalopies on the sections, in the order in which they came, and the racers in them, by their words."""

    jalopies: dict[int, list[Token]]
    drivers: dict[int, list[str]]


def _on_course(view: View) -> _There:
    s, there = view.state, _There({}, {})
    cars = [force.car(s, seat) for seat in range(s.players)] if s.round else []
    for seat in sorted({*cars}, key=lambda seat: s.arrived[seat]):
        there.jalopies.setdefault(s.pawn[seat], []).append(_jalopy(view, seat))
    for seat, driven in enumerate(cars):
        if s.sheet[seat]:
            there.drivers.setdefault(s.pawn[driven], []).append(RACERS[s.sheet[seat] - 1].word)
    return there


def _ahead(view: View, section: int) -> Space:
    """A section nobody has laid yet."""
    s = view.state
    lays = tuple(text for text in view.legal_texts() if text.startswith("road ")) if section == s.course.n + 1 else ()
    last, answered = section == s.sections, s.windows != state.FULL and replies.answerable(s, section)
    home = answered and section > s.sections - replies.HOME_STRETCH
    note = "no road yet" + ("; home stretch" if home else "") + (": a road laid here can be answered" if answered else "")
    art = "lane-ghost" + (" mark-home" if home else "") + (" mark-finish" if last else "")
    face = "Finish" if last else str(section)
    title = f"{section} Finish" if last else f"{section} home stretch" if home else ""
    return _space(f"@{section}", face, (), "", note, art=art, handles=lays, title=title, goal=bool(lays), about=("ahead",))


def _section(view: View, section: int, laid: list[int], there: _There) -> Space:
    """A section in play: its road by name, its toll, its Terrain and who is there."""
    s = view.state
    kind = laid[section - 1]
    data = KINDS[kind]
    before = laid[: section - 1].count(kind)
    name = data.places[before % len(data.places)]
    ground = s.ground[section] - 1
    terrain = KINDS[ground] if ground >= 0 else None
    said = f", {terrain.name}: {describe(terrain.effects)}" if terrain else ""
    return _space(
        f"@{section}",
        f"{section}:{data.code}" + (f"+{terrain.code}" if terrain else ""),
        tuple(there.jalopies.get(section, ())),
        tone="gold" if terrain else "brown",
        note=f"{data.name}, {describe(data.effects) or 'no toll'}{said}",
        art=f"lane-{data.code}" + (f" mark-{terrain.code}" if terrain else "") + " mark-finish" * (section == s.sections),
        handles=_entering(view, section),
        title=f"{section} {name}",
        about=(data.code, *([terrain.code] if terrain else []), *there.drivers.get(section, ())),
    )


def _entering(view: View, section: int) -> tuple[str, ...]:
    """Handles of a section in play: its name, and next to the own pawn what enters it."""
    s = view.state
    if s.phase != Phase.ACT or view.seat not in view.asked:
        return ()
    step = {1: "drive ", -1: "back "}.get(section - s.pawn[force.car(s, view.seat)])
    return (f"@{section}", *(text for text in view.legal_texts() if step and text.startswith(step)))


def _jalopy(view: View, seat: int) -> Token:
    """A jalopy with all who sit in it."""
    s = view.state
    riders = [other for other in range(s.players) if force.car(s, other) == seat]
    names = tuple([view.names[rider] for rider in riders])
    lying = [kind - 1 for rider in riders for kind in s.trouble[rider] if kind]
    lying += [kind for rider in riders for place, kind in enumerate(cards.KEPT) if s.kept[rider][place]]
    return _driven(seat, names, tuple([s.sheet[rider] for rider in riders]), tuple(lying))


@lru_cache(maxsize=4096)
def _driven(seat: int, names: tuple[str, ...], sheets: tuple[int, ...], lying: tuple[int, ...]) -> Token:
    """A jalopy by who sits in it, those of the first first, and the kinds of what lies before them."""
    words = [RACERS[sheet - 1].word for sheet in sheets if sheet]
    first = words[0] if sheets[0] else names[0]
    return Token(first[:2], seat, " and ".join(names), _drawn(words, [KINDS[kind].code for kind in lying]))


_HIDDEN = ("PA", "RA")
"""Kept cards that lie in the car, where nobody sees them."""


def _drawn(words: list[str], lying: list[str]) -> str:
    """The drawing of a jalopy: who sits in it, who drives last, and over it what lies before them."""
    shown = [code for code in dict.fromkeys(lying) if code not in _HIDDEN]
    layers = [*(f"partner-{word}" for word in words[1:]), *(f"rider-{word}" for word in words[:1]), "jalopy"]
    return " ".join([*layers, *(f"on-{code}" for code in shown)])


# -- words ----------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    """The race, how far it has come, and in a Circuit which one it is."""
    s = view.state
    parts = ["Jaunty Jalopies", FORMS[s.form]]
    race, segment = _leg(s)
    if s.race == Form.CIRCUIT:
        parts[1] = f"Circuit, race {race}: {FORMS[s.form]}"
    if s.form == Form.RALLY:
        parts.append(f"segment {segment} of {races.SEGMENTS}")
    if s.round:
        parts.append(f"round {s.round} of {s.curfew}" if s.curfew else f"round {s.round}")
    if s.form == Form.ENDURANCE and s.round:
        parts.append("by night: sidekicks drive" if force.by_night(s) else "by day: racers drive")
    return ", ".join(parts)


def _leg(s: Any) -> tuple[int, int]:
    """Which race and which segment is run, or has just been run, from 1; what is over has been counted already."""
    if not s.over:
        return s.race_number + 1, s.segment + 1
    return (s.race_number + 1, s.segment) if s.segment else (s.race_number, races.SEGMENTS)


_TODO = {
    Phase.RACER: "Choose your racer.",
    Phase.SIDE: "Choose your side: Hero, Neutral or Villain.",
    Phase.ACT: "Play cards, one after another, or rest.",
    Phase.CURE: "Choose a card to fix it with.",
    Phase.LEARN: "A Sub-Plot is completed. Was it a Valuable Experience?",
    Phase.MEND: "Mend a Mishap, or be done.",
    Phase.ROOM: "Your hand is nearly full: discard to make room, or draw.",
}


def _status(view: View) -> str:
    """The status line: what to do now, or how the race has ended."""
    s = view.state
    if s.over:
        return _result(view)
    if s.phase == Phase.PAY and view.seat in view.asked:
        part = course.group(s)
        return f"Pay for {DECK.face(s.card)}: {s.due[part]} {COINS[part].format(s='s' if s.due[part] > 1 else '')}."
    if s.window.depth > 0 and view.seat in view.asked:
        return _question(view)
    if s.phase == Phase.ACT and s.busy:
        return lay.status(view, "Play on, or end your turn.")
    return lay.status(view, _TODO.get(s.phase, ""))


def _result(view: View) -> str:
    """The result: who has won the match, or the part of it that has just ended."""
    s, (race, segment) = view.state, _leg(view.state)
    what = {Form.CIRCUIT: "the Circuit", Form.RALLY: "the Rally"}.get(s.race, "the race")
    if not s.done:
        what = f"segment {segment} of {races.SEGMENTS}" if s.form == Form.RALLY else f"race {race} of the Circuit"
    first = [seat for seat in range(s.players) if (s.place if s.done else s.rank)[seat] == 1]
    won = f"{lay.people(view, first)} win {what}" if len(first) > 1 else lay.won(view, first, what)
    return f"{lay.capitalised(won)}{'!' if s.done and view.seat in first else '.'}"


def _scores(view: View) -> Iterator[Score]:
    """The progress of each racer, their place in this race, and in a Circuit the points of all races."""
    s, seats = view.state, range(view.state.players)
    if not s.over:
        return
    yield Score("Racer", tuple(RACERS[s.sheet[seat] - 1].name if s.sheet[seat] else "" for seat in seats))
    at = (s.pawn[force.car(s, seat)] for seat in seats)
    yield Score("Section reached", tuple("Finish" if section == s.sections else str(section) for section in at))
    yield Score("Place", tuple(str(s.rank[seat] or "") for seat in seats), total=s.race != Form.CIRCUIT)
    if s.race == Form.CIRCUIT:
        yield Score("Points", tuple(str(s.points[seat]) for seat in seats), total=True)


def _question(view: View) -> str:
    """The question to a seat that is asked: what it may stop."""
    s = view.state
    top = s.window.level[s.window.depth - 1]
    if top.kind != WindowKind.COUNTER:
        return f"{_announced(view)} Stop it, or pass."
    below = s.window.level[s.window.depth - 2]
    verb, goal = state.VERB[below.answer[top.by]], state.GOAL[below.answer[top.by]]
    card, stopped = KINDS[top.subject].name, KINDS[below.subject].name
    whose = lay.say(view, below.by, "[{who}'s|your]")
    if verb == state.NEGATE:
        told = f"{lay.does(view, top.by, 'stop')} {whose} {stopped} with {card}!"
    elif verb == state.FRAME:
        told = f"{lay.does(view, top.by, 'turn')} {whose} {stopped} on {lay.who(view, goal)} with {card}!"
    else:
        told = f"{lay.does(view, top.by, 'answer')} with {card}!"
    return f"{_once(told)} Counter it, or pass."


def _announced(view: View) -> str:
    """The card being played: by whom, and on whom."""
    s = view.state
    target = f" on {lay.who(view, s.goal)}" if s.verb == state.STRIKE else ""
    return _once(f"{lay.does(view, s.mover, 'play')} {KINDS[s.card].name}{target}!")


def _once(said: str) -> str:
    """One exclamation mark is enough, also after a card that has one."""
    return said.replace("!!", "!")


def _moment(view: View) -> str:
    """The title card of a window, as in the silent films: what is played, by whom, on whom."""
    s = view.state
    if s.window.depth == 0 or s.card < 0:
        return ""
    line = f"\n{KINDS[s.card].line}" if KINDS[s.card].line else ""
    top = s.window.level[s.window.depth - 1]
    answer = f"\n{lay.does(view, top.by, 'answer')}: {KINDS[top.subject].name}" if top.kind == WindowKind.COUNTER else ""
    return f"{_announced(view)}{line}{answer}"


def _hints(view: View) -> Iterator[str]:
    """Hints worth knowing now."""
    s = view.state
    if not s.round or s.over:
        return
    ahead = [seat for seat in range(s.players) if s.pawn[force.car(s, seat)] == s.sections - 1]
    if ahead:
        names = lay.listed([lay.who(view, seat) for seat in ahead])
        yield f"{lay.capitalised(names)} can finish with the next section."
    if s.curfew and s.curfew - s.round < 3:
        yield f"Curfew after round {s.curfew}."
