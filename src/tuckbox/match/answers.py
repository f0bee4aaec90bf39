"""The action that an answer in prose means.

1. What stands last in backticks or square brackets is the answer, else the whole of it, else its last line: an action in
   notation or the number of one in the list. Case, quotes, spaces and a full stop do not matter.
2. Else, if none of these is an action that is not legal, it is the one legal action that the answer holds as whole words. An
   action within another one, as ``draw`` in ``draw stock``, does not count beside it.

Whatever is none of these is refused, with the reason of the rules where it names an action that is not legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tuckbox.errors import ActionError, UnknownAction
from tuckbox.match.match import Match
from tuckbox.match.twin import Twin
from tuckbox.view.refusal import why_not

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


def why(match: Match, seat: int, text: str) -> str:
    """Why a seat may not play now what a text means, or do anything with the card or place that it names; or that it may."""
    try:
        action = chosen(match, seat, text)
    except UnknownAction:
        words = [form for word in text.strip(_AROUND + "`").split() for form in (word, word.upper(), word.lower())]
        against = why_not(match.view(seat, log=False), *words)
        return "; ".join(f"{each.text} ({each.rule})" if each.rule else each.text for each in against) or _NOTHING
    except ActionError as error:
        return str(error)
    return f"`{match.game.actions.text(action)}` is allowed now"


def _retold(error: ActionError, twin: Twin) -> ActionError:
    """A refusal in the words of a twin; where it is ours and not that of the rules, only the actions in it are."""
    text = str(error)
    told = _QUOTED.sub(lambda m: twin.tell(m[0]), text) if isinstance(error, UnknownAction) else twin.tell(text)
    other = type(error)(told)
    other.rule = error.rule and twin.tell(error.rule)
    return other


def _chosen(match: Match, seat: int, answer: str) -> int:
    legal = match.legal(seat)
    if not legal:
        match.check(0, seat)  # says whose turn it is, whatever the action
    known = {_plain(text): action for text, action in zip(legal, match.actions(seat), strict=True)}
    offered = list(dict.fromkeys(_offered(answer)))
    for text in offered:
        if text in known:
            return known[text]
        if _NUMBER.fullmatch(text) and 1 <= int(text) <= len(legal):
            return match.actions(seat)[int(text) - 1]
    every = {_plain(match.game.actions.text(action)): action for action in range(match.game.actions.size)}
    for text in offered:
        if text in every:
            return match.check(every[text], seat)
    if held := _held(_plain(answer), known):
        if len(held) == 1:
            return known[held[0]]
        raise UnknownAction(f"the answer holds {_either(held)}: put the one that is meant in backticks")
    raise UnknownAction(f"the answer holds no action: end it with one in backticks, such as `{legal[0]}`")


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


def _held(answer: str, known: Sequence[str] | dict[str, int]) -> list[str]:
    """The actions that stand in an answer as whole words, without those that stand there only within others."""
    found = {text: [m.span() for m in re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", answer)] for text in known}
    longer = sorted((text for text in found if found[text]), key=len, reverse=True)
    taken: list[tuple[int, int]] = []
    held = []
    for text in longer:
        free = [(a, b) for a, b in found[text] if not any(c <= a and b <= d for c, d in taken)]
        if free:
            held.append(text)
            taken += free
    return held


def _either(texts: Sequence[str]) -> str:
    shown = [f"`{text}`" for text in sorted(texts)[:_SHOWN]]
    more = len(texts) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else f"{', '.join(shown[:-1])} and {shown[-1]}"


__all__ = ["chosen", "why"]
