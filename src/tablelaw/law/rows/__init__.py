"""The rows a rulebook is made of. Each field is a fact a regulation fixes; each row has its cite.

These are shapes only: `loader` fills them from TOML, `rulebook` puts them together.
"""

from tablelaw.law.rows.base import Part, Row, Span
from tablelaw.law.rows.dates import AT_HAND, Edition, Supplement
from tablelaw.law.rows.play import (
    AnyTime,
    Choice,
    Classes,
    Dealing,
    Duty,
    Effect,
    Flow,
    Hand,
    InRound,
    Irregularity,
    Line,
    Moment,
    Opening,
    Settle,
    Stage,
    Step,
)
from tablelaw.law.rows.record import PROVISION_KINDS, Area, Candidate, Inscription, Provision, Reading
from tablelaw.law.rows.stakes import (
    Fact,
    FoldEffect,
    HoldRange,
    Limit,
    Meter,
    Option,
    Paytable,
    Replaced,
    Wager,
)

__all__ = [
    "AT_HAND",
    "PROVISION_KINDS",
    "AnyTime",
    "Area",
    "Candidate",
    "Choice",
    "Classes",
    "Dealing",
    "Duty",
    "Edition",
    "Effect",
    "Fact",
    "Flow",
    "FoldEffect",
    "Hand",
    "HoldRange",
    "InRound",
    "Inscription",
    "Irregularity",
    "Limit",
    "Line",
    "Meter",
    "Moment",
    "Opening",
    "Option",
    "Part",
    "Paytable",
    "Provision",
    "Reading",
    "Replaced",
    "Row",
    "Settle",
    "Span",
    "Stage",
    "Step",
    "Supplement",
    "Wager",
]
