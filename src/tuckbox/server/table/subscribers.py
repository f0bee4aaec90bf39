"""Looking at a table: who does, and being told that there is something new to see.

Who has moved is told first, then the others who sit there, and onlookers last: nobody waits for an answer until it has been
drawn for everybody, neither at this table nor at another.

Where few look, all are told at once who comes and goes. Where many do, that would be as many frames as there are pairs of
them; so it is told once a second at most, and only where what is told of it changes.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import partial
from types import TracebackType

from tuckbox.server.errors import Moved
from tuckbox.server.table.clock import Alarm, Clock
from tuckbox.server.table.later import Later
from tuckbox.server.table.presenter import Presenter
from tuckbox.server.table.state import TableState, Viewer
from tuckbox.server.table.view_model import MANY, rough

PAUSE = 1.0
"""Minimum number of seconds between two times at which many are told who looks."""

STAY = 40.0
"""Number of seconds for which others see somebody who asks by single requests: longer than one of these waits and its sender
then thinks."""


class Subscription:
    """One pair of eyes at a table, while the `with` block lasts. However much happens, there is one newest thing to see.

    Others see who looks, unless that is not to be `shown`: who looks again and again would come and go in their eyes, and
    has them see it by `Subscribers.stay`.
    """

    def __init__(self, subscribers: Subscribers, person: str | None, begun: Callable[[], None], shown: bool) -> None:
        self.person, self.shown = person, shown
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

    def __init__(self, state: TableState, presenter: Presenter, clock: Clock, later: Later) -> None:
        self._state, self._presenter, self._clock, self._later = state, presenter, clock, later
        self._told: object = None  # the presence that was told last
        self._pausing = False
        self._watches: list[Subscription] = []
        self.present: Counter[str] = Counter()
        self._staying: dict[str, Alarm] = {}
        self._dismissed = False

    def __len__(self) -> int:
        return len(self._watches)

    @property
    def looking(self) -> frozenset[str]:
        """The people who look at this moment, seen by others or not."""
        return frozenset(watch.person for watch in self._watches if watch.person is not None)

    @property
    def onlookers(self) -> int:
        """Number of people looking on without a seat, rounded where they are many;
        several windows of one person count once."""
        strangers = sum(watch.shown and watch.person is None for watch in self._watches)
        return rough(strangers + sum(self._state.seat_of(person) is None for person in self.present))

    def come(self, watch: Subscription) -> None:
        """Somebody begins to look."""
        self._watches.append(watch)
        if watch.shown:
            self._appear(watch.person, watch)
        if self._dismissed:
            watch.dismiss()

    def go(self, watch: Subscription) -> None:
        """Somebody looks no longer."""
        self._watches.remove(watch)
        if watch.shown:
            self._disappear(watch.person)

    def stay(self, person: str) -> None:
        """Let the others see somebody for a while, who asks again and again instead of looking all the time."""
        if person in self._staying:
            self._staying[person].cancel()
        else:
            self._appear(person)
        self._staying[person] = self._clock.call_at(self._clock.now() + STAY, partial(self._leave, person))

    def _leave(self, person: str) -> None:
        """Somebody has not asked for a while."""
        del self._staying[person]
        self._disappear(person)

    def _appear(self, person: str | None, watch: Subscription | None = None) -> None:
        """Let the others see somebody who has come."""
        if person is not None:
            self.present[person] += 1
        if person is None or self.present[person] == 1:
            self._tell_of_presence(watch)

    def _disappear(self, person: str | None) -> None:
        """Let the others see that somebody has gone."""
        if person is not None:
            self.present[person] -= 1
            self.present += Counter()  # drops who is gone
        if person is None or person not in self.present:
            self._tell_of_presence()

    def _tell_of_presence(self, but: Subscription | None = None) -> None:
        """Tell who looks now, but to one who has just come; where many look, in a while, together with what follows."""
        if len(self._watches) < MANY:
            self.show(self._state.viewers, but)
        elif not self._pausing:
            self._pausing = True
            self._clock.call_at(self._clock.now() + PAUSE, self._end_pause)

    def _end_pause(self) -> None:
        self._pausing = False
        if self._told != self._presence():
            self.show(self._state.viewers)

    def _presence(self) -> object:
        """Message about the viewers."""
        return self.onlookers, frozenset(person for person in self.present if self._state.seat_of(person) is not None)

    def turn_to(self, presenter: Presenter) -> None:
        """Everybody has something else to see."""
        self._presenter = presenter
        self.show(self._state.viewers)

    def show(self, viewers: Collection[Viewer], but: Subscription | None = None, first: Viewer = None) -> None:
        """There is something new to see from these places: tell all who look from there, but perhaps for one.

        Where a seat is to be told `first` the others come soon after it, and onlookers soon after all seats.
        """
        self._presenter.forget(viewers)
        if None in viewers:  # and so of what is public
            self._told = self._presence()
        waves: tuple[list[Subscription], ...] = ([], [], [])
        for watch in self._watches:
            seat = self._state.seat_of(watch.person)
            if watch is not but and seat in viewers:
                waves[0 if first in (None, seat) else 1 if seat is not None else 2].append(watch)
        _tell(waves[0])
        for wave in filter(None, waves[1:]):
            self._later.call(partial(_tell, wave))

    def dismiss(self) -> None:
        """Show nothing any more: who looks has to come again, to wherever the table is then."""
        self._dismissed = True
        for watch in self._watches:
            watch.dismiss()

    def send_away(self, whom: Callable[[str], bool]) -> None:
        """Some people have to come again."""
        for watch in self._watches:
            if watch.person is not None and whom(watch.person):
                watch.dismiss()
        for person in filter(whom, [*self._staying]):
            self._staying[person].cancel()
            self._leave(person)


def _tell(watches: Iterable[Subscription]) -> None:
    """Tell these that there is something new."""
    for watch in watches:
        watch.tell()
