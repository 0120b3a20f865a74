"""The paragraphs that govern a property outside a round."""

from __future__ import annotations

_GOVERNED = """
property-log       601a.2  465a.2  36.03.10.02A      138.08  -     PropertyOpened JurisdictionAdopted
rules-submissions  601a.2  601a.2  36.05.03.19A      147.03  -     TableInstalled TableRemoved
internal-controls  465a.2  465a.2  36.03.10.04A      138.02  -     ClosingAsked AlertAcknowledged PersonChanged
gaming-day         465a.2  465a.2  36.03.01.02B(14)  138.28  -     DayStarted DayEnded DayTakenBack DayResumed
dealers            465a.2  465a.2  36.05.03.01B(1)   138.11  -     DealerAssigned
served-seats       465a.2  465a.2  36.03.10.04C(1)   138.02  -     SeatServed
table-inventory    465a.2  465a.2  36.05.03.02A      138.36  49.1
fills              465a.2  465a.2  36.05.03.04A      138.02  49.3  TrayFilled
credits            465a.2  465a.2  36.05.03.05A      138.02  -     TrayCredited
drop               465a.2  465a.2  36.03.10.45C(2)   138.19  50.2  DropCounted
chips-bought       465a.2  465a.2  36.05.03.06C      138.31  49.5  ChipsBought
chips-cashed       465a.2  465a.2  36.05.02.10J(3)   146.09  -     ChipsCashed
accounts-loaded    605a.2  605a.3  36.05.02.21D(1)   138.02  -     AccountLoaded
accounts-closed    605a.2  605a.3  36.05.02.21E(2)   138.02  -     AccountClosed
links              605a.7  605a.8  36.05.03.24H      143.02  -     LinkCut LinkRestored
meter-adjustments  605a.7  605a.7  36.05.03.24J(2)   143.02  -     MeterAdjusted
corrections        465a.2  465a.2  36.03.10.04C(1)   138.08  -     Corrected
inspections        465a.2  465a.2  36.03.10.08B(4)   138.09  -     RoundInspected
exports            465a.2  465a.2  36.03.10.08B(5)   138.09  -     LogExported
snapshots          605a.7  465a.2  36.03.10.08B(2)   138.09  -     SnapshotTaken
rebuilds           465a.2  465a.2  36.03.10.08B(1)   138.09  -     ProjectionsRebuilt"""
"""A matter, its paragraph in logs that name no jurisdiction, in Pennsylvania, COMAR, 205 CMR and the French order of
14 May 2007 (article and alinéa; a hyphen where no article is at hand and the order itself is cited), and its events."""
_ROWS = [row.split() for row in _GOVERNED.strip().splitlines()]
_LAWS = (1, "", ""), (2, "pa", ""), (3, "md", "COMAR "), (4, "ma", "205 CMR ")


def _french(cell: str) -> str:
    article, _, alinea = cell.partition(".")
    return f"Art. {article} al. {alinea}" if alinea else "NOR INTD0754510A"


PARAGRAPHS = {told: {row[0]: before + row[column] for row in _ROWS} for column, told, before in _LAWS}
PARAGRAPHS["fr"] = {row[0]: _french(row[5]) for row in _ROWS}
"""The paragraphs that govern a property outside a round, by jurisdiction."""
MATTERS = {event: row[0] for row in _ROWS for event in row[6:]}
TIME_ZONES = dict.fromkeys(("pa", "md", "ma"), "America/New_York") | {"fr": "Europe/Paris"}
"""The default time zone of each jurisdiction, which a property may replace."""
