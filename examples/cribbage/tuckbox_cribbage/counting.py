"""Worth of cards in Cribbage: as they are played, and as a hand."""

from tuckbox.kit import Cells, Deck, has, rule, size, table

PACK = Deck.standard()
FIFTEEN = 15
PIP = table([(card // 4 + 1) % 13 for card in range(52)])  # aces are low: 0
VALUE = table([min((card // 4 + 1) % 13 + 1, 10) for card in range(52)])
JACK = 10  # the pip


@rule
def worth(four: Cells, starter: int, flush_of_four: bool) -> int:
    """Return the points of four cards with the starter; in a crib four cards of a suit are usually no flush."""
    points, suits, values, counts = 0, 0, VALUE[starter] + 0, 1 << 3 * PIP[starter]
    for i in range(four.n):
        card = four.cell[i] & 255
        suits |= 1 << card % 4
        values = values << 4 | VALUE[card]
        counts += 1 << 3 * PIP[card]
        points += PIP[card] == JACK and card % 4 == starter % 4
    if size(suits) == 1:
        whole = has(suits, starter % 4)
        points += 5 if whole else 4 if flush_of_four else 0
    return points + fifteens(values) + sets_and_runs(counts)


@rule
def fifteens(values: int) -> int:
    """Return two points for each combination of five values that makes fifteen."""
    points = 0
    for chosen_ones in range(3, 32):
        total = 0
        for place in range(5):
            if has(chosen_ones, place):
                total += values >> 4 * place & 15
        points += 2 * (total == FIFTEEN)
    return points


@rule
def sets_and_runs(counts: int) -> int:
    """Return the points for pairs, and for runs with all the ways to make them, by how many there are of each pip."""
    points, length, ways = 0, 0, 1
    for pip in range(14):
        many = counts >> 3 * pip & 7
        points += many * (many - 1)
        if many > 0:
            length += 1
            ways *= many
        else:
            points += length * ways if length >= 3 else 0
            length, ways = 0, 1
    return points
