"""Rules as pieces of LLVM code, and the one module made of them for each function that Python calls.

Numba makes a library of every function: what the function calls is linked in and optimised once more, at every level of
calls. Of a game's two hundred rules Python calls a handful. So here a rule is a `RuleCode`: its code as it was written down,
neither optimised nor turned into machine code. Only an `Entry`, which Python calls, is: it links every part it needs, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import llvmlite.binding as llvm

from tuckbox.kit.compiling.internals import JITCodeLibrary, JITCPUCodegen, RuntimeLinker, rtsys

_UNRESOLVED: str = RuntimeLinker.PREFIX
"""Before the name of a rule that is called before it is there: rules that call each other in a circle."""

_MANGLED = "_ZN"
"""Before the name of every function that numba has compiled."""

_DYNAMIC = "numba.dynamic.globals"
"""Before the name of what holds an address of this process."""


class Call(NamedTuple):
    """A rule by module and name, the types it takes and the type it returns: all that the code of a caller knows of it."""

    module: str
    name: str
    takes: tuple[Any, ...]
    returns: Any


class RuleCode(JITCodeLibrary):
    """The code of one rule and, in ``links``, the libraries of what it calls."""

    call: Call | None = None
    """How the rule is called, where it is stored on disk."""

    fleeting = False
    """Whether the rule cannot be stored because it, or something it calls, holds addresses of this process or calls in a
    circle."""

    @property
    def links(self) -> list[Any]:
        """The libraries of what it calls."""
        libraries: list[Any] = self._linking_libraries
        return libraries

    @cached_property
    def awaited(self) -> list[str]:
        """The symbols of rules that it calls and that were not there yet: they call it in their turn."""
        variables = [each.name for each in self._final_module.global_variables]
        return [name.removeprefix(_UNRESOLVED) for name in variables if name.startswith(_UNRESOLVED)]

    def add_linking_library(self, library: Any) -> None:
        """Record a library that the rule calls; numba's own method would finalize that library first."""
        self.links.append(library)

    def _optimize_functions(self, module: Any) -> None:
        """Set the data layout only: the entry is optimised, not its parts."""
        module.data_layout = self._codegen._data_layout

    def module(self) -> Any:
        """The rule's own code, to be linked into others."""
        module = self._final_module
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def revive(self, code: bytes, links: Sequence[Any]) -> None:
        """Restore the part as stored."""
        self._final_module = llvm.parse_bitcode(code)
        self.links.extend(links)

    def finalize(self) -> None:
        """Mark the library as finished."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The rule and all it calls, for functions compiled the ordinary way that call rules."""
        whole = self.module().clone()
        link_calls(whole, self)
        return whole

    def get_pointer_to_function(self, name: str) -> int:
        """Raise an error: a part has no machine code."""
        raise AssertionError(f"{name} is not for Python to call")


def closure(*libraries: Any) -> list[Any]:
    """All libraries that these call, at any depth, each once and after all that call it, but not these themselves.

    Rules that call each other in a circle come in some order. Numba's runtime comes last.
    """
    left: list[Any] = []  # in the order in which a walk in depth leaves them: those that are called before their callers
    seen = {rtsys.library, *libraries}
    todo = [(library, iter(_called(library))) for library in libraries]
    while todo:
        library, calls = todo[-1]
        inner = next((each for each in calls if each not in seen), None)
        if inner is not None:
            seen.add(inner)
            todo.append((inner, iter(_called(inner))))
        else:
            todo.pop()
            left.append(library)
    return [*(library for library in reversed(left) if library not in libraries), rtsys.library]


def _called(library: Any) -> list[Any]:
    """The libraries that a library calls; one that numba has finished holds them."""
    if not isinstance(library, RuleCode):
        return []
    return [*library.links, *(library.codegen.parts[symbol] for symbol in library.awaited)]


def code_of(library: Any) -> Any:
    """The code of a library as it is linked into others."""
    return library.module() if isinstance(library, RuleCode) else library._get_module_for_linking()


def link_all(module: Any, libraries: Sequence[Any]) -> None:
    """Link libraries into a module, each before those that it calls.

    Of functions that are ``linkonce`` LLVM takes only those that are called by then. So where rules call each other in a
    circle all are linked once more, as long as some are missing and fewer than before.
    """
    missing: set[str] | None = None
    while True:
        for library in libraries:
            module.link_in(code_of(library), preserve=True)
        before, missing = missing, {f.name for f in module.functions if f.is_declaration and f.name.startswith(_MANGLED)}
        if not missing or missing == before:
            return


def link_calls(module: Any, part: RuleCode) -> None:
    """Link all that a part calls, at any depth, into a module that holds the part.

    What calls it in its turn it calls by a variable, for the address was not known yet; now that is a constant.
    """
    libraries = closure(part)
    awaited = {symbol for each in (part, *libraries) if isinstance(each, RuleCode) for symbol in each.awaited}
    for symbol in awaited:
        known = f'declare void @"{symbol}"()\n@"{_UNRESOLVED}{symbol}" = constant ptr @"{symbol}"'
        module.link_in(llvm.parse_assembly(known), preserve=True)
    link_all(module, libraries)
    for symbol in awaited:
        variable = module.get_global_variable(f"{_UNRESOLVED}{symbol}")
        variable.linkage, variable.name = "internal", f"{symbol}.address"  # else numba would look for its value


def packed(part: RuleCode) -> tuple[bytes, list[Call]] | None:
    """Return the form in which a part is stored: its code, and its calls of rules that are stored by themselves; else None.

    What else it calls lies beside it.
    """
    beside, calls = _unkept(part)
    if part.awaited or any(_is_fleeting(library) for library in (part, *beside)):
        part.fleeting = True
        return None
    whole = part.module().clone()
    link_all(whole, beside)
    return whole.as_bitcode(), calls


def _unkept(part: RuleCode) -> tuple[list[Any], list[Call]]:
    """Return, of all that a part calls, the libraries not stored by themselves and the calls of the others; each once."""
    found: dict[Any, None] = {}
    calls: dict[Call, None] = {}
    todo = list(part.links)
    while todo:
        library = todo.pop()
        call = getattr(library, "call", None)
        if call is not None:
            calls[call] = None
        elif library is not rtsys.library and library not in found:
            found[library] = None
            todo += library.links if isinstance(library, RuleCode) and not library.fleeting else []
    return list(found), list(calls)


def _is_fleeting(library: Any) -> bool:
    """Whether a library, or what it calls, holds addresses of this process."""
    if isinstance(library, RuleCode) and library.fleeting:
        return True
    return any(variable.name.startswith(_DYNAMIC) for variable in code_of(library).global_variables)


class Entry(JITCodeLibrary):
    """A function that Python calls, with everything it needs in one module."""

    def absorb(self, part: RuleCode, name: str) -> None:
        """Link a part with all it calls. Only `name` is called from outside, so the optimiser may do as it likes with the
        rest."""
        module = self._final_module
        module.link_in(part.module(), preserve=True)
        link_calls(module, part)
        for function in module.functions:
            if not function.is_declaration and function.name != name:
                function.linkage = "internal"

    def _optimize_functions(self, module: Any) -> None:
        """Set the data layout only: everything is optimised together, once."""
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Optimise once and make machine code."""
        self._codegen._check_llvm_bugs()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()

    @property
    def code(self) -> bytes:
        """The machine code, to be stored."""
        code: bytes = self._get_compiled_object()
        return code

    def revive(self, code: bytes, *names: str) -> None:
        """Restore stored machine code in which these names are defined."""
        self._set_compiled_object(code)
        self._finalize_final_module()
        self._codegen._engine._defined_symbols.update(names)


class Codegen(JITCPUCodegen):
    """Numba's generator of code, which makes parts here."""

    _library_class = RuleCode

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.parts: dict[str, RuleCode] = {}  # by the symbols of their rules

    def entry(self, name: str) -> Entry:
        """An empty module for a function that Python calls."""
        made = Entry(self, name)
        made.enable_object_caching()
        return made
