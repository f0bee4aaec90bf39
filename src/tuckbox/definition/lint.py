"""Finds misspelt fields and names in a game's rules, and what no compiler takes, before they are played."""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import EnumType
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from tuckbox.definition.sources import rules_modules, source_of
from tuckbox.definition.syntax import (
    Fault,
    attributes,
    calls,
    depth,
    field_of,
    last_name,
    names_read,
    parsed_file,
    rules_in,
    state_fields,
    targets,
    within,
)
from tuckbox.definition.zone_lint import zone_faults
from tuckbox.errors import RulesError, did_you_mean
from tuckbox.kit.actions import Actions, Events
from tuckbox.kit.deck import Deck
from tuckbox.kit.fields import Field, Number, Option
from tuckbox.kit.plain import table
from tuckbox.kit.reasons import Reasons

ARGUMENTS = {
    "setup": ("s", "rng"), "apply": ("s", "action", "rng"), "legal": ("s", "moves"), "refuse": ("s", "action"),
    "possible": ("s",), "prefer": ("s", "action"), "lean": ("s", "action", "manner"), "value": ("s", "seat"),
    "after": ("s",), "event": ("s", "code"), "continues": ("s",),
}  # fmt: skip
"""Arguments of the rules that the engine finds by name."""

_WINDOWS = {"tuckbox.kit.choices": "Together()", "tuckbox.kit.windows": "Window(1)"}
"""The field of a state for words of these modules."""

_Place: TypeAlias = tuple[str, int]
"""The place where a function begins: its file, and the line of its first decorator."""

_PLACES = 4
"""Number of places that an error names."""


def check_names(game: str, rules: str, fields: Mapping[str, Field[Any]], called: Iterable[str]) -> None:
    """Raise `RulesError` where a rule of a game, of the module `rules` or one it imports, uses ``s.field`` and the state has
    no such field among its `fields`, or a name that nobody defined, also ``table.NAME`` of a module or an enum.

    And where it does what plain Python alone can do, or what compiled code does otherwise, as far as that is plain to see;
    or where one of the functions that are `called` by their name is no rule.
    """
    paths = {module: source_of(module) for module in rules_modules(rules)}
    trees = {module: parsed_file(path) for module, path in paths.items()}
    helpers = {(str(path), line) for module, path in paths.items() for line in _helpers(trees[module])}
    for name in called:
        file, line = _code(ast.Name(name), vars(importlib.import_module(rules)))
        if (file, line) in helpers:
            raise RulesError(f"{game}: `{name}` is not decorated with @rule ({Path(file).name}, line {line})")
        _check_arguments(game, name, getattr(importlib.import_module(rules), name, None))
    _check_hooks(game, rules, paths, trees)
    events = getattr(importlib.import_module(rules), "told", None) or Events()
    names: dict[_Place, str] = {}
    callees: dict[_Place, dict[_Place, int]] = {}
    for module, path in paths.items():
        known = {**vars(builtins), **vars(importlib.import_module(module))}
        for rule in rules_in(trees[module]):
            place, shared = (str(path), rule.decorator_list[0].lineno), _shared(rule, known)
            names[place] = rule.name
            callees[place] = {_code(call.func, shared): call.lineno for call in reversed(list(calls(rule)))}
            for line, said, name, meant in chain(_faults(rule, known, fields, helpers), _unnumbered(rule, known, events)):
                told = f"{game}: the rule {rule.name} {said} ({path.name}, line {line})"
                raise RulesError(f"{told}{did_you_mean(name, meant)}")
    _check_recursion(game, names, callees)


_NEARLY = 0.8
"""Likeness, as `difflib` counts it, from which on one of two names must be the other misspelt."""


def _check_hooks(game: str, rules: str, paths: Mapping[str, Path], trees: Mapping[str, ast.Module]) -> None:
    """Raise `RulesError` for a function that nobody calls and whose name is nearly that of a rule which the engine would."""
    own = {node.name: node for node in trees[rules].body if isinstance(node, ast.FunctionDef)}
    for name, node in own.items():
        meant = next(iter(get_close_matches(name, ARGUMENTS, 1, _NEARLY)), "")
        if meant and meant not in own and len(node.args.args) == len(ARGUMENTS[meant]):
            files = [parsed_file(path) for path in paths[rules].parent.rglob("*.py")]
            if not any(_speaks_of(part, name) for tree in files for part in ast.walk(tree)):
                where = f"({paths[rules].name}, line {node.lineno})"
                raise RulesError(f"{game}: nobody calls the rule {name} {where}; did you mean {meant!r}?")


def _check_recursion(game: str, names: Mapping[_Place, str], callees: Mapping[_Place, Mapping[_Place, int]]) -> None:
    """Raise `RulesError` for a rule that calls itself, directly or through others: compiled code would crash. Given are the
    rules, and what each calls in which line."""
    for place, name in names.items():
        if way := _way(callees, place, place):
            said = "".join(f" calls {names[through]}, which" for through in way[:-1])
            where = f"{Path(place[0]).name}, line {callees[place][way[0]]}"
            raise RulesError(
                f"{game}: the rule {name}{said} calls {'it' if said else 'itself'}: rules know no recursion ({where})"
            )


def _way(callees: Mapping[_Place, Collection[_Place]], start: _Place, end: _Place) -> list[_Place]:
    """The rules on the shortest way of calls from one to another, without the first; none where there is no way."""
    ways: dict[_Place, list[_Place]] = {start: []}
    for rule in (queue := [start]):
        for callee in callees[rule]:
            if callee == end:
                return [*ways[rule], callee]
            if callee in callees and callee not in ways:
                ways[callee] = [*ways[rule], callee]
                queue.append(callee)
    return []


def _speaks_of(part: ast.AST, name: str) -> bool:
    """Whether a part of a text is a name, after whatever dots or in quotes, or imports it."""
    said = part.name if isinstance(part, ast.alias) else getattr(part, "value", "")
    return name in (said, getattr(part, "id", ""), getattr(part, "attr", ""))


def _check_arguments(game: str, name: str, rule: Any) -> None:
    """Raise `RulesError` where a rule that the engine calls does not take what it is called with."""
    code, given = getattr(rule, "__code__", None), ARGUMENTS.get(name, ())
    if code and given and not code.co_argcount - len(rule.__defaults__ or ()) <= len(given) <= code.co_argcount:
        takes = ", ".join(code.co_varnames[: code.co_argcount])
        where = f"{Path(code.co_filename).name}, line {code.co_firstlineno + 1}"  # below @rule
        raise RulesError(f"{game}: the rule {name} takes ({takes}), but is called with ({', '.join(given)}) ({where})")


def _faults(
    rule: ast.FunctionDef,
    known: Mapping[str, Any],
    fields: Mapping[str, Field[Any]],
    helpers: Collection[tuple[str, int]],
) -> Iterator[Fault]:
    """All that is wrong with a rule, as far as its text shows."""
    yield from _uncompilable(rule, known, helpers)
    yield from _unreadable(rule, known)
    yield from _shared_defaults(rule)
    yield from _outside_chance(rule, known)
    yield from _inconsistent_returns(rule)
    yield from _windowless(rule, known, fields)
    yield from _unknown(rule, known, fields)
    yield from _two_ways(rule, fields)
    yield from _compared_with_texts(rule, known, fields)
    yield from zone_faults(rule, known, fields)


def _compared_with_texts(
    rule: ast.FunctionDef, known: Mapping[str, Any], fields: Mapping[str, Field[Any]]
) -> Iterator[Fault]:
    """Numbers of the state that are compared with texts, to which none is equal."""
    for node in (part for part in within(rule) if isinstance(part, ast.Compare)):
        sides = [node.left, *node.comparators]
        numbers = {name: kind for name in map(field_of, sides) if isinstance(kind := fields.get(name), Number)}
        for text in (text for side in sides if numbers for text in _texts(side, known)):
            options = [(name, kind) for name, kind in numbers.items() if isinstance(kind, Option) and text in kind.values]
            held = [kind.number(name, text) for name, kind in options]
            cure = f"the field holds the number of its value: {held[0]}" if held else "give the number that is meant a name"
            yield Fault(node.lineno, f"compares a number with the text {text!r}: {cure}")


def _texts(side: ast.expr, known: Mapping[str, Any]) -> Iterator[str]:
    """The texts that an expression is, or holds: written there, or constants of the module."""
    for part in side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]:
        value = part.value if isinstance(part, ast.Constant) else known.get(part.id) if isinstance(part, ast.Name) else None
        if isinstance(value, str):
            yield value


_CHANCE = {"random", "secrets", "time", "datetime"}
"""Modules of Python's by which no match could be played again."""


def _shared_defaults(rule: ast.FunctionDef) -> Iterator[Fault]:
    """Defaults of arguments that are made once, so that a call may change them for the next."""
    for default in (*rule.args.defaults, *(part for part in rule.args.kw_defaults if part)):
        if isinstance(default, ast.List | ast.Dict | ast.Set | ast.Call):
            said = f"has the default `{ast.unparse(default)}`, which all calls would share"
            yield Fault(default.lineno, f"{said}: what is to be remembered is a field of the state")


def _outside_chance(rule: ast.FunctionDef, known: Mapping[str, Any]) -> Iterator[Fault]:
    """Chance and time that come from elsewhere than the state and its generator."""
    for name in names_read(rule):
        if _origin(known.get(name.id)) in _CHANCE:
            yield Fault(name.lineno, f"uses `{name.id}`: all chance comes from `rng`, and all else from the state")


def _inconsistent_returns(rule: ast.FunctionDef) -> Iterator[Fault]:
    """Values that are returned in vain, or on some ways through a rule only."""
    for node in within(rule):
        if rule.name == "legal" and isinstance(node, ast.Return) and node.value is not None:
            yield Fault(node.lineno, "returns something: say `add(moves, action)` for each action that is legal")
    given = [node for node in within(rule) if isinstance(node, ast.Return)]
    something = [node for node in given if not _is_none(node.value)]
    nothing = [node.lineno for node in given if _is_none(node.value)]
    if something and (nothing or not _ends(rule.body)):
        other = f"in line {nothing[0]}" if nothing else "where it comes to its end"
        yield Fault(something[0].lineno, f"returns something, but nothing {other}")


def _is_none(value: ast.AST | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _ends(body: list[ast.stmt]) -> bool:
    """Whether statements come to a `return`, whichever way is taken."""
    last = body[-1]
    if isinstance(last, ast.If):
        return _ends(last.body) and bool(last.orelse) and _ends(last.orelse)
    if isinstance(last, ast.Match):
        return all(_ends(case.body) for case in last.cases)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant):
        return not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, ast.Return | ast.Raise)


def _origin(value: Any) -> str:
    """The module that a module is, or that a function or its object comes from."""
    if isinstance(value, ModuleType):
        return value.__name__
    of = getattr(value, "__self__", None)
    return str(getattr(value, "__module__", None) or type(of).__module__)


def _windowless(rule: ast.FunctionDef, known: Mapping[str, Any], fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Words for windows, or for choices together, where the state has no field for them."""
    for call in calls(rule) if "window" not in fields else ():
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        field = _WINDOWS.get(getattr(known.get(name), "__module__", ""))
        if field:
            yield Fault(call.lineno, f"calls `{name}`, but the state has no `window = {field}`")


def _two_ways(rule: ast.FunctionDef, fields: Mapping[str, Field[Any]]) -> Iterator[Fault]:
    """Parts that plain Python and compiled code read in two ways: an array or a zone is a name here, there a copy, and the
    inverse of True is a number here, there False."""
    if rule.name in _INLINED:
        yield Fault(rule.lineno, "bears the name of a word that compiled rules know; call it something else")
    for node in within(rule):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert) and _is_truth(node.operand):
            yield Fault(node.lineno, f"inverts the bits of a truth value: say `not` instead of `{ast.unparse(node)}`")
        for target in targets(node):
            name, kind = field_of(target), fields.get(field_of(target))
            number = isinstance(kind, Number)
            if kind is not None and (not number or depth(target) < len(kind.shape)):
                cure = "write its numbers one by one" if number else "move what lies there by `turn_over`, `give` or `put`"
                yield Fault(target.lineno, f"gives a value to all of s.{name} at once: {cure}")


def _unnumbered(rule: ast.FunctionDef, known: Mapping[str, Any], events: Events) -> Iterator[Fault]:
    """Calls of `tell` without the number or seat of an event that is told with one: the log would say 0."""
    for call in calls(rule):
        name = getattr(call.args[1], "id", "") if len(call.args) == 3 and last_name(call.func) == "tell" else ""
        event = known.get(name)
        if not call.keywords and isinstance(event, int) and event < len(events.names) and not events.of_card(event):
            kind = events.kind(event)
            yield Fault(call.lineno, f"tells {name} without its {kind}: say `tell(s, {name}, seat, {kind})`")


def _is_truth(part: ast.expr) -> bool:
    """Whether an expression is plainly True or False."""
    inverse = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
    return inverse or isinstance(part, ast.Compare)


def _unknown(rule: ast.FunctionDef, known: Mapping[str, Any], fields: Collection[str]) -> Iterator[Fault]:
    """The fields and names in a rule that there are not."""
    for field in state_fields(rule):
        if field.attr not in fields:
            yield Fault(field.lineno, f"uses s.{field.attr}, which no state has", field.attr, fields)
    for name in names_read(rule):
        if name.id not in known:
            yield Fault(name.lineno, f"uses {name.id}, which nobody has defined", name.id, known)
    for part in attributes(rule):
        owner = known.get(part.value.id) if isinstance(part.value, ast.Name) else None
        if isinstance(owner, ModuleType | EnumType) and not hasattr(owner, part.attr):
            yield Fault(part.lineno, f"uses {ast.unparse(part)}, which nobody has defined", part.attr, dir(owner))


_INLINED = {"each", "tell"}
"""Words that the loader of compiled rules knows by their names."""

_PYTHONS: dict[type[ast.AST], str] = {
    ast.Dict: "dicts",
    ast.DictComp: "dicts",
    ast.Set: "sets of Python's",
    ast.SetComp: "sets of Python's",
    ast.ListComp: "comprehensions",
    ast.GeneratorExp: "generators",
    ast.Yield: "generators",
    ast.JoinedStr: "texts",
    ast.Lambda: "functions within functions",
    ast.FunctionDef: "functions within functions",
    ast.ClassDef: "classes",
    ast.Try: "`try`",
    ast.With: "`with`",
    ast.Global: "`global`: what changes is a field of the state",
}
_LOOPS = (any, all)
"""Functions of Python's that compiled rules do not know."""
_CHANGES = {"add", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", "update"}


def _uncompilable(rule: ast.FunctionDef, known: Mapping[str, Any], helpers: Collection[tuple[str, int]]) -> Iterator[Fault]:
    """Things a rule does that only plain Python can: make dicts and the like, call functions that are no rules, or change
    what the module holds."""
    shared = _shared(rule, known)
    for node in within(rule):
        if isinstance(node, ast.Import | ast.ImportFrom):
            said = "imports something: imports stand at the top of the file, and all chance comes from `rng`"
            yield Fault(node.lineno, said)
        if isinstance(node, ast.Call):
            yield from _uncompilable_call(node, shared, helpers)
        if type(node) in _PYTHONS and isinstance(node, ast.expr | ast.stmt):
            yield Fault(node.lineno, f"does not compile: rules know no {_PYTHONS[type(node)]}")
        for changed in _changed(node) if isinstance(node, ast.Call | ast.Assign | ast.AugAssign) else ():
            if isinstance(shared.get(changed.id), list | dict | set | tuple):
                yield Fault(changed.lineno, f"changes {changed.id}, which is no part of the state")


def _uncompilable_call(call: ast.Call, shared: Mapping[str, Any], helpers: Collection[tuple[str, int]]) -> Iterator[Fault]:
    """Calls of what is no rule, or is to be called outside of rules."""
    if any(shared.get(last_name(call.func)) is word for word in _LOOPS):
        yield Fault(call.lineno, f"does not compile: rules know no `{last_name(call.func)}`: write a loop")
    if _code(call.func, shared) in helpers:
        yield Fault(call.lineno, f"calls `{ast.unparse(call.func)}`, which is not decorated with @rule")
    if isinstance(call.func, ast.Name) and shared.get(call.func.id) is table:
        yield Fault(call.lineno, "does not compile: a table is made outside of rules, as a constant of the module")


_UNREADABLE = (list, dict, set, frozenset, range, Deck, Actions, Reasons, Events)
"""Types of constants that compiled rules cannot read."""


def _unreadable(rule: ast.FunctionDef, known: Mapping[str, Any]) -> Iterator[Fault]:
    """Constants of the module that only plain Python can read; what is imported may be read by its attributes."""
    owners = {part.value for part in attributes(rule)}
    for name in names_read(rule):
        if isinstance(known.get(name.id), _UNREADABLE) and name not in owners:
            said = f"does not compile: it reads {name.id}, which is neither a number nor a `table(...)`"
            yield Fault(name.lineno, f"{said}; outside of rules, make one of what is needed")


def _shared(rule: ast.FunctionDef, known: Mapping[str, Any]) -> dict[str, Any]:
    """Names of the module and of Python that a rule reads."""
    return {name.id: known[name.id] for name in names_read(rule) if name.id in known}


def _code(called: ast.expr, shared: Mapping[str, Any]) -> tuple[str, int]:
    """The file and line of the function that is called by ``name(...)`` or ``module.name(...)``, where it is one."""
    name = called.attr if isinstance(called, ast.Attribute) else ""
    of = called.value if isinstance(called, ast.Attribute) else called
    found = shared.get(of.id) if isinstance(of, ast.Name) else None
    code = getattr(getattr(found, name, None) if name else found, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def _changed(node: ast.AST) -> list[ast.Name]:
    """The names of what a statement changes: ``name.append(...)``, ``name[0] = ...``."""
    changed = targets(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        changed = [node.func.value]
    parts = [part.value if isinstance(part, ast.Subscript) else part for part in changed]
    return [part for part in parts if isinstance(part, ast.Name)]


def _helpers(tree: ast.Module) -> Iterator[int]:
    """The line of every function of a file that is decorated with nothing, nor made a rule by ``rule(name)``."""
    plain = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call)] if plain else []
    made = {getattr(word, "id", "") for call in called if last_name(call.func) == "rule" for word in call.args}
    yield from (node.lineno for node in plain if node.name not in made)


def calling(rules: str, words: Collection[str]) -> str:
    """The places at which rules of a game, of the module `rules` or one it imports, call one of these words."""
    return _places(rules, lambda node: [node] if isinstance(node, ast.Call) and last_name(node.func) in words else [])


def written(rules: str, field: str) -> str:
    """The places at which rules of a game, of the module `rules` or one it imports, give a field of the state a value."""
    return _places(rules, lambda node: [target for target in targets(node) if field_of(target) == field])


def writers(rules: str, field: str) -> str:
    """The same places as the end of a sentence about what is wrong with the field; nothing where there are none."""
    places = written(rules, field)
    return f"; it is written by {places}" if places else ""


_VALUES = (ast.Assign, ast.IfExp, ast.BoolOp)


def nothing_in(rules: str) -> str:
    """The places at which rules of a game, of the module `rules` or one it imports, speak of None."""
    return _places(rules, lambda node: [node] if isinstance(node, _VALUES) and _speaks_of_none(node) else [])


def _speaks_of_none(node: ast.AST) -> bool:
    return any(_is_none(part) for part in ast.walk(node))


def _places(rules: str, wanted: Callable[[ast.AST], list[Any]]) -> str:
    """The rules of a game with the lines of what is wanted in them."""
    found = []
    for path in map(source_of, rules_modules(rules)):
        for rule in rules_in(parsed_file(path)):
            lines = dict.fromkeys(str(part.lineno) for node in ast.walk(rule) for part in wanted(node))
            if lines:
                found.append(f"`{rule.name}` ({path.name}, line{'s' * (len(lines) > 1)} {', '.join(lines)})")
    return " and ".join([*found[:_PLACES], "others"] if len(found) > _PLACES else found)
