"""What Jaunty Jalopies says: the log, help, and why something is not allowed."""

# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tuckbox.engine.view import View
from tuckbox.games.jalopies import cards, effects, force, options, table, troubles
from tuckbox.games.jalopies.cards import DECK, KINDS
from tuckbox.games.jalopies.racers import RACERS

Reason = tuple[str, str | None]

FORMS = ("standard race", "Rally", "Endurance race", "Partner race", "Team race", "Circuit")
SIDES = ("Hero", "Neutral", "Villain")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
LETTERS = {
    "R": "Road Section", "D": "Driving", "T": "Terrain", "P": "Personality", "E": "Equipment", "M": "Mishap",
    "S": "Sub-Plot", "F": "Fiendish Plot",
}  # fmt: skip

TERMS = {
    "race": "what kind of race",
    "race=standard": "standard: first over the line",
    "race=rally": "Rally: three segments",
    "race=endurance": "Endurance: racer and sidekick by turns",
    "race=partner": "Partner: two share a car (4 or 6)",
    "race=team": "Team: both cars count (4 or 6)",
    "race=circuit": "Circuit: races for points",
    "sets": "sets of cards",
    "sets=auto": "one, two for five or six players",
    "racers=pick": "everybody chooses",
    "racers=deal": "dealt at random",
    "sides": "Heroes and Villains",
    "sides=pick": "everybody chooses",
    "first_racer": "who goes first",
    "first_racer=random": "drawn by lot",
    **{f"first_racer={seat}": f"seat {seat}" for seat in range(1, 7)},
    "curfew": "rounds at most",
    "windows": "what can be answered",
    "windows=quick": "attacks and the home stretch",
    "windows=full": "every card",
    "road_window": "roads that can be answered",
    "road_window=home": "the last three",
    "road_window=all": "all",
    "road_window=last": "the last one",
    "flip_first": "Endurance: sidekicks begin",
    "circuit_races": "races of a Circuit",
    "deck=mini": "mini, for tests",
}
"""What the options are called where people choose them."""


def _race_begins(form: int) -> str:
    return f"A {FORMS[form]} is on. {{who}} will go first."


def _scene(kind: int) -> str:
    return KINDS[kind].line.replace("{", "").replace("}", "")


def _finished(number: int) -> str:
    return f"{{who}} cross[es] the line, the {_ORDINALS[number - 1]} to do so!"


def _arrived(section: int) -> str:
    return f"{{who}} [is|are] on section {section}."


def _paved(section: int) -> str:
    return f"{{who}} lay[s] {{card}} across section {section + 1}."


def _fell(section: int) -> str:
    return f"{{who}} fall[s] back to {'the Starting Line' if section == 0 else f'section {section}'}."


SAYS: dict[str, str | Callable[[int], str]] = {
    "racer {racer}": "{who} will drive as {racer}.",
    "hero": "{who} choose[s] to be a Hero.",
    "neutral": "{who} choose[s] to be Neutral.",
    "villain": "{who} choose[s] to be a Villain. Boo!",
    "rest": "{who} rest[s].",
    "end": "{who} end[s] the turn.",
    "road {card}": "{who} lay[s] {card}.",
    "drive {card}": "{who} drive[s] on with {card}.",
    "back {card}": "{who} drive[s] back with {card}.",
    "terrain {card} {section}": _paved,
    "play {card} on {seat}": "{who} play[s] {card} on {seat}.",
    "play {card}": "{who} play[s] {card}.",
    "keep {card}": "{who} lay[s] {card} down to keep.",
    "rescue {seat} {card}": "{who} cr[ies|y]: no more {card} for {seat}, in the nick of time!",
    "fix {seat} {card}": "{who} set[s] about {card} before {seat}.",
    "with {card}": "{who} use[s] {card}.",
    "pay {card}": "{who} pay[s] {card}.",
    "spend {card}": "{who} pay[s] with {card}.",
    "discard {card}": "{who} discard[s] {card}.",
    "draw": "",
    "mend {card}": "{who} mend[s] {card}.",
    "done": "",
    "experience": "{who} call[s] it a Valuable Experience.",
    "pass": "",
    "negate {card}": "",
    "frame {seat}": "",
    "race begins": _race_begins,
    "drew": "{who} draw[s] {card}.",
    "karma": "{who} draw[s] {card} for good Karma.",
    "plotted": "{who} draw[s] {card}. Heh, heh, heh!",
    "shuffled": "The discards are shuffled.",
    "robbed": "{who} lose[s] {card}.",
    "stolen": "Out of the hand of {who} goes {card}.",
    "answered": "{who} answer[s] with {card}.",
    "framed": "It is {who} who [is|are] framed.",
    "stopped": "{card} comes to nothing.",
    "arrived": _arrived,
    "fell": _fell,
    "laid": "{card} lies before {who}.",
    "cured": "{who} [is|are] rid of {card}.",
    "collapsed": "{card} falls into the gorge.",
    "round": "Round {number}.",
    "finished": _finished,
    "curfew": "Curfew! After round {number} the race stops where it stands.",
    "placed": "{who} come[s] in at place {number}.",
    "scene": _scene,
}

HELP = """\
Be the first to enter the last Road Section. On your turn play as many cards as you like, then draw; or rest: draw two
more and mend a Mishap.
  road CR         lay a road where the course ends and drive onto it; pay what it costs in cards
  drive ER        enter the next section with a Driving card; back ER the one before
  terrain SR @3   lay Terrain on a section
  play FL on 2    trouble a rival;  play CW  a card without a target
  fix 1 SP        work on a trouble (of yourself; a Hero helps anybody), then  with SM
  keep TR         lay a card down to keep;  rescue 1 FL  with In the Nick of Time
  end / rest      one of them ends your turn
Letters: R road, D Driving, T Terrain, P Personality, E Equipment, M Mishap, S Sub-Plot, F Fiendish Plot.
A Hero helps and draws for it. A Neutral meets Sub-Plots with any card. A Villain draws plots for Mishaps."""


# -- effects in words -----------------------------------------------------------------------------------------------------

_TEXTS = {
    "draw": "Draw Rate {0:+}", "hand": "Hand Size {0:+}", "rest": "{0:+} when Resting", "mend": "mend {0} more when Resting",
    "toll any": "each section costs {0} more", "toll existing": "sections in play cost {0:+}",
    "toll first": "the first section of a turn costs {0:+}", "toll rough": "Country and Back Roads cost {0:+}",
    "toll first+": "the first section of a turn (a Neutral: each) costs {0:+}",
    "extra": "each section takes {0} Driving card more", "cap": "only {0} section a turn", "halt": "no driving",
    "nobuild": "no laying of roads", "rob": "lose {0} random card each turn", "mute": "your abilities do not work",
    "skip": "Sub-Plots and plots ask for one card less", "shield P": "stop what is played on you with Personality",
    "refund P": "draw for each Personality card you cure with", "spoils": "draw for each Sub-Plot or plot that hits",
    "wild M F": "meet your Mishaps and plots with any card", "sure": "Terrain never costs you more",
    "hollows": "Back Roads are free, and roads need no Driving card", "toll": "toll {0}", "back": "back {0}",
    "take": "take {0} random card of the target", "tip": "every rival ahead loses a random card",
    "bridge": "remove the front-most section", "terrain extra": "{0} Driving card more to enter",
    "terrain chains": "{0} Driving or Equipment card more to enter", "terrain toll": "toll {0:+}",
    "over": "may replace other Terrain", "cost": "discard {0} to play it",
    "cheer": "draw: Hero {0}, Neutral {1}, Villain {2}",
    "learn": "on completing a Sub-Plot draw {0}", "rescue": "remove a trouble of anybody",
    "follow": "enter the next section free", "negate": "negate a card being played",
    "redirect": "what is played on you hits another", "retain": "keep it", "steady": "Neutral: no toll",
    "wave": "Hero: draw a Karma card", "purse": "stands for up to {0} discards",
}  # fmt: skip


def describe(text: str) -> str:
    """The effects of a card or ability in plain English.

    >>> describe("need PD; halt")
    'needs P, then D; no driving'
    >>> describe("as T>P; as T>E")
    'Terrain also counts as Personality; Terrain also counts as Equipment'
    """
    said = []
    for name, numbers in effects.clauses(text):
        if name.startswith("need "):
            said.append("needs " + ", then ".join(name[5:]))
        elif name.startswith("as "):
            old, new = name[3:].split(">")
            said.append(f"{LETTERS[old]} also counts as {LETTERS[new]}")
        elif name in _TEXTS:
            said.append(_TEXTS[name].format(*numbers or [1]))
    return "; ".join(said)


# -- why not --------------------------------------------------------------------------------------------------------------


def why(view: View, action: int) -> Reason:
    """Why an action is not legal now, and the rule that says so; from what the seat can see."""
    s: Any = view.state
    verb, kind, goal = (int(column[action]) for column in (table.VERB, table.KIND, table.GOAL))
    text = table.act.text(action)
    if s.window.depth > 0:
        return _why_answer(view, verb, kind)
    if s.phase in _PHASES:
        verbs, said, rule = _PHASES[s.phase]
        if verb not in verbs:
            return said, rule
    seat = view.seat if view.seat is not None else s.mover
    if kind >= 0 and verb in _FROM_HAND and not force.held(s, seat) >> kind & 1:
        return f"you have no {DECK.face(kind)}", "JJ-5.15"
    if s.phase == table.ACT:
        return _why_act(s, seat, verb, kind, goal)
    if s.phase == table.PAY:
        return _why_pay(s, kind)
    if s.phase == table.CURE:
        return f"{DECK.face(kind)} is not what the trouble asks for next", "JJ-5.33"
    if s.phase == table.ROOM:
        return "discards go in the order of the kinds, and only while the hand is too full", "JJ-5.7"
    if s.phase == table.PICK_RACER and verb == table.CHOOSE:
        return f"{RACERS[goal].name} is taken", "JJ-4.2"
    return f"`{text}` is not possible now", None


_FROM_HAND = {
    table.LAY_ROAD, table.GO, table.GO_BACK, table.LAY_TERRAIN, table.STRIKE, table.CAST, table.KEEP, table.WITH,
    table.SETTLE, table.TOSS,
}  # fmt: skip
_PHASES: dict[int, tuple[set[int], str, str]] = {
    table.PICK_RACER: ({table.CHOOSE}, "choose your racer first", "JJ-4.2"),
    table.PICK_SIDE: ({table.AS_HERO, table.AS_NEUTRAL, table.AS_VILLAIN}, "choose your side first", "JJ-4.3"),
    table.PAY: ({table.SETTLE, table.SPEND}, "pay first what is due", "JJ-5.16"),
    table.CURE: ({table.WITH}, "put a card under the trouble", "JJ-5.33"),
    table.LEARN: ({table.EXPERIENCE, table.PASS}, "say whether this was a Valuable Experience", "JJ-5.36"),
    table.TEND: ({table.NURSE, table.DONE}, "who rests mends Mishaps, or is done", "JJ-5.6"),
    table.ROOM: ({table.TOSS, table.TAKE}, "make room in the hand, or draw", "JJ-5.7"),
    table.ACT: (
        {
            table.TAKE_REST, table.END, table.LAY_ROAD, table.GO, table.GO_BACK, table.LAY_TERRAIN, table.STRIKE, table.CAST,
            table.KEEP, table.SAVE, table.FIX,
        },
        "this is not for the Action Phase",
        "JJ-5.3",
    ),
}  # fmt: skip


def _why_answer(view: View, verb: int, kind: int) -> Reason:
    """Why an answer cannot be given."""
    if verb == table.NEGATE and kind >= 0 and view.seat is not None and not force.held(view.state, view.seat) >> kind & 1:
        return f"you have no {DECK.face(kind)}", "JJ-5.70"
    if verb == table.NEGATE:
        return f"{DECK.face(kind)} does not stop this", "JJ-5.77"
    if verb == table.FRAME:
        return "only the one a card is played on can have a Fall Guy, and not every racer can be it", "JJ-5.76"
    return "answer first: pass, or stop the card being played", "JJ-5.70"


def _why_act(s: Any, seat: int, verb: int, kind: int, goal: int) -> Reason:
    """Why something cannot be done in the Action Phase."""
    if verb == table.TAKE_REST:
        return "you have played cards: end the turn", "JJ-5.4"
    if verb == table.END:
        return "you have played nothing: rest", "JJ-5.4"
    if s.acts >= options.MOST_ACTS - 1:
        return "a turn has at most sixty actions", "JJ-8.4"
    if verb in (table.LAY_ROAD, table.GO, table.GO_BACK):
        return _why_move(s, seat, verb)
    if verb in (table.STRIKE, table.CAST, table.LAY_TERRAIN) and s.plotted and kind in cards.members(cards.PLOTS):
        return "one Fiendish Plot an Action Phase", "JJ-5.51"
    if verb == table.LAY_TERRAIN:
        return "Terrain goes on a section in play that has none", "JJ-5.21"
    if verb == table.STRIKE:
        return _why_strike(s, seat, kind, goal)
    if verb == table.FIX:
        return _why_fix(s, seat, kind, goal)
    if verb == table.SAVE:
        return "there is no such trouble, or you have nothing to remove it with", "JJ-5.82"
    return f"{DECK.face(kind)} can do nothing now", "JJ-5.53"


def _why_move(s: Any, seat: int, verb: int) -> Reason:
    """Why a pawn cannot move so."""
    pawn, own = s.pawn[force.car(s, seat)], s.force[seat]
    if own[effects.HALT]:
        return "something holds you up: work it off first", "JJ-5.30"
    if 0 < own[effects.CAP] <= s.entered:
        return "no more sections this turn", "JJ-5.20"
    if verb == table.LAY_ROAD:
        if own[effects.NOBUILD]:
            return "you lie in the ditch: no roads", "JJ-2.3"
        if pawn != s.course.n:
            return "roads are laid from the front-most section only", "JJ-5.10"
        if s.course.n == s.sections:
            return "the course is complete", "JJ-5.10"
    if verb == table.GO and pawn == s.course.n:
        return "there is no section ahead: lay a road", "JJ-5.12"
    if verb == table.GO_BACK and pawn <= 1:
        return "there is no section behind you", "JJ-5.12"
    return "you cannot pay what that costs", "JJ-5.15"


def _why_strike(s: Any, seat: int, kind: int, goal: int) -> Reason:
    """Why a card cannot be played on a racer."""
    if goal >= s.players:
        return "there is no such racer", None
    if force.friends(s, seat, goal):
        return "not on yourself, nor on your partner", "JJ-5.30"
    if force.out(s, goal):
        return "this racer has finished", "JJ-5.91"
    if kind in cards.members(cards.MISHAPS) and s.side[seat] == table.HERO:
        return "a Hero plays no Mishaps", "JJ-5.30"
    if kind in cards.members(cards.SUBPLOTS) and troubles.troubled_by(s, goal) & cards.SUBPLOTS:
        return "one Sub-Plot a racer", "JJ-5.31"
    return "you cannot pay what that costs", "JJ-5.51"


def _why_fix(s: Any, seat: int, kind: int, goal: int) -> Reason:
    """Why a trouble cannot be worked on."""
    if goal >= s.players or not troubles.troubled_by(s, goal) >> kind & 1:
        return "no such trouble lies there", "JJ-5.33"
    if goal != seat and s.side[seat] != table.HERO:
        return "only a Hero works on the troubles of others", "JJ-5.40"
    return "you have no card that counts as what it asks for next", "JJ-5.33"


def _why_pay(s: Any, kind: int) -> Reason:
    """Why a card cannot pay."""
    part = options.group(s)
    if kind >= 0 and not options.paying(s, s.mover, part) >> kind & 1:
        return ("this takes a Driving card", "this takes a Driving or Equipment card", "")[part], "JJ-5.13"
    if kind < s.bound:
        return "pay in the order of the kinds", "JJ-6.1"
    return "too few cards would be left for the rest of the cost", "JJ-6.1"
