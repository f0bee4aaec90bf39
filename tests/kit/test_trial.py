"""The trial of our way to compile, and the private APIs of numba it rests on."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numba
import pytest
from numba import njit

from tuckbox.kit.compiling import internals, trial, ways


def test_all_that_is_overridden_or_called_is_there() -> None:
    assert numba.__version__.startswith(internals.READ_IN)
    missing = [
        f"{owner.__name__}.{name}"
        for owner, names in internals.OVERRIDDEN.items()
        for name in names
        if not hasattr(owner, name)
    ]
    # of a dispatcher made in C, and set by its __init__
    assert missing == []


def test_our_way_passes() -> None:
    assert ways.DISPATCHER is not None
    options = {"nopython": True, "error_model": "numpy"}
    assert trial.fault_of(lambda function: ways.DISPATCHER(function, targetoptions=options)) == ""


def test_a_way_that_fails_or_comes_to_other_results_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(function: Any) -> Any:
        raise AttributeError("no such pass")

    assert trial.fault_of(broken) == "AttributeError: no such pass"
    wrong = {"play": lambda given, more: 7.0}
    fault = trial.fault_of(lambda function: njit(wrong.get(function.__name__, function)))
    assert fault == "compiled rules come to other results"


def test_the_trial_is_made_once_and_a_failure_means_the_ordinary_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TUCKBOX_CACHE", str(tmp_path))
    tried: list[Any] = []

    def fails(rule: Any) -> str:
        tried.append(rule)
        return "it is broken"

    monkeypatch.setattr(trial, "fault_of", fails)
    with caplog.at_level(logging.WARNING):
        assert ways.dispatcher("", numba.__version__) is None
        assert ways.dispatcher("", numba.__version__) is None
    assert len(tried) == 1
    assert "it is broken" in caplog.text
