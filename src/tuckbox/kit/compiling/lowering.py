"""Lowering: rules of which all types are known become LLVM code, without what numba writes for objects that are counted.

Numba releases a variable where it ends and before each assignment, and writes a description of each instruction in case
somebody wants to read it. Rules hold nothing that is counted, so none of that is needed.
"""

from __future__ import annotations

from typing import Any

from tuckbox.kit.compiling.internals import Lower, NativeLowering, ir, register_pass


class _Lower(Lower):  # type: ignore[misc]
    """Numba's lowering of a function, for functions that hold nothing that is counted."""

    def lower_inst(self, inst: Any) -> None:
        """Lower an instruction."""
        if isinstance(inst, ir.Assign):
            self.storevar(self.lower_assign(self.typeof(inst.target.name), inst), inst.target.name)
        else:
            super().lower_inst(inst)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Set a variable; what it held before needs no release."""
        self._alloca_var(name, self.typeof(name))
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def incref(self, typ: Any, val: Any) -> None:
        """Count nothing."""

    def decref(self, typ: Any, val: Any) -> None:
        """Count nothing."""


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):  # type: ignore[misc]
    """Numba's pass of lowering, by `_Lower`."""

    _name = "lowering_of_rules"

    @property
    def lowering_class(self) -> Any:
        """The class that lowers a function."""
        return _Lower
