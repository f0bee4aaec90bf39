"""The texts of Euchre."""

SAYS = {
    "play {card}": "{who} play[s] {card}.",
    "pass": "{who} pass[es].",
    "make {suit} trumps": "{who} make[s] {suit} trumps.",
    "go alone": "{who} go[es] alone.",
    "play with partner": "{who} play[s] with a partner.",
    "discard {card}": "{who} discard[s] {card}.",
    "turned": "{card} is turned up.",
    "took up": "{who} take[s] up {card}.",
    "took": "{who} take[s] the trick with {card}.",
    "points": "{who} and the partner score {number}.",
    "passed out": "All have passed, and nobody scores.",
}

LABELS = {
    "play {card}": "Play {card}",
    "pass": "Pass",
    "make {suit} trumps": "Make {suit} trumps",
    "go alone": "Go alone",
    "play with partner": "Play with my partner",
    "discard {card}": "Discard {card}",
}

HELP = """\
Partners sit opposite. The jack of trumps is the highest card, the other jack of its colour the next. In turn say whether
the suit turned up shall be trumps: then the dealer takes that card up and discards another. If all pass, name another suit;
in the end the dealer must. Whoever makes trumps may go alone. Follow suit. The makers score a point for three or four of
the five tricks, two for all, four for all alone; else the others score two. Ten points win."""
