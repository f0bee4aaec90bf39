"""The libraries that a part of compiled code is stored with."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from tuckbox.kit.compiling.linking import Call, RuleCode, _unkept, link_all


@pytest.fixture(autouse=True)
def _runtime() -> None:
    """Numba's runtime is known once something has been compiled."""
    rtsys.initialize(cpu_target.target_context)


def part(*links: RuleCode, call: Call | None = None) -> RuleCode:
    made: RuleCode = RuleCode.__new__(RuleCode)
    made._linking_libraries, made.call = list(links), call
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
    call = Call("rules", "draw", (), None)
    kept = part(part(), call=call)
    beside, named = _unkept(part(kept, part(kept)))
    assert (len(beside), named) == (1, [call])


def test_what_holds_addresses_of_this_process_is_not_looked_into_either() -> None:
    fleeting = part(part())
    fleeting.fleeting = True
    assert _unkept(part(fleeting)) == ([fleeting], [])


def compiled(*functions: tuple[str, str]) -> RuleCode:
    """A part in which each of these functions calls another."""
    texts = [
        f"define linkonce_odr i64 @{name}() {{\n %r = call i64 @{callee}()\n ret i64 %r\n}}" for name, callee in functions
    ]
    own = {name for name, _ in functions}
    called = [f"declare i64 @{callee}()" for callee in sorted({callee for _, callee in functions} - own)]
    made = part()
    made._final_module = llvm.parse_assembly("\n".join([*called, *texts]))
    return made


def test_parts_are_linked_whole_though_one_comes_before_all_that_call_it() -> None:
    """What nobody calls yet is passed over: the last of a chain comes first, and is there in the end."""
    first, second, third = compiled(("_ZN1a", "_ZN1b")), compiled(("_ZN1b", "_ZN1c")), compiled(("_ZN1c", "puts"))
    module = llvm.parse_assembly("declare i64 @_ZN1a()\ndefine i64 @main() {\n %r = call i64 @_ZN1a()\n ret i64 %r\n}")
    once = module.clone()
    for library in (third, second, first):
        once.link_in(library.module(), preserve=True)
    assert {f.name for f in once.functions if f.is_declaration} == {"_ZN1b"}
    link_all(module, [third, second, first])
    assert {f.name for f in module.functions if f.is_declaration} == {"puts"}
    assert {f.name for f in module.functions} == {"main", "_ZN1a", "_ZN1b", "_ZN1c", "puts"}
