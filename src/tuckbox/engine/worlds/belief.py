"""A belief over worlds: how much likelier than in a uniform redeal it is that a rival holds certain cards.

A world's weight is a sum over its secrets, the zones whose hidden cards somebody else sees (`tuckbox.engine.traits`).
For each a small network is told what goes with it once a decision; then only its cards change, and one card more or less is
one row of numbers added or taken away. Worlds are drawn by a chain: two hidden cards of one back change places, and stay so
by the ratio of the weights (Metropolis). Cards nobody sees are dealt anew for each world, as in any redeal.

A weight is the exponential of ``sum over k of gate[k] * max(0, sum[k])``; ``sum`` begins with what goes with the secret and
grows by a row for each card, ``gate`` goes with the secret alone. All of it is sums and products in a fixed order, so that
it comes to the same number on every machine; not even the exponential is left to a library.
"""

from collections.abc import Sequence

from tuckbox.engine.scratch import Belief, BeliefNetwork, Shares
from tuckbox.engine.think.sums import add_row, exp
from tuckbox.kit.deck import BACK
from tuckbox.kit.plain import below, each, lowest, rule
from tuckbox.kit.types import CardSet, Cells, Rng

SETTLING = 60
"""Number of swaps tried for each place before the first world is drawn."""

PACE = 10
"""Number of swaps for each place between two worlds: with fewer, a hundred worlds are so alike that they say little."""

_SEATS = 63
_FINE = 1 << 30

# -- noting what is secret: the verbs of the derived rules -------------------------------------------------------------


@rule
def watched(seen: int, seat: int) -> bool:
    """Whether cards of a zone with these marks are hidden from a seat and seen by another."""
    return not seen >> seat & 1 and seen & _SEATS != 0


@rule
def knower_of(seen: int, seat: int) -> int:
    """The seat that sees a secret zone; the first, if several do."""
    return lowest(seen & _SEATS)


@rule
def start_noting(belief: Belief) -> None:
    """Begin with no secrets."""
    belief.secrets = 0
    belief.places = 0
    belief.n = 0
    for card in range(len(belief.barred)):
        belief.barred[card] = 0
        belief.laid[card] = 0


@rule
def limit_belief(belief: Belief, card: int, sorts: int) -> None:
    """Keep where a card may not lie."""
    belief.barred[card] = sorts


@rule
def open_secret(belief: Belief, net: int) -> Shares:
    """Begin with one more secret, of the kind that a network is for; returns the row for what belongs to it."""
    own = belief.own[belief.secrets]
    for i in range(len(own)):
        own[i] = 0.0
    belief.kind[belief.secrets] = net
    return own


@rule
def note_place(belief: Belief, card: int, back: int, sort: int) -> None:
    """A hidden card of the secret that is open."""
    belief.card[belief.n] = card
    belief.back[belief.n] = back
    belief.sort[belief.n] = sort
    belief.of[belief.n] = belief.secrets
    belief.laid[card] += 1
    belief.n += 1


@rule
def note_pile(zone: Cells, seat: int, belief: Belief, backs: Sequence[int], sort: int, apart: int) -> None:
    """The cards of a zone that a seat does not see; `apart`: each place is a sort of its own."""
    for i in range(zone.n):
        if not zone.cell[i] >> 8 + seat & 1:
            card = zone.cell[i] & 255
            note_place(belief, card, backs[card], sort + apart * i)


@rule
def note_set(zone: CardSet, seat: int, belief: Belief, backs: Sequence[int], sort: int, apart: int) -> None:
    """The same for a set of cards."""
    for card in each(zone.cards & ~zone.known):
        note_place(belief, card, 0, sort)


@rule
def close_secret(belief: Belief) -> None:
    """A secret of which everything is noted; one without cards is none."""
    if belief.n > belief.places:
        belief.secrets += 1
        belief.places = belief.n


@rule
def note_rest(belief: Belief, card: int, left: int, back: int) -> None:
    """The unseen cards of a kind that lie elsewhere."""
    for _ in range(left - belief.laid[card]):
        belief.card[belief.n] = card
        belief.back[belief.n] = back
        belief.sort[belief.n] = 0
        belief.of[belief.n] = -1
        belief.n += 1


@rule
def lay_pile(zone: Cells, belief: Belief, at: int) -> int:
    """Lay cards of the belief from `at` on onto the hidden places of a zone; returns the place behind them."""
    for i in range(zone.n):
        if zone.cell[i] & 255 >= BACK:
            zone.cell[i] = zone.cell[i] & 65280 | belief.card[at]
            at += 1
    return at


@rule
def lay_set(zone: CardSet, belief: Belief, at: int) -> int:
    """The same for a set of cards."""
    for _ in range(zone.hidden):
        zone.cards |= 1 << belief.card[at]
        at += 1
    zone.hidden = 0
    return at


# -- weights -----------------------------------------------------------------------------------------------------------


@rule
def ponder(belief: Belief) -> None:
    """Tell the networks what goes with each secret, and which cards lie there."""
    for a in range(belief.secrets):
        net, total, gate = belief.nets[belief.kind[a]], belief.sum[a], belief.gate[a]
        for k in range(len(total)):
            total[k] = net.shift[k]
            gate[k] = net.gain[k]
        for i in range(len(belief.common)):
            if belief.common[i] != 0.0:
                add_row(total, net.common_shift[i], belief.common[i])
                add_row(gate, net.common_gain[i], belief.common[i])
        for i in range(len(belief.own[a])):
            if belief.own[a][i] != 0.0:
                add_row(total, net.own_shift[i], belief.own[a][i])
                add_row(gate, net.own_gain[i], belief.own[a][i])
    for i in range(belief.places):
        a = belief.of[i] + 0
        add_row(belief.sum[a], belief.nets[belief.kind[a]].cards[belief.card[i]], 1.0)


@rule
def weight_with(total: Sequence[float], gate: Sequence[float], net: BeliefNetwork, gone: int, come: int) -> float:
    """Change of the log of a secret's weight if one card goes and another comes."""
    change = 0.0
    for k in range(len(total)):
        after = total[k] + (net.cards[come][k] - net.cards[gone][k])
        change += gate[k] * ((after if after > 0.0 else 0.0) - (total[k] if total[k] > 0.0 else 0.0))
    return change


# -- the chain ---------------------------------------------------------------------------------------------------------


@rule
def stir(belief: Belief, rng: Rng, tries: int) -> None:
    """Let two hidden cards of one back change places a number of times, each time by the weights of before and after."""
    if belief.places == 0:
        return
    for _ in range(tries):
        i, j = below(rng, belief.places), below(rng, belief.n)
        one, other = belief.card[i] + 0, belief.card[j] + 0
        if one == other or belief.back[i] != belief.back[j] or belief.of[i] == belief.of[j]:
            continue
        if belief.barred[one] >> belief.sort[j] & 1 or belief.barred[other] >> belief.sort[i] & 1:
            continue
        change = change_of(belief, belief.of[i] + 0, one, other) + change_of(belief, belief.of[j] + 0, other, one)
        if change >= 0.0 or below(rng, _FINE) < exp(change) * _FINE:
            exchange(belief, belief.of[i] + 0, one, other)
            exchange(belief, belief.of[j] + 0, other, one)
            belief.card[i] = other
            belief.card[j] = one


@rule
def change_of(belief: Belief, a: int, gone: int, come: int) -> float:
    """Change of a world's weight by one secret; cards that nobody sees change nothing."""
    if a < 0:
        return 0.0
    return weight_with(belief.sum[a], belief.gate[a], belief.nets[belief.kind[a]], gone, come)


@rule
def exchange(belief: Belief, a: int, gone: int, come: int) -> None:
    """In a secret one card goes and another comes."""
    if a < 0:
        return
    total, net = belief.sum[a], belief.nets[belief.kind[a]]
    for k in range(len(total)):
        total[k] += net.cards[come][k] - net.cards[gone][k]


@rule
def keep_cards(belief: Belief) -> None:
    """Note where all cards lie, for `take_back`."""
    for i in range(belief.n):
        belief.kept[i] = belief.card[i]


@rule
def take_back(belief: Belief) -> None:
    """Let all cards lie as they were kept."""
    for i in range(belief.n):
        card, before = belief.card[i] + 0, belief.kept[i] + 0
        if card != before:
            exchange(belief, belief.of[i] + 0, card, before)
            belief.card[i] = before
