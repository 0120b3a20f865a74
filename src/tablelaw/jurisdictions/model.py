"""A jurisdiction: the paragraphs that govern a property outside a round of play, its currency, time zone and day."""

from __future__ import annotations

import re
import tomllib
from enum import StrEnum
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from tablelaw.errors import BadJurisdiction, BadRulebook
from tablelaw.jurisdictions.time_zones import is_time_zone
from tablelaw.law.cite import Cite
from tablelaw.law.loader import converted
from tablelaw.law.notation import Notation, read_notation
from tablelaw.money_format import MoneyFormat

FILE = "jurisdiction.toml"


class Matter(StrEnum):
    """A matter that a property deals with outside a round of play; a jurisdiction has a paragraph for each."""

    PROPERTY_LOG = "property-log"
    RULES_SUBMISSIONS = "rules-submissions"
    INTERNAL_CONTROLS = "internal-controls"
    GAMING_DAY = "gaming-day"
    DEALERS = "dealers"
    SERVED_SEATS = "served-seats"
    TABLE_INVENTORY = "table-inventory"
    FILLS = "fills"
    CREDITS = "credits"
    DROP = "drop"
    CHIPS_BOUGHT = "chips-bought"
    CHIPS_CASHED = "chips-cashed"
    ACCOUNTS_LOADED = "accounts-loaded"
    ACCOUNTS_CLOSED = "accounts-closed"
    PROGRESSIVE_SYSTEMS = "progressive-systems"
    LINKS = "links"
    METER_ADJUSTMENTS = "meter-adjustments"
    CARDS = "cards"
    PAYOUT_DOCUMENTS = "payout-documents"
    CORRECTIONS = "corrections"
    INSPECTIONS = "inspections"
    EXPORTS = "exports"
    SNAPSHOTS = "snapshots"
    REBUILDS = "rebuilds"


class _Data(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Paragraph(_Data, frozen=True, kw_only=True):
    """The paragraph that governs one matter. If its text was not read, `named_by` gives the text that refers to it."""

    governs: Matter
    cite: Cite
    says: str
    read: bool
    named_by: str = ""


class GamingDayRule(_Data, frozen=True, kw_only=True):
    """How long a gaming day may last; the paragraph of the matter `gaming-day` applies."""

    longest_hours: int
    says: str


class Jurisdiction(_Data, frozen=True, kw_only=True, dict=True):
    """The law of one state, as far as it concerns a property outside a round of play."""

    id: str
    name: str
    regulator: str
    notation: Notation
    currency: str
    """The currency code used in reports, such as USD."""
    time_zone: str
    gaming_day: GamingDayRule
    number_format: MoneyFormat
    """The format of printed sums of money."""
    paragraphs: tuple[Paragraph, ...]

    def paragraph(self, matter: Matter) -> Paragraph:
        return self._by_matter[matter]

    def cite(self, matter: Matter) -> str:
        """The cite of the paragraph that governs a matter, as written in entries, transfers and refusals."""
        return str(self._by_matter[matter].cite)

    @cached_property
    def _by_matter(self) -> dict[Matter, Paragraph]:
        return {paragraph.governs: paragraph for paragraph in self.paragraphs}


def load(folder: Traversable) -> Jurisdiction:
    """Loads and checks the jurisdiction in a folder; raises the first fault it finds."""
    data = _toml(folder)
    try:
        notation = read_notation(data.get("notation"), FILE)
        found = converted({**data, "notation": notation}, Jurisdiction, notation)
    except BadRulebook as error:
        raise _bad(folder, error.what, error.accepted) from None
    except msgspec.ValidationError as error:
        raise _bad(folder, str(error), "the fields of the other jurisdictions") from None
    _require_complete(folder, found)
    return found


def _toml(folder: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(folder.joinpath(FILE).read_text("utf-8-sig"))
    except FileNotFoundError:
        raise _bad(folder, "the file is missing", FILE) from None
    except tomllib.TOMLDecodeError as error:
        raise _bad(folder, f"not valid TOML: {error}", "TOML, each key once") from None


def _require_complete(folder: Traversable, found: Jurisdiction) -> None:
    matters = [paragraph.governs for paragraph in found.paragraphs]
    for matter in Matter:
        if matters.count(matter) != 1:
            raise _bad(folder, f"{matter} has {matters.count(matter)} paragraphs", "one paragraph for each matter")
    for paragraph in found.paragraphs:
        if not paragraph.says.strip():
            raise _bad(folder, f"{paragraph.governs} has no text", "one sentence")
        if paragraph.read == bool(paragraph.named_by):
            raise _bad(folder, f"{paragraph.governs}: read and named_by", "named_by only if the paragraph was not read")
    if not is_time_zone(found.time_zone):
        raise _bad(folder, f"no time zone {found.time_zone!r}", "an IANA time zone such as America/New_York")
    _require_unambiguous_money(folder, found)
    if not 0 < found.gaming_day.longest_hours <= 24:
        raise _bad(folder, f"a gaming day of {found.gaming_day.longest_hours} hours", "1 to 24")


def _require_unambiguous_money(folder: Traversable, found: Jurisdiction) -> None:
    """Refuses a format in which a printed sum would be ambiguous."""
    money = found.number_format
    if not re.fullmatch("[A-Z]{3}", found.currency):
        raise _bad(folder, f"currency {found.currency!r}", "a currency code of three letters such as USD")
    if not money.symbol.strip() or any(letter in "0123456789-.," for letter in money.symbol):
        raise _bad(folder, f"a currency sign {money.symbol!r}", "a sign without digits or separators, such as $")
    separators = money.decimal, money.grouping
    if len(set(separators)) < 2 or any(len(one) != 1 or one.isalnum() or one == "-" for one in separators):
        raise _bad(folder, f"separators {separators}", "two different characters that are not digits, such as . and ,")


def _bad(folder: Traversable, what: str, accepted: str) -> BadJurisdiction:
    return BadJurisdiction(what, where=f"{folder.name}/{FILE}", accepted=accepted)
