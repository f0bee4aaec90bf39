"""A program for the arena: tuckbox arena whiplash --bots random,greedy --program "python examples/json_bot.py"

It reads a line of JSON, and where it is asked to choose it answers with one. It plays any legal action, but calls and
builds where it can; put something better into `choose`.
"""

import json
import random
import sys
from typing import Any


def choose(asked: dict[str, Any], chance: random.Random) -> str:
    """One of the legal actions. `asked["view"]` holds all there is to see, `asked["log"]` what happened last."""
    legal: list[str] = asked["legal"]
    eager = [action for action in legal if action.startswith(("call ", "build "))]
    return chance.choice(eager or legal)


def main() -> None:
    """Answer until nobody asks any more."""
    chance = random.Random(0)
    for line in sys.stdin:
        try:
            message = json.loads(line)
            do = message["do"]
        except (LookupError, TypeError, ValueError):
            sys.exit(f"this is no message of the arena: {line.strip()[:60]!r}")
        if do == "hello":
            chance = random.Random(message["seed"])
        elif do == "choose":
            print(json.dumps({"action": choose(message, chance)}), flush=True)
        elif do == "bye":
            return


if __name__ == "__main__":
    main()
