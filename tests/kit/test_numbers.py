"""Numbers of a state: what fits, in both modes and in observations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.toys.envoys import GAME as ENVOYS
from tuckbox.definition.planes import describe, planes
from tuckbox.engine.engine import engine
from tuckbox.errors import RulesError
from tuckbox.kit import GameState, Int, Long, Small, has, one, size, state
from tuckbox.view.invariants import check_state


@pytest.mark.parametrize(("kind", "bits"), [(Small, 8), (Int, 32), (Long, 64)])
def test_a_number_holds_what_its_bits_hold(kind: Any, bits: int) -> None:
    assert kind.limits == (-(1 << bits - 1), (1 << bits - 1) - 1)


def test_a_long_is_a_set_of_up_to_sixty_three_things() -> None:
    @state(players=(2,))
    class Laid(GameState):
        laid = Long[2]

    s: Any = Laid()
    s.laid[1] = one(0) | one(51) | one(62)
    assert (size(s.laid[1]), has(s.laid[1], 62), has(s.laid[1], 61)) == (3, True, False)


def test_what_is_too_great_for_a_long_is_refused() -> None:
    s: Any = ENVOYS.blank(3)
    engine(ENVOYS, "plain").rules.renew(s)
    s.wrong = 1 << 62
    check_state(ENVOYS, s)
    s.wrong = 1 << 63
    with pytest.raises(RulesError, match="wrong"):
        check_state(ENVOYS, s)


def test_an_observation_has_a_column_for_each_thing_of_a_set() -> None:
    s: Any = ENVOYS.blank(3)
    plain: Any = engine(ENVOYS, "plain").rules
    plain.renew(s)
    s.wrong = one(0) | one(53)
    out = [0.0] * planes(ENVOYS, 3)[-1].slice.stop
    plain.observe(s, 0, out, True)
    assert "wrong: 0, 53" in describe(ENVOYS, 3, out)
