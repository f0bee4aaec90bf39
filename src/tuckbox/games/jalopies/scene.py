"""The table of Jaunty Jalopies as a viewer sees it (section 12 of the rules): the course with the jalopies on it, what lies
before each racer and what cures it, character sheets, and hands by type letters."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.jalopies import cards, course, force, options, table, troubles, turns
from tuckbox.games.jalopies.cards import DECK, KINDS
from tuckbox.games.jalopies.effects import LETTERS
from tuckbox.games.jalopies.racers import RACERS, Racer
from tuckbox.games.jalopies.words import FORMS, SIDES, describe
from tuckbox.games.jalopies.words import LETTERS as TYPES
from tuckbox.kit.deck import BACK
from tuckbox.scene import lay
from tuckbox.scene.parts import Board, Card, Fact, Panel, Part, Row, Scene, Space, Stack, Token

_TONES = {"R": "brown", "D": "blue", "T": "gold", "P": "pink", "E": "teal", "M": "red", "S": "orange", "F": "black"}
_MARKS = ("H", "N", "V")


def scene(view: View) -> Scene:
    """Lay the view out as a table."""
    seats = lay.seats(view)
    panels = [_seat(view, seat) for seat in seats]
    middle = len(panels) if view.seat is None else len(panels) - 1
    panels.insert(middle, _middle(view))
    return Scene(
        headline=_headline(view),
        status=_status(view),
        panels=tuple(panels),
        notes=dict(_notes(view)),
        hints=tuple(_hints(view)),
        moment=_moment(view),
    )


# -- cards ----------------------------------------------------------------------------------------------------------------


@cache
def _card(kind: int, count: int = 1, fresh: bool = False, note: str = "", lettered: bool = False) -> Card:
    """A card face up: its code (with `lettered` its letters too), its name, what it does and its drawing."""
    data = KINDS[kind]
    text = describe(data.effects)
    return Card(
        face=f"{data.code}:{data.types or '*'}" if lettered else data.code,
        name=data.code,
        fresh=fresh,
        tone=_TONES.get(data.types[:1], "purple"),
        count=count,
        note=note,
        title=data.name,
        text=text,
        art=data.code,
    )


def _row(view: View, title: str, zone: Any, seat: int) -> Row:
    """The cards of a zone, alike ones together: those the viewer knows in kind order, then the backs."""
    cells = [cell & 255 for cell in zone.cell[: zone.n]]
    known = [kind for kind in sorted({*cells}) if kind < BACK]
    shown = [_card(kind, cells.count(kind), (seat, kind) in view.fresh, lettered=True) for kind in known]
    backs = [Card(DECK.face(back), hidden=True, count=cells.count(back)) for back in sorted({*cells}) if back >= BACK]
    return Row(title, (*shown, *backs))


# -- the places of the racers ---------------------------------------------------------------------------------------------


def _seat(view: View, seat: int) -> Panel:
    """A racer's place: the sheet, what lies before him, and his hands."""
    s = view.state
    mine = seat == view.seat
    parts: list[Part] = []
    if s.hand[seat].n or (mine and s.round):
        parts.append(_row(view, "Hand", s.hand[seat], seat))
    if s.karma[seat].n:
        parts.append(_row(view, "Karma hand", s.karma[seat], seat))
    lying = tuple(_lying(s, seat))
    if lying:
        parts.append(Row("Before you" if mine else "Lying there", lying, _cures(lying)))
    if s.sheet[seat]:
        sheet = _sheet(s, seat)
        parts.append(Row("Racer", (replace(sheet, text=""),), sheet.text) if mine else Row("Racer", (sheet,)))
    parts += _facts(view, seat, mine)
    badges = [SIDES[s.side[seat]]] if s.round else []
    badges += ["first"] if seat == s.first and s.round else []
    badges += ["home"] if s.round and force.out(s, seat) else []
    return Panel(view.names[seat], tuple(parts), seat, seat in view.asked, mine, tuple(badges))


def _facts(view: View, seat: int, mine: bool) -> Iterator[Fact]:
    """Who drives along, where the pawn is, how many cards there are, and points."""
    s = view.state
    if s.form in (table.PARTNER, table.TEAM):
        yield Fact("partner", view.names[(seat + s.players // 2) % s.players])
    if s.round:
        yield Fact("at", f"{s.pawn[force.car(s, seat)]}/{s.sections}")
        yield Fact("hand", f"{s.hand[seat].n}/{force.hand_size(s, seat)}")
        if mine:
            yield Fact("draws", str(force.draw_rate(s, seat)))
    if s.race == table.CIRCUIT:
        yield Fact("points", str(s.points[seat]))


def _lying(s: Any, seat: int) -> Iterator[Card]:
    """Troubles with what they ask for next, and Retained cards."""
    for slot in range(len(s.trouble[seat])):
        if s.trouble[seat][slot]:
            yield _trouble(s, seat, slot)
    for place, kind in enumerate(cards.KEPT):
        if s.kept[seat][place]:
            yield _card(kind, s.kept[seat][place], note="kept")


def _cures(lying: tuple[Card, ...]) -> str:
    """What cures the troubles, in short."""
    return "; ".join(f"{card.title} {card.note}" for card in lying if card.note.startswith("needs"))


def _before(kind: int, seat: int) -> str:
    """What a trouble on a racer is called: the same in the air as where it lies, so that it is seen to fly there."""
    return f"{KINDS[kind].code} on {seat + 1}"


def _trouble(s: Any, seat: int, slot: int) -> Card:
    """A trouble: what has been put under it, and exactly what cures it."""
    kind = s.trouble[seat][slot] - 1
    met, asks = s.met[seat][slot], s.asks[seat][slot]
    left = [LETTERS[letter] for letter in cards.NEED[kind][met:asks]]
    under = [KINDS[other].code for other in s.beneath[seat][slot][:met]]
    struck = f" ({LETTERS[cards.NEED[kind][asks]]} struck off)" if asks < cards.NEEDED[kind] else ""
    anything = force.meeting(s, seat, seat, kind, cards.NEED[kind][met]) == cards.EVERY
    many = f"any {len(left)} card{'s' if len(left) > 1 else ''}"
    wants = many if anything else " then ".join(TYPES[letter] for letter in left)
    note = f"to cure: {wants}{struck}" + (f"; under it {' '.join(under)}" if under else "")
    card, code = _card(kind), KINDS[kind].code
    return replace(
        card,
        name=_before(kind, seat),
        text="; ".join([note, *(part for part in card.text.split("; ") if not part.startswith("needs"))]),
        note=f"needs {many if anything else ', then '.join(left)}",
        handles=(f"fix {seat + 1} {code}", f"rescue {seat + 1} {code}", f"mend {code}"),
    )


def _sheet(s: Any, seat: int) -> Card:
    """A character sheet: both abilities, what is not in force in brackets."""
    racer = RACERS[s.sheet[seat] - 1]
    told = [(racer.ability, racer.effects), (f"{racer.sidekick}, {racer.trick}", racer.help)]
    said = []
    for which, (name, effects) in enumerate(told):
        text = f"{name}: {describe(effects)}"
        said.append(text if force.working(s, seat, which) else f"[not in force: {text}]")
    return Card(racer.word, name=racer.word, tone="brown", title=racer.name, text=". ".join(said), art=racer.word)


# -- the middle -----------------------------------------------------------------------------------------------------------


def _middle(view: View) -> Panel:
    """The course, the card being played, and the piles; before the race the racers to choose from."""
    s = view.state
    if s.phase == table.PICK_RACER:
        free = [racer for number, racer in enumerate(RACERS) if number + 1 not in s.sheet[: s.players]]
        return Panel("Racers", (Row("Racers to choose from", tuple(_choice(racer) for racer in free)),))
    parts: list[Part] = [_course(view)]
    if s.open.n:
        parts.append(Row("Being played", tuple(_played(s, cell & 255) for cell in s.open.cell[: s.open.n])))
    parts.append(_pile("Draw pile", s.stock))
    parts.append(_pile("Discards", s.discards))
    if any(s.side[seat] == table.VILLAIN for seat in range(s.players)) and s.round:
        gone = [cell & 255 for cell in s.spent.cell[: s.spent.n]]
        parts.append(_pile("Plots", s.plots))
        if gone:
            parts.append(replace(_pile("Plots gone", s.spent), under=tuple(map(_card, reversed(gone[:-1])))))
    return Panel("Course", tuple(parts))


def _choice(racer: Racer) -> Card:
    """A character sheet that can be chosen."""
    text = f"{describe(racer.effects)}. {racer.sidekick}: {describe(racer.help)}"
    card = Card(racer.word, racer.word, tone="brown", title=racer.name, text=text, art=racer.word)
    return replace(card, handles=(f"racer {racer.word}",))


def _played(s: Any, kind: int) -> Card:
    """A card in the air."""
    flies = s.verb == table.STRIKE and kind == s.card
    return replace(_card(kind), name=_before(kind, s.goal)) if flies else _card(kind)


def _pile(title: str, zone: Any) -> Stack:
    """A pile with its top card."""
    if not zone.n:
        return Stack(title, 0)
    top = zone.cell[zone.n - 1] & 255
    return Stack(title, zone.n, Card(DECK.face(top), hidden=True) if top >= BACK else _card(top))


def _course(view: View) -> Board:
    """The sections laid, with Terrain and jalopies, then those to come, up to the chequered line."""
    s = view.state
    spaces = [Space("start", "Start", _tokens(view, 0), tone="black", note="Starting Line", art="lane start gate")]
    laid = [cell & 255 for cell in s.course.cell[: s.course.n]]
    for section in range(1, s.sections + 1):
        spaces.append(_section(view, section, laid) if section <= len(laid) else _ahead(view, section))
    return Board("Course", (tuple(spaces),))


def _ahead(view: View, section: int) -> Space:
    """A section nobody has laid yet."""
    s = view.state
    lays = tuple(text for text in view.legal_texts() if text.startswith("road ")) if section == s.course.n + 1 else ()
    last, home = section == s.sections, section > s.sections - 3 and s.windows == table.QUICK
    note = "no road yet" + ("; home stretch: a road laid here can be answered" if home else "")
    art = "lane ghost" + (" home" if home else "") + (" finish" if last else "")
    face = "Finish" if last else str(section)
    title = "" if last else f"{section} home stretch" if home else ""
    return Space(f"@{section}", face, (), "", note, art=art, handles=lays, title=title, goal=bool(lays))


def _section(view: View, section: int, laid: list[int]) -> Space:
    """A section in play: its road by name, its toll, its Terrain and who is there."""
    s = view.state
    kind = laid[section - 1]
    data = KINDS[kind]
    before = laid[: section - 1].count(kind)
    name = data.places[before % len(data.places)]
    ground = s.ground[section] - 1
    terrain = KINDS[ground] if ground >= 0 else None
    said = f", {terrain.name}: {describe(terrain.effects)}" if terrain else ""
    toll = describe(data.effects)
    return Space(
        f"@{section}",
        f"{section}:{data.code}" + (f"+{terrain.code}" if terrain else ""),
        _tokens(view, section),
        tone="gold" if terrain else "brown",
        note=f"{data.name}, {toll or 'no toll'}{said}",
        art=" ".join(["lane", data.code, *([terrain.code] if terrain else []), *["finish"] * (section == s.sections)]),
        handles=_entering(view, section),
        title=f"{section} {name}",
    )


def _entering(view: View, section: int) -> tuple[str, ...]:
    """How a section in play is touched: by its name, and next to the own pawn by what enters it."""
    s = view.state
    if s.phase != table.ACT or view.seat not in view.asked:
        return ()
    step = {1: "drive ", -1: "back "}.get(section - s.pawn[force.car(s, view.seat)])
    return (f"@{section}", *(text for text in view.legal_texts() if step and text.startswith(step)))


def _tokens(view: View, section: int) -> tuple[Token, ...]:
    """The jalopies on a section, in the order in which they came."""
    s = view.state
    if not s.round:
        return ()
    there = [seat for seat in range(s.players) if force.car(s, seat) == seat and s.pawn[seat] == section]
    there.sort(key=lambda seat: s.arrived[seat])
    return tuple(_jalopy(view, seat) for seat in there)


def _jalopy(view: View, seat: int) -> Token:
    """A jalopy with all who sit in it."""
    s = view.state
    riders = [other for other in range(s.players) if force.car(s, other) == seat]
    words = [RACERS[s.sheet[rider] - 1].word for rider in riders if s.sheet[rider]]
    names = " and ".join(view.names[rider] for rider in riders)
    return Token(_initials(view, seat), seat, names, " ".join(["car", *words]))


def _initials(view: View, seat: int) -> str:
    sheet = view.state.sheet[seat]
    return RACERS[sheet - 1].word[:2] if sheet else view.names[seat][:2]


# -- words ----------------------------------------------------------------------------------------------------------------


def _headline(view: View) -> str:
    """The race, how far it has come, and in a Circuit which one it is."""
    s = view.state
    parts = ["Jaunty Jalopies", FORMS[s.form]]
    race, segment = _leg(s)
    if s.race == table.CIRCUIT:
        parts[1] = f"Circuit, race {race}: {FORMS[s.form]}"
    if s.form == table.RALLY:
        parts.append(f"segment {segment} of {turns.SEGMENTS}")
    if s.round:
        parts.append(f"round {s.round} of {s.curfew}")
    if s.form == table.ENDURANCE and s.round:
        by_night = (s.round + s.flip_first) % 2 == 0
        parts.append("by night: sidekicks drive" if by_night else "by day: racers drive")
    return ", ".join(parts)


def _leg(s: Any) -> tuple[int, int]:
    """Which race and which segment is run, or has just been run, from 1; what is over has been counted already."""
    if not s.over:
        return s.race_number + 1, s.segment + 1
    return (s.race_number + 1, s.segment) if s.segment else (s.race_number, turns.SEGMENTS)


_TODO = {
    table.PICK_RACER: "Choose your racer.",
    table.PICK_SIDE: "Choose your side: Hero, Neutral or Villain.",
    table.ACT: "Play cards, one after another, or rest.",
    table.CURE: "Put a card under the trouble.",
    table.LEARN: "A Sub-Plot is completed. Was it a Valuable Experience?",
    table.TEND: "Mend a Mishap, or be done.",
    table.ROOM: "Your hand is nearly full: discard to make room, or draw.",
}


def _status(view: View) -> str:
    """What to do now, or how it has ended."""
    s = view.state
    if s.over:
        return _result(view)
    if s.phase == table.PAY and view.seat in view.asked:
        part = options.group(s)
        what = ("Driving card{s}", "Driving or Equipment card{s}", "card{s} of any kind")[part]
        return f"Pay for {DECK.face(s.card)}: {s.due[part]} {what.format(s='s' if s.due[part] > 1 else '')}."
    if s.window.depth > 0 and view.seat in view.asked:
        return _question(view)
    if s.phase == table.ACT and s.busy:
        return lay.status(view, "Play on, or end your turn.")
    return lay.status(view, _TODO.get(s.phase, ""))


def _result(view: View) -> str:
    """Who has won the match, or what has just ended of it."""
    s = view.state
    race, segment = _leg(s)
    if s.done:
        what = {table.CIRCUIT: "the Circuit", table.RALLY: "the Rally"}.get(s.race, "the race")
    else:
        what = f"segment {segment} of {turns.SEGMENTS}" if s.form == table.RALLY else f"race {race} of the Circuit"
    first = [seat for seat in range(s.players) if (s.place if s.done else s.rank)[seat] == 1]
    names = lay.listed([lay.who(view, seat) for seat in first])
    won = f"{names[:1].upper()}{names[1:]} {'wins' if len(first) == 1 and first != [view.seat] else 'win'} {what}"
    return f"{won}{'!' if s.done and view.seat in first else '.'}"


def _question(view: View) -> str:
    """What a seat that is asked may stop."""
    s = view.state
    top = s.window.level[s.window.depth - 1]
    if top.kind != table.COUNTER:
        return f"{_announced(view)} Stop it, or pass."
    below = s.window.level[s.window.depth - 2]
    answer = below.answer[top.by]
    verb, card = table.VERB[answer], KINDS[top.subject].name
    whose = "your" if below.by == view.seat else f"{view.names[below.by]}'s"
    if verb == table.NEGATE:
        told = f"{lay.does(view, top.by, 'stop')} {whose} {KINDS[below.subject].name} with {card}!"
    elif verb == table.FRAME:
        goal = lay.who(view, table.GOAL[answer])
        told = f"{lay.does(view, top.by, 'turn')} {whose} {KINDS[below.subject].name} on {goal} with {card}!"
    else:
        told = f"{lay.does(view, top.by, 'answer')} with {card}!"
    return f"{_once(told)} Counter it, or pass."


def _announced(view: View) -> str:
    """The card being played: by whom, and on whom."""
    s = view.state
    target = f" on {lay.who(view, s.goal)}" if s.verb == table.STRIKE else ""
    return _once(f"{lay.does(view, s.mover, 'play')} {KINDS[s.card].name}{target}!")


def _once(said: str) -> str:
    """One exclamation mark is enough, also after a card that has one."""
    return said.replace("!!", "!")


def _moment(view: View) -> str:
    """The title card of a window, as in the silent films: what is played, by whom, on whom."""
    s = view.state
    if s.window.depth == 0 or s.card < 0:
        return ""
    line = f" {KINDS[s.card].line}" if KINDS[s.card].line else ""
    top = s.window.level[s.window.depth - 1]
    answer = f" {lay.does(view, top.by, 'answer')}: {KINDS[top.subject].name}" if top.kind == table.COUNTER else ""
    return f"{_announced(view)}{line}{answer}"


def _hints(view: View) -> Iterator[str]:
    """What is worth knowing now."""
    s = view.state
    if not s.round or s.over:
        return
    ahead = [seat for seat in range(s.players) if s.pawn[force.car(s, seat)] == s.sections - 1]
    if ahead:
        names = lay.listed([lay.who(view, seat) for seat in ahead])
        yield f"{names[:1].upper()}{names[1:]} can finish with the next section."
    if s.curfew - s.round < 3:
        yield f"Curfew after round {s.curfew}."


def _notes(view: View) -> Iterator[tuple[str, str]]:
    """What each action would cost or do."""
    for action in view.legal:
        note = _note(view, action)
        if note:
            yield table.act.text(action), note


def _note(view: View, action: int) -> str:
    s: Any = view.state
    verb, kind, goal = (int(column[action]) for column in (table.VERB, table.KIND, table.GOAL))
    if verb == table.CHOOSE:
        racer = RACERS[goal]
        return f"{racer.ability}: {describe(racer.effects)}. {racer.trick}: {describe(racer.help)}"
    if verb in _SIDE_NOTES:
        return _SIDE_NOTES[verb]
    if verb in (table.LAY_ROAD, table.GO, table.GO_BACK):
        return f"{KINDS[kind].name}: {_price(s, verb, kind)}"
    if verb == table.STRIKE:
        return f"{KINDS[kind].name} on {view.names[goal]}: {describe(KINDS[kind].effects)}"
    if verb in (table.FIX, table.SAVE):
        before = "" if goal == view.seat else f" before {view.names[goal]}"
        spent = f", spending {_rescue()}" if verb == table.SAVE else ""
        return f"{KINDS[kind].name}{before}{spent}"
    if verb in (table.CAST, table.KEEP, table.LAY_TERRAIN):
        return f"{KINDS[kind].name}: {describe(KINDS[kind].effects)}"
    if verb == table.TAKE_REST:
        return _resting(s, s.mover)
    if verb == table.END:
        return _drawing(force.draw_rate(s, s.mover), _free(s, s.mover))
    if verb == table.TAKE:
        return _drawing(s.rate, _free(s, s.mover))
    if verb == table.FRAME:
        return f"let it hit {view.names[goal]}"
    return KINDS[kind].name if kind >= 0 else ""


def _rescue() -> str:
    """The card that is spent on a rescue."""
    return " or ".join(KINDS[kind].name for kind in cards.members(cards.RESCUES))


def _free(s: Any, seat: int) -> int:
    """For how many more cards a hand has room."""
    return int(max(0, force.hand_size(s, seat) - s.hand[seat].n))


def _drawing(rate: int, free: int) -> str:
    """What a draw brings; a hand without room takes nothing unless something goes first (JJ-5.7)."""
    return f"draw {rate}" if rate <= free else f"draw {free or 'nothing'}; discard first to draw up to {rate}"


def _resting(s: Any, seat: int) -> str:
    """What a Rest brings: a draw, mending, another draw (JJ-5.6)."""
    first, second, free = force.rest_rate(s, seat), force.draw_rate(s, seat), _free(s, seat)
    mended = "mend, " if troubles.troubled_by(s, seat) & cards.MISHAPS else ""
    if first + second <= free:
        return f"draw {first}, {mended}then draw {second}"
    brought = [min(first, free), min(second, free - min(first, free))]
    return f"draw {brought[0]}, {mended}then draw {brought[1]}; discard first to draw up to {first} and {second}"


_SIDE_NOTES = {
    table.AS_HERO: "help others and draw for it; no Mishaps",
    table.AS_NEUTRAL: "any card meets a Sub-Plot before you; no Karma hand",
    table.AS_VILLAIN: "a Mishap that hits draws a Fiendish Plot",
}


def _price(s: Any, verb: int, kind: int) -> str:
    """What entering a section would cost."""
    seat = s.mover
    pawn = s.pawn[force.car(s, seat)]
    if verb == table.LAY_ROAD:
        driving, chains, toll = course.cost(s, seat, kind, -1, kind, True)
    else:
        driving, chains, toll = course.entry_cost(s, seat, pawn + (1 if verb == table.GO else -1), kind)
    due = [f"{driving} Driving"] * (driving > 0) + [f"{chains} Driving or Equipment"] * (chains > 0)
    due += [f"{toll} card{'s' if toll > 1 else ''}"] * (toll > 0)
    return f"costs {', '.join(due)}" if due else "free"
