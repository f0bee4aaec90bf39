"""The texts of Cribbage."""

SAYS = {
    "lay away {card}": "{who} lay[s] {card} away.",
    "play {card}": "{who} play[s] {card}.",
    "go": "{who} say[s] go.",
    "starter": "The starter is {card}.",
    "heels": "{who} score[s] {number} for the jack.",
    "pegged": "{who} score[s] {number}.",
    "last": "{who} score[s] {number} for the last card.",
    "hand": "{who} count[s] {number} in hand.",
    "crib": "{who} count[s] {number} in the crib.",
}

LABELS = {"lay away {card}": "Lay away {card}", "play {card}": "Play {card}", "go": "Go"}

HELP = """\
Both lay two of six cards away to the crib, which belongs to the dealer; then a starter is turned up. In turn you play a
card, adding up to thirty-one at most; who cannot says go. Points for making fifteen, for cards alike, for runs, and for the
last card. Then the hands count with the starter, the dealer's last and the crib after it: two for each fifteen and each
pair, a point a card for runs and flushes, one for the jack of the starter's suit. 121 points win."""
