"""Jurisdictions as data: every row is complete, every cite can be read, and mistakes get named refusals."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import pytest

from tablelaw import jurisdictions, rulebooks
from tablelaw.errors import BadJurisdiction, UnknownJurisdiction
from tablelaw.jurisdictions.model import FILE, Jurisdiction, Matter, load
from tablelaw.jurisdictions.time_zones import is_time_zone, time_zones
from tablelaw.law.cite import Cite
from tablelaw.money_format import WRITTEN

EVERY = (*jurisdictions.IDS, jurisdictions.FORMAT_1)
DATA = Path(str(files("tablelaw.jurisdictions")))


@pytest.fixture(params=EVERY)
def known(request: pytest.FixtureRequest) -> Jurisdiction:
    return jurisdictions.get(request.param)


def test_each_folder_is_known_and_each_known_one_has_a_folder() -> None:
    assert sorted(path.parent.name for path in DATA.glob(f"*/{FILE}")) == sorted(EVERY)


def test_every_matter_has_one_paragraph_with_all_its_fields(known: Jurisdiction) -> None:
    assert sorted(row.governs for row in known.paragraphs) == sorted(Matter)
    for row in known.paragraphs:
        assert Cite.parse(str(row.cite)) == row.cite and known.cite(row.governs) == str(row.cite)
        assert row.says.endswith(".") and len(row.says) > 10, row.governs
        assert row.read != bool(row.named_by), row.governs


def test_only_paragraphs_whose_text_is_at_hand_are_said_to_be_read(known: Jurisdiction) -> None:
    at_hand = {"md": set(Matter), "fr": {row.governs for row in known.paragraphs if str(row.cite).startswith("Art. ")}}
    assert {row.governs for row in known.paragraphs if row.read} == at_hand.get(known.id, set())


def test_what_no_french_article_at_hand_governs_cites_the_order_itself() -> None:
    france = jurisdictions.get("fr")
    general = {"Art. 39", "Art. 40", "Art. 40-1", "Art. 49", "Art. 50"}
    assert {row.cite.section for row in france.paragraphs} - general == {"NOR INTD0754510A"}
    assert all(row.read == (row.cite.section in general) for row in france.paragraphs)


def test_currency_zone_day_and_numbers_are_given(known: Jurisdiction) -> None:
    assert re.fullmatch("[A-Z]{3}", known.currency) and known.regulator and known.name
    assert is_time_zone(known.time_zone) and ZoneInfo(known.time_zone)
    assert 0 < known.gaming_day.longest_hours <= 24 and known.gaming_day.says.endswith(".")
    numbers = known.number_format
    assert len({numbers.decimal, numbers.grouping}) == 2 and numbers.symbol


def test_every_currency_has_a_written_form_for_files(known: Jurisdiction) -> None:
    assert WRITTEN[known.currency] == known.number_format


def test_every_rulebook_is_of_a_known_jurisdiction() -> None:
    for book in rulebooks.all_rulebooks():
        found = jurisdictions.find_named(book.jurisdiction)
        assert found is not None and found.id == book.id.partition("-")[0]


def test_no_jurisdiction_cites_another_ones_law() -> None:
    notations = {jurisdiction.notation for jurisdiction in jurisdictions.all_jurisdictions()}
    assert len(notations) == len(jurisdictions.IDS)


def test_the_first_logs_cites_never_change() -> None:
    found = {str(row.governs): str(row.cite) for row in jurisdictions.get(jurisdictions.FORMAT_1).paragraphs}
    told = {"property-log": "601a.2", "rules-submissions": "601a.2", "cards": "603a.16"}
    told |= dict.fromkeys(("accounts-loaded", "accounts-closed"), "605a.2")
    told |= dict.fromkeys(("links", "meter-adjustments", "progressive-systems", "snapshots"), "605a.7")
    assert found == dict.fromkeys(found, "465a.2") | told


# --- Time zones --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "america/new_york", "America", "America/New_York ", "EST5", "../etc/passwd"])
def test_what_is_no_time_zone_is_not_taken_for_one(name: str) -> None:
    assert not is_time_zone(name)


@pytest.mark.parametrize("name", ["America/New_York", "America/Argentina/Buenos_Aires", "UTC", "EST5EDT"])
def test_time_zones_are_known(name: str) -> None:
    assert is_time_zone(name)


def test_the_zones_kept_are_those_of_the_time_zone_database() -> None:
    """Time zones are only ever added to the database; a machine may know more or fewer."""
    assert "America/New_York" in time_zones() and len(time_zones() & available_timezones()) > 500


# --- Refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "p", "PA", "pa ", "nv", "pa-653a"])
def test_unknown_jurisdictions_are_refused_with_the_list(name: str) -> None:
    with pytest.raises(UnknownJurisdiction) as refused:
        jurisdictions.get(name)
    assert refused.value.accepted == "pa (Pennsylvania), md (Maryland), ma (Massachusetts), fr (France)"
    assert jurisdictions.find_named(name) is None


@pytest.mark.parametrize(
    ("find", "put", "told"),
    [
        ('notation = "comar"', 'notation = "nevada"', "notation 'nevada'"),
        ('governs = "fills"', 'governs = "fillings"', "fillings"),
        ('governs = "fills"', 'governs = "credits"', "fills has 0"),
        ('cite = "COMAR 36.05.03.04A"', 'cite = "465a.2"', "465a.2"),
        ('cite = "COMAR 36.05.03.04A"', "", "cite"),
        ("read = true", "", "read"),
        ("read = true", "read = false", "named_by"),
        ("read = true", 'read = true\nnamed_by = "2.A"', "named_by"),
        ('says = "An open table has one dealer."', 'says = " "', "dealers has no text"),
        ('"America/New_York"', '"America/Baltimore"', "America/Baltimore"),
        ("longest_hours = 24", "longest_hours = 25", "25 hours"),
        ("longest_hours = 24", "longest_hours = 0", "0 hours"),
        ('currency = "USD"', 'currency = "USD"\nflag = "yes"', "flag"),
        ('currency = "USD"', "currency = USD", "TOML"),
        ('symbol = "$"', 'symbol = "$"\nposition = "above"', "above"),
    ],
)
def test_broken_data_is_refused_by_name(tmp_path: Path, find: str, put: str, told: str) -> None:
    folder = tmp_path / "md"
    shutil.copytree(DATA / "md", folder)
    text = (folder / FILE).read_text("utf-8")
    assert find in text
    (folder / FILE).write_text(text.replace(find, put, 1), "utf-8")
    with pytest.raises(BadJurisdiction) as refused:
        load(folder)
    assert refused.value.where == f"md/{FILE}" and told in refused.value.sentence() and refused.value.accepted


def test_a_folder_without_its_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadJurisdiction, match="missing"):
        load(tmp_path)
