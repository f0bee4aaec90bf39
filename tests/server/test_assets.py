"""Static files as they are sent: scripts with what they import, in the one file that a page requests."""

from __future__ import annotations

import re

import pytest

from tuckbox.server import assets
from tuckbox.server.assets import bundled
from tuckbox.server.web.static import FOLDER

SCRIPTS = sorted(path.name for path in FOLDER.glob("*.js"))


@pytest.fixture(name="folder")
def _folder(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Scripts that a test writes, instead of those of the house."""
    scripts: dict[str, str] = {}
    monkeypatch.setattr(assets, "_written", lambda name: scripts[name].encode())
    return scripts


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_requests_another_before_it_runs(name: str) -> None:
    assert not re.search(r"^import\b(?! *\()", bundled(name), re.MULTILINE)


def test_a_script_exports_what_it_exported() -> None:
    assert "export async function ask(" in bundled("advice.js")


def test_an_imported_script_is_a_function_that_is_called_at_once(folder: dict[str, str]) -> None:
    folder["a.js"] = "import { one, two } from './b.js';\nconst own = one + two();\n"
    folder["b.js"] = "const own = 1;\nexport const one = own;\nexport function two() { return 2; }\n"
    assert list(filter(None, bundled("a.js").splitlines())) == [
        "const $b = (() => {",
        "const own = 1;",
        "const one = own;",
        "function two() { return 2; }",
        "return { one, two };",
        "})();",
        "const { one, two } = $b;",
        "const own = one + two();",
    ]


def test_each_script_is_there_once_and_after_what_it_imports(folder: dict[str, str]) -> None:
    folder["a.js"] = "import './b.js';\nimport './c.js';\n"
    folder["b.js"] = "import './d-e.js';\n"
    folder["c.js"] = "import { d } from './d-e.js';\n"
    folder["d-e.js"] = "export const d = 4;\n"
    assert re.findall(r"^const (\S+) = \(", bundled("a.js"), re.MULTILINE) == ["$d_e", "$b", "$c"]


def test_what_is_imported_on_request_stays_outside(folder: dict[str, str]) -> None:
    folder["a.js"] = "const late = () => import('./b.js');\nimport('./b.js');\n"
    assert bundled("a.js") == "const late = () => import('./b.js');\nimport('./b.js');\n"


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_template_of_a_script_lies_within_another_where_the_minifier_would_take_it_for_code(name: str) -> None:
    templates = re.findall(r"`(?:\\.|[^`\\])*`", bundled(name))
    assert [each for each in templates if each.count("${") > each.count("}")] == []


REFUSED = (
    "import * as b from './b.js';",
    "import b from './b.js';",
    "import { one as two } from './b.js';",
    "export default 3;",
    "export { one };",
    "export let one = 1;",
    "export class One {}",
)


@pytest.mark.parametrize("line", REFUSED)
def test_other_imports_and_exports_are_refused(folder: dict[str, str], line: str) -> None:
    folder["a.js"] = f"// what\n{line}\n"
    with pytest.raises(ValueError, match=re.escape(f"a.js cannot be bundled: {line}")):
        bundled("a.js")
