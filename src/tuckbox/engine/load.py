"""Loads rules sources a second time, with compiled words in place of plain ones.

The text of the rules is the same in both modes. Natively each module of the kit's vocabulary and of the game is executed
again: imports of `tuckbox.kit.plain` are answered with `tuckbox.kit.native`, and ``for card in each(cards)`` becomes a
while loop (it compiles faster, and GPUs have no generators). Line numbers stay those of the source.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import importlib.util
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeGuard

from tuckbox.definition.sources import source_of
from tuckbox.definition.syntax import parsed, parsed_file
from tuckbox.kit import plain
from tuckbox.kit.compiling.cache import folder_named

if TYPE_CHECKING:
    from tuckbox.kit.compiling.code_cache import CodeCache

_KIT = "tuckbox.kit"
_WORDS = f"{_KIT}.plain"
_SHARED = {f"{_KIT}.{name}" for name in ("actions", "deck", "fields", "layout", "reasons", "records", "types")}
PACKAGE = Path(__file__).parents[1]
_COMPILED = ("kit", "engine/worlds", "engine/think", "engine/tables")
"""Folders of which all is compiled, or says how."""
_COMPILING = tuple(f"engine/{name}.py" for name in ("engine", "injected", "load", "memory", "scratch"))
"""Files beside them that shape what is compiled."""
_LOCK = threading.RLock()


def _named(node: ast.expr, word: str) -> bool:
    """Whether this is a word of the kit, ``tell`` or ``kit.tell``."""
    return node.id == word if isinstance(node, ast.Name) else getattr(node, "attr", "") == word


def _calls(node: ast.expr, word: str) -> TypeGuard[ast.Call]:
    """Whether this is a call of a word of the kit."""
    return isinstance(node, ast.Call) and _named(node.func, word)


class _Unroll(ast.NodeTransformer):
    """``for card in each(cards): body`` -> ``rest = cards; while rest: card = lowest(rest); rest &= rest - 1; body``.

    And ``tell(s, DREW, seat, draw(pile, hand))`` -> ``draw(pile, hand)``: compiled code keeps no log.
    """

    loops = 0

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if not _calls(call, "tell"):
            return node
        given = [*call.args, *(word.value for word in call.keywords)]
        done = [part for part in given if any(isinstance(inner, ast.Call) for inner in ast.walk(part))]
        return [ast.copy_location(ast.Expr(part), node) for part in done] or ast.copy_location(ast.Pass(), node)

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        call = node.iter
        if not _calls(call, "each"):
            return node
        self.loops += 1
        rest = f"_rest{self.loops}"
        start = ast.Assign([ast.Name(rest, ast.Store())], call.args[0])
        step = f"_lowest({rest})\n{rest} &= {rest} - 1"
        lowest, clear = parsed(step).body
        assert isinstance(lowest, ast.Expr)
        take = ast.Assign([node.target], lowest.value)
        loop = ast.While(ast.Name(rest, ast.Load()), [take, clear, *node.body], node.orelse)
        for part in (start, take, loop, *ast.walk(clear), *ast.walk(lowest), loop.test):
            ast.copy_location(part, node)
        return [start, loop]


class _Globals(ast.NodeTransformer):
    """In rules ``acts.FAMILY`` becomes a global of its own, ``__acts__FAMILY``, where `acts` is imported.

    A table that compiled code reads as an attribute of a module costs a reference and a check each time: playouts that read
    many were a tenth slower.
    """

    def __init__(self, tree: ast.Module) -> None:
        imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        self.imported = {(part.asname or part.name).partition(".")[0] for node in imports for part in node.names}
        self.read: dict[str, tuple[str, str]] = {}  # by the new names, in the order in which they can be looked up
        self.local: set[str] = set()
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(_named(word, "rule") for word in node.decorator_list):
                inner = [*ast.walk(node)]
                self.local = {name.id for name in inner if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
                self.local |= {name.arg for name in inner if isinstance(name, ast.arg)}
                node.body = [self.visit(line) for line in node.body]

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        of = node.value.id if isinstance(node.value, ast.Name) else ""
        if not isinstance(node.ctx, ast.Load) or of in self.local or not (of in self.imported or of in self.read):
            return node
        name = f"__{of.strip('_')}__{node.attr}"
        self.read[name] = (of, node.attr)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def bind(self, names: dict[str, Any]) -> None:
        """Write the globals, once the module has been executed."""
        for name, (of, attribute) in self.read.items():
            if hasattr(names.get(of), attribute):
                names[name] = getattr(names[of], attribute)


def cache_folder(modules: list[str], *more: str) -> Path:
    """The folder for compiled code of these sources: named by a hash of all that is compiled, so stale code is never found.

    That is the kit, the engine's own rules with how they are executed and how their memory lies, the game's rules, and in
    `more` the rules derived for it. What only describes, reads or shows a game does not count.
    """
    digest = _digest_of_ours()
    digest.update(f"{modules} {more}".encode())
    for name in modules:
        digest.update(source_of(name).read_bytes())
    return folder_named(digest.hexdigest()[:20])


def shared_folder() -> Path:
    """The folder for compiled rules that are the same in several games, or versions of a game."""
    return folder_named(f"rules-{_digest_of_ours().hexdigest()[:20]}")


def _digest_of_ours() -> hashlib._Hash:
    """A digest of the kit and the engine's own rules, and of what they are compiled by."""
    own = [path for part in _COMPILED for path in sorted((PACKAGE / part).rglob("*.py"))]
    digest = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    for path in [*own, *(PACKAGE / name for name in _COMPILING)]:
        digest.update(path.read_bytes())
    return digest


@contextmanager
def _compiling(code_cache: CodeCache, boundscheck: bool) -> Iterator[None]:
    """Compile the rules that are loaded meanwhile into this cache."""
    from tuckbox.kit import native

    before = native.CODE_CACHE, native.BOUNDSCHECK
    native.CODE_CACHE, native.BOUNDSCHECK = code_cache, boundscheck
    try:
        yield
    finally:
        native.CODE_CACHE, native.BOUNDSCHECK = before


class Loader:
    """Executes modules once more, in one mode, for one game.

    `sources` are the modules to be executed anew instead of imported (natively the kit's vocabulary comes with them);
    ``modules`` holds what has been executed, and what is to be handed out for a name.
    """

    def __init__(self, sources: Iterable[str], folder: Path, mode: str, boundscheck: bool = False) -> None:
        self.native = mode == "native"
        self.folder, self.boundscheck = folder, boundscheck
        self.sources = set(sources)
        self.words: ModuleType = plain
        self.code_cache: CodeCache | None = None
        self.label = f"tuckbox_{mode}_{folder.name}"
        if self.native:  # numba takes long to import
            from tuckbox.kit import native
            from tuckbox.kit.compiling.code_cache import CodeCache

            self.words, self.code_cache = native, CodeCache(folder, shared_folder(), self.label)
        self.modules: dict[str, Any] = {_WORDS: self.words} if self.native else {}
        self.packages: dict[str, _Package] = {}

    def load(self, name: str) -> Any:
        """The twin of a module in this mode."""
        with _LOCK, self._caching():
            return self._load(name)

    def text(self, name: str, text: str) -> Any:
        """A module of generated text, which is kept in the cache folder so that its errors have lines."""
        with _LOCK, self._caching():
            path = self.folder / f"{name}.py"
            if not path.exists() or path.read_text("utf-8") != text:
                with suppress(OSError):  # a folder that cannot be written: then they have none
                    fresh = path.with_name(f"{name}.{os.getpid()}")
                    fresh.write_text(text, "utf-8")
                    fresh.replace(path)  # whole at once: other processes may be reading
            return self._execute(name, text, path)

    def _caching(self) -> AbstractContextManager[None]:
        return _compiling(self.code_cache, self.boundscheck) if self.code_cache else nullcontext()

    def _load(self, name: str) -> Any:
        if name not in self.modules:
            path = source_of(name)
            self._execute(name, path.read_text("utf-8"), path)
        return self.modules[name]

    def _execute(self, name: str, text: str, path: Path) -> Any:
        module = ModuleType(f"{self.label}:{name}".replace(".", ":"))  # without parents, so that its enums can be pickled
        module.__package__ = name if path.name == "__init__.py" else name.rpartition(".")[0]
        module.__file__ = str(path)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        sys.modules[module.__name__] = self.modules[name] = module
        tree = parsed(text, str(path))
        if self.native:
            module.__dict__["_lowest"] = self.words.lowest
            tree = ast.fix_missing_locations(_Unroll().visit(tree))
        found = _Globals(tree) if self.native else None
        exec(compile(tree, str(path), "exec", dont_inherit=True), module.__dict__)
        if found:
            found.bind(module.__dict__)
        return module

    def _import(self, name: str, scope: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        """Answer an import statement of an executed module."""
        package = scope["__package__"] if scope else ""
        full = importlib.util.resolve_name("." * level + name, package) if level else name
        if not wanted:
            return self._whole(full)
        module = self._module(full)
        if not self._is_ours(full):
            builtins.__import__(full, None, None, wanted)
        for part in wanted:
            inner = f"{full}.{part}"
            if part != "*" and part not in vars(module) and (self._is_ours(inner) or self._holds_ours(inner)):
                setattr(module, part, self._module(inner))
        return module

    def _whole(self, name: str) -> Any:
        """``import a.b`` gets a, in which there is b, even as something: the statement itself goes on to b then."""
        parts = name.split(".")
        paths = [".".join(parts[: depth + 1]) for depth in range(len(parts))]
        for package, inner in pairwise(paths):
            module = self._module(inner)
            if self._is_ours(package) or self._holds_ours(package):
                setattr(self._module(package), inner.rpartition(".")[2], module)
        return self._module(paths[0])

    def _module(self, name: str) -> Any:
        """A module as executed ones see it: one of ours in this mode, a package that ours lie in, or the one all others
        have."""
        if self._is_ours(name):
            return self._load(name)
        if self._holds_ours(name):
            return self.packages.get(name) or self.packages.setdefault(name, _Package(name))
        return importlib.import_module(name)

    def _is_ours(self, name: str) -> bool:
        vocabulary = self.native and f"{name}.".startswith(f"{_KIT}.") and name not in _SHARED
        return vocabulary or name in self.sources or name in self.modules

    def _holds_ours(self, name: str) -> bool:
        """Whether modules to be executed anew lie in a package that is not one of them itself."""
        ours = [*self.sources, *self.modules, *([_KIT] if self.native else [])]
        return not self._is_ours(name) and any(module.startswith(f"{name}.") for module in ours)


class _Package(ModuleType):
    """A package as executed modules see it: those of its modules that are executed anew stand before the others."""

    def __init__(self, name: str) -> None:
        super().__init__(name, importlib.import_module(name).__doc__)

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)


def _function_at(path: str, line: int) -> str:
    """The name of the function a line of a file lies in."""
    functions = [node for node in ast.walk(parsed_file(Path(path))) if isinstance(node, ast.FunctionDef)]
    return next((f.name for f in functions if f.lineno <= line <= (f.end_lineno or line)), "?")


_WHERE = re.compile(r'(?:File "| at )([^"\n]+?)(?:", line | \()(\d+)')


_NO_FUNCTION = re.compile(r"No implementation of function Function\(<[^>]*?(?:function|class|method|intrinsic) '?(\w+)")
_MISUSED = {"setitem": "what is written there is no number, or its place none", "getitem": "an index is no whole number"}
"""The compiler's names of what Python writes with brackets."""


def explain(error: Exception, game: str, rule: str, files: Callable[[str], bool]) -> str:
    """One line about a compile error: the game, the rule, the line of the author's text, and what is wrong."""
    text = str(error)
    places = [(os.path.abspath(name), int(line)) for name, line in _WHERE.findall(text)]
    path, line = next((place for place in places if files(place[0])), ("", 0))
    where = f"{Path(path).name}, line {line}" if path else "its text"
    rule = _function_at(path, line) if path else rule
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skipped = ("Failed in", "During:", "File ", "- Resolution", "<source", "^", "raised from")
    said = [line for line in lines if not line.startswith(skipped)]
    cause = next((line for line in said if "not found" in line or "Unknown attribute" in line or "undefined" in line), None)
    told = (cause or (said or ["?"])[0])[:300]
    if found := _NO_FUNCTION.match(told):
        told = _MISUSED.get(found[1], f"`{found[1]}` is given what it cannot take")
    return f"{game}: the rule {rule} does not compile ({where}): {told}"
