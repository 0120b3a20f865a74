"""Differences between the log and the law, and how they are reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Object: TypeAlias = dict[str, Any]


class Unreadable(Exception):
    """The given file does not exist, or is not a log or a head."""


@dataclass(eq=False)
class Different(Exception):
    """A difference between the log and the law: where it is, what was expected and what was found."""

    what: str
    expected: object = ""
    found: object = ""
    cite: str = ""
    seq: int = 0
    table: str = ""
    round: int = 0
    seat: int = 0
    wager: str = ""

    def placed(self, **place: Any) -> Different:
        """This difference, with those parts of its location that were not known yet."""
        for name, value in place.items():
            if not getattr(self, name):
                setattr(self, name, value)
        return self

    def as_dict(self) -> Object:
        shown = {name: getattr(self, name) for name in ("seq", "table", "round", "seat", "wager")}
        return shown | {"what": self.what, "expected": self.expected, "found": self.found, "paragraph": self.cite}

    def __str__(self) -> str:
        names = ("seq", "table", "round", "seat", "wager")
        where = ", ".join(f"{_PLACES[name]} {getattr(self, name)}" for name in names if getattr(self, name))
        lines = [f"{where}: {self.what}" if where else self.what]
        lines += [f"  expected   {self.expected}", f"  found      {self.found}"]
        return "\n".join([*lines, f"  paragraph  {self.cite}"] if self.cite else lines)


_PLACES = {"seq": "entry", "table": "table", "round": "round", "seat": "seat", "wager": "wager"}


def check(what: str, expected: object, found: object, cite: str = "", **place: Any) -> None:
    """Raises a difference if what was found is not what was expected."""
    if expected != found:
        raise Different(what, expected, found, cite, **place)
