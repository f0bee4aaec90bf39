"""What Crazy Eights says."""

from tuckbox.engine.view import View
from tuckbox_eights.rules import DRAW, NAME, PACK, PLAY, SUITS

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
followed. Who cannot or will not play draws, as often as he likes; when the stock is gone and nothing fits, he passes.
The first empty hand wins; if all must pass, the smallest."""


def why(view: View, action: int) -> tuple[str, str | None]:
    """Why a seat may not do something now, and the number of the rule that says so (there is none here)."""
    s = view.state
    if s.naming:
        return "name a suit for the eight first", None
    if action >= NAME and action < DRAW:
        return "only an eight lets you name a suit", None
    if action == DRAW:
        return "there is no card left to draw", None
    if action < NAME and view.seat is not None and s.hand[view.seat].cards >> action - PLAY & 1:
        return f"{PACK.face(action - PLAY)} is neither of {SUITS[s.suit]} nor of the rank on the pile", None
    return "you may draw or play" if action > DRAW else "you do not hold that card", None
