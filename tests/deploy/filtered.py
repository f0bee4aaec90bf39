"""Runs a command under the filter of system calls of the unit: ``python -m tests.deploy.filtered COMMAND ...``."""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path

UNIT = Path(__file__).parents[2] / "deploy" / "tuckbox.service"

_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000


def settings(name: str) -> list[str]:
    """All values of a setting of the unit."""
    lines = (line.partition("=") for line in UNIT.read_text("utf-8").splitlines())
    return [value for key, _, value in lines if key == name]


def calls(group: str) -> set[str]:
    """The system calls of a group such as ``@system-service``."""
    told = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True).stdout
    names = {line.strip() for line in told.splitlines()[1:]}
    return {name for name in names if name.isidentifier()}.union(*(calls(name) for name in names if name.startswith("@")))


def allowed() -> set[str]:
    """The system calls that the unit allows, as systemd reads its filter: what begins a service is always allowed."""
    found = calls("@default") | {"execve"}
    for value in settings("SystemCallFilter"):
        for group in value.removeprefix("~").split():
            found = found - calls(group) if value.startswith("~") else found | calls(group)
    return found | {"execve"}


def load(names: set[str], error: int) -> None:
    """Let this process and its children call nothing else; what they try ends with an error."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
    library.seccomp_load.argtypes = [ctypes.c_void_p]
    context = library.seccomp_init(_REFUSE | error)
    for name in sorted(names):
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:
            assert library.seccomp_rule_add(context, _ALLOW, number, 0) == 0
    assert library.seccomp_load(context) == 0


if __name__ == "__main__":
    load(allowed(), getattr(errno, settings("SystemCallErrorNumber")[-1]))
    os.execvp(sys.argv[1], sys.argv[1:])
