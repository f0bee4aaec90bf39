"""The pack in play must not hang on chance, but how it lies must, where it lies hidden.

It is counted after `setup` and known to all who deal anew: a redeal takes from it what nobody sees. If chance decides what
is in it, as where dice are thrown by pushing kinds drawn at random, the pack is what was thrown, and a redeal tells it. And
a redeal lets hidden cards lie anywhere, which is wrong where `setup` has not shuffled them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from tuckbox.definition.faults import tracing
from tuckbox.kit.chance import Fast
from tuckbox.testing.case import Case, Failure
from tuckbox.testing.secrets import hidden_kinds
from tuckbox.testing.strict import strict
from tuckbox.view.view import blind, zone_cells

DEALS = 4
"""Number of deals that are compared."""

Pack = tuple[int, ...]
Traced = list[tuple[str, Pack]]
"""The lines of the game that `setup` has come to: the place of each, and the cards in all zones before it."""


def packs(case: Case) -> Iterator[Failure]:
    """Check that with the same options every deal has the same cards in play."""
    if not case.game.layout.zones:
        return
    deals = [_deal(case, seed) for seed in range(DEALS)]
    found: list[Pack] = [tuple(deal.pack) for deal in deals]
    if all(pack == found[0] for pack in found):
        yield from _unshuffled(case, deals)
        return
    other = next(seed for seed, pack in enumerate(found) if pack != found[0])
    names = case.game.layout.deck.names
    card = next(name for name, one, two in zip(names, found[0], found[other], strict=True) if one != two)
    told = f"chance decides how many {card} are in play{_culprit(case, other)}, so that whoever counts the pack knows it"
    yield "pack", f"{told}: lay all that may come into a zone and take from there what chance says, or throw `Dice`"


def _deal(case: Case, seed: int) -> Any:
    """The state as `setup` leaves it."""
    state: Any = strict(case.game.layout, case.game.blank(case.players, case.options))
    case.plain.call(case.plain.rules.begin, state, Fast(seed))
    return state


def _unshuffled(case: Case, deals: list[Any]) -> Iterator[Failure]:
    """Check that deals differ where several kinds of cards lie hidden on several places."""
    first = [*zone_cells(case.game, deals[0])]
    if any([*zone_cells(case.game, deal)] != first for deal in deals[1:]):
        return
    for viewer in range(case.players):
        kinds = hidden_kinds(case, deals[0], blind(case.game, deals[0], viewer))
        if kinds > 1:
            told = f"every deal is the same, but redeals let the {kinds} kinds that seat {viewer} does not see lie anywhere"
            yield "redeal", f"{told}: `setup` has to shuffle them"
            return


def _culprit(case: Case, seed: int) -> str:
    """The line of the game after which the cards of two deals differ for good; empty where none can be told."""
    one, two = (_traced(case, each) for each in (0, seed))
    alike = [i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a == b]
    if not alike or alike[-1] + 1 >= min(len(one), len(two)):
        return ""
    return f" ({one[alike[-1]][0]})"


def _traced(case: Case, seed: int) -> Traced:
    """The lines that `setup` comes to in the files of the game."""
    state: Any = case.game.blank(case.players, case.options)
    folder, found = case.game.folder, Traced()

    def note(frame: FrameType, event: str, _: object) -> Any:
        file = Path(frame.f_code.co_filename)
        if file.parent != folder:
            return None
        if event == "line":
            cells = sorted(cell & 255 for zone in zone_cells(case.game, state) for cell in zone)
            found.append((f"{file.name}, line {frame.f_lineno}", tuple(cells)))
        return note

    with tracing(note):
        case.plain.call(case.plain.rules.begin, state, Fast(seed))
    return found
