"""A line of a settlement as it must be, and its comparison with the one in the log."""

from __future__ import annotations

from dataclasses import dataclass

from tablelaw_verifier.law.rulings import names_one
from tablelaw_verifier.money.meters import Draw, Meter
from tablelaw_verifier.trust.differences import Different, Object


@dataclass
class Line:
    """The expected settlement of one wager; `cites` are the paragraphs that may be cited for it."""

    seat: int
    wager: str
    stake: int
    outcome: str
    cites: tuple[str, ...]
    odds: str = ""
    row: str = ""
    odds_cites: tuple[str, ...] = ()
    cite: str = ""
    """The paragraphs that the log names, once they have been found to be right."""
    paid_under: str = ""
    paid: int = 0
    returned: int = 0
    kept: int = 0
    meter: str = ""
    meter_before: int = 0
    meter_after: int = 0
    reserve_moved: int = 0
    hand_pay: bool = False
    draw: Draw | None = None
    paid_by: Meter | None = None
    is_fixed: bool = False
    """Whether it is a share that left its meter at the player's turn, before it was validated."""
    readings: tuple[str, ...] = ()
    """The readings on which it rests."""

    def compare(self, found: Object, names_readings: bool) -> None:
        """Compares field by field; the paragraph may be cited more or less precisely."""
        cite = " or ".join(self.cites)
        place: Object = {"seat": self.seat, "wager": self.wager, "cite": cite}
        for name in LINE_FIELDS:
            wanted = getattr(self, name)
            if wanted != found.get(name, type(wanted)()):
                raise Different(f"{LINE_FIELDS[name]} of the wager", wanted, found.get(name), **place)
        if not names_one(found["cite"], self.cites):
            raise Different("paragraph of the settlement", cite, found["cite"], **place)
        if not names_one(found.get("paid_under", ""), self.odds_cites or ("",)):
            raise Different("paragraph of the odds", " or ".join(self.odds_cites), found.get("paid_under"), **place)
        self._compare_readings(found.get("readings", []), names_readings, place)
        self.cite, self.paid_under = found["cite"], found.get("paid_under", "")

    def _compare_readings(self, found: list[str], names_readings: bool, place: Object) -> None:
        """Requires only readings on which the line rests, each once, and all of them if the table names the rules in
        force.
        """
        wanted = set(self.readings)
        if len(set(found)) < len(found) or not set(found) <= wanted or (names_readings and set(found) != wanted):
            expected = " and ".join(sorted(wanted)) or "none"
            raise Different("readings the settlement rests on", expected, " and ".join(found) or "none", **place)


LINE_FIELDS = {
    "stake": "stake",
    "outcome": "outcome",
    "row": "row of the paytable",
    "odds": "odds",
    "meter": "meter",
    "meter_before": "meter before",
    "paid": "cents paid",
    "returned": "cents returned",
    "kept": "cents kept",
    "meter_after": "meter after",
    "reserve_moved": "reserve moved",
    "hand_pay": "hand-pay",
}
