"""The notebook runs from its first cell to its last, and ends with a picture."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "selfplay" / "first_look.ipynb"


def run(cell: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; what its last line gives."""
    tree = ast.parse(cell)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.mark.slow
def test_all_cells_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'tuckbox[torch]')")
    monkeypatch.setenv("MINUTES", "0.05")
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = [run("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    assert list(shown[0]) == ["random", "greedy"]
    assert "hand[me] cards: " in capsys.readouterr().out
    assert ElementTree.fromstring(shown[-1]._repr_svg_()).tag.endswith("svg")
    assert all(not cell.get("outputs") for cell in cells), "a notebook is kept without what it printed"
