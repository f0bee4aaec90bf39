"""Pictures are drawn one after the other, once each, and nobody is refused or kept waiting by who asks for many."""

from __future__ import annotations

import asyncio

import pytest

from tuckbox.server.preview import pictures
from tuckbox.server.preview.pictures import Pictures
from tuckbox.server.table.fair_queue import Asker

MANY, ONE = Asker("192.0.2.1", "Ann"), Asker("192.0.2.2", "Bo")


def test_who_asks_for_many_pictures_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()

    async def draw(svg: str) -> bytes:
        drawn.append(svg)
        await asyncio.sleep(0)
        return svg.encode()

    async def run() -> list[bytes]:
        kept = Pictures()
        asked = [asyncio.create_task(kept.png(f"many {number // 2}", MANY)) for number in range(60)]
        await asyncio.sleep(0)
        return await asyncio.gather(*asked, kept.png("one", ONE))

    monkeypatch.setattr(pictures, "png", draw)
    made = asyncio.run(run())
    assert made == [*(f"many {number // 2}".encode() for number in range(60)), b"one"]
    assert sorted(drawn) == sorted({*drawn})
    assert drawn.index("one") <= 2
