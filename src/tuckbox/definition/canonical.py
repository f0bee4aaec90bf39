"""The canonical form of rules: a text of what their syntax trees mean, by which they are hashed.

Two texts of rules have the same form where they differ in layout, comments, docstrings and annotations of functions only, in
how functions, constants, classes, parameters, variables and modules are called, in where functions and constants stand, or
in the sentences of reasons and of house rules. What is no such name counts: fields, members of enumerations, keywords,
strings, the words of the kit, and the order of statements that may do something.

The form is written from the fields of nodes that are listed here, so it is the same on every version of Python, and it needs
the standard library only. A node that is not listed is refused: what rules may not use has no form.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import resolve_name
from typing import Any, TypeVar

_FIELDS = {
    "Assert": "test msg",
    "Assign": "targets value",
    "AugAssign": "target op value",
    "BinOp": "left op right",
    "BoolOp": "op values",
    "Compare": "left ops comparators",
    "Delete": "targets",
    "Dict": "keys values",
    "Expr": "value",
    "For": "target iter body orelse",
    "If": "test body orelse",
    "IfExp": "test body orelse",
    "List": "elts",
    "NamedExpr": "target value",
    "Raise": "exc cause",
    "Return": "value",
    "Set": "elts",
    "Slice": "lower upper step",
    "Starred": "value",
    "Subscript": "value slice",
    "Tuple": "elts",
    "UnaryOp": "op operand",
    "While": "test body orelse",
    "keyword": "arg value",
}
"""The fields of nodes that mean something, in the order in which they are written."""

_BARE = (ast.Break, ast.Continue, ast.Pass, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
"""Nodes that are their kind and nothing more."""

_SENTENCES = {"house", "rule"}
"""Keywords of options whose values are only read by people."""

_OPTIONS = {
    form.format(name)
    for name in ("Choice", "Listing", "ListOption", "Option", "Range")
    for form in ("<kit {}>", "(Attribute <from tuckbox kit> {})")
}
"""The words of the kit that declare options, as they are written."""

_CHANGES = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault", "sort",
    "update",
}  # fmt: skip
"""Methods of Python's own containers that change them."""

_REASONS = "reasons"
"""The name of what sentences of refusals are given to; in which order they are given counts, what they say does not."""

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_SCOPES = (*_COMPREHENSIONS, *_FUNCTIONS, ast.ClassDef)
_Node = TypeVar("_Node", bound=ast.AST)


class NoForm(ValueError):
    """A node that rules may not use: its module, its line and what it is."""


@dataclass(frozen=True)
class Own:
    """A global of one of the modules."""

    module: str
    name: str


@dataclass(frozen=True)
class Whole:
    """A module, of the rules or from elsewhere."""

    name: str


Meaning = Own | Whole | str
"""The meaning of a name: a global, a module, or a text that is written as it is."""


@dataclass
class Module:
    """The syntax tree of a module, what its names stand for, and its definitions."""

    name: str
    package: str
    tree: ast.Module
    names: dict[str, Meaning] = field(default_factory=dict)
    takes_kit: bool = False
    """Whether it imports all words of the kit, by a star."""
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    """Definitions by name, each of which is written where it is first named."""


def canonical(root: str, texts: Mapping[str, str], hooks: Iterable[str], packages: Iterable[str] = ()) -> str:
    """The form of the modules `texts`, of which `root` is looked into for the names `hooks`.

    Of the modules those in `packages` are packages. Raises `NoForm`, and `SyntaxError`.

    >>> short = canonical("rules", {"rules": "def apply(s): s.n = 1 + MORE\\nMORE = 2"}, ["apply"])
    >>> long = "ADDED: int = 2  # points\\ndef apply(state: State) -> None:\\n    'Add.'\\n    state.n = 1 + ADDED"
    >>> short == canonical("rules", {"rules": long}, ["apply"])
    True
    """
    return _Writer(_Sources(root, texts, set(packages))).form(root, set(hooks))


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a docstring, or a string that stands alone elsewhere."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that are bound in a scope, but for those bound in scopes within."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((part.asname or part.name).partition(".")[0] for part in node.names)
        if not isinstance(node, _SCOPES):
            yield from _bound(ast.iter_child_nodes(node))


def _changed(tree: ast.Module) -> Iterator[str]:
    """The names of what statements of a module change in place: ``ROWS[0] = ...``, ``ROWS.append(...)``."""
    statements = [node for node in tree.body if not isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        of = None
        if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            of = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
            of = node.func.value
        while isinstance(of, ast.Subscript | ast.Attribute):
            of = of.value
        if isinstance(of, ast.Name):
            yield of.id


def _reads(node: ast.stmt, changed: set[str]) -> bool:
    """Whether a definition, where it stands, reads one of the names whose value changes; functions read their defaults."""
    now: Sequence[ast.AST | None] = [node]
    if isinstance(node, ast.FunctionDef):
        now = [*node.args.defaults, *node.args.kw_defaults]
    names = [name for part in now if part for name in ast.walk(part) if isinstance(name, ast.Name)]
    return any(name.id in changed for name in names if isinstance(name.ctx, ast.Load))


class _Sources:
    """The modules of rules, and what their names mean."""

    def __init__(self, root: str, texts: Mapping[str, str], packages: set[str]) -> None:
        self.texts, self.packages = texts, packages
        self.modules: dict[str, Module] = {}
        self.order: list[Module] = []
        """The modules in the order in which they are executed."""
        for name in (root, *texts):  # last those that are only imported within functions
            self._read(name)

    def nodes(self, kind: type[_Node]) -> list[_Node]:
        """All nodes of a kind, module by module."""
        return [node for module in self.order for node in ast.walk(module.tree) if isinstance(node, kind)]

    def _read(self, name: str) -> None:
        """Read a module and before it, as it is executed, those that it imports."""
        if name in self.modules or name not in self.texts:
            return
        package = name if name in self.packages else name.rpartition(".")[0]
        module = self.modules[name] = Module(name, package, ast.parse(self.texts[name]))
        for node in module.tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                for own in _imported(module, node):
                    self._read(own)
        bound = [*_bound(node for node in module.tree.body if not _is_import(node))]
        module.names = {bare: Own(name, bare) for bare in bound}
        for inner in ast.walk(module.tree):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                self._bind(module, inner)
        once = {bare for bare in bound if bound.count(bare) == 1}
        changed = {*bound} - once | {*_changed(module.tree)}
        definitions = [node for node in module.tree.body if _defines(node) in once and not _reads(node, changed)]
        module.definitions = {node.name: node for node in definitions if isinstance(node, ast.ClassDef)}
        for node in definitions:
            if self._stays_what_it_is(module, node):
                module.definitions[_defines(node)] = node
        self.order.append(module)

    def _stays_what_it_is(self, module: Module, node: ast.stmt) -> bool:
        """Whether a definition means the same wherever it stands: it may read modules and classes, not what changes as it is
        built up, such as how many actions there are by now."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return True
        for inner in ast.walk(node):
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
                meaning = module.names.get(inner.value.id)
                if isinstance(meaning, Own):
                    defined = self.modules[meaning.module].definitions if meaning.module in self.modules else {}
                    if not isinstance(defined.get(meaning.name), ast.ClassDef):
                        return False
        return True

    def _bind(self, module: Module, node: ast.Import | ast.ImportFrom) -> None:
        """Note what an import binds; the kit's words are the same from whichever of its modules."""
        if isinstance(node, ast.Import):
            whole = {part.asname or part.name.partition(".")[0]: part for part in node.names}
            found: dict[str, Meaning] = {bare: Whole(part.name if part.asname else bare) for bare, part in whole.items()}
        else:
            base = _base(module, node)
            star = any(part.name == "*" for part in node.names)
            module.takes_kit |= star and base == "tuckbox.kit"
            everything = self.modules[base].names if star and base in self.modules else {}
            found = {**everything, **{part.asname or part.name: self.member(base, part.name) for part in node.names}}
        for bare, meaning in found.items():
            if module.names.setdefault(bare, meaning) != meaning:
                raise NoForm(f"{module.name}, line {node.lineno}: {bare} means two things")

    def member(self, base: str, name: str) -> Meaning:
        """A name of a module, followed to where it is defined."""
        if f"{base}.{name}" in self.texts:
            return Whole(f"{base}.{name}")
        if base in self.modules:
            return self.modules[base].names.get(name, Own(base, name))
        if any(own.startswith(f"{base}.{name}.") for own in self.texts):
            return Whole(f"{base}.{name}")
        return f"kit {name}" if f"{base}.".startswith("tuckbox.kit.") else f"from {base} {name}"


class _Writer:
    """Writes the form; globals get their numbers in the order in which they are first named."""

    def __init__(self, sources: _Sources) -> None:
        self.sources = sources
        self.keywords = {node.arg for node in sources.nodes(ast.keyword)}
        self.numbers: dict[Own, int] = {}
        self.waiting: list[Own] = []
        self.lines: list[str] = []

    def form(self, root: str, hooks: set[str]) -> str:
        """Statements that may do something in their order, what they name, what is looked up, and what nothing names."""
        for module in self.sources.order:
            scope = _Scope(self, module)
            for node in module.tree.body:
                if not (_defines(node) in module.definitions or _is_text(node) or _is_import(node)):
                    self.lines.append(scope.write(node))
                    self._define()
        names = self.sources.modules[root].names
        texts = {node.value for node in self.sources.nodes(ast.Constant) if isinstance(node.value, str)}
        for name in sorted(name for name in names if name in hooks or name in texts):  # fields name rules of theirs so
            meaning = names[name]
            self.lines.append(f"hook {name} {self.number(meaning) if isinstance(meaning, Own) else meaning}")
            self._define()
        for module in self.sources.order:
            for name in module.definitions:
                self.number(Own(module.name, name))
                self._define()
        return "\n".join(self.lines)

    def number(self, own: Own) -> int:
        """The number of a global, which is defined next if it has just got it."""
        if own not in self.numbers:
            self.numbers[own] = len(self.numbers)
            self.waiting.append(own)
        return self.numbers[own]

    def _define(self) -> None:
        """Write the definitions of all that has been named."""
        while self.waiting:
            own = self.waiting.pop(0)
            module = self.sources.modules[own.module]
            if own.name in module.definitions:
                node = module.definitions[own.name]
                self.lines.append(f"global {self.numbers[own]} {_Scope(self, module, node).write(node)}")


def _imported(module: Module, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules that an import may execute."""
    if isinstance(node, ast.Import):
        yield from (part.name for part in node.names)
        return
    base = _base(module, node)
    yield base
    yield from (f"{base}.{part.name}" for part in node.names)


def _base(module: Module, node: ast.ImportFrom) -> str:
    """The absolute name of the module that is imported from."""
    return resolve_name("." * node.level + (node.module or ""), module.package) if node.level else str(node.module)


def _is_import(node: ast.AST) -> bool:
    """Whether it is an import, or a block of imports for type checkers."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return all(map(_is_import, node.body)) and not node.orelse
    return isinstance(node, ast.Import | ast.ImportFrom)


def _defines(node: ast.stmt) -> str:
    """The global that a statement defines, if it does nothing else; calls may do anything, such as registering actions."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else getattr(node, "target", None)
    if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(target, ast.Name) or node.value is None:
        return ""
    does = any(isinstance(inner, ast.Call | ast.NamedExpr) for inner in ast.walk(node.value))
    return "" if does else target.id


_CLASS = "class"
"""Mark of a scope that is a class, among its names."""


class _Scope:
    """Writes the nodes of a statement of a module; `locals` are the names of the scopes it is in, the innermost last.

    A function or class within it is written with its name; the `defined` statement has the number of its global before it.
    """

    def __init__(self, writer: _Writer, module: Module, defined: ast.stmt | None = None) -> None:
        self.writer, self.module, self.defined = writer, module, defined
        self.locals: list[dict[str, str]] = []
        self.count = 0
        self.own: dict[type[ast.AST], Callable[[Any], str]] = {
            ast.AnnAssign: self._annotated,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.ClassDef: self._class,
            ast.Constant: self._constant,
            ast.FormattedValue: self._formatted,
            ast.FunctionDef: self._function,
            ast.Import: lambda node: "import",
            ast.ImportFrom: lambda node: "import",
            ast.JoinedStr: self._joined,
            ast.Lambda: self._function,
            ast.Name: self._name,
            **dict.fromkeys(_COMPREHENSIONS, self._comprehension),
        }

    def write(self, node: Any) -> str:
        """The form of a node, a list of nodes, or of what else a field holds. Raises `NoForm`."""
        if isinstance(node, list):
            return "[" + " ".join(self.write(part) for part in node if not _is_text(part)) + "]"
        if not isinstance(node, ast.AST):
            return ascii(node)
        if type(node) in self.own:
            return self.own[type(node)](node)
        kind = type(node).__name__
        if isinstance(node, _BARE):
            return kind
        if kind not in _FIELDS:
            raise NoForm(f"{self.module.name}, line {getattr(node, 'lineno', '?')}: rules cannot use {kind}")
        return f"({' '.join([kind, *(self.write(getattr(node, name)) for name in _FIELDS[kind].split())])})"

    def _meaning(self, name: str) -> Meaning:
        """The meaning of a name; members of a class are known to its own statements, not within its functions."""
        for depth, scope in enumerate(reversed(self.locals)):
            if name in scope and not (depth and _CLASS in scope):
                return scope[name]
        from_kit = self.module.takes_kit and not hasattr(builtins, name)
        return self.module.names.get(name, f"kit {name}" if from_kit else f"name {name}")

    def _reached(self, node: ast.expr) -> Meaning | None:
        """The meaning of a name or of a path of attributes through modules; None for anything else."""
        if isinstance(node, ast.Name):
            return self._meaning(node.id)
        if isinstance(node, ast.Attribute):
            base = self._reached(node.value)
            return self.writer.sources.member(base.name, node.attr) if isinstance(base, Whole) else None
        return None

    def _written(self, meaning: Meaning) -> str:
        if isinstance(meaning, Own):
            return f"<global {self.writer.number(meaning)}>"
        return f"<module {meaning.name}>" if isinstance(meaning, Whole) else f"<{meaning}>"

    def _name(self, node: ast.Name) -> str:
        return self._written(self._meaning(node.id))

    def _attribute(self, node: ast.Attribute) -> str:
        reached = self._reached(node)
        return self._written(reached) if reached is not None else f"(Attribute {self.write(node.value)} {node.attr})"

    def _constant(self, node: ast.Constant) -> str:
        return f"({type(node.value).__name__} {node.value!a})"

    def _call(self, node: ast.Call) -> str:
        """A call, without the sentences that only people read."""
        if isinstance(node.func, ast.Name) and node.func.id == _REASONS:
            return "(reason)"
        called, arguments = self.write(node.func), self.write(node.args)
        keywords = [word for word in node.keywords if called not in _OPTIONS or word.arg not in _SENTENCES]
        return f"(Call {called} {arguments} {self.write(keywords)})"

    def _formatted(self, node: ast.FormattedValue) -> str:
        """A value within a formatted string; no format and an empty one are the same."""
        empty = isinstance(node.format_spec, ast.JoinedStr) and not node.format_spec.values
        return f"(FormattedValue {self.write(node.value)} {node.conversion} {'' if empty else self.write(node.format_spec)})"

    def _joined(self, node: ast.JoinedStr) -> str:
        """A formatted string; how its plain pieces are split depends on the version of Python."""
        pieces: list[str] = []
        plain = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                plain += str(part.value)
                continue
            pieces += [*([ascii(plain)] if plain else []), self.write(part)]
            plain = ""
        return f"(JoinedStr {' '.join([*pieces, *([ascii(plain)] if plain else [])])})"

    def _annotated(self, node: ast.AnnAssign) -> str:
        """An assignment; in a class the annotation counts, since it may declare a field."""
        if self.locals and _CLASS in self.locals[-1]:
            return f"(field {self.write(node.target)} {self.write(node.annotation)} {self.write(node.value)})"
        return f"(Assign [{self.write(node.target)}] {self.write(node.value)})"

    def _inner(self, names: Iterable[str]) -> dict[str, str]:
        """A scope with such names, numbered; what is given by keyword anywhere keeps its name."""
        scope = {}
        for name in dict.fromkeys(names):
            scope[name] = f"local {name}" if name in self.writer.keywords else f"local {self.count}"
            self.count += 1
        return scope

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> str:
        decorators = self.write(getattr(node, "decorator_list", []))
        given = node.args
        defaults = f"{self.write(given.defaults)} {self.write(given.kw_defaults)}"
        kinds: Sequence[list[ast.arg]] = (
            given.posonlyargs, given.args, [given.vararg] if given.vararg else [], given.kwonlyargs,
            [given.kwarg] if given.kwarg else [],
        )  # fmt: skip
        body = node.body if isinstance(node.body, list) else [node.body]
        imports = [inner for inner in body if isinstance(inner, ast.Import | ast.ImportFrom)]
        names = [*(arg.arg for kind in kinds for arg in kind), *_bound(body)]
        imported = {name for inner in imports for name in _bound([inner])}
        self.locals.append(self._inner(name for name in names if name not in imported))
        shown = " ".join("[" + " ".join(self._written(self._meaning(arg.arg)) for arg in kind) + "]" for kind in kinds)
        text = f"(function {decorators} {defaults} {shown} {self.write(body)})"
        self.locals.pop()
        return text if isinstance(node, ast.Lambda) else self._named(node, text)

    def _named(self, node: ast.FunctionDef | ast.ClassDef, text: str) -> str:
        return text if node is self.defined else f"(def {self._written(self._meaning(node.name))} {text})"

    def _class(self, node: ast.ClassDef) -> str:
        """A class, whose members are known by their names."""
        head = f"{self.write(node.decorator_list)} {self.write(node.bases)} {self.write(node.keywords)}"
        self.locals.append({_CLASS: "", **{name: f"member {name}" for name in _bound(node.body)}})
        text = f"(class {head} {self.write(node.body)})"
        self.locals.pop()
        return self._named(node, text)

    def _comprehension(self, node: Any) -> str:
        """A comprehension: its sources first, since what they bind is named by the element."""
        first = self.write(node.generators[0].iter)  # in the scope around
        self.locals.append({})
        sources = []
        for place, part in enumerate(node.generators):
            source = self.write(part.iter) if place else first
            self.locals[-1].update(self._inner(_bound([part.target])))
            sources.append(f"({self.write(part.target)} {source} {self.write(part.ifs)} {part.is_async})")
        element = [self.write(getattr(node, name)) for name in ("elt", "key", "value") if hasattr(node, name)]
        self.locals.pop()
        return f"({type(node).__name__} {' '.join([*sources, *element])})"
