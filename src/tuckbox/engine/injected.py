"""The names a game brings and the engine's own rules use; the loader puts the game's functions in their place."""

from typing import Any


def _missing(*_: Any) -> Any:
    raise AssertionError("only a loaded game has rules")


setup = legal = apply = begin = renew = blind = redeal = observe = _missing
refuse = possible = prefer = lean = value = after = event = continues = _missing
LABELS: Any = ()
VALUED = False
