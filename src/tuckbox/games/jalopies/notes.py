"""Notes beside the actions: in a few words, what each would cost or bring."""

from __future__ import annotations

from tuckbox.games.jalopies import cards, races, state, troubles
from tuckbox.games.jalopies import effects_in_play as force
from tuckbox.games.jalopies.cards import KINDS, RACERS
from tuckbox.games.jalopies.state import State
from tuckbox.games.jalopies.words import describe, describe_price
from tuckbox.scene.notes import Notes
from tuckbox.view.view import View


def _racer(view: View, number: int) -> str:
    racer = RACERS[number]
    return f"{racer.ability}: {describe(racer.effects)}. {racer.trick}: {describe(racer.help)}"


def _rest(view: View) -> str:
    """A draw, mending, another draw (JJ-5.6)."""
    s, seat = view.state, view.state.mover
    first, second, free = force.rest_rate(s, seat), races.draw_phase_rate(s), _free(s, seat)
    mended = "mend, " if troubles.troubled_by(s, seat) & cards.MISHAPS else ""
    if first + second <= free:
        return f"draw {first}, {mended}then draw {second}"
    if free == 0:
        return f"{mended}draw nothing; discard first to draw up to {first} and {second}"
    rest = min(second, free - min(first, free))
    then = f"{mended}then {f'draw {rest}' if rest else 'nothing'}"
    return f"draw {min(first, free)}, {then}; discard first to draw up to {first} and {second}"


def _drawing(view: View, rate: int) -> str:
    """A hand without room takes nothing unless something goes first (JJ-5.7)."""
    free = _free(view.state, view.state.mover)
    return f"draw {rate}" if rate <= free else f"draw {free or 'nothing'}; discard first to draw up to {rate}"


def _free(s: State, seat: int) -> int:
    """Return the number of cards a hand has room for."""
    return max(0, force.hand_size(s, seat) - s.hand[seat].n)


def _entering(view: View, verb: int, kind: int) -> str:
    price = describe_price(view.state, view.state.mover, verb, kind)
    return f"{KINDS[kind].name}: {f'costs {price}' if price else 'free'}"


def _what(view: View, kind: int, *_: int) -> str:
    """The card and what it does."""
    return f"{KINDS[kind].name}: {describe(KINDS[kind].effects)}"


def _trouble(view: View, seat: int, kind: int) -> str:
    return KINDS[kind].name + ("" if seat == view.seat else f" in front of {view.names[seat]}")


def _rescue(view: View, seat: int, kind: int) -> str:
    spent = " or ".join(KINDS[card].name for card in cards.members(cards.RESCUES))
    return f"{_trouble(view, seat, kind)}, spending {spent}"


NOTES = Notes(
    state.act,
    {
        "racer {racer}": _racer,
        "hero": "help others and draw for it; no Mishaps",
        "neutral": "any card meets a Sub-Plot in front of you; no Karma hand",
        "villain": "a Mishap that hits draws a Fiendish Plot",
        "rest": _rest,
        "end": lambda view: _drawing(view, races.draw_phase_rate(view.state)),
        "road {card}": lambda view, kind: _entering(view, state.ROAD, kind),
        "drive {card}": lambda view, kind: _entering(view, state.DRIVE, kind),
        "back {card}": lambda view, kind: _entering(view, state.BACK, kind),
        "terrain {card} {section}": _what,
        "play {card} on {seat}": lambda view, kind, seat: _what(view, kind).replace(": ", f" on {view.names[seat]}: ", 1),
        "play {card}": _what,
        "fix {seat} {card}": _trouble,
        "keep {card}": _what,
        "rescue {seat} {card}": _rescue,
        "remove {card}": lambda view, kind: f"{KINDS[kind].name} goes to the discards",
        "draw": lambda view: _drawing(view, view.state.rate),
        "frame {seat}": lambda view, seat: f"let it hit {view.names[seat]}",
        **{
            f"{verb} {{card}}": lambda view, kind: KINDS[kind].name
            for verb in ("with", "pay", "spend", "discard", "mend", "negate")
        },
    },
)
