"""What there is at a race of Jaunty Jalopies: actions, what the log tells, and the fields of the state."""

from tuckbox.games.jalopies.cards import (
    BRIDGES,
    CARDS,
    CHEERS,
    DECK,
    DRIVING,
    EVERY,
    FOLLOWS,
    KEPT,
    MISHAPS,
    NEGATES,
    NUMBER,
    PLACES,
    PLOTS,
    PURSES,
    RETAINED,
    ROADS,
    SLOTS,
    STRIKES,
    TERRAINS,
    TIPS,
    TROUBLES,
    members,
    printed,
)
from tuckbox.games.jalopies.effects import STANDING
from tuckbox.games.jalopies.racers import STRANGE_DRIVING, WORDS
from tuckbox.kit import (
    ALL,
    OWNER,
    Actions,
    Choice,
    Events,
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

STANDARD, RALLY, ENDURANCE, PARTNER, TEAM, CIRCUIT = range(6)  # race, and form of the race in progress
QUICK, FULL = 0, 1  # windows
HOME, ALL_ROADS, LAST_ROAD = 0, 1, 2  # road_window
HERO, NEUTRAL, VILLAIN = 0, 1, 2  # side
PICK_RACER, PICK_SIDE, ACT, PAY, CURE, LEARN, TEND, ROOM, ANSWER = range(9)  # phase
ATTACKED, ROADED, REPLY, COUNTER = 1, 2, 3, 4  # windows
RESTING, TENDING, DRAWING = range(3)  # stage of a turn after its actions
MAIN, SIDEKICK = 0, 1

# -- actions: each is a verb with a kind of card and a goal (a seat, a section, a racer) ----------------------------------

VERBS = (
    "racer {racer}", "hero", "neutral", "villain", "rest", "end", "road {card}", "drive {card}", "back {card}",
    "terrain {card} {section}", "play {card} on {seat}", "play {card}", "keep {card}", "rescue {seat} {card}",
    "fix {seat} {card}", "with {card}", "pay {card}", "spend {card}", "discard {card}", "draw", "mend {card}", "done",
    "experience", "pass", "negate {card}", "frame {seat}",
)  # fmt: skip
(
    CHOOSE, AS_HERO, AS_NEUTRAL, AS_VILLAIN, TAKE_REST, END, LAY_ROAD, GO, GO_BACK,
    LAY_TERRAIN, STRIKE, CAST, KEEP, SAVE,
    FIX, WITH, SETTLE, SPEND, TOSS, TAKE, NURSE, DONE,
    EXPERIENCE, PASS, NEGATE, FRAME,
) = range(len(VERBS))  # fmt: skip

_KINDS = {
    LAY_ROAD: ROADS, GO: DRIVING | STRANGE_DRIVING, GO_BACK: DRIVING | STRANGE_DRIVING, LAY_TERRAIN: TERRAINS,
    STRIKE: STRIKES, CAST: BRIDGES | TIPS | CHEERS | FOLLOWS, KEEP: RETAINED, SAVE: TROUBLES, FIX: TROUBLES, WITH: EVERY,
    SETTLE: EVERY, SPEND: PURSES, TOSS: EVERY & ~PLOTS, NURSE: MISHAPS, NEGATE: NEGATES | printed("P"),
}  # fmt: skip
"""The kinds of cards each verb is for."""

_SEATS = Seats.numbered(MOST_SEATS)
_SECTIONS = tuple(f"@{n}" for n in range(1, MOST_SECTIONS + 1))

act = Actions()


def _family(verb: int) -> int:
    deck = DECK.only(members(_KINDS.get(verb, 0)))
    domains = {"racer": WORDS, "card": deck, "seat": _SEATS, "section": _SECTIONS}
    slots = [word.strip("{}") for word in VERBS[verb].split() if word.startswith("{")]
    return act(VERBS[verb], *(domains[slot] for slot in slots))


FIRST = table([_family(verb) for verb in range(len(VERBS))])
"""The first action of each verb."""


def _meaning(action: int) -> tuple[int, int, int]:
    """The verb, kind and goal of an action; sections are counted from 1, other goals from 0."""
    family = act.family(action)
    verb, kind, goal = VERBS.index(family.text), -1, 0
    for slot, value in zip(family.slots, family.arguments(action), strict=True):
        if slot == "card":
            kind = members(_KINDS[verb])[value]
        else:
            goal = value + (slot == "section")
    return verb, kind, goal


VERB, KIND, GOAL = (table(column) for column in zip(*map(_meaning, range(act.size)), strict=True))


def _starts(verb: int) -> list[int]:
    """For each kind the action of this verb with goal 0, or -1."""
    found = [-1] * NUMBER
    for action in range(act.size):
        if VERB[action] == verb and KIND[action] >= 0 and found[KIND[action]] < 0:
            found[KIND[action]] = action - (verb == LAY_TERRAIN)
    return found


START = table([_starts(verb) for verb in range(len(VERBS))])
STEP = table([len(members(_KINDS[verb])) if verb in (SAVE, FIX) else 1 for verb in range(len(VERBS))])
"""The action of a verb for a kind and a goal is ``START[verb][kind] + STEP[verb] * goal``."""

LET_PASS = act.code("pass")
MENDABLE = members(MISHAPS)

# -- what the log tells besides actions -----------------------------------------------------------------------------------

told = Events()
RACE_BEGINS = told("race begins", A_NUMBER)
DEALT = told("dealt")
DREW = told("drew")
KARMA = told("karma")
PLOTTED = told("plotted")
SHUFFLED = told("shuffled")
ROBBED = told("robbed")
STOLEN = told("stolen")
ANSWERED = told("answered")
FRAMED = told("framed")
STOPPED = told("stopped")
ARRIVED = told("arrived", A_NUMBER)
FELL = told("fell", A_NUMBER)
LAID = told("laid")
CURED = told("cured")
COLLAPSED = told("collapsed")
ROUND = told("round", A_NUMBER)
FINISHED = told("finished", A_NUMBER)
CURFEW = told("curfew", A_NUMBER)
PLACED = told("placed", A_NUMBER)
SCENE = told("scene", A_NUMBER)

_RACES = ("standard", "rally", "endurance")


@state(players=(2, 3, 4, 5, 6), deck=DECK)
class State(GameState):
    """One race or segment; what is `kept` belongs to the Rally, the Circuit or the match."""

    race = Choice("standard", "rally", "endurance", "partner", "team", "circuit", default="standard")
    sets = Choice("auto", "1", "2", default="auto")
    racers = Listing("pick", "deal", of=WORDS, default="pick")
    sides = Listing("pick", of=("hero", "neutral", "villain"), default="pick")
    first_racer = Choice("random", "1", "2", "3", "4", "5", "6", default="random")
    curfew = Range(1, 200, default=40)
    windows = Choice("quick", "full", default="quick")
    road_window = Choice("home", "all", "last", default="home")
    flip_first = Choice("no", "yes", default="no")
    circuit_races = Listing(
        of=_RACES,
        default="standard,rally,endurance",
        most=5,
        offer=("standard,rally,endurance", "standard,endurance,standard"),
        only=("race", "circuit"),
        rule="JJ-3.1",
    )
    deck = Choice("full", "mini", default="full")

    hand = Hand(CARDS)[6].seen_by(OWNER)
    karma = Hand(CARDS)[6].seen_by(OWNER).kept()
    front = Pile(CARDS)[6].seen_by(ALL)  # what lies before a racer: troubles, the cards under them, Retained cards
    stock = Pile(CARDS)
    discards = Pile(CARDS).seen_by(ALL)
    plots = Pile(CARDS)
    spent = Pile(CARDS).seen_by(ALL)  # Fiendish discards
    course = Pile(CARDS).seen_by(ALL)  # section 1 is the bottom
    verge = Pile(CARDS).seen_by(ALL)  # Terrain in play; `ground` says on which section
    open = Pile(CARDS).seen_by(ALL)  # the card being played
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
    trouble = Small[6][SLOTS]  # kind + 1, in the order in which they came
    met = Small[6][SLOTS]
    asks = Small[6][SLOTS]
    beneath = Small[6][SLOTS][PLACES]  # kinds under a trouble
    kept = Small[6][len(KEPT)]
    force = Small[6][len(STANDING)]  # the sum of all standing effects

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
