"""Every named refusal of a meter, in a fixed order: the rows of meter_refusals.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablelaw.cage.meters.change_effects import STEPS
from tablelaw.cage.meters.meters import Meters
from tablelaw.cage.refusals import METER_REFUSALS, MeterRefused
from tablelaw.submission.submission import MeterTerms
from tests.cage.terms import meter_terms
from tests.cage.writing import change

TABLE = tomllib.loads(Path(__file__).with_name("meter_refusals.toml").read_text("utf-8"))
ROWS: list[dict[str, Any]] = TABLE["row"]
FIVE_CARD = meter_terms("pa-653a", "five-card-player", amount="$1")["five-card"]
PROGRESSIVE = meter_terms("pa-653a", "progressive", "A", amount="$1")["progressive-a"]


def prepared(given: list[str]) -> Meters:
    meters = Meters()
    for table, terms in (("T", FIVE_CARD), ("T", PROGRESSIVE), ("V", FIVE_CARD)):
        meters.connect(table, terms, "653a.12(d)(3)")
    for line in (*TABLE["setup"], *given):
        meters.apply(change(line))
    return meters


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["shows"])
def test_row(row: dict[str, Any]) -> None:
    meters, tried = prepared(row.get("given", [])), change(row["try"])
    before = meters.snapshot()
    refusal = meters.refuse([tried])
    assert meters.snapshot() == before, "asking changed something"
    assert (refusal.name if refusal else None) == row.get("refused"), str(refusal)
    if refusal is None:
        assert meters.apply(tried) != next(state for state in before if state.id == tried.meter)
    else:
        with pytest.raises(MeterRefused):
            meters.apply(tried)
        assert meters.snapshot() == before and refusal.accepted and refusal.as_dict()["code"] == refusal.name


def test_every_refusal_has_a_row_and_they_stand_in_their_order() -> None:
    shown = list(dict.fromkeys(row["refused"] for row in ROWS if "refused" in row))
    assert shown == [name for name in METER_REFUSALS if name != "other-terms"], "that one is of a connection"


@pytest.mark.parametrize(
    ("line", "earlier"),
    [
        ("doubled 1 meter=nowhere cite=", "unknown-change"),
        ("won -1 meter=nowhere cite=", "unknown-meter"),
        ("opened 1 cite=", "cite-missing"),
        ("opened 1 reserve=1", "already-open"),
        ("staked 1 table=U", "table-does-not-feed-it"),
        ("counted 1 reserve=1", "not-a-sum"),
        ("counted 1 reserve=1 cents=100", "not-the-share"),
        ("won 10000000001 cents=1", "not-whole-cents"),
        ("reseeded 1", "not-emptied"),
        ("restored 5 cents=5", "not-whole-cents"),
        ("adjusted 0", "not-a-sum"),
        ("adjusted -10000000001 approvers=cho,cho", "reason-missing"),
        ("adjusted -10000000001 reason=r approvers=cho", "approvers-missing"),
    ],
)
def test_the_earlier_of_two_faults_is_named(line: str, earlier: str) -> None:
    refusal = prepared([]).refuse([change(line)])
    assert refusal is not None and refusal.name == earlier, str(refusal)


def test_every_kind_of_change_has_a_row() -> None:
    assert {change(row["try"]).kind for row in ROWS} >= set(STEPS)


def test_tables_of_one_link_agree_on_its_terms() -> None:
    meters = Meters()
    linked = _linked("$1")
    assert meters.connect("T", linked, "653a.12(d)(3)") == meters.connect("U", linked, "653a.12(d)(3)") == "bank/mega-b"
    assert meters["bank/mega-b"].tables == ("T", "U")
    with pytest.raises(MeterRefused) as refusal:
        meters.connect("V", _linked("$5"), "653a.12(d)(3)")
    assert refusal.value.name == "other-terms" and meters["bank/mega-b"].tables == ("T", "U")
    with pytest.raises(MeterRefused):
        meters.connect("U", _linked("$5"), "653a.12(d)(3)")


def test_terms_change_once_no_other_table_feeds_the_meter() -> None:
    meters = Meters()
    meters.connect("T", _linked("$1"), "653a.12(d)(3)")
    meters.connect("U", _linked("$1"), "653a.12(d)(3)")
    opened = change("opened 10000000000 meter=bank/mega-b")
    meters.apply(opened)
    meters.disconnect("T")
    meters.connect("U", _linked("$5"), "653a.12(d)(3)")
    state = meters["bank/mega-b"]
    assert (state.tables, state.reseed, state.units) == (("U",), 5 * 10**10, 10**10), "what it shows stays"


def test_changes_of_one_group_see_those_before_them_and_nothing_is_kept() -> None:
    meters = prepared([])
    lines = ["won 10000000000 cents=1000000 meter=T/progressive-a", "reseeded 10000000000 meter=T/progressive-a"]
    before = meters.snapshot()
    steps = meters.after_each([change(line) for line in lines])
    assert [step.after.units for step in steps] == [0, 10**10] and steps[0].after == steps[1].before
    assert meters.snapshot() == before
    meters.keep(steps)
    assert meters["T/progressive-a"].hits == 1


def test_changed_names_the_meters_since_last_asked() -> None:
    meters = prepared([])
    assert set(meters.changed()) == {"T/five-card", "T/progressive-a", "V/five-card"}
    assert meters.changed() == {}
    meters.apply(change("won 10000 cents=1"))
    assert set(meters.changed()) == {"T/five-card"}
    meters.disconnect("V")
    assert set(meters.changed()) == {"V/five-card"}


def _linked(amount: str) -> MeterTerms:
    return meter_terms("pa-653a", "progressive", "B", amount=amount, link="bank")["mega-b"]
