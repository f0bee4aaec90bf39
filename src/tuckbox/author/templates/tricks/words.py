"""The texts: a sentence for each action and event, names of actions where one clicks, and help."""

SAYS = {"play {card}": "{who} play[s] {card}.", "took": "{who} take[s] the trick."}

LABELS = {"play {card}": "Play {card}"}

HELP = """\
Everybody has seven cards. One leads a card, the others follow suit if they can; the highest card of the suit led takes the
trick and leads the next. Whoever takes the most tricks wins."""
