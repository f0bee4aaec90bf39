"""Static files as they are sent: all that a browser needs of them, without what only readers need."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

from rjsmin import jsmin

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};,>])\s*")
_IMPORT = re.compile(r"^import (?:\{ (?P<names>\w+(?:, \w+)*) \} from )?'\./(?P<file>[\w-]+\.js)';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function (?P<function>\w+)|const (?P<constant>\w+) =)", re.MULTILINE)
_PORT = re.compile(r"^(?:im|ex)port\b(?! *\().*", re.MULTILINE)


@cache
def sent(name: str) -> bytes:
    """The bytes of a file of the folder ``static`` as they are sent. Raises `FileNotFoundError`."""
    if name.endswith(".js"):
        return str(jsmin(bundled(name))).encode()
    return lean_style(_written(name).decode()).encode() if name.endswith(".css") else _written(name)


def _written(name: str) -> bytes:
    """The bytes of a file as it lies in the folder."""
    return files("tuckbox.server").joinpath("static", name).read_bytes()


@cache
def tag(name: str) -> str:
    """Names what is sent of a file: another text, another tag."""
    return hashlib.sha256(sent(name)).hexdigest()[:16]


@cache
def release() -> str:
    """Names all that is sent of files: a page that was made with others is to be loaded anew."""
    names = sorted(each.name for each in files("tuckbox.server").joinpath("static").iterdir() if each.is_file())
    return hashlib.sha256(" ".join(map(tag, names)).encode()).hexdigest()[:16]


def bundled(name: str) -> str:
    """A script as one file with the scripts it imports, so that a page need not request them one by one.

    Each of them becomes a function whose result is what it exports. Scripts that are imported on request, by `import(...)`,
    are bundles of their own: a script of which a page has two copies must not keep anything in variables.

    >>> "import" in bundled("home.js"), "const $morph = (() => {" in bundled("home.js")
    (False, True)

    Raises
    ------
    FileNotFoundError
        If there is no such script.
    ValueError
        If it imports or exports in a form other than ``import './x.js';``, ``import { a, b } from './x.js';``, ``export
        function`` and ``export const``.
    """
    return "".join(map(_inner, _needed(name))) + _imported(_script(name))


def _script(name: str) -> str:
    """A script as it is written, with no import or export that a bundle cannot replace."""
    text = _written(name).decode()
    if odd := [line for line in _PORT.findall(text) if not _IMPORT.match(line) and not _EXPORT.match(line)]:
        raise ValueError(f"{name} cannot be bundled: {odd[0]}")
    return text


def _needed(name: str) -> dict[str, None]:
    """The scripts that a script imports, itself or by others; each after those it imports itself."""
    found: dict[str, None] = {}
    for line in _IMPORT.finditer(_script(name)):
        found |= _needed(line["file"]) | {line["file"]: None}
    return found


def _imported(text: str) -> str:
    """A script that takes what it imports from functions of its bundle."""
    return _IMPORT.sub(lambda line: f"const {{ {line['names']} }} = {_result(line['file'])};" if line["names"] else "", text)


def _inner(name: str) -> str:
    """An imported script as a function that is called at once."""
    text = _imported(_script(name).rstrip())
    exports = [line["function"] or line["constant"] for line in _EXPORT.finditer(text)]
    return f"const {_result(name)} = (() => {{\n{_EXPORT.sub('', text)}\nreturn {{ {', '.join(exports)} }};\n}})();\n"


def _result(name: str) -> str:
    """The variable of a bundle that holds what a script exports."""
    return f"${name.removesuffix('.js').replace('-', '_')}"


def lean_style(text: str) -> str:
    """A style sheet without comments and without space that means nothing.

    A space before a colon means something: `rcssmin` takes it away, and `a :is(b)` is `a:is(b)`.

    >>> lean_style("/* all */ a > b , c :is(d) { color: red; margin: 0 calc(1px + 2px) }")
    'a>b,c :is(d){color:red;margin:0 calc(1px + 2px)}'
    """
    return _AROUND.sub(r"\1", re.sub(r"\s+", " ", _COMMENT.sub("", text))).replace(": ", ":").replace(";}", "}").strip()
