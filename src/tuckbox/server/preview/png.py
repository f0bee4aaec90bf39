"""SVG as PNG, by resvg. It is an extra (``tuckbox[pictures]``): without it links are previewed as text.

resvg lets no other Python run while it draws, half a second for a full table. So each picture is made by a process of its
own, for which this file is the program; it knows nothing but the text that it is given, and reads nothing else of Tuckbox.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

FONT = "Libertinus Serif SemiBold"
_FILE = Path(__file__).parent / "LibertinusSerif-SemiBold.ttf"
"""A part of that font: Latin, Greek and Cyrillic letters and the signs of cards."""
_ITS_SIGNS = re.compile(
    "[\\s -~\u00a0-\u017f\u0218-\u021b\u0370-\u03ff\u0400-\u045f\u2010-\u2026\u2190-\u2193\u2212\u2660-\u2667●▶▸✓]*"
)
_PATIENCE = 20.0
"""Seconds after which a picture is given up."""


class NotDrawn(Exception):
    """A picture could not be made."""


@lru_cache(maxsize=1)
def can_draw() -> bool:
    """Whether resvg is installed."""
    return find_spec("resvg_py") is not None


async def png(svg: str) -> bytes:
    """A picture as PNG, drawn beside whatever else runs. Raises `NotDrawn`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", __file__, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(_PATIENCE):
            made, _ = await process.communicate(svg.encode())
    except TimeoutError:
        raise NotDrawn("a picture took too long") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise NotDrawn("resvg could not draw a picture")
    return made


def drawn(svg: str) -> bytes:
    """A picture as PNG, the same on every machine, except for letters that our font has not: for these any font of the
    machine is taken."""
    import resvg_py

    made = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=[str(_FILE)],
        skip_system_fonts=_ITS_SIGNS.fullmatch(svg) is not None,
        font_family=FONT,
        serif_family=FONT,
        sans_serif_family=FONT,
    )
    return bytes(made)


def _main() -> None:
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays comes first
    sys.stdout.buffer.write(drawn(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    _main()
