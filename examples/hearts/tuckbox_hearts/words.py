"""The texts of Hearts."""

SAYS = {
    "pass {card}": "{who} pass[es] {card}.",
    "play {card}": "{who} play[s] {card}.",
    "got": "{who} get[s] {card}.",
    "took": "{who} take[s] the trick with {card}.",
    "scored": "{who} score[s] {number}.",
    "shot": "{who} [has|have] shot the moon!",
}

LABELS = {"pass {card}": "Pass {card}", "play {card}": "Play {card}"}

HELP = """\
Every heart you take costs a point, the queen of spades thirteen; whoever takes them all has shot the moon, and the others
pay 26 each. First pass three cards, all at once: to the left, then to the right, then across, and in each fourth deal none.
The two of clubs leads. Follow suit if you can; the highest card of the suit led takes the trick. No points in the first
trick, and no heart is led before one has been thrown, unless there is no other way. The match ends when somebody has a
hundred points; whoever has the fewest wins."""
