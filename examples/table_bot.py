"""A program that sits down at a table and plays: python examples/table_bot.py http://127.0.0.1:8484/tables/ID

It takes the first free seat and plays any legal action; put something better into `choose`.
"""

import json
import random
import re
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def choose(seen: dict[str, Any]) -> str:
    """An action of the legal list; `seen["view"]` holds all there is to see."""
    action: str = random.choice(seen["legal"])["action"]
    return action


def answer(seen: dict[str, Any]) -> dict[str, Any] | None:
    """The command to send when this has been seen."""
    if seen["seat"] is None:
        free = [seat["number"] for seat in seen["seats"] if seat["free"]]
        return {"do": "sit", "seat": free[0]} if free else None
    if seen["seats"][seen["seat"]]["driven"]:  # we were away for too long, and a bot plays for us
        return {"do": "return"}
    if seen["legal"]:
        return {"do": "act", "version": seen["version"], "action": choose(seen)}
    return {"do": "next", "version": seen["version"]} if seen["between"] else None


def play(address: str, name: str = "Robo") -> dict[str, Any]:
    """Play at the table of this address until the match is over; the last that was seen."""
    server, _, table = address.rpartition("/tables/")
    asked = Request(f"{server}/api/people", json.dumps({"name": name}).encode(), {"content-type": "application/json"})
    with urlopen(asked) as found:
        token = json.load(found)["token"]
    socket = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(socket, additional_headers={"Authorization": f"Bearer {token}"}) as line:
        seen: dict[str, Any] = {}
        while seen.get("stage") != "finished" and not seen.get("fault"):
            message = json.loads(line.recv())
            if message.get("error") == "too fast":
                time.sleep(1)
            elif "error" in message:
                continue  # something newer has come, or will
            else:
                seen = message
            command = answer(seen)
            if command:
                line.send(json.dumps(command))
        return seen


if __name__ == "__main__":
    if not re.fullmatch(r"https?://\S+/tables/\w+", " ".join(sys.argv[1:])):
        sys.exit(__doc__)
    try:
        end = play(sys.argv[1])
    except (OSError, WebSocketException, json.JSONDecodeError) as error:  # no server, no such table, or it has stopped
        sys.exit(f"nobody can play at {sys.argv[1]}: {error}")
    print(end["fault"] or "; ".join(f"{seat['place']}. {seat['name']}" for seat in end["seats"]))
