"""The texts of tic-tac-toe."""

SAYS = {
    "mark {square}": "{who} mark[s] {square}.",
    "won": "{who} [has|have] three in a row.",
    "drawn": "The board is full.",
}

HELP = "Mark a square in turn. Three of yours in a row, a column or a diagonal win."
