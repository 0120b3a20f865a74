"""The names of the IANA time zones, kept as data so reading a log does not depend on the machine."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

TIME_ZONES_ACCEPTED = "an IANA time zone such as America/New_York"


@cache
def time_zones() -> frozenset[str]:
    return frozenset(files(__package__).joinpath("time_zones.txt").read_text("utf-8").split())


def is_time_zone(name: str) -> bool:
    return name in time_zones()
