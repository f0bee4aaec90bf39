"""What tic-tac-toe says."""

from tuckbox.engine.view import View

SAYS = {
    "mark {square}": "{who} mark[s] {square}.",
    "won": "{who} [has|have] three in a row.",
    "drawn": "The board is full.",
}

HELP = "Mark a square in turn. Three of yours in a row, a column or a diagonal win."


def why(view: View, action: int) -> tuple[str, str | None]:
    """Why a seat may not do something now, and the number of the rule that says so (there is none here)."""
    return "that square is taken", None
