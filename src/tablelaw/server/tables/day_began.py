"""When the gaming day under way began: read from the log once, then updated with each entry."""

from __future__ import annotations

from tablelaw.floor.events import DayResumed, DayStarted
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.service import FloorService


class DayBegan:
    """Keeps the time of the entry that began the day in `at`; 0 before the first day."""

    def __init__(self, service: FloorService) -> None:
        self._service = service
        self.at = self._read(service.views.day)
        service.subscribe(self._follow)

    def _follow(self, entries: list[Entry]) -> None:
        for entry in entries:
            for event in entry.events:
                if isinstance(event, DayStarted):
                    self.at = entry.at
                elif isinstance(event, DayResumed):
                    self.at = self._read(event.day)

    def _read(self, day: str) -> int:
        return gaming_day(self._service.store, day).began if day else 0
