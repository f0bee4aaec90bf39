"""The vocabulary of effects (JJ-2.2): all that cards and abilities are made of.

A text such as ``need E; back 1; nobuild`` names effects, each with a number where it has one. `amounts` makes a row of
numbers of it, one for each effect.
"""

from tuckbox.errors import RulesError

LETTERS = "RDTPEMSF"
DRIVE, PERSONALITY, EQUIPMENT, MISHAP, SUBPLOT, FIENDISH = (LETTERS.index(letter) for letter in "DPEMSF")

STANDING = (
    "draw", "hand", "rest", "mend", "toll any", "toll existing", "toll first", "toll rough", "toll first+", "extra", "cap",
    "halt", "nobuild", "rob", "mute", "skip", "shield P", "refund P", "spoils", "wild M", "wild F", "sure", "hollows",
)  # fmt: skip
"""Effects that count while a card lies before a racer or an ability is in force. They add up; of caps the lowest counts."""

PRINTED = (
    "toll", "rough", "hollow", "back", "take", "tip", "bridge", "terrain extra", "terrain chains", "terrain toll", "over",
    "cost", "cheer hero", "cheer neutral", "cheer villain", "learn", "rescue", "follow", "negate", "redirect", "retain",
    "purse", "steady", "wave",
)  # fmt: skip
"""Effects a card has by being played, and what is printed on roads."""

EFFECTS = STANDING + PRINTED

(
    DRAW, HAND, REST, MEND, TOLL_ANY, TOLL_EXISTING, TOLL_FIRST, TOLL_ROUGH, TOLL_FIRST_PLUS, EXTRA, CAP,
    HALT, NOBUILD, ROB, MUTE, SKIP, SHIELD, REFUND, SPOILS, WILD_MISHAP, WILD_PLOT, SURE, HOLLOWS,
    TOLL, ROUGH, HOLLOW, BACK, TAKE, TIP, BRIDGE, GROUND_EXTRA, GROUND_CHAINS, GROUND_TOLL, OVER,
    COST, CHEER, _, _, LEARN, RESCUE, FOLLOW, NEGATE, REDIRECT, RETAIN,
    PURSE, STEADY, WAVE,
) = range(len(EFFECTS))  # fmt: skip
"""The numbers of the effects; `CHEER` + a side is what the side gets."""


def clauses(text: str) -> list[tuple[str, list[int]]]:
    """The effects of a text with their numbers.

    >>> clauses("toll -1 first+; halt; cheer 2/3/2")
    [('toll first+', [-1]), ('halt', []), ('cheer', [2, 3, 2])]
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
            names, given = ["cheer hero", "cheer neutral", "cheer villain"], numbers
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
