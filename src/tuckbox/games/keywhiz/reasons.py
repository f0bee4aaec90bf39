"""Why an action is refused, by the rule that says so (docs/games/keywhiz.md)."""

from __future__ import annotations

from tuckbox.kit import Reasons

reasons = Reasons()

# where a piece may go
NO_SQUARE = reasons("this board has no square {square}", "KW-2.4")
NO_WAY = reasons("nothing leads that way from {square} on this board", "KW-2.4")
NO_PIECE = reasons("none of your pieces stands on {square}", "KW-2.2")
EMPTY_START = reasons("none of your pieces is in Start", "KW-5.6")
OCCUPIED = reasons("one of your own pieces stands on {landing}", "KW-5.2")
CLOSED = reasons("with two Whiz cards you may not step on Draw Whiz Card", "KW-5.4")
CAN_MOVE = reasons("you can move, so you must", "KW-5.1")
NOT_BLOCKED = reasons("you can move, and of its own will a piece goes back from {last} only", "KW-5.25")
MUST_RETURN = reasons("you are blocked: send a piece back to Start", "KW-5.26")
ON_FORK = reasons("the piece on {here} must go one square on or hop to the next doorway", "KW-5.22")
ON_CHOICE = reasons("the piece on {here} must go to a doorway of your choice", "KW-5.24")
NO_DOORWAY = reasons("{square} is no doorway on this board", "KW-5.24")
CAME_FROM = reasons("the piece has just come from {square}", "KW-5.24")
NOT_CHOOSING = reasons("only a piece that steps on Move to Doorway of Choice may do that", "KW-5.24")

# doors and keys
NO_KEY = reasons("you have no key for {passage}: {needs}, at least one card of it your own", "KW-5.8")
NO_WHIZ = reasons("the Whiz Door opens with a Whiz card only, and you have none", "KW-5.7")
NOT_AT_A_DOOR = reasons("go to a door first", "KW-5.6")
PRESENT = reasons("first present the key for {passage}", "KW-5.6")
NOT_OWN = reasons("you do not hold these cards", "KW-5.8")
ONE_WHIZ = reasons("the Whiz Door opens with one Whiz card", "KW-5.7")
TOO_FEW = reasons("with the table that is not {needs}", "KW-5.8")
NEEDLESS = reasons("one of these cards is needless at {passage}", "KW-5.9")
IN_BONUS = reasons("pass the door below with the same piece, or stop", "KW-5.14")
NO_BONUS = reasons("stop ends a bonus, and there is none", "KW-5.14")

# draw or swap
NOT_ON_SQUARE = reasons("cards are drawn and swapped by a piece that steps on Draw or Swap", "KW-5.17")
DRAW_OR_GIVE = reasons("draw a card, or give one to swap it", "KW-5.17")
DECK_EMPTY = reasons("the deck is empty: swap", "KW-5.29")
HAND_FULL = reasons("your hand is full: swap", "KW-5.18")
WHIZ_STAYS = reasons("a Whiz card is never swapped", "KW-5.20")
NOT_IN_HAND = reasons("you do not hold {card}", "KW-5.17")
NO_OTHER_RANK = reasons("the table has no card of another rank than {card}", "KW-5.17")
MUST_TAKE = reasons("take a card from the table for the {given} you gave", "KW-5.17")
SAME_RANK = reasons("you gave {card} yourself: take another rank", "KW-5.17")
NOT_ON_TABLE = reasons("no {card} lies on the table", "KW-5.17")
