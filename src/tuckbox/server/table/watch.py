"""Looking at a table: who does, and being told that there is something new to see."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection
from types import TracebackType

from tuckbox.server.table.course import Course, Viewer
from tuckbox.server.table.faces import Faces


class Watch:
    """One pair of eyes at a table, while the `with` block lasts. However much happens, there is one newest thing to see."""

    def __init__(self, watchers: Watchers, person: str | None) -> None:
        self.person = person
        self._watchers, self._news = watchers, asyncio.Event()

    def __enter__(self) -> Watch:
        self._watchers.come(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._watchers.go(self)

    async def changed(self) -> None:
        """Wait until this viewer has something new to see."""
        await self._news.wait()
        self._news.clear()

    def tell(self) -> None:
        """There is something new."""
        self._news.set()


class Watchers:
    """All who look at one table."""

    def __init__(self, course: Course, faces: Faces) -> None:
        self._course, self._faces = course, faces
        self._watches: list[Watch] = []
        self.present: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._watches)

    @property
    def onlookers(self) -> int:
        """How many look on without a seat; several windows of one person count once."""
        strangers = sum(watch.person is None for watch in self._watches)
        return strangers + sum(self._course.seat_of(person) is None for person in self.present)

    def come(self, watch: Watch) -> None:
        """Somebody begins to look, and so needs not be told that he does."""
        if watch.person is not None:
            self.present[watch.person] += 1
        if watch.person is None or self.present[watch.person] == 1:
            self.show(self._course.viewers)
        self._watches.append(watch)

    def go(self, watch: Watch) -> None:
        """Somebody looks no longer."""
        self._watches.remove(watch)
        if watch.person is not None:
            self.present[watch.person] -= 1
            self.present += Counter()  # drops who is gone
        if watch.person is None or watch.person not in self.present:
            self.show(self._course.viewers)

    def show(self, viewers: Collection[Viewer]) -> None:
        """There is something new to see from these places: tell all who look from there."""
        self._faces.forget(viewers)
        for watch in self._watches:
            if self._course.seat_of(watch.person) in viewers:
                watch.tell()
