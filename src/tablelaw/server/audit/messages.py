"""Questions of an auditor about the log, and their answers."""

from __future__ import annotations

import msgspec

from tablelaw.floor.reports.figure_messages import WantedRounds
from tablelaw.server.audit.round_search import FoundRound, Wanted
from tablelaw.server.audit.transfer_search import FoundTransfer, WantedTransfers
from tablelaw.views.messages import Wire


class Question(msgspec.Struct, frozen=True):
    """A question about the log."""


class FindRounds(Question, frozen=True, tag="FindRounds"):
    wanted: Wanted


class SeeRound(Question, frozen=True, tag="SeeRound"):
    table: str
    round: int
    entry: int
    settled: int


class FindTransfers(Question, frozen=True, tag="FindTransfers"):
    wanted: WantedTransfers


class SeeEntry(Question, frozen=True, tag="SeeEntry"):
    """Asks for an entry's place in the tree over `size` entries, and for its text if that cannot contain a card."""

    seq: int
    size: int


class SeeGrowth(Question, frozen=True, tag="SeeGrowth"):
    old: int
    size: int


class SeeRoot(Question, frozen=True, tag="SeeRoot"):
    """Asks for the root over `size` entries, given only after the whole log has been checked."""

    size: int


class SeeStatement(Question, frozen=True, tag="SeeStatement"):
    account: str


class SeeDay(Question, frozen=True, tag="SeeDay"):
    day: str
    is_blind: bool = True
    """Whether the asker may count drop boxes and therefore may not see what uncounted boxes should contain."""


class SeeLooks(Question, frozen=True, tag="SeeLooks"):
    """Asks for the most recent inspections: who looked at what."""


class AuditAll(Question, frozen=True, tag="AuditAll"):
    pass


class WriteExport(Question, frozen=True, tag="WriteExport"):
    size: int
    path: str
    left_out: str = ""


class SeeFigures(Question, frozen=True, tag="SeeFigures"):
    """Asks for the floor's figures at a given time, for the current month unless another is named."""

    is_blind: bool
    now: int
    month: str = ""


class SeeFigureRounds(Question, frozen=True, tag="SeeFigureRounds"):
    wanted: WantedRounds


class SeeMissingTheories(Question, frozen=True, tag="SeeMissingTheories"):
    """Asks for the Rules Submissions whose theory the figures still lack."""


class TakeTheory(Question, frozen=True, tag="TakeTheory"):
    """Supplies a theory for the figures, as the theory worker wrote it; empty if no solver supports the game."""

    key: str
    theory: str


AnyQuestion = (
    FindRounds
    | SeeRound
    | FindTransfers
    | SeeEntry
    | SeeGrowth
    | SeeRoot
    | SeeStatement
    | SeeDay
    | SeeLooks
    | AuditAll
    | WriteExport
    | SeeFigures
    | SeeFigureRounds
    | SeeMissingTheories
    | TakeTheory
)


# --- Answers ----------------------------------------------------------------------------------------------------


class MissingTheories(Wire, frozen=True):
    """The Rules Submissions whose theory has not been worked out yet: their text, by rules key."""

    texts: dict[str, str]


class FoundRounds(Wire, frozen=True):
    rounds: tuple[FoundRound, ...]


class FoundTransfers(Wire, frozen=True):
    transfers: tuple[FoundTransfer, ...]


class EntryPlace(Wire, frozen=True):
    """An entry in the tree over `size` entries. `body` is empty if the entry contains cards; inspect its round to see
    them.
    """

    seq: int
    size: int
    leaf: str
    path: tuple[str, ...]
    stream: str
    round: int
    by: str
    at: int
    body: str


class Growth(Wire, frozen=True):
    old: int
    size: int
    path: tuple[str, ...]


class StatementLine(Wire, frozen=True):
    receipt: str
    at: int
    code: str
    says: str
    other: str
    cite: str
    received: int
    given: int
    balance: int
    held: int


class AccountStatement(Wire, frozen=True):
    """The last lines of an account's statement; `earlier` lines before them are omitted."""

    account: str
    opening: int
    closing: int
    held: int
    earlier: int
    lines: tuple[StatementLine, ...]


class Look(Wire, frozen=True):
    entry: int
    at: int
    by: str
    what: str
    table: str
    round: int
    size: int
    of: int = 0
    """An entry of the round, if one was named; it distinguishes rounds with the same number."""


class Looks(Wire, frozen=True):
    looks: tuple[Look, ...]


class Shown(Wire, frozen=True):
    name: str
    says: str
    is_run: bool


class Audited(Wire, frozen=True):
    """Every check that passed, and the first difference, if any: its name and place."""

    checks: tuple[Shown, ...]
    difference: str
    where: str


class Exported(Wire, frozen=True):
    size: int
    root: str
