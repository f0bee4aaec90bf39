"""The texts of Hanabi."""

SAYS = {
    "play {place}": "{who} play[s] card {place}.",
    "discard {place}": "{who} discard[s] card {place}.",
    "hint {seat} {hint} {places}": "{who} hint[s] to {seat}: {hint} ({places}).",
    "drew": "{who} draw[s] {card}.",
    "built": "{card} fits.",
    "failed": "{card} does not fit.",
    "dropped": "It is {card}.",
}

HELP = """\
Everybody sees your cards but you. Together build five fireworks, one of each colour, from 1 to 5. In your turn play a card
by its place, discard one (which brings back a token), or spend a token on a hint: name a player and a colour or a number,
and point at all cards of which it is true. A card that does not fit is a mistake, and the third loses everything. When
the last card has been drawn, each has one more turn; then every card built counts one point for all of you. Cards in a
hand are counted from the one held longest."""
