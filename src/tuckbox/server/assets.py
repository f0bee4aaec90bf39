"""Static files as they are sent: all that a browser needs of them, without what only readers need."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_REMARK = re.compile(r"(^|\s)// .*")
_IMPORT = re.compile(r"^import\b[^;]*?'\./([\w-]+\.js)'", re.MULTILINE)
_AROUND = re.compile(r"\s*([{};,>])\s*")


@cache
def sent(name: str) -> bytes:
    """The bytes of a file of the folder ``static`` as they are sent. Raises `FileNotFoundError`."""
    data = files("tuckbox.server").joinpath("static", name).read_bytes()
    if name.endswith(".css"):
        return lean_style(data.decode()).encode()
    return lean_script(data.decode()).encode() if name.endswith(".js") else data


@cache
def tag(name: str) -> str:
    """Names what is sent of a file: another text, another tag."""
    return hashlib.sha256(sent(name)).hexdigest()[:16]


@cache
def release() -> str:
    """Names all that is sent of files: a page that was made with others is to be loaded anew."""
    names = sorted(each.name for each in files("tuckbox.server").joinpath("static").iterdir() if each.is_file())
    return hashlib.sha256(" ".join(map(tag, names)).encode()).hexdigest()[:16]


@cache
def imports(name: str) -> frozenset[str]:
    """The names of the files that a script imports, itself or by others.

    >>> "morph.js" in imports("home.js"), "morph.js" in imports("passkeys.js")
    (True, False)
    """
    own = frozenset(_IMPORT.findall(sent(name).decode()))
    return own.union(*map(imports, own))


def lean_style(text: str) -> str:
    """A style sheet without comments and without space that means nothing.

    >>> lean_style("/* all */ a > b , c { color: red; margin: 0 calc(1px + 2px) }")
    'a>b,c{color:red;margin:0 calc(1px + 2px)}'
    """
    return _AROUND.sub(r"\1", re.sub(r"\s+", " ", _COMMENT.sub("", text))).replace(": ", ":").replace(";}", "}").strip()


def lean_script(text: str) -> str:
    """A script without indentation and without comments from two strokes to the end of a line; no text in it may have such.

    >>> lean_script("// why\\nif (a) {\\n  b('http://c'); // so\\n}")
    "if (a) {\\nb('http://c');\\n}"
    """
    lines = (_REMARK.sub("", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("/** "))
