"""An observation holds what a seat sees, all of it, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import tuckbox_eights
import tuckbox_leduc
import tuckbox_tictactoe

from tests.adapters.subjects import EVERY, SOME_COMPILED, Subject, walk
from tests.toys.bluff import GAME as BLUFF
from tuckbox import game
from tuckbox.adapters.position import GameSetup, Position
from tuckbox.definition.encodings import Bag, Contents, OneOf, Sums, Untold
from tuckbox.definition.game import Game
from tuckbox.definition.planes import describe, planes
from tuckbox.engine.engine import engine, record_bytes
from tuckbox.errors import RulesError
from tuckbox.kit.chance import Fast
from tuckbox.kit.deck import BACK
from tuckbox.kit.fields import OWNER, PileZone, SetZone
from tuckbox.view.view import blind, set_cells

STEPS = 60


def seats(setting: GameSetup) -> range:
    return range(setting.players)


@EVERY
def test_worlds_that_look_alike_are_observed_alike(subject: Subject) -> None:
    """Non-interference: deal what a seat cannot see anew, and its row stays the same, number for number."""
    setting, rng, moved = subject.setting, Fast(1), 0
    pool = setting.plain.pool()
    for position in walk(setting, 1, STEPS):
        for seat in seats(setting):
            world = blind(setting.game, position.state, seat)
            if not setting.rules.redeal(world, rng, pool):
                continue
            moved += record_bytes(setting.game, world) != record_bytes(setting.game, position.state)
            theirs = setting.row(blind(setting.game, world, seat), seat)
            assert np.array_equal(setting.row(blind(setting.game, position.state, seat), seat), theirs)
    hides = any(kind.seen != "all" for kind in setting.game.layout.zones.values())
    assert moved > 0 or not hides


@EVERY
def test_every_card_a_seat_sees_is_in_its_row(subject: Subject) -> None:
    """Read back from the numbers alone, zone by zone: the kinds seen, how many of each, and how many are hidden."""
    setting = subject.setting
    for position in walk(setting, 2, STEPS):
        for seat in seats(setting):
            seen = blind(setting.game, position.state, seat)
            told = read_back(setting, setting.row(seen, seat))
            for name, zone in named_zones(setting, seen, seat):
                assert told[name] == laid(setting.game, zone), name


def read_back(setting: GameSetup, row: Any) -> dict[str, Counter[str]]:
    """What the planes of each zone say: cards by name, hidden ones by back."""
    deck = setting.game.layout.deck
    found: dict[str, Counter[str]] = {}
    for plane in setting.planes:
        zone, _, part = plane.name.rpartition(" ")
        if part not in ("cards", "hidden") or not zone:
            continue
        told = found.setdefault(zone, Counter[str]())
        total = sum(deck.copies) if part == "hidden" else 0
        for i, value in enumerate(row[plane.slice].tolist()):
            label = plane.labels[i] if plane.labels else deck.back_names[0]
            number = round(value * (total or deck.copies[deck.names.index(label)]))
            if number:
                told[label] += number
    return found


def laid(game: Game, zone: Any) -> Counter[str]:
    """What lies in a zone of a blind record, counted without the engine's help."""
    deck = game.layout.deck
    if hasattr(zone, "cell"):
        return Counter(deck.name(cell & 255) for cell in zone.cell[: zone.n])
    told = Counter(deck.name(cell & 255) for cell in set_cells(zone))
    return told + Counter({deck.back_names[0]: zone.hidden})


def named_zones(setting: GameSetup, seen: Any, seat: int) -> Iterator[tuple[str, Any]]:
    """The zones of a blind record by the names that planes give them: seats are counted from one's own."""
    for name, kind in setting.game.layout.zones.items():
        if not kind.shape:
            yield name, getattr(seen, name)
        elif len(kind.shape) == 1:
            by_seat = kind.shape[0] == setting.game.layout.seats
            hint = setting.game.observe.get(name)
            by_seat = (by_seat and (hint is None or hint.per_seat)) or kind.seen == OWNER
            for i in range(setting.players if by_seat else kind.shape[0]):
                place = (seat + i) % setting.players if by_seat else i
                word = ("me" if i == 0 else f"+{i}") if by_seat else str(i)
                yield f"{name}[{word}]", getattr(seen, name)[place]


@EVERY
def test_what_a_seat_can_tell_apart_its_rows_tell_apart(subject: Subject) -> None:
    """No two different blind records of a walk have one row, but where only the order of copies deep in a pile differs."""
    setting = subject.setting
    rows: dict[bytes, list[Any]] = {}
    for position in walk(setting, 3, STEPS):
        if position.over:
            continue
        for seat in seats(setting):
            seen = blind(setting.game, position.state, seat)
            rows.setdefault(setting.row(seen, seat).tobytes(), []).append(essence(setting.game, seen))
    assert len(rows) > 1
    for alike in rows.values():
        assert all(other == alike[0] for other in alike)


def essence(game: Game, seen: Any) -> list[Any]:
    """A blind record without what rows leave out: options, and in piles the depth of all but the topmost of copies alike;
    of hidden cells their marks and their places; of bags the order of their slots, and what is declared untold."""
    told: list[Any] = []
    for name, kind in game.layout.fields.items():
        if name in ("payoff", "place", "pack", "over", "done") or name in game.layout.options:
            continue
        hint = game.observe.get(name)
        if isinstance(hint, Untold):
            continue
        if isinstance(hint, Bag):
            slots = getattr(seen, hint.of if isinstance(hint, Sums) else name)
            told.append([bag(hint, *row) for row in zip(getattr(seen, name), slots, strict=True)])
        elif isinstance(kind, PileZone):
            told.append([gist(game, kind, zone, hint) for zone in flat(getattr(seen, name))])
        elif isinstance(kind, SetZone):
            told.append([(zone.cards, zone.known, zone.hidden) for zone in flat(getattr(seen, name))])
        elif name != "window":
            told.append(getattr(seen, name))
    return told


def bag(hint: Bag, numbers: list[int], slots: list[int]) -> Counter[int]:
    """What a bag or sums tell of the slots of one element."""
    found = Counter[int]()
    for number, slot in zip(numbers, slots, strict=True):
        if slot >= hint.low:
            found[slot] += number if isinstance(hint, Sums) else 1
    return found


def flat(value: Any) -> list[Any]:
    return [each for part in value for each in flat(part)] if isinstance(value, list) else [value]


def gist(game: Game, kind: PileZone[Any], zone: Any, hint: Any) -> Any:
    cells = zone.cell[: zone.n]
    cards = [cell & 255 for cell in cells]
    public = Counter(cell & 255 for cell in cells if cell >> 15 and cell & 255 < BACK)
    if isinstance(hint, Contents) and hint.places:
        return cards, public
    deep = kind.order and not (isinstance(hint, Contents) and not hint.depth)
    top = {card: zone.n - 1 - i for i, card in enumerate(cards) if card < BACK} if deep else {}
    return Counter(cards), public, top


@SOME_COMPILED
def test_rows_of_both_modes_are_the_same(subject: Subject) -> None:
    setting = subject.setting
    native = engine(setting.game, "native")
    states, _ = native.states(setting.game.blank(subject.players, subject.options))
    row = np.zeros(setting.size, np.float32)
    for position in walk(setting, 4, 30):
        for seat in seats(setting):
            seen = blind(setting.game, position.state, seat)
            native.put(states, 1, seen)
            assert native.rules.observe(states[1], seat, row, True) == setting.size
            assert np.array_equal(row, setting.row(seen, seat))


@EVERY
def test_planes_name_every_number_once_and_numbers_keep_their_bounds(subject: Subject) -> None:
    setting = subject.setting
    assert len({plane.name for plane in setting.planes}) == len(setting.planes)
    ends = [0, *(plane.slice.stop for plane in setting.planes)]
    assert [plane.start for plane in setting.planes] == ends[:-1]
    assert all(plane.size == max(1, len(plane.labels)) for plane in setting.planes)
    for position in walk(setting, 5, STEPS):
        for seat in seats(setting):
            row = position.observe(seat)
            assert row.shape == (ends[-1],)
            assert np.abs(row).max() <= 1, describe(setting.game, setting.players, row.tolist())


def test_an_observation_in_words() -> None:
    leduc = GameSetup(tuckbox_leduc.GAME, 2, {}, "plain")
    position = Position(leduc, 3)
    position.play(2)
    lines = leduc.describe(position.observe(1)).splitlines()
    card = tuckbox_leduc.rules.DECK[position.state.hand[1].cell[0] & 255]
    assert lines[:2] == ["seat: 1", "turn: me"]
    assert f"hand[me] cards: {card} (0.5)" in lines  # one of two copies
    assert "hand[+1] hidden: card (1)" in lines
    assert "paid[+1]: 3" in lines
    assert "raises: 1" in lines


def test_hints_shape_the_planes() -> None:
    assert {p.name: p.size for p in planes(tuckbox_tictactoe.GAME, 2)} == {
        "seat": 2,
        "turn": 2,
        "marks[me]": 9,
        "marks[+1]": 9,
    }
    assert next(p for p in planes(tuckbox_eights.GAME, 3) if p.name == "suit").labels == ("0", "1", "2", "3")
    caller = next(p for p in planes(game("whiplash"), 3) if p.name == "caller")
    assert caller.labels == ("me", "+1", "+2")


def test_a_hint_about_nothing_is_refused() -> None:
    with pytest.raises(RulesError, match="'nothing', which is no number"):
        Game(name="x", title="x", rules=BLUFF.rules, scene=BLUFF.scene, observe={"nothing": OneOf(2)})


def test_rivals_see_nothing_of_a_sequence_until_it_is_complete() -> None:
    from tests.toys.parcel import GAME as PARCEL

    setting = GameSetup(PARCEL, 2, {}, "plain")
    position = Position(setting, 1)
    mover, rival = position.turn, 1 - position.turn
    before, own = position.observe(rival), position.observe(mover)
    position.play(position.legal()[0])
    assert position.turn == mover
    assert np.array_equal(position.observe(rival), before)
    assert not np.array_equal(position.observe(mover), own)


def test_positions_of_both_modes_are_the_same() -> None:
    for subject in (tuckbox_leduc.GAME, tuckbox_eights.GAME):
        one, other = (Position(GameSetup(subject, 2, {}, mode), 5) for mode in ("native", "plain"))
        while not one.over:
            assert (one.turn, one.legal()) == (other.turn, other.legal())
            assert record_bytes(subject, one.state) == record_bytes(subject, other.state)
            for seat in (0, 1):
                assert np.array_equal(one.observe(seat), other.observe(seat))
            action = one.legal()[len(one.legal()) // 2]
            one.play(action)
            other.play(action)
        assert one.payoff == other.payoff
        assert other.over
