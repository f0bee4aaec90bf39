"""Compiling of rules: numba reads them and finds their types, `tuckbox.kit.compiling.linking` makes code of them.

Everything of numba that is bent here is bent in classes of our own: a target with its own generator of code, flags and
passes. Other users of numba in this process notice nothing. But these are numba's private parts, so its version is
pinned, and `tuckbox.kit.native` takes numba as it is where they do not fit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from tuckbox.kit.compiling.code_cache import CodeCache
from tuckbox.kit.compiling.content import content_of
from tuckbox.kit.compiling.internals import (
    CompilerBase,
    CompileResult,
    CPUContext,
    CPUDispatcher,
    DeadBranchPrune,
    DefaultPassBuilder,
    FixupArgs,
    Flags,
    GenericRewrites,
    IRProcessing,
    NoPythonBackend,
    NopythonTypeInference,
    NRTContext,
    NullCache,
    PassManager,
    PreLowerStripPhis,
    ReconstructSSA,
    RewriteSemanticConstants,
    TargetDescriptor,
    TranslateByteCode,
    TypingContext,
    _FunctionCompiler,
    _pass_registry,
    canonicalize_cfg,
    compile_extra,
    compile_result,
    cpu_target,
    default_mangler,
    errors,
    event,
    global_compiler_lock,
    sigutils,
    types,
    typing,
)  # fmt: skip
from tuckbox.kit.compiling.linking import Call, Codegen, Entry, RuleCode, packed
from tuckbox.kit.compiling.lowering import Lowering
from tuckbox.kit.compiling.watch import say
from tuckbox.kit.compiling.widths import wide

_PASSES = (
    TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, DeadBranchPrune, GenericRewrites, ReconstructSSA,
    NopythonTypeInference, PreLowerStripPhis, Lowering, NoPythonBackend,
)  # fmt: skip
"""The passes of numba that rules need. Left out: closures, `with`, raised errors, parallel loops, annotated listings, and
where each variable ends: nothing has to be released."""


class _Passes(PassManager):
    """Runs passes one after the other; numba's own describes each in words and tidies up after it, needed or not."""

    def run(self, state: Any) -> None:
        for one, _ in self.passes:
            step = _pass_registry.get(one).pass_inst
            step.analysis = self._analysis
            step.run_pass(state)
            if one in {DeadBranchPrune, GenericRewrites}:
                state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)


class _Named(CompilerBase):
    def _compile_bytecode(self) -> Any:
        """Name the code of a rule by the rule and its types alone: numba's count of functions differs between processes."""
        self.state.func_id.unique_id = 0
        return super()._compile_bytecode()


class _Short(_Named):
    def define_pipelines(self) -> list[PassManager]:
        passes = _Passes("rules")
        for one in _PASSES:
            passes.add_pass(one, one.__name__)
        passes.finalize()
        return [passes]


class _Full(_Named):
    def define_pipelines(self) -> list[PassManager]:
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class _Flags(Flags):
    """Numba asks for their hash and equality at every call it finds the types of."""

    def __hash__(self) -> int:
        return hash(frozenset((name, str(value)) for name, value in self._values.items()))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, _Flags) and self._values == other._values)


class _Uncounted(NRTContext):
    """Numba's runtime as rules need it: not at all.

    Numba counts the references to an array at every call, atomically, on cache lines that all threads share. But rules make
    no arrays, and whoever calls an entry holds those it is given.
    """

    def incref(self, builder: Any, typ: Any, value: Any) -> None:
        """Count nothing."""

    def decref(self, builder: Any, typ: Any, value: Any) -> None:
        """Count nothing."""

    def _require_nrt(self) -> None:
        raise errors.UnsupportedError("rules make no arrays, lists or other objects: declare fields, or a table")


class _Typing(TypingContext):
    """Numba's knowledge of types, which it shares; calls of what is built in are resolved once."""

    def __init__(self) -> None:
        self.__dict__.update(vars(cpu_target.typing_context))
        self._resolved: dict[Any, Any] = {}

    def refresh(self) -> None:
        """Nothing: see `_Context.renew`."""

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call. For `i + 1` numba tries every kind of addition there is, each time anew."""
        if kws or type(func) is not types.Function:
            return super().resolve_function_type(func, args, kws)
        known = func, args
        if known not in self._resolved:
            self._resolved[known] = super().resolve_function_type(func, args, kws)
        return self._resolved[known]


class _Context(CPUContext):
    """Numba's context for this machine, with a generator of code of its own; what numba knows to compile, it shares."""

    def __init__(self, typing_context: _Typing) -> None:
        shared = cpu_target.target_context
        shared.refresh()
        self.__dict__.update(vars(shared.subtarget(_internal_codegen=Codegen("tuckbox.rules"))))
        self.typing_context = typing_context
        self._for_function = False
        self._counting = False
        self._uncounted = _Uncounted(self, True)
        self._counted = NRTContext(self, True)

    @property
    def nrt(self) -> NRTContext:
        """Numba's runtime, as what is being compiled needs it."""
        return self._counted if self._counting else self._uncounted

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count references, while the wrapper of an entry is made: it takes and releases those of Python's arrays."""
        self._counting = True
        try:
            yield
        finally:
            self._counting = False

    def refresh(self) -> None:
        """Learn what has been defined while types were found, where it is missing; numba would look before each function."""
        if self._for_function:
            self.renew()

    def subtarget(self, **options: Any) -> Any:
        """Make the context in which one function is compiled."""
        made = super().subtarget(**options)
        made._for_function = True
        return made

    def renew(self) -> None:
        """Learn all that numba, or an extension of it, has been taught to compile since."""
        cpu_target.target_context.refresh()

    def mangler(self, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        """Return the symbol of a function, the same in all processes: numba numbers types as each happens to meet them."""
        digest = hashlib.sha256(str(tuple(types)).encode()).hexdigest()
        mangled: str = default_mangler(name, (), abi_tags=(*abi_tags, digest[:20]), uid=uid)
        return mangled

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return what Python calls; for a part, only its name."""
        return object() if isinstance(library, RuleCode) else super().get_executable(library, fndesc, env)

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:
        """An address of this process; that of a rule is loaded wherever it is called, but never used."""
        if info == RuleDispatcher.__name__:
            return self.get_constant_null(types.voidptr)
        return super().add_dynamic_addr(builder, intaddr, info)


class _Target(TargetDescriptor):
    options = cpu_target.options

    @cached_property
    def typing_context(self) -> Any:
        return _Typing()

    @cached_property
    def target_context(self) -> _Context:
        return _Context(self.typing_context)


class _Compiler(_FunctionCompiler):
    def _compile_core(self, args: Any, return_type: Any) -> Any:
        """Compile by the short way; by the full one what needs more of numba, and what is wrong, for its words on that."""
        say(self.py_func.__name__)
        try:
            return self._compile_by(_Short, args, return_type)
        except errors.NumbaError:
            self.targetdescr.target_context.renew()
            return self._compile_by(_Full, args, return_type)

    def _compile_by(self, pipeline: Any, args: Any, return_type: Any) -> Any:
        flags = _Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        contexts = self.targetdescr.typing_context, self.targetdescr.target_context
        return compile_extra(*contexts, self.py_func, args, return_type, flags, self.locals, pipeline_class=pipeline)


class _PartCache(NullCache):
    """The stored parts of one rule, in the interface that numba's dispatchers expect of a cache.

    A part is shared by all versions of a game in which the rule is made of the same, under its content. Of the rules that it
    calls only the types they return may have changed: so it is taken if they return what they returned then.
    """

    def __init__(self, rule: RuleDispatcher, code_cache: CodeCache) -> None:
        self.rule, self.code_cache = rule, code_cache

    def load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Return a stored part."""
        content = self.rule.content(sig)
        kept = content and self.code_cache.get_shared(f"{content}.part")
        kept = kept or self.code_cache.get(f"{self.rule.key(sig)}.part")
        if not kept:
            return None
        name, code, calls, signature, fndesc, environment = kept
        links = [self._called(call) for call in calls]
        if None in links:
            return None
        part: RuleCode = target_context.codegen().create_library(name)
        part.revive(code, links)
        part.call = self._call(signature)
        return _result(part, target_context, signature, fndesc, environment)

    def _called(self, call: Call) -> RuleCode | None:
        """The part of a rule that is called; None if it returns another type than it did."""
        rule = self.code_cache.rules.get((call.module, call.name))
        part = rule and rule.part(call.takes)
        return part.library if part and part.signature.return_type == call.returns else None

    def save_overload(self, sig: Any, cres: CompileResult) -> None:
        """Store a part."""
        cres.fndesc.typemap = cres.fndesc.calltypes = None  # numba does not keep them either
        found = packed(cres.library)
        if found is None:
            return
        kept = (cres.library.name, *found, cres.signature, cres.fndesc, cres.environment)
        content = self.rule.content(sig)
        if content:
            self.code_cache.put_shared(f"{content}.part", kept)
        else:
            self.code_cache.put(f"{self.rule.key(sig)}.part", kept)
        cres.library.call = self._call(cres.signature)

    def _call(self, signature: Any) -> Call:
        """The way in which what is stored calls the rule."""
        return Call(*self.rule.named, signature.args, signature.return_type)


def _result(library: RuleCode, context: Any, signature: Any, fndesc: Any, environment: Any) -> CompileResult:
    """Return the compile result numba gets for a part that need not be compiled."""
    return compile_result(
        typing_context=context.typing_context, target_context=context, entry_point=object(), signature=signature,
        objectmode=False, lifted=(), fndesc=fndesc, library=library, environment=environment, reload_init=(),
    )  # fmt: skip


class RuleDispatcher(CPUDispatcher):
    """A rule: `overloads` are its parts by the types of their arguments, `entries` what Python has called."""

    choose: Callable[[Any], RuleDispatcher] | None = None
    """Function by which a verb chooses its rule; None for a rule."""

    targetdescr = _Target("cpu")

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._compiler = _Compiler(self.py_func, self.targetdescr, self.targetoptions, self.locals, _Short)
        self.entries: dict[Any, Any] = {}
        self.code_cache: CodeCache | None = None
        self._made_of: str | None = None

    @classmethod
    def choice(cls, py_func: Any, choose: Callable[[Any], RuleDispatcher]) -> RuleDispatcher:
        """Several rules under one name, see `ChoiceDispatcher`."""
        return ChoiceDispatcher(py_func, choose)

    def keep_in(self, code_cache: CodeCache) -> None:
        """Store what is compiled of this rule there, and read it from there."""
        self.code_cache, self._cache = code_cache, _PartCache(self, code_cache)
        code_cache.rules[self.named] = self

    @property
    def named(self) -> tuple[str, str]:
        """Its module and its name."""
        return self.py_func.__module__, self.py_func.__qualname__

    def content(self, args: Any) -> str:
        """Return the key of what the rule's code is made of for these argument types; empty where it cannot be told."""
        assert self.code_cache is not None
        if self._made_of is None:
            self._made_of = content_of(self.py_func, self.code_cache.label)
        if not self._made_of or self.code_cache.rules[self.named] is not self or " at 0x" in str(args):
            return ""
        machine = self.targetctx.codegen().magic_tuple()
        return self.code_cache.key(self.py_func.__name__, self._made_of, args, machine, self.targetoptions)

    def key(self, args: Any) -> str:
        """Return the key under which the rule is stored for these argument types."""
        assert self.code_cache is not None
        machine = self.targetctx.codegen().magic_tuple()
        return self.code_cache.key(self.py_func.__name__, self.py_func.__module__, self.py_func.__qualname__, args, machine)

    def add_overload(self, cres: CompileResult) -> None:
        """Take a part; Python cannot call it yet."""
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.codegen().parts[cres.fndesc.mangled_name] = cres.library

    def part(self, args: tuple[Any, ...]) -> CompileResult:
        """The part for some types of arguments, compiled if need be.

        Numba's own method does the same under two timers for each call that leads here, which every call of LLVM is told to.
        """
        if args not in self.overloads:
            with self._compiling_counter:
                self._take(args)
        return self.overloads[args]

    def _take(self, args: tuple[Any, ...]) -> None:
        """Read a part from the cache, or else compile it."""
        found = self._cache.load_overload(args, self.targetctx)
        if found is not None:
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.add_overload(found)
            return
        with event.trigger_event("numba:compile", data={"dispatcher": self, "args": args, "return_type": None}):
            found = self._compiler.compile(args, None)
        self.add_overload(found)
        self._cache.save_overload(args, found)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template numba uses where one rule calls another."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        args = tuple(map(wide, args))
        name = self.py_func.__name__
        signatures = [self.part(args).signature] if self._can_compile else self.nopython_signatures
        return typing.make_concrete_template(f"CallTemplate({name})", name, signatures), pysig, args, {}

    @global_compiler_lock  # type: ignore[untyped-decorator]
    def compile(self, sig: Any) -> Any:
        """Return what Python calls with these argument types, compiling it if need be."""
        args, _ = sigutils.normalize_signature(sig)
        args = tuple(args)
        if args not in self.entries:
            self.targetctx.renew()
            self.entries[args] = entry = self._kept_entry(args) if self.code_cache else self._entry(args)
            self._insert([kind._code for kind in args], entry, False)
        return self.entries[args]

    def _kept_entry(self, args: tuple[Any, ...]) -> Any:
        assert self.code_cache is not None
        name = f"{self.key(args)}.entry"
        kept = self.code_cache.get(name)
        if kept is None:
            with self.code_cache.alone():
                kept = self.code_cache.get(name)  # another process may have made it while we waited
                if kept is None:
                    return self._entry(args, name)
        code, fndesc, environment = kept
        context = self.targetctx
        library = context.codegen().entry(fndesc.qualname)
        library.revive(code, fndesc.llvm_cpython_wrapper_name, fndesc.env_name)
        return context.get_executable(library, fndesc, environment)

    def _entry(self, args: tuple[Any, ...], name: str = "") -> Any:
        """Compile the entry that Python calls, and store it under a name."""
        part = self.part(args)
        context, fndesc = part.target_context, part.fndesc
        library: Entry = context.codegen().entry(fndesc.qualname)
        with context.push_code_library(library), context.counting():
            context.create_cpython_wrapper(library, fndesc, part.environment, None, release_gil=True)
        say(f"machine code of {self.py_func.__name__}")
        library.absorb(part.library, fndesc.llvm_cpython_wrapper_name)
        library.finalize()
        if self.code_cache and not library.has_dynamic_globals:
            self.code_cache.put(name, (library.code, fndesc, part.environment))
        return context.get_executable(library, fndesc, part.environment)


class ChoiceDispatcher(RuleDispatcher):
    """Several rules under one name: `choose` picks one by the type of the first argument."""

    def __init__(self, py_func: Any, choose: Callable[[Any], RuleDispatcher]) -> None:
        super().__init__(py_func, targetoptions={"nopython": True})
        self.choose: Callable[[Any], RuleDispatcher] = choose

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template numba uses where a rule calls the chosen one."""
        return self.choose(args[0]).get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the overload of the chosen rule."""
        return self.choose(sig[0]).get_overload(sig)
