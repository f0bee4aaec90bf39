"""The racers of Jaunty Jalopies as data (JJ-2.5): each with a main ability and a sidekick's, in the words of `effects`."""

from dataclasses import dataclass

from tuckbox.games.jalopies.cards import KINDS, printed
from tuckbox.games.jalopies.effects import LETTERS, amounts, counting
from tuckbox.kit import table


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
    Racer("Angus", "Angus MacTavish", "Deep Sporran", "hand 2", "Wee Hamish, piper", "Bagpipe Tubing", "mend 1"),
    Racer("Cliff", "Cliff Graham", "Wing-Walker", "sure; toll -1 existing",
          "Propwash the chimpanzee", "Over the Hedge", "as T>D"),
    Racer("Dexter", "Dexter Johnson", "Contraption", "as E>D; toll -1 existing",
          "Sprocket the tin man", "Night Shift", "rest 1; mend 1"),
    Racer("Fifi", "Fifi Le Boom", "Flutter of Lashes", "shield P", "Bijou the poodle", "Encore", "refund P"),
    Racer("Hoodini", "The Great Hoodini", "Escape Artist", "skip", "Miss Presto", "Up the Sleeve", "hand 1"),
    Racer("Hata", "Hata Marie", "Sealed Orders", "spoils", "Monsieur Q", "A Useful Scandal", "as M>P"),
    Racer("John", "John Smith", "Nobody in Particular", "wild M F; hand 1", "Jane Smith", "Picnic Hamper", "rest 1"),
    Racer("Luigi", "Luigi Rigatoni", "Molto Presto", "draw 1; hand -1; rest -2",
          "Mamma Rigatoni", "She Knows What to Say", "as P>E"),
    Racer("Otto", "Otto von Klank", "Half-Track", "toll -1 rough", "Corporal Knopf", "Map Case", "sure"),
    Racer("Bartholomew", "Sir R. Bartholomew III", "Tea at Four", "rest 2", "Jenkins the valet", "Spare Gloves", "hand 1"),
    Racer("Sultan", "Sultan Mahmood", "Toll Paid in Gold", "toll -1 first",
          "The Chamberlain", "Every Road Has an Owner", "as T>P; as T>E"),
    Racer("Zeke", "Zeke Hatfield", "Knows Every Hollow", "hollows; sure", "Cousin Clem", "Fixed with Wire", "as M>D"),
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

assert all(kind.code for kind in KINDS)
