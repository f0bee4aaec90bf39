"""Writes, from the declarations of a state, the rules no game has to write: renewal, the blind record and the redeal.

The text is short and the same for both modes; it is kept as `derived.py` in the cache folder of the game.
"""

from __future__ import annotations

from typing import Any

from tuckbox.kit.fields import CHOSEN, DiceZone, Field, Number, PileZone, SetZone, Zone
from tuckbox.kit.layout import Layout

_OPTIONAL = {
    "legal(s, moves)": ["for action in range({actions}):", "    if refuse(s, action) == 0:", "        add(moves, action)"],
    "refuse(s, action)": ["return 0"],
    "possible(s)": ["return True"],
    "prefer(s, action)": ["return 1"],
    "lean(s, action, manner)": ["return prefer(s, action)"],
    "value(s, seat)": ["return 0.0"],
    "after(s)": [
        "s.done = s.over",
        "for seat in range(s.players):",
        "    s.place[seat] = 1",
        "    for rival in range(s.players):",
        "        s.place[seat] += s.payoff[rival] > s.payoff[seat]",
    ],
    "event(s, code)": ["return -1"],
    "continues(s)": ["return False"],
}
"""Rules a game may have, and what stands for them where it has none: what is not refused is legal, and a match is one game,
ranked by payoff."""

_HEAD = '''"""Derived from the declarations of the game's state."""
from tuckbox.kit import add, clear_pile, clear_set, clear_windows, hide_answers, rule, table
from tuckbox.engine.worlds.redeal import (
    claim_pile, claim_set, count_pile, count_set, deal_pile, deal_set, gather, hide_pile, hide_set,
    mix_pile, sort_pile, start_claim,
)
from tuckbox.engine.worlds.stirring import lay_unseen, lift_unseen, mix_rows, open_rows
'''

_TOGETHER = "from tuckbox.kit.choices import hide_choices\n"
_KNOWERS = "from tuckbox.engine.worlds.redeal import hide_known\n"
_DICE = "from tuckbox.kit.dice import clear_dice, throw_hidden, throw_unseen\n"

_LIMITS = """from tuckbox.engine.worlds.limits import (
    arrange, asks, bar, deal_hand_of, deal_place_of, deal_set_of, open_sorts, room_hand, room_place, room_set,
)
"""


def derived_text(layout: Layout, has: set[str], actions: int) -> str:
    """The text of the derived rules; `has` names the rules the game itself brings, `actions` counts its actions."""
    limits = {kind.limit for kind in layout.zones.values() if kind.limit}
    own = ", ".join(sorted(({"possible", "prefer", "refuse", "setup"} & {"setup", *has}) | limits))
    knowers = any(isinstance(kind, PileZone) and kind.knowers for kind in layout.zones.values())
    extra = {_DICE: layout.dice, _TOGETHER: layout.together, _KNOWERS: knowers, _LIMITS: limits}
    head = _HEAD + "".join(imports for imports, needed in extra.items() if needed)
    parts = [f"{head}from tuckbox.engine.injected import {own}\n", f"\nBACKS = {_backs(layout)}\n"]
    parts += [_function("renew(s)", _renew(layout)), _function("count_pack(s)", _count_pack(layout))]
    parts.append(_function("cover(s, viewer)", _cover(layout)))
    parts.append(_function("blind(s, viewer)", ["cover(s, viewer)", *_sorted_zones(layout)]))
    parts += [_function("redeal(s, rng, pool)", _redeal(layout)), _function("stir(s, rng, pool)", _stir(layout))]
    parts.append(_function("begin(s, rng)", ["renew(s)", "setup(s, rng)", "count_pack(s)"]))
    missing = {head: lines for head, lines in _OPTIONAL.items() if head.split("(")[0] not in has}
    for head, lines in missing.items():
        parts.append(_function(head, [line.replace("{actions}", str(actions)) for line in lines]))
    return "\n".join(parts)


def _backs(layout: Layout) -> str:
    return f"table({list(layout.deck.backs) or [0]})"


def _function(head: str, lines: list[str]) -> str:
    body = "\n".join(f"    {line}" for line in lines or ["return"])
    return f"\n@rule\ndef {head}:\n{body}\n"


def _looped(kind: Field[Any], name: str, *block: str) -> list[str]:
    """A block for every value of a field, as loops; ``{it}`` is the value, ``{i}`` its first index."""
    lines, it = [], f"s.{name}"
    for depth, n in enumerate(kind.shape):
        letter = "ijk"[depth]
        lines.append("    " * depth + f"for {letter} in range({n}):")
        it += f"[{letter}]"
    return [*lines, *("    " * len(kind.shape) + line.format(it=it, i="i") for line in block)]


def _renew(layout: Layout) -> list[str]:
    lines = []
    for name, kind in layout.fields.items():
        if kind.lives_on:
            if isinstance(kind, Zone) and kind.seen != CHOSEN:
                lines += _looped(kind, name, f"{{it}}.seen = {kind.mark('i')}")
            if isinstance(kind, DiceZone):
                lines += _looped(kind, name, f"{{it}}.first = {layout.cards}", f"{{it}}.faces = {len(kind.names)}")
        elif isinstance(kind, Number):
            lines += _looped(kind, name, "{it} = 0")
        elif isinstance(kind, DiceZone):
            lines += _looped(kind, name, f"clear_dice({{it}}, {kind.mark('i')}, {layout.cards}, {len(kind.names)})")
        elif isinstance(kind, Zone):
            clear = "clear_set" if isinstance(kind, SetZone) else "clear_pile"
            lines += _looped(kind, name, f"{clear}({{it}}, {kind.mark('i')})")
        else:
            lines.append("clear_windows(s)")
        if isinstance(kind, PileZone) and kind.knowers:
            lines += _looped(kind, name, f"{{it}}.aware = {kind.mark('i')}")
    return lines


def _zones(layout: Layout, on_set: str | None, on_pile: str | None, on_dice: str | None = None) -> list[str]:
    lines = []
    for name, kind in layout.zones.items():
        line = on_set if isinstance(kind, SetZone) else on_dice if isinstance(kind, DiceZone) else on_pile
        if line is not None:
            lines += _looped(kind, name, line)
    return lines


def _count_pack(layout: Layout) -> list[str]:
    if not layout.zones:
        return []
    clear = [f"for card in range({len(layout.deck)}):", "    s.pack[card] = 0"]
    return [*clear, *_zones(layout, "count_set({it}, s.pack)", "count_pile({it}, s.pack)")]


def _cover(layout: Layout) -> list[str]:
    backs = "BACKS" if any(layout.deck.backs) else "None"
    lines = []
    for name, kind in layout.zones.items():
        verb = "hide_known" if isinstance(kind, PileZone) and kind.knowers else "hide_pile"
        hide = "hide_set({it}, viewer)" if isinstance(kind, SetZone) else f"{verb}({{it}}, viewer, {backs})"
        lines += _looped(kind, name, hide)
    answers = "hide_choices" if layout.together else "hide_answers"
    return lines + ([f"{answers}(s, viewer)"] if layout.windows else [])


def _sorted_zones(layout: Layout) -> list[str]:
    """Zones without order show their cells sorted; counted ones sort the hidden cells among their places."""
    lines = []
    for name, kind in layout.zones.items():
        if isinstance(kind, PileZone) and (not kind.order or kind.counted):
            lines += _looped(kind, name, f"sort_pile({{it}}, {1 if kind.order else 0})")
    return lines


def _redeal(layout: Layout) -> list[str]:
    if not layout.zones:
        return ["return possible(s)"]
    lines = ["start_claim(pool, s.pack)", *_zones(layout, "claim_set({it}, pool)", "claim_pile({it}, pool)")]
    lines += _limits(layout) if layout.limited else ["gather(pool, BACKS, rng)"]
    for name, kind in layout.zones.items():
        if isinstance(kind, PileZone) and kind.counted:
            lines += _looped(kind, name, "mix_pile({it}, rng)")
    for name, kind in layout.zones.items():
        if isinstance(kind, DiceZone):
            lines += _looped(kind, name, "throw_hidden({it}, rng)")
        elif name in layout.limited:
            lines += _dealt_of(layout, name, kind)
        else:
            lines += _looped(kind, name, "deal_set({it}, pool)" if isinstance(kind, SetZone) else "deal_pile({it}, pool)")
    return [*lines, "return possible(s)"]


def _stir(layout: Layout) -> list[str]:
    if not layout.zones:
        return []
    lifted, laid = (_zones(layout, None, f"{verb}({{it}}, pool, BACKS)") for verb in ("lift_unseen", "lay_unseen"))
    thrown = _zones(layout, None, None, "throw_unseen({it}, rng)")
    return ["open_rows(pool)", *lifted, "mix_rows(pool, rng)", *laid, *thrown]


def _sort(layout: Layout, name: str, kind: Zone[Any]) -> str:
    """Program text: the sort of the places of a limited zone; of a pile that of its first place."""
    text = "0"
    for depth, n in enumerate(kind.shape):
        text = f"({text} * {n} + {'ijk'[depth]})" if depth else "i"
    return f"{layout.limited[name]} + {text} * {kind.limited_places}" if kind.shape else str(layout.limited[name])


def _limits(layout: Layout) -> list[str]:
    """The unseen cards laid out by what the game's own rules say of the places they may lie in."""
    lines = ["open_sorts(pool)"]
    for name, kind in layout.zones.items():
        if name not in layout.limited:
            continue
        sort, given = _sort(layout, name, kind), ["s", *"ijk"[: len(kind.shape)]]
        if kind.limited_places > 1:
            block = [
                "for place in range({it}.n):",
                f"    sort = {sort} + place",
                "    if room_place({it}, place, pool, sort):",
            ]
            given, deep = [*given, "place"], "        "
        else:
            room = "room_set" if isinstance(kind, SetZone) else "room_hand"
            block, deep = [f"sort = {sort}", f"if {room}({{it}}, pool, sort):"], "    "
        block.append(f"{deep}for card in range({len(layout.deck)}):")
        asked = f"asks(pool, sort, BACKS[card], card) and not {kind.limit}({', '.join([*given, 'card'])})"
        block += [f"{deep}    if {asked}:", f"{deep}        bar(pool, sort, BACKS[card], card)"]
        lines += _looped(kind, name, *block)
    return [*lines, "if not arrange(pool, BACKS, rng):", "    return False"]


def _dealt_of(layout: Layout, name: str, kind: Zone[Any]) -> list[str]:
    """The cards of a limited zone dealt from what has been laid out for its places."""
    sort = _sort(layout, name, kind)
    if kind.limited_places > 1:
        return _looped(kind, name, "for place in range({it}.n):", f"    deal_place_of({{it}}, place, pool, {sort} + place)")
    return _looped(kind, name, f"{'deal_set_of' if isinstance(kind, SetZone) else 'deal_hand_of'}({{it}}, pool, {sort})")
