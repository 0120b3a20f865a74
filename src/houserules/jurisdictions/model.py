"""A jurisdiction: the paragraphs that govern a property outside a round of play, its currency, time zone and day."""

from __future__ import annotations

import re
import tomllib
from enum import StrEnum
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from houserules.errors import BadJurisdiction
from houserules.jurisdictions.time_zones import is_time_zone
from houserules.law.cite import Cite, Notation
from houserules.law.loader import converted
from houserules.printed_money import MoneyFormat

FILE = "jurisdiction.toml"


class Matter(StrEnum):
    """What a property does outside a round of play. A jurisdiction has one paragraph for each."""

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
    """What governs one matter. Where the paragraph was not read, `named_by` tells who refers to it."""

    governs: Matter
    cite: Cite
    says: str
    read: bool
    named_by: str = ""


class GamingDayRule(_Data, frozen=True, kw_only=True):
    """How long a gaming day may last; the matter `gaming-day` has its paragraph."""

    longest_hours: int
    says: str


class Jurisdiction(_Data, frozen=True, kw_only=True, dict=True):
    """The law of one state, as far as it concerns a property outside a round of play."""

    id: str
    name: str
    regulator: str
    notation: Notation
    currency: str
    """By its code, as USD: reports name it."""
    time_zone: str
    gaming_day: GamingDayRule
    number_format: MoneyFormat
    """How sums of money are printed."""
    paragraphs: tuple[Paragraph, ...]

    def paragraph(self, matter: Matter) -> Paragraph:
        return self._by_matter[matter]

    def cite(self, matter: Matter) -> str:
        """The paragraph of a matter as entries, transfers and refusals name it."""
        return str(self._by_matter[matter].cite)

    @cached_property
    def _by_matter(self) -> dict[Matter, Paragraph]:
        return {paragraph.governs: paragraph for paragraph in self.paragraphs}


def load(folder: Traversable) -> Jurisdiction:
    """The jurisdiction of a folder, whole and consistent, or the first refusal."""
    data = _toml(folder)
    known = [notation.value for notation in Notation]
    if data.get("notation") not in known:
        raise _bad(folder, f"notation {data.get('notation')!r} is unknown", ", ".join(known))
    try:
        found = converted(data, Jurisdiction, Notation(data["notation"]))
    except msgspec.ValidationError as error:
        raise _bad(folder, str(error), "the fields of the other jurisdictions") from None
    _refuse_incomplete(folder, found)
    return found


def _toml(folder: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(folder.joinpath(FILE).read_text("utf-8"))
    except FileNotFoundError:
        raise _bad(folder, "the file is missing", FILE) from None
    except tomllib.TOMLDecodeError as error:
        raise _bad(folder, f"not valid TOML: {error}", "TOML, each key once") from None


def _refuse_incomplete(folder: Traversable, found: Jurisdiction) -> None:
    told = [paragraph.governs for paragraph in found.paragraphs]
    for matter in Matter:
        if told.count(matter) != 1:
            raise _bad(folder, f"{matter} has {told.count(matter)} paragraphs", "one paragraph for each matter")
    for paragraph in found.paragraphs:
        if not paragraph.says.strip():
            raise _bad(folder, f"{paragraph.governs} says nothing", "one sentence")
        if paragraph.read == bool(paragraph.named_by):
            raise _bad(folder, f"{paragraph.governs}: read and named_by", "named_by where the paragraph was not read")
    if not is_time_zone(found.time_zone):
        raise _bad(folder, f"no time zone {found.time_zone!r}", "an IANA time zone, as America/New_York")
    _refuse_money(folder, found)
    if not 0 < found.gaming_day.longest_hours <= 24:
        raise _bad(folder, f"a gaming day of {found.gaming_day.longest_hours} hours", "1 to 24")


def _refuse_money(folder: Traversable, found: Jurisdiction) -> None:
    """A printed sum must be readable in one way only."""
    money = found.number_format
    if not re.fullmatch("[A-Z]{3}", found.currency):
        raise _bad(folder, f"currency {found.currency!r}", "the three letters of a currency's code, as USD")
    if not money.symbol.strip() or any(letter in "0123456789-.," for letter in money.symbol):
        raise _bad(folder, f"a currency sign {money.symbol!r}", "a sign without digits and separators, as $")
    separators = money.decimal, money.grouping
    if len(set(separators)) < 2 or any(len(one) != 1 or one.isalnum() or one == "-" for one in separators):
        raise _bad(folder, f"separators {separators}", "two different letters that are no digits, as . and ,")


def _bad(folder: Traversable, what: str, accepted: str) -> BadJurisdiction:
    return BadJurisdiction(what, where=f"{folder.name}/{FILE}", accepted=accepted)
