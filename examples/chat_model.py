"""A model behind an OpenAI-compatible address plays: python examples/chat_model.py http://127.0.0.1:8000/v1 MODEL

It is a program for the arena and for exams, which ask it by lines of JSON:

tuckbox exam whiplash --program "python examples/chat_model.py http://127.0.0.1:8000/v1 MODEL" --deals 4

Servers of local models have such an address, and so have most that are for hire; a key, where one is needed, is in the
environment as CHAT_KEY. Each decision is one question, with the rules in short, the table, what has happened and what may be
done; the model may think aloud, since the answer is found in prose.
"""

import json
import os
import sys
from typing import Any
from urllib.request import Request, urlopen

MOST_TOKENS = 400
"""Maximum number of tokens of an answer."""
WAIT = 50
"""Seconds that an answer may take: less than whoever asks us waits."""


def question(asked: dict[str, Any]) -> str:
    """A decision in words."""
    meanings = asked["meanings"]
    told = [f"`{text}`: {meanings[text]}" if meanings.get(text) else f"`{text}`" for text in asked["legal"]]
    legal = [f"{number}. {text}" for number, text in enumerate(told, 1)]
    parts = [*asked["table"], "", "What has happened:", *asked["log"], "", "You may:", *legal, ""]
    if "error" in asked:
        parts.append(f"Your last answer was refused: {asked['error']}")
    return "\n".join([*parts, "Think briefly, and end with one of these actions in backticks."])


def answer(address: str, model: str, rules: str, asked: dict[str, Any]) -> str:
    """The text a model answers."""
    said = [{"role": "system", "content": rules}, {"role": "user", "content": question(asked)}]
    body = json.dumps({"model": model, "messages": said, "max_tokens": MOST_TOKENS}).encode()
    head = {"content-type": "application/json"}
    if key := os.environ.get("CHAT_KEY"):
        head["authorization"] = f"Bearer {key}"
    with urlopen(Request(f"{address.rstrip('/')}/chat/completions", body, head), timeout=WAIT) as found:
        text: str = json.load(found)["choices"][0]["message"]["content"] or ""
    return text


def main(address: str, model: str) -> None:
    """Answer until nobody asks any more."""
    rules = ""
    for line in sys.stdin:
        message = json.loads(line)
        if message["do"] == "hello":
            rules = f"You play this card game, to win.\n\n{message['short']}"
        elif message["do"] == "choose":
            print(json.dumps({"action": answer(address, model, rules, message)}), flush=True)
        elif message["do"] == "bye":
            return


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
