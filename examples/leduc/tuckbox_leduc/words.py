"""The texts of Leduc hold'em."""

SAYS = {
    "fold": "{who} fold[s].",
    "call": "{who} call[s].",
    "raise": "{who} raise[s].",
    "turned": "The {card} is turned up.",
    "showed": "{who} show[s] the {card}.",
    "won": "{who} win[s] {number}.",
    "split": "The pot is split.",
}

HELP = """\
Each player puts a chip into the pot and gets one of six cards: two jacks, two queens, two kings. A round of bets, then a
card is turned up for both, then another round. Raise by 2 in the first round and by 4 in the second, at most twice a
round between you; call to match the bets, or fold and lose what you have paid. Who pairs the card on the board wins;
otherwise the higher card does."""
