"""The texts: a sentence for each action and event, names of actions where one clicks, and help."""

SAYS = {
    "bid {coins}": "{who} bid[s] {coins}, in secret.",
    "offered": "A picture worth {card} is offered.",
    "opened": "{who} bid[s] {number}.",
    "bought": "{who} buy[s] the picture.",
}

LABELS = {"bid {coins}": "Bid {coins}"}

HELP = """\
Pictures worth 1 to 8 are sold one after another. All choose a bid in secret and show it at once; the highest bid pays and
takes the picture. Among equal bids that of whoever sits nearest to the auctioneer counts; the seat moves on each time. After
eight pictures the most worth wins, and among equal ones the most coins."""
