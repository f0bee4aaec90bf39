"""The cards and racers of Jaunty Jalopies as data: what is printed on each, in a vocabulary of effects (JJ-2.2).

The order of the rows of `KINDS` is the kind order of the rules (JJ-2.3, JJ-2.4). Adding a card or a racer made of known
effects is adding a row. A text such as ``need E; back 1; nobuild`` names effects, each with a number where it has one;
`amounts` makes a row of numbers of it, one for each effect.
"""

from dataclasses import dataclass

from tuckbox.errors import RulesError
from tuckbox.kit import Deck, table

LETTERS = "RDTPEMSF"
DRIVE, PERSONALITY, EQUIPMENT, MISHAP, SUBPLOT, FIENDISH = (LETTERS.index(letter) for letter in "DPEMSF")

STANDING = (
    "draw", "hand", "rest", "mend", "toll any", "toll existing", "toll first", "toll rough", "toll first+", "extra", "cap",
    "halt", "nobuild", "rob", "mute", "skip", "shield P", "refund P", "spoils", "wild M", "wild F", "sure", "hollows",
)  # fmt: skip
"""Effects that count while a card lies before a racer or an ability is in force. They add up; of caps the lowest counts."""

CHEERING = tuple(f"cheer {side} {rivals}" for rivals in ("one", "two", "more") for side in ("hero", "neutral", "villain"))
"""The cards each side draws by `cheer`: against one rival, against two, against more."""

PASSING = (
    "toll", "rough", "hollow", "back", "take", "tip", "bridge", "terrain extra", "terrain chains", "terrain toll", "over",
    "cost", *CHEERING, "learn", "rescue", "follow", "negate", "redirect", "retain",
    "purse", "steady", "wave",
)  # fmt: skip
"""Effects a card has by being played, and what is printed on roads."""

EFFECTS = STANDING + PASSING

(
    DRAW, HAND, REST, MEND, TOLL_ANY, TOLL_EXISTING, TOLL_FIRST, TOLL_ROUGH, TOLL_FIRST_PLUS, EXTRA, CAP,
    HALT, NOBUILD, ROB, MUTE, SKIP, SHIELD, REFUND, SPOILS, WILD_MISHAP, WILD_PLOT, SURE, HOLLOWS,
    TOLL, ROUGH, HOLLOW, BACK, TAKE, TIP, BRIDGE, GROUND_EXTRA, GROUND_CHAINS, GROUND_TOLL, OVER,
    COST, CHEER, _, _, _, _, _, _, _, _, LEARN, RESCUE, FOLLOW, NEGATE, REDIRECT, RETAIN,
    PURSE, STEADY, WAVE,
) = range(len(EFFECTS))  # fmt: skip
"""The numbers of the effects; `CHEER` is the first of `CHEERING`."""


def clauses(text: str) -> list[tuple[str, list[int]]]:
    """The effects of a text with their numbers.

    >>> clauses("toll -1 first+; halt; cheer 2/3/2 1/4/3")
    [('toll first+', [-1]), ('halt', []), ('cheer', [2, 3, 2, 1, 4, 3])]
    """
    found = []
    for clause in filter(None, (part.strip() for part in text.split(";"))):
        words = clause.split()
        numbers = [word for word in words if word.lstrip("-")[:1].isdigit()]
        name = " ".join(word for word in words if word not in numbers)
        found.append((name, [int(n) for word in numbers for n in word.split("/")]))
    return found


def amounts(text: str) -> list[int]:
    """A row with the amount of each effect, 1 where the text gives no number.

    Raises `RulesError` for an effect the vocabulary does not have.
    """
    row = [0] * len(EFFECTS)
    for name, numbers in clauses(text):
        word, *rest = name.split()
        if word in ("need", "as"):  # told by `needs` and `counting`
            continue
        if word == "wild":
            names, given = [f"wild {letter}" for letter in rest], [1] * len(rest)
        elif word == "cheer":
            names, given = list(CHEERING), numbers
        else:
            names, given = [name], numbers or [1]
        for effect, amount in zip(names, given, strict=True):
            if effect not in EFFECTS:
                raise RulesError(f"{effect!r} is no effect of Jaunty Jalopies")
            row[EFFECTS.index(effect)] += amount
    return row


def needs(text: str, most: int = 3) -> list[int]:
    """The letters a trouble asks for in order, filled up with -1.

    >>> needs("need PD; halt") == [PERSONALITY, DRIVE, -1]
    True
    """
    asked = [name.split()[1] for name, _ in clauses(text) if name.startswith("need")]
    letters = [LETTERS.index(letter) for letter in (asked[0] if asked else "")]
    if len(letters) > most:
        raise RulesError(f"a trouble asks for at most {most} cards")
    return letters + [-1] * (most - len(letters))


def counting(text: str) -> list[tuple[str, str]]:
    """Which printed types also count as which.

    >>> counting("as T>P; as T>E; hand 1")
    [('T', 'P'), ('T', 'E')]
    """
    pairs = [name.split()[1].split(">") for name, _ in clauses(text) if name.startswith("as ")]
    return [(printed, other) for printed, other in pairs]


@dataclass(frozen=True)
class Kind:
    """A kind of card: its code and name, its type letters (none for a Special), the copies in one set, and its effects.

    `plot` cards belong to the Fiendish deck; `line` is what is written below, without effect on play; `places` are the names
    that the sections of a road take in the order in which they are laid.
    """

    code: str
    name: str
    types: str
    copies: int
    effects: str = ""
    line: str = ""
    mini: int = 0
    places: tuple[str, ...] = ()

    @property
    def plot(self) -> bool:
        """Whether it is a Fiendish Plot."""
        return "F" in self.types


KINDS = (
    Kind("MH", "Main Highway", "RD", 4, mini=3,
         places=("Boulevard of Plate Glass", "Bankers' Mile", "Grand Marine Drive", "The New Concrete")),
    Kind("MP", "Main Highway on Parade Day", "R", 2, places=("Founders' Day, Brass Bands", "Elks' Procession")),
    Kind("CR", "Country Road", "RD", 10, "toll 1; rough", mini=3,
         places=("Buttermilk Corners", "Widow Pratt's Gate", "Goose Hollow", "Two Churches", "The Leaning Silo",
                 "Orchard Dip", "Mill Pond Bend", "Poor Man's Toll", "Schoolhouse Hill", "Crossed Fingers Crossing")),
    Kind("BR", "Back Road", "RD", 4, "toll 2; rough; hollow", mini=1,
         places=("Mule Only", "Where the Map Ends", "Ditchwater Lane", "Old Bootlegger Cut")),
    Kind("SO", "Step on It!", "D", 2, "", '"The pedal, my dear fellow, goes all the way down."', mini=2),
    Kind("ER", "Eyes on the Road", "D", 4, "steady", "A bluenose at the wheel - and nothing but dust behind him."),
    Kind("HO", "Honk and Wave", "DP", 2, "wave", "The crowd waves back. One of them throws a rose."),
    Kind("CS", "Crank It Again", "DE", 2, "", "Third crank, first curse, and she starts."),
    Kind("SM", "Winning Smile", "P", 4, "", "Thirty-two teeth, all of them the cat's meow.", mini=1),
    Kind("PA", "Press Agent", "P", 1, "retain; rest 1", "He will print it first and ask you later."),
    Kind("TK", "Tool Kit", "E", 3, "", "Spanner, pliers, and a sandwich from last season.", mini=2),
    Kind("TR", "Steamer Trunk", "E", 1, "retain; hand 2", "Somewhere beneath the spats is whatever you need."),
    Kind("RA", "Road Atlas", "E", 1, "retain; toll -1 first+", "Drawn by a man who had, for once, been there."),
    Kind("BW", "Borrowed Wrench", "PE", 3, "", '"I shall return it, cross my heart." He never did.'),
    Kind("SR", "Steep Road", "T", 2, "terrain extra 1", "The hill was flat on the poster."),
    Kind("IR", "Ice Road", "T", 1, "terrain chains 1", "Four wheels, no opinions."),
    Kind("FG", "Fresh Gravel", "T", 1, "terrain toll -1", "The county has paid for something at last."),
    Kind("FL", "Flat Tire", "M", 2, "need E; extra 1", "Pssssst. Applesauce!", mini=1),
    Kind("BO", "Boiling Radiator", "M", 1, "need E; cap 1", "A fine cup of tea, if one had a cup."),
    Kind("BA", "Bent Axle", "M", 1, "need EE; toll 1 any", "It now prefers to turn left."),
    Kind("LL", "Lost Luggage", "M", 1, "need E; hand -2", "Last seen dancing down the highway in your best hat."),
    Kind("LT", "Leaky Tank", "M", 1, "need E; draw -1", "The smell will follow you."),
    Kind("DI", "In the Ditch", "M", 1, "need E; back 1; nobuild", "A soft landing. Too soft."),
    Kind("SP", "Speed Trap", "S", 1, "need PD; halt",
         "PERSONALITY for the constable, then DRIVE out of his county at a walking pace.", mini=1),
    Kind("CO", "Cow in the Rumble Seat", "S", 1, "need EP; halt",
         "EQUIPMENT to lift her out, PERSONALITY to comfort the farmer."),
    Kind("GI", "Bathtub Gin", "S", 1, "need DP; halt",
         'DRIVE behind the barn before the Prohibition men look. PERSONALITY: "Which crates?"'),
    Kind("MA", "The Mayor Makes a Speech", "S", 1, "need PP; halt",
         "PERSONALITY to applaud. PERSONALITY once more: there is a second page."),
    Kind("NR", "Newsreel Men", "S", 1, "need DEP; halt",
         "DRIVE past the camera, EQUIPMENT for the tripod you hit, PERSONALITY for the close-up."),
    Kind("HF", "Horsefeathers!", "", 3, "negate", '"Horsefeathers!" cried our hero, and it was so.', mini=2),
    Kind("VE", "Valuable Experience", "", 2, "learn 3", "Older, wiser, and only slightly singed."),
    Kind("CW", "The Crowd Roars", "", 2, "cheer 4/3/1 2/4/2 1/4/3", "Hats in the air! Some of them were yours."),
    Kind("NT", "In the Nick of Time", "", 1, "rescue", "Hold everything - hoofbeats!"),
    Kind("HP", "Hot Pursuit", "", 1, "follow", "Somebody has to eat that dust. Not for long."),
    Kind("FA", "Fall Guy", "", 1, "redirect", '"It was him, officer. The one with the moustache."'),
    Kind("RF", "Rabbit's Foot", "", 1, "retain; purse 2", "Lucky for you. Less so for the rabbit."),
    Kind("HW", "Highwaymen", "F", 1, "cost 1; need PD; rob 1",
         'PERSONALITY: "You would not rob an admirer?" - and DRIVE.'),
    Kind("BB", "Blow Up the Bridge", "F", 1, "cost 1; bridge", "The 3:10 will be late. So will everybody."),
    Kind("TT", "Tied to the Tracks", "F", 1, "need ED; halt", "EQUIPMENT for the ropes. DRIVE, before the 4:15."),
    Kind("SN", "The Sidekick Vanishes", "F", 1, "need DP; mute; hand -1",
         "DRIVE to the old mill. PERSONALITY, to bore the kidnappers into surrender."),
    Kind("SG", "Switch the Signposts", "F", 1, "cost 1; back 2",
         '"Left for the coast," says the sign. The sign has been to the pub.', mini=1),
    Kind("TG", "Forged Telegram", "F", 1, "take 1", "REGRET CARD BELONGS TO ME STOP"),
    Kind("OI", "Oil on the Hairpin", "F", 1, "terrain toll 2; over", "Shiny."),
    Kind("AT", "Anonymous Tip", "F", 1, "tip", "A gentleman in a false beard wishes to report a crime."),
)  # fmt: skip

MOST_SETS = 2
NUMBER = len(KINDS)
DECK = Deck(
    (kind.code for kind in KINDS),
    copies=(MOST_SETS * kind.copies for kind in KINDS),
    backs=(int(kind.plot) for kind in KINDS),
    back_names=("card", "Fiendish Plot"),
    faces=(kind.name for kind in KINDS),
)
CARDS = sum(DECK.copies)

COPIES = table([[kind.copies for kind in KINDS], [kind.mini for kind in KINDS]])  # of one set, by the option `deck`
PLOT = table(DECK.backs)
EFFECT = table([amounts(kind.effects) for kind in KINDS])  # [kind][effect]
NEED = table([needs(kind.effects) for kind in KINDS])  # [kind]: letters in order, -1 where there are no more
NEEDED = table([sum(letter >= 0 for letter in needs(kind.effects)) for kind in KINDS])


def printed(letter: str) -> int:
    """The set of kinds that bear a letter."""
    return sum(1 << n for n, kind in enumerate(KINDS) if letter in kind.types)


def having(*effects: str) -> int:
    """The set of kinds with one of these effects."""
    rows = [amounts(kind.effects) for kind in KINDS]
    return sum(1 << n for n, row in enumerate(rows) if any(row[EFFECTS.index(effect)] for effect in effects))


EVERY = (1 << NUMBER) - 1
PRINTED = table([printed(letter) for letter in LETTERS])
SPECIALS = sum(1 << n for n, kind in enumerate(KINDS) if not kind.types)
PLOTS, MISHAPS, SUBPLOTS, ROADS, DRIVING = (printed(letter) for letter in "FMSRD")
TROUBLES = sum(1 << n for n, kind in enumerate(KINDS) if "need" in kind.effects)
TERRAINS = having("terrain extra", "terrain chains", "terrain toll")
BRIDGES, TIPS, RETAINED = having("bridge"), having("tip"), having("retain")
NEGATES, REDIRECTS, RESCUES, LESSONS = having("negate"), having("redirect"), having("rescue"), having("learn")
CHEERS, FOLLOWS, PURSES = having(CHEERING[0]), having("follow"), having("purse")
STRIKES = MISHAPS | SUBPLOTS | (PLOTS & ~(TERRAINS | BRIDGES | TIPS))  # played on one rival
ATTACKS = STRIKES | BRIDGES | TIPS  # what can be answered in the attack window (JJ-5.70)


def members(kinds: int) -> tuple[int, ...]:
    """The kinds of a set, in kind order."""
    return tuple(n for n in range(NUMBER) if kinds >> n & 1)


KEPT = members(RETAINED)
KEEPING = table(KEPT)
KEEP_AT = table([KEPT.index(n) if n in KEPT else -1 for n in range(NUMBER)])
PLACES = 3  # the most requirements of a trouble
SLOTS = 1 + sum(MOST_SETS * kind.copies for kind in KINDS if "need" in kind.effects and "S" not in kind.types)


@dataclass(frozen=True)
class Racer:
    """A character sheet: the word for it in notation, who it is, and what main ability and sidekick do."""

    word: str
    name: str
    ability: str
    effects: str
    sidekick: str
    trick: str
    help: str


RACERS = (
    Racer("Angus", "Angus MacTavish", "Deep Sporran", "hand 2", "Wee Hamish, piper", "Bagpipe Tubing", "rest 1"),
    Racer("Cliff", "Cliff Graham", "Wing-Walker", "sure; toll -1 existing",
          "Propwash the chimpanzee", "Over the Hedge", "as T>D"),
    Racer("Dexter", "Dexter Johnson", "Contraption", "as E>D; toll -1 existing",
          "Sprocket the tin man", "Night Shift", "rest 1; mend 1"),
    Racer("Fifi", "Fifi Le Boom", "Flutter of Lashes", "shield P", "Bijou the poodle", "Encore", "refund P"),
    Racer("Hoodini", "The Great Hoodini", "Escape Artist", "skip", "Miss Presto", "Up the Sleeve", "hand 1; rest 1"),
    Racer("Hata", "Hata Marie", "Sealed Orders", "spoils", "Monsieur Q", "A Useful Scandal", "as M>P; rest 1"),
    Racer("John", "John Smith", "Nobody in Particular", "wild M F; hand 2", "Jane Smith", "Picnic Hamper", "rest 1"),
    Racer("Luigi", "Luigi Rigatoni", "Molto Presto", "draw 1; toll 1 first; rest -1",
          "Mamma Rigatoni", "She Knows What to Say", "as P>E"),
    Racer("Otto", "Otto von Klank", "Half-Track", "toll -1 rough", "Corporal Knopf", "Map Case", "mend 1"),
    Racer("Bartholomew", "Sir R. Bartholomew III", "Tea at Four", "rest 2", "Jenkins the valet", "Spare Gloves", "hand 1"),
    Racer("Sultan", "Sultan Mahmood", "Toll Paid in Gold", "toll -1 first",
          "The Chamberlain", "Every Road Has an Owner", "as T>P; as T>E; rest 1"),
    Racer("Zeke", "Zeke Hatfield", "Knows Every Hollow", "hollows", "Cousin Clem", "Fixed with Wire", "as M>D"),
    Racer("Chadwick", "Lady Chadwick", "One Gives a Little Push", "as P>D; hand 1",
          "Pemberton the butler", "Luncheon Is Served", "rest 1"),
)  # fmt: skip
WORDS = tuple(racer.word for racer in RACERS)

_SHEETS = [text for racer in RACERS for text in (racer.effects, racer.help)]
ABILITY = table([amounts(text) for text in ["", "", *_SHEETS]])  # [2 * sheet + 1 for the sidekick's]; sheet 0 is none


def _also(text: str, letter: str) -> int:
    return sum(printed(old) for old, new in counting(text) if new == letter)


ALSO = table([[_also(text, letter) for letter in LETTERS] for text in ["", "", *_SHEETS]])
"""The kinds that by an ability also count as a type: ``ALSO[2 * sheet + which][letter]``."""

STRANGE_DRIVING = 0
for _text in _SHEETS:
    STRANGE_DRIVING |= _also(_text, "D")
"""The kinds with which somebody can drive though they are no Driving cards."""
