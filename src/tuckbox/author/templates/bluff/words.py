"""The texts: a sentence for each action and event, names of actions where one clicks, and help."""

SAYS = {
    "say {total}": "{who} say[s] {total}.",
    "doubt": "{who} doubt[s] it.",
    "showed": "{who} lift[s] the cup: {number}.",
    "came to": "The dice come to {number}.",
    "paid": "{who} [was|were] wrong, and pay[s] all others.",
}

LABELS = {"say {total}": "Say {total}", "doubt": "Doubt it"}

HELP = """\
Everybody throws two dice and looks at their own. In turn you say what all dice on the table come to, each time more than
before, or doubt what was said last. Then the cups are lifted: if the dice come to as much, the doubter pays one to each of
the others, else whoever said it does."""
