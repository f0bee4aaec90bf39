"""Tests that nothing hidden shows: not in views, lists, texts, scenes, nor in who is asked.

A world is dealt anew for a viewer, so that to them it is the same; then everything they get must be the same, now and
after the same step in both worlds, until a card they see makes the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

from tuckbox.bots.leaning import leanings
from tuckbox.definition.faults import placed, returned_at
from tuckbox.engine.engine import record_bytes
from tuckbox.errors import RulesError
from tuckbox.kit.actions import OPEN
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK, Deck
from tuckbox.kit.fields import PUBLIC, DiceZone, SetZone
from tuckbox.kit.zones import ALL_MARKS
from tuckbox.match.log import Entry, sentences
from tuckbox.match.match import Match
from tuckbox.scene.lay import laid
from tuckbox.testing.case import Case, Failure, asked, viewers, world_for
from tuckbox.testing.strict import strict
from tuckbox.testing.worlds import allowed
from tuckbox.view.invariants import check_numbers
from tuckbox.view.refusal import refusal
from tuckbox.view.view import blind, limited, zone_cells, zones

_WHY_SAMPLE = 12

Stepped = tuple[Any, tuple[tuple[int, int, int], ...]]
"""The state after a step, and what the rules have told."""


Worlds = Mapping[int | None, Any]
"""A world for each viewer that looks the same to them; None where none was possible."""


def worlds(match: Match, rng: Fast) -> Worlds:
    """A world for each viewer, dealt anew."""
    return {viewer: world_for(match, viewer, rng) for viewer in viewers(match)}


def present(case: Case, match: Match, dealt: Worlds) -> Iterator[Failure]:
    """Check that a viewer gets the same in a world that looks the same to them."""
    for viewer, world in dealt.items():
        if world is None:
            yield "redeal", f"no world was possible for {who(viewer)} in 200 deals, though the true one is"
            continue
        here, there = blind(case.game, match.state, viewer), blind(case.game, world, viewer)
        if here != there:
            yield "view", f"{who(viewer)} sees {difference(here, there)} differ between worlds that should look alike"
        true = _dealt_true(case, match.state, viewer)
        if not case.plain.call(case.plain.rules.possible, true.copy()):
            yield "redeal", f"the rule `possible` refuses the true cards, so that no redeal for {who(viewer)} can deal them"
        yield from _forgotten(case, match, viewer, true)
        if viewer is not None and viewer in match.waiting:
            yield from _decision(case, match, viewer, world)


def _dealt_true(case: Case, state: Any, viewer: int | None) -> Any:
    """The world of a redeal for a viewer that deals the true cards; what others have been shown is not carried over."""
    world = state.copy()
    case.plain.call(case.plain.rules.cover, world, number_of(viewer))
    for (kind, zone), (_, true) in zip(zones(case.game, world), zones(case.game, state.copy()), strict=True):
        if isinstance(kind, SetZone):
            zone.cards, zone.hidden = true.cards, 0
        else:
            for place in range(zone.n):
                zone.cell[place] = zone.cell[place] & ~255 | true.cell[place] & 255
    return world


def _forgotten(case: Case, match: Match, viewer: int | None, true: Any) -> Iterator[Failure]:
    """Check that where a redeal for a viewer deals the true cards the others may do what they may do in truth, and their
    actions weigh the same."""
    if case.game.layout.windows:
        true.window = match.state.window
    if true == match.state:
        return  # nobody has been shown anything that the redeal does not know
    for seat in match.waiting:
        here, there = asked(match, seat), _turned(true, seat)
        mine, others = legal_in(case, here), legal_in(case, there)
        odd = sorted({*mine} ^ {*others})
        heavy = None if odd else next(_heavier(case, here, there, mine), None)
        if odd:
            told = f"whether seat {seat} may `{case.game.actions.text(odd[0])}`"
        elif heavy:
            told = f"what `{heavy.rule.__name__}` gives seat {seat} for `{case.game.actions.text(heavy.action)}`"
        else:
            continue
        cure = "go by the card itself, or by a number that says who has looked where"
        yield (
            "redeal",
            f"{told} goes by what it has been shown (`knows`), which redeals for {who(viewer)} do not know: {cure}",
        )


def _decision(case: Case, match: Match, seat: int, world: Any) -> Iterator[Failure]:
    """The legal list, its explanations and the leanings of a seat that is to decide."""
    mine, other = legal_in(case, asked(match, seat)), legal_in(case, _turned(world, seat))
    if mine != other:
        yield "legal list", _told_apart(case, seat, mine, other)
        return
    yield from _weighed_apart(case, asked(match, seat), _turned(world, seat), mine)
    view = match.view(seat)
    twin = replace(view, state=blind(case.game, world, seat))
    if laid(view) != laid(twin):
        yield "scene", f"the scene of seat {seat} differs between worlds that look the same to it"
    if case.game.facts:
        illegal = [action for action in range(case.game.actions.size) if action not in mine]
        for action in illegal[:: max(1, len(illegal) // _WHY_SAMPLE)]:
            if refusal(view, action) != refusal(twin, action):
                yield "text", f"why `{case.game.actions.text(action)}` is refused differs between worlds"


def _told_apart(case: Case, seat: int, mine: list[int], other: list[int]) -> str:
    """The difference of two legal lists of a seat, in worlds that look the same to it."""
    odd = sorted({*mine} ^ {*other})
    if odd:
        action = case.game.actions.text(odd[0])
        return (
            f"seat {seat} may `{action}` in one of two worlds that look the same to it: a rule reads cards it does not see"
        )
    return f"seat {seat} has the same actions in another order: a rule goes by how the cards of a hand lie; say `each`"


class _Weighing(NamedTuple):
    """A weight that differs between two states: the rule that gives it, what it is asked, and what it gives in each."""

    rule: Callable[..., Any]
    action: int
    more: tuple[int, ...]
    here: int
    there: int


def _heavier(case: Case, here: Any, there: Any, actions: list[int]) -> Iterator[_Weighing]:
    """The weights of actions that differ between two states."""
    for (rule, more), action in product(leanings(case.plain), actions):
        one, other = (case.plain.call(rule, state.copy(), action, *more) for state in (here, there))
        if one != other:
            yield _Weighing(rule, action, more, one, other)


def _weighed_apart(case: Case, here: Any, there: Any, actions: list[int]) -> Iterator[Failure]:
    """Check that each action weighs the same in two states that look the same to whoever is to decide."""
    for rule, action, more, one, other in _heavier(case, here, there, actions):
        said = f"`{rule.__name__}` gives {one} to `{case.game.actions.text(action)}`, but in a world that looks the same"
        where = returned_at(rule, there.copy(), action, *more)
        yield "prefer", f"{said} to seat {here.turn} {other} ({where}): it reads cards the seat does not see"
        return


def limits(case: Case, match: Match) -> Iterator[Failure]:
    """Check that the limits of unseen cards hold for the true ones, and are the same for all viewers."""
    state = match.state
    looks = [blind(case.game, state, viewer) for viewer in viewers(match)]
    for zone in limited(case.game, state):
        rule, cards = zone.kind.limit, range(len(case.game.layout.deck))
        for place, card, marks in zone.cards():
            if marks != ALL_MARKS and not zone.may_hold(state, place, card):
                yield "limit", f"{case.game.layout.deck[card]} lies where the rule `{rule}` says that it cannot"
        for place in {place for place, _, _ in zone.cards()}:
            said = [[zone.may_hold(look, place, card) for card in cards] for look in (state, *looks)]
            if any(other != said[0] for other in said):
                yield "limit", f"the rule `{rule}` looks at hidden cards: it may go by public facts only"


def after_a_step(case: Case, match: Match, dealt: Worlds, seed: int) -> Iterator[Failure]:
    """Check that after the same step in both worlds a viewer can tell them apart only by cards they see, and that no open
    action names a card that lies hidden from them."""
    seat = match.waiting[0]
    here = asked(match, seat)
    mine = legal_in(case, here)
    stepped = cache(lambda action: step(case, here, action, Fast(seed)))
    if not match.asking:
        for action in mine[:: max(1, len(mine) // 4)]:
            yield from _named(case, seat, action, here, stepped(action)[0])
    for viewer, world in dealt.items():
        if world is None:
            continue
        there = _turned(world, seat)
        if case.game.layout.windows:
            there.window = here.window  # the answers given are not what is being dealt anew
        both = set(legal_in(case, there))
        common = [action for action in mine if action in both]
        for action in common[:: max(1, len(common) // 4)]:
            here_after = stepped(action)  # first: what goes wrong here, too, is another fault
            try:
                there_after = step(case, there, action, Fast(seed))
            except RulesError as error:
                told = f"`{case.game.actions.text(action)}` goes wrong only in a world dealt anew for {who(viewer)}"
                cure = "limit the zone by what is known of its cards (`limited_by`), or worlds by `possible`"
                yield "past", f"{told}: {placed(error, case.game.folder)}; {cure}"
                continue
            yield from _compare(case, viewer, Entry("act", seat, action), here, here_after, there_after)
    if any(isinstance(zone, DiceZone) for zone in case.game.layout.zones.values()):
        for viewer in dealt:
            for action in mine[:: max(1, len(mine) // 4)]:
                thrown = step(case, here, action, _OtherFaces(seed, viewer))
                yield from _compare(case, viewer, Entry("act", seat, action), here, stepped(action), thrown)


def after_all_answers(case: Case, match: Match, dealt: Worlds, seed: int) -> Iterator[Failure]:
    """Check the same where several seats are asked: what follows is seen when all have answered."""
    if not match.asking or len(match.asked) < 2:
        return
    here = match.state
    for viewer, world in dealt.items():
        if world is None:
            continue
        there = _turned(world, here.turn)
        there.window = here.window
        if done := answered(case, match, [here, there], seed, seed):
            yield from _compare(case, viewer, Entry("act", *done.answers[-1], sealed=True), here, *done.ends)


class Answered(NamedTuple):
    """The answers that seats have given, as seats and actions, and what they have led to in each of several worlds."""

    answers: list[tuple[int, int]]
    ends: list[Stepped]


def answered(case: Case, match: Match, worlds: list[Any], number: int, seed: int) -> Answered | None:
    """Have all seats that are asked answer, the same in all worlds; `number` says how. None where one of them has no answer
    that is legal in all, or where it goes wrong in one that is not the true one, which comes first."""
    answers: list[tuple[int, int]] = []
    ends: list[Stepped] = [(world, ()) for world in worlds]
    for _ in match.asked:
        (true, _), *dealt = ends
        seat = true.turn + 0
        legal = [action for action in legal_in(case, true) if all(action in legal_in(case, world) for world, _ in dealt)]
        if not legal:
            return None
        action = legal[(number + len(answers)) % len(legal)]
        answers.append((seat, action))
        ends = [step(case, true, action, Fast(seed))]
        try:
            ends += [step(case, world, action, Fast(seed)) for world, _ in dealt]
        except RulesError:
            return None
    return Answered(answers, ends)


class _OtherFaces(Fast):
    """The same chance but for dice: those that are thrown where a viewer does not see them show another face."""

    loosens: ClassVar = True
    __slots__ = ("_viewer",)

    def __init__(self, seed: int, viewer: int | None) -> None:
        super().__init__(seed)
        self._viewer = number_of(viewer)

    def loosen(self, pile: Any) -> bool:
        """Do nothing: piles are shuffled as ever."""
        return False

    def throw(self, dice: Any) -> int:
        """A face of a die that is thrown into a zone."""
        face = self.below(dice.faces)
        return face if dice.seen >> self._viewer & 1 else (face + 1) % int(dice.faces)


def _compare(
    case: Case, viewer: int | None, entry: Entry, here: Any, mine_after: Stepped, his_after: Stepped
) -> Iterator[Failure]:
    (one, told), (other, said) = mine_after, his_after
    mine, theirs = (blind(case.game, state, viewer) for state in (one, other))
    if visible(case, mine) != visible(case, theirs):
        return
    step = f"after `{case.game.actions.text(entry.code)}` by seat {entry.seat}"
    if mine != theirs:
        what = difference(mine, theirs)
        if what in case.game.layout.zones and _has_seen_more(case, here, viewer, mine):
            return  # their order is news, not a leak
        if not allowed(case, mine, with_cards_of(case, one, other)):
            return  # everybody may know it, and a redeal does too
        yield told_by(case, viewer, what, step)
    names = tuple(f"N{p}" for p in range(case.players))
    texts = [sentences(case.game, replace(entry, told=t), number_of(viewer), names) for t in (told, said)]
    if sorted(texts[0]) != sorted(texts[1]) or (texts[0] != texts[1] and not _has_seen_more(case, here, viewer, mine)):
        yield "text", f"{step}, {who(viewer)} reads {texts[0]} in one world and {texts[1]} in the other"


def with_cards_of(case: Case, state: Any, other: Any) -> Any:
    """A state with the cards of another."""
    world = state.copy()
    for name in case.game.layout.zones:
        setattr(world, name, getattr(other, name))
    return world


def from_outside(case: Case, match: Match, dealt: Worlds) -> Iterator[Failure]:
    """Check that nobody can tell hidden cards by what happens from outside."""
    here = match.state
    for event, name in enumerate(case.game.outside.names):
        mine_after = _happened(case, here, event)
        for viewer, world in dealt.items():
            if world is None:
                continue
            there = _turned(world, here.turn)
            if case.game.layout.windows:
                there.window = here.window
            mine, theirs = (blind(case.game, state, viewer) for state in (mine_after, _happened(case, there, event)))
            if mine != theirs and visible(case, mine) == visible(case, theirs):
                yield told_by(case, viewer, difference(mine, theirs), f"after `{name}`")


def _happened(case: Case, state: Any, event: int) -> Any:
    """The state after something has come from outside."""
    state = strict(case.game.layout, state.copy())
    case.plain.call(case.plain.rules.event, state, event)
    return state


def _named(case: Case, seat: int, action: int, here: Any, after: Any) -> Iterator[Failure]:
    """Check that who reads which card an action has moved can see where it lies then."""
    family = case.game.actions.family(action)
    if family.others != OPEN:
        return
    named = {
        domain.kinds[value]
        for domain, value in zip(family.domains, family.arguments(action), strict=True)
        if isinstance(domain, Deck)
    }
    for card in sorted(named):
        left, come = _moved(case, seat, card, here, after)
        for viewer in [viewer for viewer in (*range(case.players), None) if viewer != seat]:
            if _moved(case, viewer, card, here, after)[1] < min(left, come):
                text = case.game.actions.text(action)
                yield "text", f"{who(viewer)} reads `{text}`, but does not see where the card lies then: say `others=BACKS`"
                return


def _moved(case: Case, viewer: int | None, card: int, here: Any, after: Any) -> tuple[int, int]:
    """Count the cards of a kind that a viewer has seen leave zones in a step, and those they see elsewhere since."""
    was, now = (visible(case, blind(case.game, state, viewer)) for state in (here, after))
    more = [then[card] - before[card] for before, then in zip(was, now, strict=True)]
    return -sum(min(0, n) for n in more), sum(max(0, n) for n in more)


def sealed_answers(case: Case, match: Match) -> Iterator[Failure]:
    """While answers are being collected nobody else can see what a seat has answered."""
    if len(match.waiting) < 2 or not case.game.layout.windows:
        return
    state = match.state
    state.turn = seat = match.waiting[0]
    labels, actions = case.plain.rules.LABELS, case.game.actions
    told = {labels[action]: actions.family(action) for action in legal_in(case, state)}
    if case.game.layout.together and len(told) > 1:
        several = len(set(told.values())) > 1
        cure = "`others=SEALED` of these, which are of several families" if several else "`others=SECRET` of such actions"
        yield "sealed answer", f"bots can tell what seat {seat} has chosen before all are in: say {cure}"
    ends = [step(case, state, action, Fast(1))[0] for action in legal_in(case, state)]
    for viewer in viewers(match):
        if viewer != seat and len({record_bytes(case.game, blind(case.game, end, viewer)) for end in ends}) > 1:
            yield "sealed answer", f"{who(viewer)} can tell what seat {seat} has answered before the window is closed"


def redeal_moves(case: Case, match: Match, rng: Fast) -> Iterator[Failure]:
    """Check that twelve redeals are not all alike where four or more kinds of cards of one back are hidden on different
    places."""
    if not case.game.layout.zones or case.game.layout.limited:
        return  # where rules limit what may lie hidden one world may be all there is; `uniformity` sees to those games
    for viewer in viewers(match):
        seen = blind(case.game, match.state, viewer)
        kinds = hidden_kinds(case, match.state, seen)
        if kinds < 4:
            continue
        dealt = (world for world in (world_for(match, viewer, rng) for _ in range(12)) if world is not None)
        first = next(dealt, None)
        if first is not None and all(world == first for world in dealt):
            yield (
                "redeal",
                f"twelve redeals for {who(viewer)} gave one world, though {kinds} kinds are hidden",
            )


def hidden_kinds(case: Case, state: Any, seen: Any) -> int:
    """Number of kinds of one back that a viewer, who has `seen` this of a state, does not see and a redeal may exchange."""
    left = Counter(dict(enumerate(state.pack)))
    left.subtract(cell & 255 for cells in zone_cells(case.game, seen) for cell in cells if cell & 255 < BACK)
    backs = Counter(case.game.layout.deck.backs[card] for card, n in left.items() if n > 0)
    return 0 if not backs or _lies_in_one_hand(case, seen) else max(backs.values())


def _lies_in_one_hand(case: Case, seen: Any) -> bool:
    """Whether all that is hidden lies in one zone whose order means nothing, so that there is but one world."""
    holding = []
    for kind, zone in zones(case.game, seen):
        if zone.hidden if isinstance(kind, SetZone) else any(cell & 255 >= BACK for cell in zone.cell[: zone.n]):
            holding.append(isinstance(kind, SetZone) or not kind.order)
    return holding == [True]


def step(case: Case, state: Any, action: int, chance: Fast) -> Stepped:
    """The state after an action, and if it ends the game after that is booked."""
    state = strict(case.game.layout, state.copy())
    state.told = []
    case.plain.call(case.plain.rules.apply, state, action, chance)
    if state.over:
        check_numbers(case.game, state.copy())  # before payoffs are compared
        case.plain.call(case.plain.rules.after, state)
    told, state.told = tuple(state.told), None
    return state, told


def legal_in(case: Case, state: Any) -> list[int]:
    """The legal actions of the seat whose turn it is."""
    moves, state = case.plain.moves(), strict(case.game.layout, state.copy())
    return list(moves.action[: case.plain.call(case.plain.playout.options, state, moves)])


def _turned(state: Any, seat: int) -> Any:
    state = state.copy()
    state.turn = seat
    return state


def visible(case: Case, seen: Any) -> list[Counter[int]]:
    """Zone by zone, the faces and backs a blind record shows, whatever their places."""
    return [Counter(cell & 255 for cell in cells) for cells in zone_cells(case.game, seen)]


def _has_seen_more(case: Case, state: Any, viewer: int | None, after: Any) -> bool:
    """Whether a viewer sees faces after a step that they saw nowhere in the state before it: they have been turned up."""
    then, now = (sum(visible(case, seen), Counter()) for seen in (blind(case.game, state, viewer), after))
    return any(card < BACK for card in now - then)


def difference(one: Any, other: Any) -> str:
    """The name of the first field in which two records differ."""
    return next((name for name in one._parts if getattr(one, name) != getattr(other, name)), "nothing")


def told_by(case: Case, viewer: int | None, field: str, when: str) -> Failure:
    """The failure of a field that tells a viewer of hidden cards."""
    name = "who is asked" if field in ("turn", "window") else "order" if field in case.game.layout.zones else "number"
    return name, f"{when}, {who(viewer)} can tell hidden cards by {field}, though all cards they see are the same"


def number_of(viewer: int | None) -> int:
    """A viewer's number as rules count viewers."""
    return PUBLIC if viewer is None else viewer


def who(viewer: int | None) -> str:
    """A viewer, as a finding calls them."""
    return "an onlooker" if viewer is None else f"seat {viewer}"
