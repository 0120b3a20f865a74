"""Checks across the tables of one property."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from tablelaw import jurisdictions
from tablelaw.jurisdictions.model import Matter
from tablelaw.submission.draft import Draft
from tablelaw.submission.findings import Finding, finding

A_LINK_EACH = "a separate link with another name for each meter"


def check_property(drafts: Iterable[Draft]) -> list[Finding]:
    """Returns every finding that only appears when the tables of a property are compared."""
    by_property: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        by_property[str(draft.raw.get("property", "")).strip().casefold()].append(draft)
    looks = (tables_have_their_own_names, tables_have_one_currency, versions_are_the_same, links_agree)
    return [found for tables in by_property.values() for look in looks for found in look(tables)]


def tables_have_their_own_names(drafts: list[Draft]) -> Iterator[Finding]:
    seen: set[str] = set()
    for draft in drafts:
        name = str(draft.raw.get("table", ""))
        if name in seen:
            yield finding(
                "same-table-twice",
                draft.source,
                f"table {name!r} is submitted twice",
                "a different name for each table",
            )
        seen.add(name)


def tables_have_one_currency(drafts: list[Draft]) -> Iterator[Finding]:
    """Checks that all tables of a property have the same currency, because a property keeps one ledger. Rules without a
    jurisdiction fit any currency unless they name one.
    """
    tables: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if currency := jurisdictions.find_currency(draft.book):
            tables[currency].append(draft)
    if len(tables) > 1:
        where = "; ".join(f"{', '.join(_name(d) for d in found)} ({code})" for code, found in tables.items())
        other = list(tables.values())[1][0]
        what = f"{_name(other)} is played under {other.book.id} in a different currency from the tables before it"
        yield finding("two-currencies", where, what, "a separate property for each currency", governs(other))


def _name(draft: Draft) -> str:
    return str(draft.raw.get("table", ""))


def governs(draft: Draft) -> str:
    """The paragraph about the games that a property may offer, in the law of the table's jurisdiction; empty if there
    is none.
    """
    law = jurisdictions.find_named(draft.book.jurisdiction)
    return law.cite(Matter.RULES_SUBMISSIONS) if law else ""


def versions_are_the_same(drafts: list[Draft]) -> Iterator[Finding]:
    """Checks that all tables of a game have the same version, if the law requires it."""
    for book in {draft.book for draft in drafts}:
        option = next((option for option in book.options if option.same_at_all_tables), None)
        if option is None:
            continue
        tables = [draft for draft in drafts if draft.book is book]
        versions = sorted({draft.choice(option.id) for draft in tables})
        if len(versions) > 1:
            where = ", ".join(f"{draft.raw.get('table')} ({draft.choice(option.id)})" for draft in tables)
            what = f"{book.game} is played in two versions at one property"
            yield finding("two-versions", where, what, f"the same {option.id} at every table", option.cite)


def links_agree(drafts: list[Draft]) -> Iterator[Finding]:
    """Checks that linked tables, which share a meter, have the same paytable, amount and meter figures."""
    groups: dict[str, dict[tuple[object, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    meters: dict[str, dict[str, str]] = defaultdict(dict)
    cites: dict[str, str] = {}
    for draft, wager, written in _linked(drafts):
        link = str(written["link"])
        figures = tuple(str(written.get(key)) for key in ("amount", "seed", "reseed", "rate"))
        groups[link][draft.part("paytables").get(wager), *figures].append(str(draft.raw.get("table")))
        meters[link].setdefault(_family(draft, wager), f"{wager} at {draft.raw.get('table')}")
        cites.setdefault(link, meter_cite(draft, wager))
    for link, kinds in groups.items():
        if len(meters[link]) > 1:
            what = f"link {link!r} is named by wagers that feed different meters"
            yield finding("link-of-two-meters", ", ".join(meters[link].values()), what, A_LINK_EACH, cites[link])
        elif len(kinds) > 1:
            where = "; ".join(", ".join(tables) for tables in kinds.values())
            what = f"tables of link {link!r} differ in paytable, amount or meter figures"
            yield finding("link-disagrees", where, what, "the same figures at every table of a link", cites[link])


def _linked(drafts: list[Draft]) -> Iterator[tuple[Draft, str, dict[str, Any]]]:
    """Every wager that names a link, with its filed values."""
    for draft in drafts:
        for wager, written in draft.part("wagers").items():
            if isinstance(written, dict) and written.get("link"):
                yield draft, wager, written


def _family(draft: Draft, wager: str) -> str:
    """The wagers that feed the same meter as this one under any paytable."""
    fed = {other for row in draft.book.meters if wager in row.wagers for other in row.wagers}
    return ", ".join(sorted(fed))


def meter_cite(draft: Draft, wager: str) -> str:
    """The paragraph that fixes the figures of a wager's meter under the chosen paytable."""
    column = draft.part("paytables").get(wager)
    rows = [row for row in draft.book.meters if wager in row.wagers]
    chosen = [row for row in rows if column in row.columns] or rows
    return str(chosen[0].cite) if chosen else ""
