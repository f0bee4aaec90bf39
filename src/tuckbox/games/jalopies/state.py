"""The state of a race of Jaunty Jalopies: phases, actions, events for the log, and fields."""

from enum import IntEnum

from tuckbox.games.jalopies import cards as c
from tuckbox.kit import (
    ALL,
    OWNER,
    Actions,
    Choice,
    Events,
    Family,
    Flag,
    GameState,
    Hand,
    Int,
    Listing,
    Pile,
    Range,
    Seats,
    Small,
    Window,
    state,
    table,
)
from tuckbox.kit import NUMBER as A_NUMBER

MOST_SEATS, MOST_SECTIONS = 6, 12


class Form(IntEnum):
    """The option `race`, and the form of the race in progress."""

    STANDARD, RALLY, ENDURANCE, PARTNER, TEAM, CIRCUIT = range(6)


class Side(IntEnum):
    """The side a racer has chosen (JJ-4.3)."""

    HERO, NEUTRAL, VILLAIN = range(3)


class Phase(IntEnum):
    """The decision to make; in `CURE` which card to put under a trouble, in `LEARN` whether it was an experience."""

    RACER, SIDE, ACT, PAY, CURE, LEARN, MEND, ROOM, ANSWER = range(9)


class Stage(IntEnum):
    """Where a turn is after its actions (JJ-5.6)."""

    RESTING, MENDING, DRAWING = range(3)


class WindowKind(IntEnum):
    """The kinds of windows: those of `quick`, that of `full` (JJ-5.70, JJ-5.78), and on top of these the counters."""

    ATTACK, ROAD, REPLY, COUNTER = range(1, 5)


FULL = 1  # windows
HOME, ALL_ROADS = 0, 1  # road_window
_SEATS = Seats.numbered(MOST_SEATS)
_DOMAINS = {"racer": c.WORDS, "seat": _SEATS, "section": tuple(f"@{n}" for n in range(1, MOST_SECTIONS + 1))}
_DRIVES = c.DRIVING | c.STRANGE_DRIVING

act = Actions()


def _family(text: str, kinds: int = 0) -> Family:
    """A family of actions; `kinds` are the kinds of cards it is for."""
    domains = {**_DOMAINS, "card": c.DECK.only(c.members(kinds))}
    return act(text, *(domains[word.strip("{}")] for word in text.split() if word.startswith("{")))


_FAMILIES = (
    _family("racer {racer}"), _family("hero"), _family("neutral"), _family("villain"), _family("rest"), _family("end"),
    _family("road {card}", c.ROADS), _family("drive {card}", _DRIVES), _family("back {card}", _DRIVES),
    _family("terrain {card} {section}", c.TERRAINS), _family("play {card} on {seat}", c.STRIKES),
    _family("play {card}", c.BRIDGES | c.TIPS | c.CHEERS | c.FOLLOWS), _family("keep {card}", c.RETAINED),
    _family("rescue {seat} {card}", c.TROUBLES), _family("fix {seat} {card}", c.TROUBLES), _family("with {card}", c.EVERY),
    _family("pay {card}", c.EVERY), _family("spend {card}", c.PURSES), _family("discard {card}", c.EVERY & ~c.PLOTS),
    _family("draw"), _family("mend {card}", c.MISHAPS), _family("done"), _family("experience"), _family("pass"),
    _family("negate {card}", c.NEGATES | c.printed("P")), _family("frame {seat}"), _family("remove {card}", c.RETAINED),
)  # fmt: skip
VERBS = tuple(family.text for family in _FAMILIES)
(
    CHOOSE, AS_HERO, AS_NEUTRAL, AS_VILLAIN, REST, END, ROAD, DRIVE, BACK, TERRAIN, STRIKE, CAST, KEEP,
    RESCUE, FIX, WITH, PAY, SPEND, DISCARD, DRAW, MEND, DONE, EXPERIENCE, PASS, NEGATE, FRAME, REMOVE,
) = range(len(VERBS))  # fmt: skip
"""The verbs, in the order of their texts."""
ENTERING = (ROAD, DRIVE, BACK)

VERB = table([_FAMILIES.index(family) for family in act.families_of_all()])
KIND, SEAT, SECTION, RACER = (table(act.column(slot)) for slot in ("card", "seat", "section", "racer"))
GOAL = table([max(0, seat, section + 1, racer) for seat, section, racer in zip(SEAT, SECTION, RACER, strict=True)])
"""The meaning of each action: its verb, its kind of card (-1: none), its goal; sections count from 1, other goals from 0."""


_ONE = (ROAD, DRIVE, BACK, CAST, KEEP, WITH, PAY, SPEND, DISCARD, MEND, NEGATE, FRAME, REMOVE)
_GRIDS: list[tuple[int, ...]] = [table(act.grid(_FAMILIES[verb])) for verb in _ONE]
(
    TO_LAY, TO_DRIVE, TO_BACK, TO_CAST, TO_KEEP, TO_USE, TO_PAY, TO_SPEND, TO_DISCARD, TO_MEND, TO_NEGATE, TO_FRAME,
    TO_REMOVE,
) = _GRIDS  # fmt: skip
_PLANES: list[tuple[tuple[int, ...], ...]] = [table(act.grid(_FAMILIES[verb])) for verb in (TERRAIN, STRIKE, RESCUE, FIX)]
TO_PAVE, TO_STRIKE, TO_RESCUE, TO_FIX = _PLANES
"""The actions of a verb, by the arguments in its text."""
TO_REST, TO_END, TO_DRAW, TO_STOP, TO_LEARN, TO_PASS = (int(_FAMILIES[n]) for n in (REST, END, DRAW, DONE, EXPERIENCE, PASS))
TO_CHOOSE, TO_SIDE = (int(_FAMILIES[n]) for n in (CHOOSE, AS_HERO))
told = Events()
DREW, KARMA, PLOTTED, SHUFFLED = (told(name) for name in ("drew", "karma", "plotted", "shuffled"))
ROBBED, STOLEN, ANSWERED, FRAMED, STOPPED = (told(name) for name in ("robbed", "stolen", "answered", "framed", "stopped"))
LAID, CURED, COLLAPSED = (told(name) for name in ("laid", "cured", "collapsed"))
RACE_BEGINS, ARRIVED, FELL, ROUND = (told(name, A_NUMBER) for name in ("race begins", "arrived", "fell", "round"))
FINISHED, CURFEW, PLACED, SCENE = (told(name, A_NUMBER) for name in ("finished", "curfew", "placed", "scene"))


@state(players=(2, 3, 4, 5, 6), deck=c.DECK)
class State(GameState):
    """One race or segment; what is `kept` belongs to the Rally, the Circuit or the match."""

    race = Choice("standard", "rally", "endurance", "partner", "team", "circuit", default="standard")
    sets = Choice("auto", "1", "2", default="auto")
    racers = Listing("pick", "deal", of=c.WORDS, default="pick")
    sides = Listing("pick", of=("hero", "neutral", "villain"), default="pick")
    first_racer = Choice("random", "1", "2", "3", "4", "5", "6", default="random", of_match=True)
    curfew = Range(1, 200, default=40, off=True)
    windows = Choice("quick", "full", default="quick")
    road_window = Choice("home", "all", "last", default="home")
    flip_first = Choice(
        "yes", "no", default="yes", before="no",
        house="In an Endurance race the sheet is not turned on the very first turn, so racers begin and not sidekicks.",
    )  # fmt: skip
    second_draws = Choice(
        "no", "yes", default="no", before="yes",
        house="Whoever goes second of two, or of two pairs, draws a card more in the first turn. Without it the first "
        "wins 54% of duels.",
    )  # fmt: skip
    late_draws = Choice(
        "no", "yes", default="no",
        house="With four single racers or more, each draws a card more in the first turn for everybody who has gone before. "
        "Without it the first of four learned bots wins 1.18 times a fair share, the last .87; with it 1.03 and .96.",
    )  # fmt: skip
    stop_early = Choice(
        "no", "yes", default="no", before="yes",
        house="A segment of a Rally and a race of a Circuit end when all but one are home: with three after 6.0 rounds "
        "instead of 7.4.",
    )  # fmt: skip
    crowd_counts = Choice(
        "rivals", "racers", default="rivals", before="racers",
        house="The Crowd Roars counts racers who are home, too: in a Rally of three with one home a Hero draws 2 cards "
        "instead of 4.",
    )  # fmt: skip
    circuit_races = Listing(
        of=("standard", "rally", "endurance"), default="standard,rally,endurance", most=5,
        offer=("standard,rally,endurance", "standard,endurance,standard"), only=("race", "circuit"), rule="JJ-3.1",
    )  # fmt: skip
    deck = Choice("full", "mini", default="full")

    hand = Hand(c.CARDS)[6].seen_by(OWNER)
    karma = Hand(c.CARDS)[6].seen_by(OWNER).kept()
    front = Pile(c.CARDS)[6].seen_by(ALL)  # what lies before a racer: troubles, the cards under them, Retained cards
    stock = Pile(c.CARDS)
    discards = Pile(c.CARDS).seen_by(ALL)
    plots = Pile(c.CARDS)
    spent = Pile(c.CARDS).seen_by(ALL)  # Fiendish discards
    course = Pile(c.CARDS).seen_by(ALL)  # section 1 is the bottom
    verge = Pile(c.CARDS).seen_by(ALL)  # Terrain in play; `ground` says on which section
    open = Pile(c.CARDS).seen_by(ALL)  # the card being played
    window = Window(9)

    # the race
    form = Small
    sections = Small  # N
    first = Small.kept()
    round = Int
    mover = Small
    phase = Small
    base = Small[3]  # Hand Size, Draw Rate, Rest
    ground = Small[MOST_SECTIONS + 1]  # the Terrain on a section, as kind + 1
    pawn = Small[6]  # by car: partners share one
    arrived = Int[6]  # when the pawn came to its section
    arrivals = Int
    home = Small[6]  # in which order cars have finished, from 1
    finishers = Small
    rank = Small[6]  # the place in this race, once it is over

    # what lies before each racer
    sheet = Small[6].kept()
    side = Small[6].kept()
    trouble = Small[6][c.SLOTS]  # kind + 1, in the order in which they came
    met = Small[6][c.SLOTS]
    asks = Small[6][c.SLOTS]
    beneath = Small[6][c.SLOTS][c.PLACES]  # kinds under a trouble
    kept = Small[6][len(c.KEPT)]
    force = Small[6][len(c.STANDING)]  # the sum of all standing effects

    # the turn
    acts = Small
    busy = Flag  # something but Specials has been played
    entered = Small
    plotted = Flag
    verb = Small  # the card being played, how, and on what
    card = Small
    goal = Small
    ailment = Small  # the kind of trouble a `fix` or `rescue` names
    aimed = Small  # which of the troubles before its racer a `fix` is about, from 1; 0 once it has gone
    due = Small[3]  # Driving cards, chains, discards
    bound = Small
    stage = Small
    rate = Small
    tending = Small

    # the series
    race_number = Small.kept()
    segment = Small.kept()
    points = Int[6].kept()
    wins = Small[6].kept()
    last = Small[6].kept()  # places of the race or segment before
