"""The action that an answer in prose means.

1. What stands last in backticks or square brackets is the answer, else the whole of it, else its last line: an action in
   notation or the number of one in the list. Case, quotes, spaces and a full stop do not matter.
2. Else, if none of these is an action that is not legal, it is the one legal action that the answer holds as whole words. An
   action within another one, as ``draw`` in ``draw stock``, does not count beside it.

Whatever is none of these is refused, with the reason of the rules where it names an action that is not legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tuckbox.definition.game import Game
from tuckbox.errors import ActionError, UnknownAction
from tuckbox.match.match import Match
from tuckbox.match.twin import Twin
from tuckbox.view.refusal import Refusal, refusal, why_not
from tuckbox.view.view import View

_MARKED = re.compile(r"(?<!`)`++([^`\n]++)`++|\[([^\][\n]++)\]")  # possessive: an answer of backticks takes no longer
_NUMBER = re.compile(r"[0-9]{1,6}")
_QUOTED = re.compile(r"`[^`]*`")
_AROUND = " \t\r\n\"'“”‘’«».,;:!*_()>-"
_BEFORE = re.compile(rf"(?:(?![-.][0-9])[{re.escape(_AROUND)}])+")  # the minus of a number is a part of it
_SHOWN = 6
_NOTHING = "nothing stands against that, or there is no such action, card or place"


def chosen(match: Match, seat: int, answer: str, twin: Twin | None = None) -> int:
    """The action of a seat that an answer means, perhaps in the words of a `twin`. Raises `UnknownAction` for one that
    means none or several, otherwise as `Match.check` does."""
    if twin is None:
        return _chosen(match, seat, answer)
    try:
        return _chosen(match, seat, twin.read(answer))
    except ActionError as error:
        raise _retold(error, twin) from None


def why(view: View, text: str) -> str:
    """Why the seat of a view may not play now what a text means, or do anything with the card or place that it names; or
    that it may."""
    try:
        action = _action(view.game, dict(zip(view.legal_texts(), view.legal, strict=True)), text)
    except UnknownAction:
        words = [form for word in text.strip(_AROUND + "`").split() for form in (word, word.upper(), word.lower())]
        return "; ".join(map(_sentence, why_not(view, *words))) or _NOTHING
    against = refusal(view, action)
    return _sentence(against) if against else f"`{view.game.actions.text(action)}` is allowed now"


def _sentence(against: Refusal) -> str:
    return f"{against.text} ({against.rule})" if against.rule else against.text


def meant(answer: str, legal: Sequence[str]) -> str:
    """The legal action that an answer means, for those who know no others. Raises `UnknownAction` for one that means none or
    several.

    >>> meant("The second one: [2]", ["draw stock", "take discard"]), meant("So I draw stock.", ["draw stock"])
    ('take discard', 'draw stock')
    """
    known = {_plain(text): text for text in legal}
    return _listed(answer, known, legal) or _within(answer, known, legal)


def marked(answer: str) -> str:
    """The last text of an answer in backticks or square brackets, or else the whole of it; the `meant` may be there."""
    found = _MARKED.findall(answer)
    return next(filter(None, found[-1])) if found else answer.strip()


def _retold(error: ActionError, twin: Twin) -> ActionError:
    """A refusal in the words of a twin; where it is ours and not that of the rules, only the actions in it are."""
    text = str(error)
    told = _QUOTED.sub(lambda m: twin.tell(m[0]), text) if isinstance(error, UnknownAction) else twin.tell(text)
    other = type(error)(told)
    other.rule = error.rule and twin.tell(error.rule)
    return other


def _chosen(match: Match, seat: int, answer: str) -> int:
    legal = dict(zip(match.legal(seat), match.actions(seat), strict=True))
    if not legal:
        match.check(0, seat)  # says whose turn it is, whatever the action
    return match.check(_action(match.game, legal, answer), seat)


def _action(game: Game, legal: Mapping[str, int], answer: str) -> int:
    """The action that an answer means, be it legal or not. Raises `UnknownAction`."""
    known, texts = {_plain(text): text for text in legal}, list(legal)
    if found := _listed(answer, known, texts):
        return legal[found]
    every = _every(game)
    for text in _offered(answer):
        if text in every:
            return every[text]
    return legal[_within(answer, known, texts)]


@lru_cache(maxsize=64)
def _every(game: Game) -> dict[str, int]:
    """All actions of a game by their notation."""
    return {_plain(game.actions.text(action)): action for action in range(game.actions.size)}


def _listed(answer: str, known: Mapping[str, str], legal: Sequence[str]) -> str | None:
    """The legal action that an answer is, or has in the place for it, by its notation or its number."""
    for text in dict.fromkeys(_offered(answer)):
        if text in known:
            return known[text]
        if _NUMBER.fullmatch(text) and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
    return None


def _within(answer: str, known: Mapping[str, str], legal: Sequence[str]) -> str:
    """The one legal action that stands somewhere in an answer. Raises `UnknownAction`."""
    held = _held(_plain(answer), known)
    if len(held) == 1:
        return known[held[0]]
    if held:
        raise UnknownAction(f"the answer holds {_either(held)}: put the one that is meant in backticks")
    such = f", such as `{legal[0]}`" if legal else ""
    raise UnknownAction(f"the answer holds no action: end it with one in backticks{such}")


def _plain(text: str) -> str:
    """A text without what does not matter."""
    before = _BEFORE.match(text)
    return " ".join(text[before.end() if before else 0 :].rstrip(_AROUND).casefold().split())


def _offered(answer: str) -> Iterator[str]:
    """Texts that may be the answer, the likeliest first."""
    marked = [one or other for one, other in _MARKED.findall(answer)]
    if marked:
        yield _plain(marked[-1])
    yield _plain(answer)
    lines = [line for line in answer.splitlines() if line.strip()]
    if lines:
        yield _plain(lines[-1])
        yield _plain(lines[-1].rpartition(":")[2])


def _held(answer: str, known: Iterable[str]) -> list[str]:
    """The actions that stand in an answer as whole words, without those that stand there only within others."""
    found = ((*m.span(), text) for text in known for m in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", answer))
    held, reached = set[str](), 0
    for _, end, text in sorted(found, key=lambda each: (each[0], -each[1])):
        if end > reached:  # else it lies within one that begins no later
            held.add(text)
            reached = end
    return list(held)


def _either(texts: Sequence[str]) -> str:
    shown = [f"`{text}`" for text in sorted(texts)[:_SHOWN]]
    more = len(texts) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else f"{', '.join(shown[:-1])} and {shown[-1]}"
