"""Bad submissions: every finding at once, each with its paragraph and its remedy."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.errors import BadSubmission, UnknownRulebook
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.checks.property import check_property
from tablelaw.submission.draft import Draft, parse_draft, read_draft
from tablelaw.submission.submission import accept, load_submission
from tablelaw.submission.template import new_submission

ROOT = Path(__file__).parents[3]
EXAMPLES = {book_id: ROOT / "examples" / "submissions" / f"{book_id}.toml" for book_id in rulebooks.IDS}
BAD: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("bad.toml").read_text("utf-8"))["bad"]


def swap(text: str, find: str, put: str) -> str:
    assert find in text, f"{find!r} is not in the example"
    return text.replace(find, put)


def changed(entry: dict[str, Any]) -> str:
    text = EXAMPLES[entry["rulebook"]].read_text("utf-8")
    if "find" in entry:
        text = swap(text, entry["find"], entry["put"])
    for find, put in entry.get("replace", {}).items():
        text = swap(text, find, put)
    for key, head in (
        ("add_line", "[paytables]"),
        ("add_limit", "[limits]"),
        ("add_option", "[options]"),
        ("add_reading", "[readings]"),
    ):
        if key in entry:
            text = f"{text}\n" if head in text else f"{text}\n{head}\n"
            text = swap(text, head, f"{head}\n{entry[key]}")
    if "drop" in entry:
        text = swap(text, entry["drop"], "")
    return f"{text}\n{entry.get('add', '')}\n"


@pytest.mark.parametrize("entry", BAD, ids=lambda entry: entry["name"])
def test_bad_submission(entry: dict[str, Any]) -> None:
    findings = check(parse_draft(changed(entry)))
    assert [found.code for found in findings] == entry["codes"]
    words = " ".join(found.sentence() for found in findings)
    for part in entry["expect"]:
        assert part in words, f"{part!r} is not in: {words}"


def test_the_zoo_is_large_enough() -> None:
    assert sum(bool(entry["codes"]) for entry in BAD) >= 30


@pytest.mark.parametrize("book_id", rulebooks.IDS)
@pytest.mark.parametrize("offer_all", [False, True])
def test_a_new_submission_passes_as_written(book_id: str, offer_all: bool) -> None:
    text = new_submission(rulebooks.get(book_id), 'O\'Hara "Lucky" Casino', "T-9", offer_all)
    submission = accept(parse_draft(text))
    assert submission.casino == 'O\'Hara "Lucky" Casino'
    optional = [w.id for w in submission.book.wagers if w.offered == "if submitted" and not w.when]
    assert all((wager in submission.wagers) is offer_all for wager in optional)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_choice_of_a_new_submission_is_explained_and_cited(book_id: str) -> None:
    book = rulebooks.get(book_id)
    text = new_submission(book)
    for name in book.permitted():
        table = next((t for t in book.paytables if t.id == name), None)
        if table is None or len(table.columns) > 1:
            assert f"\n{name} = " in text
    for row in (
        *book.options,
        *(t for t in book.paytables if t.selected_by == "submission" and len(t.columns) > 1),
    ):
        assert str(row.cite.first) in text


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_example_passes(book_id: str) -> None:
    assert load_submission(EXAMPLES[book_id]).book.id == book_id


def test_a_submission_with_findings_gives_no_object() -> None:
    text = swap(EXAMPLES["pa-653a"].read_text("utf-8"), 'trips = "A"', 'trips = "E"')
    with pytest.raises(BadSubmission, match=r"1 finding: .*653a\.12"):
        accept(parse_draft(text))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("rulebook = ", "not valid TOML"),
        ('rulebook = "pa-653a"\nrulebook = "pa-653a"', "each key once"),
        ('table = "T"', "no rulebook is named"),
        ("rulebook = 653", "no rulebook is named"),
    ],
)
def test_what_cannot_be_read_at_all(text: str, part: str) -> None:
    with pytest.raises(BadSubmission) as refusal:
        parse_draft(text)
    assert part in str(refusal.value)


def test_an_unknown_rulebook_lists_the_six() -> None:
    with pytest.raises(UnknownRulebook, match="pa-647a, md-thb"):
        parse_draft('rulebook = "nv-1"')


def test_a_missing_file_and_a_binary_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSubmission, match="cannot be read"):
        read_draft(tmp_path / "nowhere.toml")
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSubmission, match="not UTF-8"):
        read_draft(tmp_path / "x.toml")


# --- Across tables ------------------------------------------------------------------------


def example(book_id: str, *changes: tuple[str, str]) -> Draft:
    text = EXAMPLES[book_id].read_text("utf-8")
    for find, put in changes:
        text = swap(text, find, put)
    return parse_draft(text, book_id)


def test_two_colorado_versions_in_one_property_are_refused() -> None:
    required = example("ma-colorado")
    permissible = example(
        "ma-colorado",
        ('table = "COL-1"', 'table = "COL-2"'),
        ('version = "required"', 'version = "permissible"'),
    )
    (found,) = check_property([required, permissible])
    assert (found.code, found.cite) == ("two-versions", "6(f)")
    assert "COL-1 (required)" in found.where


def test_one_version_each_at_two_properties_is_fine() -> None:
    elsewhere = example(
        "ma-colorado",
        ("Bay State Casino", "Other Casino"),
        ('version = "required"', 'version = "permissible"'),
    )
    assert check_property([example("ma-colorado"), elsewhere]) == []


def test_a_table_submitted_twice_is_noticed() -> None:
    codes = [found.code for found in check_property([example("pa-653a"), example("pa-653a")])]
    assert codes == ["same-table-twice"]


def test_tables_of_two_currencies_are_not_of_one_property() -> None:
    one, euro = example("pa-653a"), example("fr-ultimate", ('"Casino de la Baie"', '"Keystone Casino"'))
    (found,) = check_property([one, euro])
    assert (found.code, found.where) == ("two-currencies", "UTH-1 (USD); UHP-1 (EUR)")
    assert found.cite == "NOR INTD0754510A" and found.satisfy == "a separate property for each currency"
    assert check_property([one, example("fr-ultimate")]) == [], "two properties"
    assert check_property([euro]) == check_property([one]) == []


LINKED = ('# link = "progressive-link"', 'link = "keystone"')


def test_linked_tables_agree_or_are_refused() -> None:
    one = example("pa-653a", LINKED)
    same = example("pa-653a", LINKED, ('table = "UTH-1"', 'table = "UTH-2"'))
    other = example(
        "pa-653a", LINKED, ('table = "UTH-1"', 'table = "UTH-3"'), ('progressive = "A"', 'progressive = "B"')
    )
    assert check_property([one, same]) == []
    found = check_property([one, same, other])
    assert [(f.code, f.cite) for f in found] == [("link-disagrees", "653a.12(d)(3)")]


def test_a_link_is_of_one_meter() -> None:
    five_card = ('# link = "five-card-player-link"', 'link = "keystone"')
    (found,) = check_property([example("pa-653a", LINKED, five_card)])
    assert (found.code, found.where) == ("link-of-two-meters", "progressive at UTH-1, five-card-player at UTH-1")
    own = example("pa-653a", LINKED, (five_card[0], 'link = "other"'))
    assert check_property([own]) == []


# --- The frozen object ------------------------------------------------------------------------


def test_meters_scale_with_the_amount_offered() -> None:
    five = accept(example("pa-653a", ('one of $1, $5.\namount = "$1"', 'one of $1, $5.\namount = "$5"')))
    meter = next(m for m in five.meters if m.id == "progressive-a")
    assert meter.seed_cents == 5_000_000
    assert meter.primary == Fraction(21, 100)
    assert five.wagers["progressive"].amounts_cents == (500,)


def test_the_operators_meter_is_taken_from_the_submission() -> None:
    (meter,) = accept(example("pa-678a", ('reseed = "$30,000"', 'reseed = "$35,000"'))).meters
    assert [meter.seed_cents, meter.reseed_cents] == [3_000_000, 3_500_000]


def test_better_odds_reach_the_terms() -> None:
    draft = parse_draft(EXAMPLES["ma-colorado"].read_text("utf-8") + '\n[odds.bet]\n"flush" = "9 to 1"\n')
    column = accept(draft).terms.column("bet")
    assert (str(column["flush"].odds), str(column["straight"].odds)) == ("9 to 1", "5 to 1")


def test_positions_come_from_the_option_or_the_law() -> None:
    assert (
        accept(example("pa-653a", ("positions-per-player = 1", "positions-per-player = 3"))).positions_per_player == 3
    )
    assert accept(example("pa-677a")).positions_per_player == 1
