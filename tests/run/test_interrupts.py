"""Ctrl-C and SIGTERM are heard while rules are compiled."""

import subprocess
import sys

import pytest

IN_A_CALLBACK = """
import signal
import time

import llvmlite.binding as llvm

from tuckbox.run import interrupts

interrupts.listen()
llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
module = llvm.parse_assembly("define i32 @one() { ret i32 1 }")
engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine())
engine.set_object_cache(lambda *_: signal.raise_signal(signal.{word}))
try:
    engine.finalize_object()
    print("compiled")
    time.sleep(600)
except KeyboardInterrupt:
    print("interrupted")
"""


both = pytest.mark.parametrize("word", ["SIGINT", "SIGTERM"])


@both
def test_an_interrupt_in_a_callback_of_the_compiler_is_heard_after_it(word: str) -> None:
    program = IN_A_CALLBACK.replace("{word}", word)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.split() == ["compiled", "interrupted"]
    assert not done.stderr


@both
def test_elsewhere_it_is_heard_at_once(word: str) -> None:
    program = f"import signal\nfrom tuckbox.run import interrupts\ninterrupts.listen()\nsignal.raise_signal(signal.{word})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.stderr.splitlines()[-1] == "KeyboardInterrupt"
