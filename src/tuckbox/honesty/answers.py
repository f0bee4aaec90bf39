"""Questions of a certificate and the answers to them."""

from __future__ import annotations

from dataclasses import dataclass, field

SHOWN, CHOICES, AFTER, VARY, ALIKE, FREQUENCY, PAST, CARRIED, TIME = (
    "shown", "choices", "after", "vary", "alike", "frequency", "past", "carried", "time",
)  # fmt: skip

QUESTIONS = {
    SHOWN: "Does what a seat is shown stay the same when only what it does not see changes?",
    CHOICES: "Do its choices, their labels and who is to decide?",
    AFTER: "Do logs, numbers and texts after the next step?",
    VARY: "Do worlds dealt again differ where something is hidden?",
    ALIKE: "Do they look to the seat like the true one?",
    FREQUENCY: "Does each come as often as it should?",
    PAST: "Could everybody have done in them what they did?",
    CARRIED: "Do they carry nothing along from the true one?",
    TIME: "Does the time taken hang on what is hidden?",
}
"""The questions by their names; yes is the honest answer to all but the last, which is measured."""

HOLDS, FAILS, MEASURED, NOT_OFFERED, NOT_ASKED = "yes", "no", "measured", "not offered", "not asked"


@dataclass(frozen=True)
class Evidence:
    """One case in which a question is answered with no: in words, and the lines that show it again."""

    text: str
    again: str = ""


@dataclass(frozen=True)
class Answer:
    """An answer: in a word, in a sentence that says of how many cases, and what speaks against the game."""

    verdict: str
    told: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass
class Certificate:
    """The answers about one game: its name, the version they are about, and how they were found."""

    name: str
    version: str
    command: str
    positions: int = 0
    seconds: float = 0.0
    answers: dict[str, Answer] = field(default_factory=dict)

    @property
    def honest(self) -> bool:
        """Whether no question was answered with no."""
        return all(answer.verdict != FAILS for answer in self.answers.values())


def counted(asked: int, evidence: list[Evidence], what: str) -> Answer:
    """The answer to a question that was asked so often, `what` saying of what."""
    if not asked:
        return Answer(NOT_ASKED, f"no {what}")
    if not evidence:
        return Answer(HOLDS, f"{asked} {what}")
    return Answer(FAILS, f"{len(evidence)} of {asked} {what} say otherwise", tuple(evidence[:3]))
