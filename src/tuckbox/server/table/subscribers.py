"""Looking at a table: who does, and being told that there is something new to see."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from types import TracebackType

from tuckbox.server.errors import Moved
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.state import TableState, Viewer


class Subscription:
    """One pair of eyes at a table, while the `with` block lasts. However much happens, there is one newest thing to see."""

    def __init__(self, subscribers: Subscribers, person: str | None, begun: Callable[[], None]) -> None:
        self.person = person
        self.dismissed = False
        self._subscribers, self._begun, self._news = subscribers, begun, asyncio.Event()

    def __enter__(self) -> Subscription:
        self._subscribers.come(self)
        self._begun()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._subscribers.go(self)

    async def changed(self) -> None:
        """Wait until this viewer has something new to see. Raises `Moved` when there will be nothing here any more."""
        await self._news.wait()
        self._news.clear()
        if self.dismissed:
            raise Moved

    def tell(self) -> None:
        """There is something new."""
        self._news.set()

    def dismiss(self) -> None:
        """There will be nothing new here any more."""
        self.dismissed = True
        self._news.set()


class Subscribers:
    """All who look at one table."""

    def __init__(self, state: TableState, presenter: Presenter) -> None:
        self._state, self._presenter = state, presenter
        self._watches: list[Subscription] = []
        self.present: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._watches)

    @property
    def onlookers(self) -> int:
        """How many look on without a seat; several windows of one person count once."""
        strangers = sum(watch.person is None for watch in self._watches)
        return strangers + sum(self._state.seat_of(person) is None for person in self.present)

    def come(self, watch: Subscription) -> None:
        """Somebody begins to look, and so needs not be told that he does."""
        if watch.person is not None:
            self.present[watch.person] += 1
        if watch.person is None or self.present[watch.person] == 1:
            self.show(self._state.viewers)
        self._watches.append(watch)

    def go(self, watch: Subscription) -> None:
        """Somebody looks no longer."""
        self._watches.remove(watch)
        if watch.person is not None:
            self.present[watch.person] -= 1
            self.present += Counter()  # drops who is gone
        if watch.person is None or watch.person not in self.present:
            self.show(self._state.viewers)

    def turn_to(self, presenter: Presenter) -> None:
        """Everybody has something else to see."""
        self._presenter = presenter
        self.show(self._state.viewers)

    def show(self, viewers: Collection[Viewer]) -> None:
        """There is something new to see from these places: tell all who look from there."""
        self._presenter.forget(viewers)
        for watch in self._watches:
            if self._state.seat_of(watch.person) in viewers:
                watch.tell()

    def dismiss(self) -> None:
        """Nothing will be shown here any more: who looks has to come again, to wherever the table is then."""
        for watch in self._watches:
            watch.dismiss()

    def send_away(self, whom: Callable[[str], bool]) -> None:
        """Some people have to come again."""
        for watch in self._watches:
            if watch.person is not None and whom(watch.person):
                watch.dismiss()
