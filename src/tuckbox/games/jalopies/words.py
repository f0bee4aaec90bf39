"""The texts of Jaunty Jalopies: the log, help, and effects in plain English."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tuckbox.games.jalopies import cards, course, state, troubles
from tuckbox.games.jalopies.cards import DECK, KINDS
from tuckbox.games.jalopies.state import State
from tuckbox.scene import lay
from tuckbox.view.view import View

FORMS = ("standard race", "Rally", "Endurance race", "Partner race", "Team race", "Circuit")
SIDES = ("Hero", "Neutral", "Villain")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
LETTERS = {
    "R": "Road Section", "D": "Driving", "T": "Terrain", "P": "Personality", "E": "Equipment", "M": "Mishap",
    "S": "Sub-Plot", "F": "Fiendish Plot",
}  # fmt: skip

COINS = ("Driving card{s}", "Driving or Equipment card{s}", "card{s} of any kind")
"""The cards that pay the parts of a cost, in order."""

TERMS = {
    "race": "what kind of race",
    "race=standard": "standard: first over the line", "race=rally": "Rally: three segments",
    "race=endurance": "Endurance: racer and sidekick by turns", "race=partner": "Partner: two share a car (4 or 6)",
    "race=team": "Team: both cars count (4 or 6)", "race=circuit": "Circuit: races for points",
    "sets": "sets of cards", "sets=auto": "one, two for five or six players",
    "racers=pick": "everybody chooses", "racers=deal": "dealt at random",
    "sides": "Heroes and Villains", "sides=pick": "everybody chooses",
    "first_racer": "who goes first", "first_racer=random": "drawn by lot",
    **{f"first_racer={seat}": f"seat {seat}" for seat in range(1, 7)},
    "curfew": "rounds at most, before a race is stopped",
    "windows": "what can be answered", "windows=quick": "attacks and the home stretch", "windows=full": "every card",
    "road_window": "roads that can be answered", "road_window=home": "the last three", "road_window=all": "all",
    "road_window=last": "the last one",
    "flip_first": "Endurance: racers begin", "second_draws": "going second brings a card",
    "late_draws": "going late brings cards",
    "stop_early": "Rally, Circuit: the last stays behind",
    "crowd_counts": "The Crowd Roars for racers at home too",
    "circuit_races": "races of a Circuit", "deck=mini": "mini, for tests",
}  # fmt: skip
"""The labels of the options where people choose them."""


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
    "terrain {card} {section}": lambda section: f"{{who}} lay[s] {{card}} across section {section + 1}.",
    "play {card} on {seat}": "{who} play[s] {card} on {seat}.",
    "play {card}": "{who} play[s] {card}.",
    "keep {card}": "{who} lay[s] {card} down to keep.",
    "rescue {seat} {card}": "{who} cr[ies|y]: no more {card} for {seat}, in the nick of time!",
    "fix {seat} {card}": "{who} start[s] work on {seat's}{card}.",
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
    "remove {card}": "{who} give[s] up {card}.",
    "race begins": lambda form: f"A {FORMS[form]} is on. {{who}} will go first.",
    "drew": "{who} draw[s] {card}.",
    "karma": "{who} draw[s] {card} for good Karma.",
    "plotted": "{who} draw[s] {card}. Heh, heh, heh!",
    "shuffled": "The discards are shuffled.",
    "robbed": "{who} lose[s] {card}.",
    "stolen": "{who} lose[s] {card} from [their|your] hand.",
    "answered": "{who} answer[s] with {card}.",
    "framed": "It is {who} who [is|are] framed.",
    "stopped": "{card} comes to nothing.",
    "arrived": lambda section: f"{{who}} reach[es] section {section}.",
    "fell": lambda section: f"{{who}} fall[s] back to {f'section {section}' if section else 'the Starting Line'}.",
    "laid": "{card} now lies in front of {who}.",
    "cured": "{who} [is|are] rid of {card}.",
    "collapsed": "{card} falls into the gorge.",
    "round": "Round {number}.",
    "finished": lambda number: f"{{who}} cross[es] the line {_ORDINALS[number - 1]}!",
    "curfew": "Curfew! After round {number} the race stops where it stands.",
    "placed": lambda place: f"{{who}} finish[es] {_ORDINALS[place - 1]}.",
    "scene": lambda kind: KINDS[kind].line,
}

LABELS: dict[str, str | Callable[[int], str]] = {
    "racer {racer}": "Drive as {racer}",
    "hero": "Be a Hero",
    "neutral": "Be Neutral",
    "villain": "Be a Villain",
    "end": "End the turn",
    "road {card}": "Lay {card}",
    "drive {card}": "Drive on with {card}",
    "back {card}": "Drive back with {card}",
    "terrain {card} {section}": lambda section: f"Lay {{card}} on section {section + 1}",
    "play {card} on {seat}": "Play {card} on [{seat}|yourself]",
    "keep {card}": "Lay {card} down to keep",
    "rescue {seat} {card}": "Rescue [{seat}|yourself] from {card}",
    "fix {seat} {card}": "Work on [{seat}'s|your] {card}",
    "with {card}": "Use {card}",
    "spend {card}": "Pay with {card}",
    "draw": "Draw",
    "done": "That is all",
    "experience": "Call it a Valuable Experience",
    "pass": "Let it pass",
    "negate {card}": "Stop it with {card}",
    "frame {seat}": "Frame {seat}",
    "remove {card}": "Give up {card}",
}

HELP = """\
Be the first to enter the last Road Section. On your turn play as many cards as you like, then draw; or rest: draw two
more and mend a Mishap.

You drive onto a section with a Driving card, or lay a road at the end of the course and drive onto it at once; each costs
what it says, paid in cards. Terrain makes a section dearer for everybody.

Mishaps, Sub-Plots and Fiendish Plots lie in front of whom they hit until they have been given the cards they ask for, one
after the other. Attacks, and roads on the home stretch, can be stopped by whoever holds the card for it.

A Hero helps anybody with their troubles and draws for it. A Neutral meets Sub-Plots with any card. A Villain draws plots
for Mishaps."""

NOTATION = """\
  road CR         lay a road where the course ends and drive onto it; pay what it costs in cards
  drive ER        enter the next section with a Driving card; back ER the one before
  terrain SR @3   lay Terrain on a section
  play FL on 2    trouble a rival;  play CW  a card without a target
  fix 1 SP        work on a trouble (of yourself; a Hero helps anybody), then  with SM
  keep TR         lay a card down to keep;  remove TR  give it up;  rescue 1 FL  with In the Nick of Time
  end / rest      one of them ends your turn

Letters: R road, D Driving, T Terrain, P Personality, E Equipment, M Mishap, S Sub-Plot, F Fiendish Plot."""

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
    "cheer": "draw: with one rival Hero {0}, Neutral {1}, Villain {2}, with two {3}, {4}, {5}, with more {6}, {7}, {8}",
    "learn": "on completing a Sub-Plot draw {0}", "rescue": "remove a trouble of anybody",
    "follow": "enter the next section free", "negate": "negate a card being played",
    "redirect": "what is played on you hits another", "retain": "keep it", "steady": "Neutral: no toll",
    "wave": "Hero: draw a Karma card", "purse": "stands for up to {0} discards",
}  # fmt: skip


@cache
def describe(text: str) -> str:
    """The effects of a card or ability in plain English.

    >>> describe("need PD; halt")
    'needs P, then D; no driving'
    >>> describe("as T>P; as T>E")
    'Terrain also counts as Personality; Terrain also counts as Equipment'
    """
    said = []
    for name, numbers in cards.clauses(text):
        if name.startswith("need "):
            said.append("needs " + ", then ".join(name[5:]))
        elif name.startswith("as "):
            old, new = name[3:].split(">")
            said.append(f"{LETTERS[old]} also counts as {LETTERS[new]}")
        elif name in _TEXTS:
            said.append(_TEXTS[name].format(*numbers or [1]))
    return "; ".join(said)


_STRENGTHS = {
    "draw": "draws {0:+}", "hand": "hand {0:+}", "rest": "rest {0:+}", "mend": "repair {0:+}",
    "toll existing": "tolls in play {0:+}", "toll first": "first toll {0:+}", "toll rough": "rough roads {0:+}",
    "skip": "cures one card less", "shield P": "Personality stops cards", "refund P": "draws for Personality",
    "spoils": "draws for hits", "wild M F": "any card cures", "sure": "at ease on Terrain", "hollows": "Back Roads free",
}  # fmt: skip


@cache
def strengths(racer: cards.Racer) -> str:
    """The strengths of a racer, and weaknesses, in a few words for a picture: at most three of them.

    >>> strengths(next(each for each in cards.RACERS if each.word == "Luigi"))
    'draws +1, first toll +1, rest -1'
    """
    said = []
    for name, numbers in [*cards.clauses(racer.effects), *cards.clauses(racer.help)]:
        if name.startswith("as "):
            old, new = name[3:].split(">")
            said.append(f"{LETTERS[old]} as {LETTERS[new]}")
        else:
            said.append(_STRENGTHS[name].format(*numbers or [1]))
    return ", ".join(said[:3])


def describe_price(s: State, seat: int, verb: int, card: int) -> str:
    """Describe the cost of entering a section besides the announced card; empty where it is free (JJ-5.13)."""
    driving, chains, toll = course.price(s, seat, verb, card)
    due = [f"{driving} Driving"] * (driving > 0) + [f"{chains} Driving or Equipment"] * (chains > 0)
    return ", ".join(due + [f"{toll} card{'s' if toll > 1 else ''}"] * (toll > 0))


def _halting(view: View, action: int) -> str:
    lying = cards.members(troubles.troubled_by(view.state, view.viewer))
    return lay.listed([DECK.face(kind) for kind in lying if cards.EFFECT[kind][cards.HALT]])


FACTS = {
    "price": lambda view, act: describe_price(view.state, view.state.mover, state.VERB[act], state.KIND[act]),
    "due": lambda view, act: f"a {COINS[course.group(view.state)].format(s='')}",
    "halting": _halting,
}
