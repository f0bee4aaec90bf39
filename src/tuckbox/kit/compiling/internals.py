"""The private APIs of numba that our way to compile uses, in one place: as they were read in numba 0.68.

They may change with any release of numba, so `pyproject.toml` caps its version, `tuckbox.kit.compiling.trial` compiles small
rules both ways before ours is taken in a new environment, and a test looks for all that is overridden. What the ordinary way
needs too (`widths`, `code_cache`, `ways`) is imported there.
"""

from __future__ import annotations

from numba.core import errors, event, ir, sigutils, types, typing
from numba.core.caching import NullCache  # the cache of a dispatcher: load_overload, save_overload
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker  # modules of LLVM, and their machine code
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, Flags, compile_extra, compile_result
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, _pass_registry, register_pass
from numba.core.cpu import CPUContext
from numba.core.descriptors import TargetDescriptor
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.extending import _Intrinsic as Intrinsic
from numba.core.funcdesc import default_mangler
from numba.core.lowering import Lower  # a function as LLVM code, one instruction after the other
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime import rtsys
from numba.core.runtime.context import NRTContext  # reference counts of arrays
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing.context import Context as TypingContext
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    RewriteSemanticConstants,
    TranslateByteCode,
)

READ_IN = "0.68"
"""The version of numba in which all of these were read."""

OVERRIDDEN = {
    NullCache: ("load_overload", "save_overload"),
    JITCodeLibrary: (
        "_optimize_functions", "_get_module_for_linking", "add_linking_library", "finalize", "get_pointer_to_function",
        "_finalize_final_module", "_get_compiled_object", "_set_compiled_object",
    ),
    JITCPUCodegen: ("_module_pass_manager", "_check_llvm_bugs", "magic_tuple", "create_library"),
    CompilerBase: ("_compile_bytecode", "define_pipelines"),
    PassManager: ("run", "add_pass", "finalize"),
    Lower: ("lower_inst", "lower_assign", "loadvar", "storevar", "incref", "decref", "_alloca_var", "getvar"),
    CPUContext: ("get_executable", "add_dynamic_addr", "create_cpython_wrapper", "subtarget", "refresh", "mangler"),
    TypingContext: ("refresh", "resolve_function_type"),
    _FunctionCompiler: ("_compile_core", "fold_argument_types"),
    CPUDispatcher: ("add_overload", "compile", "get_call_template", "get_overload", "_insert"),
    NRTContext: ("incref", "decref", "_require_nrt"),
}  # fmt: skip
"""Methods that our classes override or call, by their class."""

__all__ = [
    "OVERRIDDEN", "READ_IN", "CPUContext", "CPUDispatcher", "CompileResult", "CompilerBase", "DeadBranchPrune",
    "DefaultPassBuilder", "FixupArgs", "Flags", "GenericRewrites", "IRProcessing", "Intrinsic", "JITCPUCodegen",
    "JITCodeLibrary", "Lower", "NRTContext", "NativeLowering", "NoPythonBackend", "NopythonTypeInference", "NullCache",
    "PassManager", "PreLowerStripPhis", "ReconstructSSA", "RewriteSemanticConstants", "RuntimeLinker", "TargetDescriptor",
    "TranslateByteCode", "TypingContext", "_FunctionCompiler", "_pass_registry", "canonicalize_cfg", "compile_extra",
    "compile_result", "cpu_target", "default_mangler", "errors", "event", "global_compiler_lock", "ir", "register_pass",
    "rtsys", "sigutils", "types", "typing",
]  # fmt: skip
