"""Changes of a table in words (`tuckbox.scene.words.sections`), for those who have read it before.

Both texts are what one seat was told, so what has changed between them can tell it nothing else. A panel is told by its new
lines; of a long line, such as a row of a board or a heap of discards, only the items that are new. What is to be done is
told each time.

>>> before = [("# Whiplash", []), ("## Bo", ["Hand: 4 hidden cards.", "Pile: 3♠."]), ("", ["Put a card down."])]
>>> after = [("# Whiplash", []), ("## Bo (dealer)", ["Hand: 5 hidden cards."]), ("", ["Bo is thinking."])]
>>> changes(before, after)
['## Bo (dealer)', 'Hand: 5 hidden cards.', 'No longer: Pile: 3♠.', '', 'Bo is thinking.']
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence

from tuckbox.scene.words import TO_DECIDE

Sections = Sequence[tuple[str, Sequence[str]]]
"""A table in words: headings, each with the lines below it."""

LONG = 160
"""Characters from which on a line is told by its changed items, where these are much shorter."""
_WORTH = 0.7
"""Their greatest length, as a share of the whole line's."""
_STACK = re.compile(r"(.*?, on top )(.+)")
_UNDER = ", under it "
_LABEL = re.compile(r"(?=.{1,80}?: )[^:;()]+(?:\([^:;()]*\)[^:;()]*)*: ")
_COUNTED = re.compile(r"(?:(\d+) × )?(.+)")
_RUN = re.compile(r"\S*\d\S* to \S*\d\S*")
_SHOWN = 80


def changes(before: Sections, after: Sections) -> list[str]:
    """The lines of a table that are not as they were, under the headings of their panels, and what is said of it now."""
    was, now = dict(_keyed(before)), dict(_keyed(after))
    told = list[str]()
    for key, (heading, lines) in now.items():
        if not heading:
            continue
        old_heading, old = was.get(key, ("", []))
        found = [*_changed(old, lines)]
        if found or _but_for_the_turn(heading) != _but_for_the_turn(old_heading):
            told += [heading, *found]
    told += [f"No longer: {heading}" for key, (heading, _) in was.items() if heading and key not in now]
    said = _said(before, after)
    return [*told, *([""] if told and said else []), *said]


def _but_for_the_turn(heading: str) -> str:
    """A heading without the mark of who is to decide, which the last sentence tells."""
    return heading.replace(f" ({TO_DECIDE})", "").replace(f", {TO_DECIDE}", "")


def _said(before: Sections, after: Sections) -> list[str]:
    """Sentences on the whole table that are new; and the last one, by which something is to be done, in any case."""
    old, new = ([line for heading, lines in sections if not heading for line in lines] for sections in (before, after))
    return [line for line in new[:-1] if line not in old] + new[-1:]


def _keyed(sections: Sections) -> Iterator[tuple[tuple[str, int], tuple[str, Sequence[str]]]]:
    """The sections, each by its title without what is said beside it; of two titles that are the same the second counts."""
    seen = Counter[str]()
    for heading, lines in sections:
        title = "# " if heading.startswith("# ") else heading.partition(" (")[0]
        seen[title] += 1
        yield (title, seen[title]), (heading, lines)


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """The new lines of a panel, long ones by what is new in them, and then the old ones in whose place none has come. A line
    takes the place of one with the same label."""
    same, gone = Counter(old) & Counter(new), defaultdict[str, deque[str]](deque)
    for line in (Counter(old) - same).elements():
        gone[_label(line)].append(line)
    for line in new:
        if same[line]:
            same[line] -= 1
        else:
            before = gone[_label(line)]
            yield _shorter(before.popleft() if before else "", line)
    for label, lines in gone.items():
        for line in lines:
            yield f"No longer: {line if len(line) <= _SHOWN else label.removesuffix(': ') or 'the list'}"


def _label(line: str) -> str:
    """The words before a colon; or the name of the one thing that a line tells of. Of a list without any it is empty."""
    found = _LABEL.match(line)
    return found[0] if found else _name(line) if len(_items(line, "; ")) == 1 else ""


def _shorter(old: str, new: str) -> str:
    """A line, or where that is much shorter what has changed in it."""
    if not old or len(new) < LONG:
        return new
    told = _stack(old, new) or _list(old, new)
    return told if told and len(told) < _WORTH * len(new) else new


def _stack(old: str, new: str) -> str:
    """A stack that has grown: its new cards. Empty where it has not, or where an old card is gone."""
    was, now = _STACK.fullmatch(old), _STACK.fullmatch(new)
    if was is None or now is None:
        return ""
    before, after = (_items(each[2].replace(_UNDER, ", "), ", ") for each in (was, now))
    rest, top = before[1:], before[0]
    more = len(after) - len(before)
    added = _added(top, after[more]) if more >= 0 and after[more + 1 :] == rest else None
    if added is None or not (fresh := [*after[:more], *added]):
        return ""
    first, *under = fresh
    return f"{now[1]}{_UNDER.join(filter(None, (first, ', '.join(under))))}, below as before."


def _added(old: str, new: str) -> list[str] | None:
    """Cards that lie on an old one in the item that tells of it now, since they are alike; None where it is not told there.

    >>> _added("Judge", "Judge"), _added("Judge", "3 × Judge"), _added("Judge", "Banker")
    ([], ['2 × Judge'], None)
    """
    (many, name), (more, other) = (_counted(each) for each in (old, new))
    if name != other or more < many:
        return None
    return [] if more == many else [name if more == many + 1 else f"{more - many} × {name}"]


def _counted(item: str) -> tuple[int, str]:
    """The number of cards that an item tells of, and its name."""
    number, name = _COUNTED.fullmatch(item).groups()  # type: ignore[union-attr]  # it matches whatever is there
    return int(number or 1), name


def _list(old: str, new: str) -> str:
    """A list of places or things: those that are new, and those that have gone. Empty where it is no list, or things in it
    are alike."""
    found = _LABEL.match(new)
    head = found[0] if found else ""
    before, after = _items(old[len(head) :], "; "), _items(new[len(head) :], "; ")
    if len(after) < 2 or len({*before}) < len(before) or len({*after}) < len(after):
        return ""
    known, places = set(before), {_place(item) for item in after}
    fresh = "; ".join(item for item in after if item not in known)
    gone = "; ".join(_name(item) for item in before if _place(item) not in places and not _RUN.match(item))
    told = [*([f"now {fresh}"] if fresh else []), *([f"no longer {gone}"] if gone else [])]
    return f"{head}as before, but {', and '.join(told)}." if told else ""


def _items(text: str, between: str) -> list[str]:
    """The items of a list, whatever is in brackets being a part of one."""
    found, item = list[str](), ""
    for part in text.rstrip(".").split(between):
        item = f"{item}{between}{part}" if item else part
        if item.count("(") <= item.count(")"):
            found.append(item)
            item = ""
    return [*found, item] if item else found


def _name(item: str) -> str:
    return item.partition(" (")[0].partition(":")[0]


def _place(item: str) -> str:
    """The place of an item: where that has a number, as on a board, what is there may change."""
    name = _name(item)
    first = name.partition(" ")[0]
    return first if any(map(str.isdigit, first)) else name
