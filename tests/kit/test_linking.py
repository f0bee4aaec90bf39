"""The libraries that a part of compiled code is stored with."""

from __future__ import annotations

import pytest
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from tuckbox.kit.compiling.linking import RuleCode, _unkept


@pytest.fixture(autouse=True)
def _runtime() -> None:
    """Numba's runtime is known once something has been compiled."""
    rtsys.initialize(cpu_target.target_context)


def part(*links: RuleCode, key: str = "") -> RuleCode:
    made: RuleCode = RuleCode.__new__(RuleCode)
    made._linking_libraries, made.key = list(links), key
    return made


def test_what_is_not_kept_by_itself_is_found_once_however_many_call_it() -> None:
    """Forty levels of two that call the same: there are 2^40 ways down."""
    shared = lowest = part()
    found = {lowest}
    for _ in range(40):
        one, other = part(shared), part(shared)
        shared = part(one, other)
        found |= {one, other, shared}
    beside, named = _unkept(shared)
    assert len(beside) == len(set(beside))
    assert set(beside) == found - {shared}
    assert named == []


def test_what_is_kept_by_itself_is_named_and_not_looked_into() -> None:
    kept = part(part(), key="rule-1")
    beside, named = _unkept(part(kept, part(kept)))
    assert (len(beside), named) == (1, ["rule-1"])


def test_what_holds_addresses_of_this_process_is_not_looked_into_either() -> None:
    fleeting = part(part())
    fleeting.fleeting = True
    assert _unkept(part(fleeting)) == ([fleeting], [])
