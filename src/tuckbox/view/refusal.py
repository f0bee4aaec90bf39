"""Refusals: the reasons that the rules give why a seat may not do something now, as sentences with the numbers of rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.engine.engine import engine
from tuckbox.errors import RulesError
from tuckbox.kit.actions import Seats, runs_of
from tuckbox.kit.deck import Deck
from tuckbox.view.view import View

_MOST_ASKED = 200


@dataclass(frozen=True)
class Refusal:
    """Why an action is refused: a sentence, the number of the rule that says so, and the reason's number in the rules."""

    text: str
    rule: str | None = None
    reason: int = 0


def refusal(view: View, action: int) -> Refusal | None:
    """Why the seat of a view may not do something now; None where it may.

    It is made from the view alone, so that it tells a seat nothing but what it may know.
    """
    if action in view.legal:
        return None
    if view.seat not in view.asked:
        return Refusal("another is to decide now" if view.asked else "nobody is to decide now")
    reason = reasons_of(view, [action])[0]
    if reason:
        return Refusal(sentence(view, action, reason), view.game.reasons.rule(reason), reason)
    return Refusal(f"`{view.game.actions.text(action)}` is not legal now")


def why_not(view: View, *words: str) -> list[Refusal]:
    """Why nothing can be done now with what a word of the notation names, such as a card, or several words together; or with
    what several of these stand for, such as the ways onto a square. Empty where something can.

    Each reason once, first the one that stands against most actions; of very many actions only the first are asked about.
    """
    worded, text, long = _worded(view.game), view.game.actions.text, {word for word in words if " " in word}
    named = [a for a, known in enumerate(worded) if not known.isdisjoint(words) or (long and long & runs_of(text(a)))]
    del named[_MOST_ASKED:]
    if not set(named).isdisjoint(view.legal):
        return []
    found = Counter(why for action in named if (why := refusal(view, action)) is not None)
    return [why for why, _ in found.most_common()]


@lru_cache(maxsize=64)
def _worded(game: Game) -> list[frozenset[str]]:
    """The words of each action, the whole of it being one."""
    texts = [game.actions.text(action) for action in range(game.actions.size)]
    return [frozenset((text, *text.split())) for text in texts]


def reasons_of(view: View, actions: Iterable[int]) -> list[int]:
    """The number of the reason why the seat of a view may not do each action now; 0 where it may, or where the game gives no
    reasons."""
    plain, state = engine(view.game, "plain"), view.state.copy()
    state.turn = view.seat
    return [int(plain.call(plain.rules.refuse, state, action)) for action in actions]


def sentence(view: View, action: int, reason: int) -> str:
    """A reason with the arguments of an action and the facts it asks for; raises `RulesError` where it asks for others."""
    text, family = view.game.reasons.text(reason), view.game.actions.family(action)
    named = dict(zip(family.slots, zip(family.domains, family.arguments(action), strict=True), strict=True))
    words = {}
    for slot, (domain, value) in named.items():
        if isinstance(domain, Deck):
            words[slot] = domain.face(value)
        elif isinstance(domain, Seats) and value < len(view.names):
            words[slot] = view.names[value]
        else:
            words[slot] = domain[value]
    return _filled(view, text, words, action, f"`{view.game.actions.text(action)}`")


def sentence_outside(view: View, name: str, reason: int) -> str:
    """The reason why an event from outside means nothing now, with the facts it asks for.

    There is no action whose arguments it could name. Raises `RulesError` where it does.
    """
    return _filled(view, view.game.reasons.text(reason), {}, -1, f"the event `{name}`", ", as there is no action")


def _filled(view: View, text: str, words: Mapping[str, str], action: int, against: str, why: str = "") -> str:
    """A reason `against` something with these words and the facts it asks for. Raises `RulesError` where it asks for others,
    and tells `why` there are no more."""
    facts = {name: tell(view, action) for name, tell in view.game.facts.items() if f"{{{name}}}" in text}
    try:
        return text.format(**{**words, **facts})
    except (KeyError, IndexError, ValueError) as error:
        may = "".join(f" {{{name}}}" for name in (*words, *view.game.facts)) or " no words in braces"
        told = f"{view.game.name}: the reason {text!r} against {against} may use{may}{why}"
        raise RulesError(f"{told}; `facts` of the Game are further words") from error
