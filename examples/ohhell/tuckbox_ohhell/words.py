"""The texts of Oh Hell."""

SAYS = {
    "bid {number}": "{who} bid[s] {number}.",
    "play {card}": "{who} play[s] {card}.",
    "trumps": "{card} is turned up.",
    "took": "{who} take[s] the trick with {card}.",
    "scored": "{who} score[s] {number}.",
}

HELP = """\
Each deal has one card a hand less than the one before; the suit of the card turned up is trumps. In turn, the dealer last,
say how many tricks you will take; the bids must not add up to the number of tricks. Follow the suit that was led if you
can. The highest trump takes a trick, or without one the highest card of the suit led. Exactly as many tricks as you said
bring ten points and one for each; any other number brings nothing."""
