"""The texts of Crazy Eights."""

SAYS = {
    "play {card}": "{who} play[s] {card}.",
    "name {suit}": "{who} ask[s] for {suit}.",
    "draw": "",
    "pass": "{who} pass[es|].",
    "turned": "{card} is turned up.",
    "drew": "{who} draw[s] {card}.",
    "won": "{who} win[s].",
}

HELP = """\
Play a card of the rank or the suit that was played last. An eight fits always, and who plays it names the suit to be
followed. Whoever cannot or will not play draws, as often as they like; with the stock gone and nothing to fit, they pass.
The first empty hand wins; if all must pass, the smallest."""
