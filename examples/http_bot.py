"""A program that plays at a table by plain requests: python examples/http_bot.py http://127.0.0.1:8484/tables/ID

It needs nothing but Python. It takes the first free seat and plays any legal action; put something better into `choose`.
"""

import json
import random
import re
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

MINUTE = 60


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


def call(address: str, token: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer of the server, which is asked again where it says that it will answer later.

    Who has a token has been answered before: then the server may be restarting, and is asked again for a minute.
    """
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    asked = Request(address, None if body is None else json.dumps(body).encode(), headers)
    patient = time.monotonic() + (MINUTE if token else 0)
    while True:
        try:
            with urlopen(asked, timeout=MINUTE) as found:
                told: dict[str, Any] = json.load(found)
                return told
        except HTTPError as error:
            again = error.headers["retry-after"]
            if again is None:
                raise
        except (OSError, HTTPException, json.JSONDecodeError):  # no connection, or one that broke off
            if time.monotonic() > patient:
                raise
            again = 1
        time.sleep(float(again))


def play(address: str, name: str = "Robo") -> dict[str, Any]:
    """Play at the table of this address until the match is over; the last that was seen."""
    server, _, table = address.rpartition("/tables/")
    token = call(f"{server}/api/people", body={"name": name})["token"]
    path = f"{server}/api/tables/{table}"
    seen = call(path, token)
    while seen["stage"] != "finished" and not seen["fault"]:
        command = answer(seen)
        try:
            seen = call(path, token, command) if command else call(f"{path}?after={seen['version']}&wait=20", token)
        except HTTPError as error:
            if error.code != 409:
                raise
            seen = call(path, token)  # something else has happened first
    return seen


if __name__ == "__main__":
    if not re.fullmatch(r"https?://\S+/tables/\w+", " ".join(sys.argv[1:])):
        sys.exit(__doc__)
    try:
        end = play(sys.argv[1])
    except (OSError, HTTPException, json.JSONDecodeError) as error:  # no server, no such table, or it has stopped
        sys.exit(f"nobody can play at {sys.argv[1]}: {error}")
    print(end["fault"] or "; ".join(f"{seat['place']}. {seat['name']}" for seat in end["seats"]))
