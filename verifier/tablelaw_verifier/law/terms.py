"""Terms: what the operator chose for a table, as the log records it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablelaw_verifier.law.odds import Columns, Rows
from tablelaw_verifier.trust.differences import Different, Object

UNITS = 10_000


@dataclass(frozen=True)
class MeterTerms:
    """A meter in force at a table. `id` is the property's name for it, `meter` the regulation's."""

    id: str
    meter: str
    name: str
    wagers: tuple[str, ...]
    seed: int
    reseed: int
    primary: Fraction
    reserve: Fraction

    @classmethod
    def parse(cls, raw: Object) -> MeterTerms:
        seed, reseed = (int(Fraction(raw[name]) * UNITS) for name in ("seed", "reseed"))
        shares = Fraction(raw["primary"]), Fraction(raw["reserve"])
        return cls(raw["id"], raw["meter"], raw["name"], tuple(raw["wagers"]), seed, reseed, *shares)

    def adds(self, stake: int) -> tuple[int, int]:
        """Units a wager adds to the meter and to the reserve, each rounded down."""
        return int(stake * UNITS * self.primary), int(stake * UNITS * self.reserve)


class Terms:
    """The terms of one table; `rows` gives the odds in force, as printed."""

    def __init__(self, raw: Object) -> None:
        self.raw = raw
        self.names_rules = True
        """Whether the table names the rules in force; lines of earlier tables need not name their readings."""
        self.choices: dict[str, str] = raw["choices"]
        self.readings: dict[str, str] = raw["readings"]
        self.wagers: dict[str, Object] = raw["wagers"]
        self.seats: int = raw["seats"]
        self.limit: int | None = raw["payout_limit"]
        self.dealing: str = raw["dealing"]
        self.meters = [MeterTerms.parse(meter) for meter in raw["meters"]]
        columns = {name: table["columns"] for name, table in raw["paytables"].items()}
        self.tables: dict[str, Columns] = {
            name: {column: dict(rows) for column, rows in by_column.items()} for name, by_column in columns.items()
        }

    def reading(self, name: str) -> str:
        return self.readings.get(name, "")

    def rows(self, paytable: str, column: str = "") -> Rows:
        columns = self.tables[paytable]
        return columns[column] if column else next(iter(columns.values()))

    def meter(self, wager: str, name: str) -> MeterTerms:
        for meter in self.meters:
            if wager in meter.wagers and meter.name == name:
                return meter
        raise Different("a share of a meter", f"a meter {name!r} for {wager}", [m.id for m in self.meters])


def offered(rows: Rows) -> Rows:
    """The rows that pay or push; a class of hand without odds has no row."""
    return {row: odds for row, odds in rows.items() if odds not in ("", "N/A", "lose", "loses")}
