"""Weights of bots: beliefs and networks, as the game ships them or in a file of the user's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from tuckbox.definition.game import Game
from tuckbox.engine.weights import (
    KINDS,
    MOST_BYTES,
    Kind,
    Net,
    Weights,
    digest_of,
    load,
    misfit,
    packed,
    parse,
    path_of,
    read,
    text_of,
    told_options,
    with_options,
)
from tuckbox.errors import OptionError, WeightsError
from tuckbox.files import path_from_home

SHIPPED = ""
"""The source of weights that is the game itself; any other is a file, as `pinned` names it."""


def pinned(text: str) -> str:
    """The name of a file of weights with the digest of what is in it, ``FILE@DIGEST``, so that whoever plays by it later
    plays by the same; one that has a digest is left alone. Raises `OptionError` where there is no such file."""
    _, apart, digest = text.rpartition("@")
    if apart and len(digest) == 8 and not set(digest) - set("0123456789abcdef"):
        return text
    try:
        return f"{text}@{digest_of(_bytes(text))}"
    except OSError as error:
        raise OptionError(f"there are no weights in {text[:80]!r}: {error.strerror}") from None


def _bytes(name: str) -> bytes:
    with path_from_home(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


@cache
def _text(source: str) -> str:
    """Weights in a file, which has to be the same as when it was named."""
    name, _, digest = source.rpartition("@")
    try:
        data = _bytes(name)
    except OSError as error:
        raise OptionError(f"there are no weights in {name[:80]!r}: {error.strerror}") from None
    if digest_of(data) != digest:
        raise OptionError(f"{name[:80]} holds other weights than those named: {digest_of(data)}, not {digest}")
    if len(data) > MOST_BYTES:
        raise OptionError(f"{name[:80]} is larger than weights are")
    return data.decode("utf-8", "replace")


@cache
def weights_in(game: Game, source: str) -> Weights:
    """The weights in a file, as `pinned` names it. Raises `WeightsError` or `OptionError`."""
    return read(game, _text(source))


@cache
def kind_in(game: Game, source: str) -> Kind:
    """The kind of the weights in a file. Raises `OptionError` where it holds none."""
    try:
        return parse(game, _text(source), head=True).kind
    except WeightsError as error:
        raise OptionError(f"{_named(source)}: {error}") from None


def weights_for(game: Game, players: int, options: Mapping[str, Any], kind: Kind, source: str) -> Weights | None:
    """Weights for a number of players and these options; None where there are none that fit."""
    if why_not(game, players, options, kind, source):
        return None
    with suppress(WeightsError):
        return _weights(game, players, kind, source)
    return None


def _weights(game: Game, players: int, kind: Kind, source: str) -> Weights | None:
    return load(game, players, kind) if source == SHIPPED else weights_in(game, source)


def nets_for(game: Game, players: int, options: Mapping[str, Any], source: str = SHIPPED) -> Sequence[Net]:
    """The networks of a belief; none where there is no belief that fits."""
    weights = weights_for(game, players, options, "belief", source)
    return weights.nets if weights else ()


def network_for(game: Game, players: int, options: Mapping[str, Any], source: str = SHIPPED) -> Net:
    """The network that plays so, as compiled rules read it; empty where there is none that fits."""
    weights = weights_for(game, players, options, "network", source)
    return _packed_network(game, players, source, tuple(told_options(weights.options, options))) if weights else {}


@cache
def _packed_network(game: Game, players: int, source: str, told: tuple[int, ...]) -> Net:
    weights = _weights(game, players, "network", source)
    assert weights is not None
    return packed(with_options(weights.nets[0], told))


def why_not(game: Game, players: int, options: Mapping[str, Any], kind: Kind, source: str = SHIPPED) -> str:
    """The reason why weights do not fit a setting, in words; empty where they do, and where the game ships none for any
    number of players."""
    if source == SHIPPED:
        path = path_of(game, players, kind)
        if not path.exists():
            others = [str(number) for number in range(2, game.layout.seats + 1) if ships(game, number, kind)]
            return f"its {kind} was learnt for {', '.join(others)} players" if others else ""
        text = text_of(path)
    else:
        text = _text(source)
    try:
        head = parse(game, text, head=True)
    except WeightsError as error:
        return str(error)
    if head.kind != kind:
        return f"it holds a {head.kind}, no {kind}"
    if wrong := misfit(game, head):
        return wrong
    if head.players != players:
        return f"its {kind} was learnt for {head.players} players"
    others = [f"{name}={value}" for name, value in meant(game, options).items() if not head.covers({name: value})]
    return f"its {kind} was learnt without {', '.join(others)}" if others else ""


def unusable(game: Game, players: int, options: Mapping[str, Any], kind: Kind, source: str) -> str:
    """The reason of `why_not`, or that for which weights that fit cannot be read, which takes longer."""
    if wrong := why_not(game, players, options, kind, source):
        return wrong
    try:
        _weights(game, players, kind, source)
    except WeightsError as error:
        return str(error)
    return ""


def unfit(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """The reason why bots play without what the game ships for this number of players, as a sentence; empty where they need
    not."""
    found = {kind: why_not(game, players, options, kind) for kind in KINDS}
    if said := dict.fromkeys(found[kind] for kind in KINDS if found[kind]):
        return f"The bots play without what was learnt of {game.title}: {'; '.join(said)}."
    return ""


def ships(game: Game, players: int, kind: Kind) -> bool:
    """Whether a game ships weights of this kind, fitting or not."""
    return path_of(game, players, kind).exists()


def _named(source: str) -> str:
    return source.rpartition("@")[0]


def meant(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that mean something for a single game, with the others."""
    known = {name: game.layout.options[name] for name in options}
    only = {name: kind.only for name, kind in known.items() if kind.only}
    meaning = [n for n in options if n not in only or str(options[only[n][0]]) == only[n][1]]
    return {name: options[name] for name in meaning if not known[name].of_match}
