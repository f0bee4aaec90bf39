"""Writes a page for the environment of each game: ``python -m docs.environments.make``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import tuckbox
from tuckbox.definition.game import Game
from tuckbox.definition.payoffs import SAME, Payoffs
from tuckbox.definition.planes import Plane, planes
from tuckbox.kit.actions import BACKS, OPEN, Family
from tuckbox.kit.fields import OFF, Option

HERE = Path(__file__).parent

_PLACE = re.compile(r"\[([^\]]+)\]")

TOLD = {OPEN: "all of it", BACKS: "the backs of its cards", "secret": "that it is one of these"}
"""What the other seats see of an action while it is played."""

PART = {
    "cards": "which cards the seat sees there",
    "places": "which card is in each place, from the bottom",
    "depth": "how deep these lie, the top card highest",
    "known to all": "which of these everybody knows",
    "hidden": "number of cards that the seat does not see",
    "back of the top card": "the back of the top card",
    "seen by": "who may look at it",
}
"""What a plane of a zone holds, by the last words of its name."""


def page(game: Game) -> str:
    """The page of a game."""
    fewest = game.players[0]
    return "\n".join(
        [
            f"# {game.title} as an environment",
            "",
            "This page is generated from the declarations of the game. See also "
            f"[its rules](../games/{game.name}.md), and [the games as",
            "environments](../research.md) for the interfaces, which are the same for all games.",
            "",
            *_picture(game),
            *_table(("players", "numbers in an observation", "payoffs", "between"), _by_players(game)),
            "",
            f"A game has at most {game.longest:,} decisions; longer ones are truncated.",
            *_options(game),
            "",
            "## Five lines that run",
            "",
            "```python",
            *_session(game, fewest),
            "",
            "```",
            "",
            f'In PettingZoo it is `pettingzoo.env("{game.name}", players={fewest})`, in Gymnasium',
            f'`gymnasium.make("tuckbox.adapters.gymnasium:tuckbox/{game.name.capitalize()}-v0")`, in OpenSpiel',
            f'`openspiel.load("{game.name}", players={fewest})`.',
            "",
            f"## {game.actions.size} actions",
            "",
            "Actions are numbered in this order. The last argument varies fastest.",
            "",
            *_table(("from", "how many", "action", "arguments", "others see"), map(_action, game.actions.families)),
            "",
            "## What is observed",
            "",
            f"The planes of a row, with {fewest} players. Seats are counted from the viewer's own: `me`, then `+1`.",
            "Planes of the same kind share a line here; `env.planes` has their order in a row.",
            "",
            *_table(("plane", "numbers", "holds"), _planes(planes(game, fewest))),
            "",
        ]
    )


def _picture(game: Game) -> Iterator[str]:
    """The picture that the book has of a game."""
    found = sorted((HERE.parent / "pictures").glob(f"{game.name}*.svg"))
    if found:
        yield f"![{game.title}](../pictures/{found[0].name})"
        yield ""


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _by_players(game: Game) -> Iterator[Sequence[str]]:
    low, high = game.utility
    for players in sorted(game.players):
        forms = ({}, *game.variants, game.mini or {})
        options = next(form for form in forms if game.allows(players, form))
        pays = game.pays(*game.settle_options(players, options))
        yield f"{players}{_with(options)}", f"{_size(game, players):,}", _paid(pays), f"{low:g} and {high:g}"


def _with(options: Mapping[str, object]) -> str:
    return " with " + ", ".join(f"`{name}={str(value).lower()}`" for name, value in options.items()) if options else ""


def _size(game: Game, players: int) -> int:
    return int(planes(game, players)[-1].slice.stop)


def _paid(pays: Payoffs) -> str:
    total = f", {pays.total:g} in all" if pays.total else ""
    return "the same for all" if pays.kind == SAME else f"{pays.kind}{total}"


def _options(game: Game) -> Iterator[str]:
    options = game.layout.options
    if not options:
        return
    yield from (
        "",
        "Options are the same for all tables of an environment; they are keywords, or a dictionary `options`.",
        "",
    )
    rows = ((f"`{name}`", _values(kind), f"`{kind.default}`") for name, kind in options.items())
    yield from _table(("option", "values", "default"), rows)


def _values(kind: Option) -> str:
    return _few(kind.values) + (f" or `{OFF}`" if kind.off else "")


def _session(game: Game, players: int) -> Iterator[str]:
    yield ">>> from tuckbox.adapters import vector"
    yield f'>>> env = vector.make("{game.name}", tables=64, players={players}, seed=7)'
    yield ">>> for _ in range(20):"
    yield "...     batch = env.step(env.masks.argmax(axis=1))"
    yield ">>> batch.observations.shape, batch.masks.shape, batch.rewards.shape"
    yield f"((64, {_size(game, players)}), (64, {game.actions.size}), (64, {players}))"


def _action(family: Family) -> Sequence[str]:
    arguments = ", ".join(f"{slot}: {_few(domain)}" for slot, domain in zip(family.slots, family.domains, strict=True))
    return str(int(family)), str(family.size), f"`{family.text}`", arguments, TOLD[family.others]


def _few(names: Sequence[str]) -> str:
    """Some names, the first and the last if there are many."""
    shown = list(names) if len(names) <= 6 else [*names[:3], "…", names[-1]]
    return " ".join(f"`{name}`" if name != "…" else name for name in shown)


def _planes(found: Sequence[Plane]) -> Iterator[Sequence[str]]:
    """Planes of the same kind together, in the order of their first."""
    groups: dict[str, list[Plane]] = {}
    for plane in found:
        groups.setdefault(_PLACE.sub("[]", plane.name), []).append(plane)
    for kind, alike in groups.items():
        first, last = alike[0], alike[-1]
        name = f"`{first.name}`" if len(alike) == 1 else f"`{first.name}` … `{last.name}`"
        size = str(first.size) if len(alike) == 1 else f"{len(alike)} × {first.size}"
        part = kind.partition(" ")[2] if "[]" in kind or " " in kind else ""
        yield name, size, _holds(first, part)


def _holds(plane: Plane, part: str) -> str:
    told = PART.get(part, "")
    labels = _few(plane.labels) if plane.labels else ""
    return "; ".join(text for text in (told, labels) if text) or "a number"


def main() -> None:
    """Write all pages."""
    for name in tuckbox.installed():
        (HERE / f"{name}.md").write_text(page(tuckbox.game(name)), "utf-8")


if __name__ == "__main__":
    main()
