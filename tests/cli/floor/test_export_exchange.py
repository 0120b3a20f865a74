"""Exports for other programs: the ledger, a gaming day as tables, rounds as poker hand histories."""

from __future__ import annotations

import csv
import sys
import tomllib

import pyarrow.parquet
import pytest

from tests.cli.floors import DANA, Floor

NAMES = ["exceptions", "hand_pays", "meters", "tables", "transfers", "wagers"]


def test_the_ledger_is_shown_to_an_auditor_before_the_count_and_to_others_after_it(played: Floor) -> None:
    code, line = played.refused("export", "ledger", "-o", "ledger.beancount")
    assert code == "blind-count" and "auditor:NAME" in line
    made = played.read("export", "ledger", "-o", "ledger.beancount", "--by", DANA)
    text = (played.folder / "ledger.beancount").read_text("utf-8")
    assert made == {"file": "ledger.beancount", "bytes": len(text.encode())}
    assert "balance Assets:Drop:UTH-1  500.00 USD" in text
    played.do("floor", "drop", "UTH-1", "500")
    played.do("export", "ledger", "-o", "ledger.beancount")


def test_a_day_as_csv_has_every_table_and_the_wagers_of_finished_rounds(played: Floor) -> None:
    assert played.refused("export", "day", "-o", "day")[0] == "blind-count"
    played.do("export", "day", "-o", "day", "--by", DANA)
    assert sorted(path.stem for path in (played.folder / "day").iterdir()) == NAMES
    with (played.folder / "day" / "wagers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    told = [(row["player"], row["wager"], row["outcome"], row["kept_cents"], row["is_void"]) for row in rows]
    assert told == [
        ("ann", "ante", "lost", "500", "false"),
        ("ann", "blind", "lost", "500", "false"),
        ("ann", "progressive", "lost", "100", "false"),
    ]
    with (played.folder / "day" / "tables.csv").open(encoding="utf-8", newline="") as file:
        (table,) = csv.DictReader(file)
    assert (table["table"], table["win_cents"], table["drop_cents"]) == ("UTH-1", "1100", "50000")


def test_a_round_under_way_is_not_in_the_wagers_of_the_day(in_round: Floor) -> None:
    in_round.do("export", "day", "-o", "day", "--by", DANA)
    assert (in_round.folder / "day" / "wagers.csv").read_text("utf-8").count("\n") == 1


def test_parquet_has_the_same_rows_with_types(played: Floor) -> None:
    played.do("export", "day", "-o", "day", "--by", DANA, "--format", "parquet")
    rows = pyarrow.parquet.read_table(played.folder / "day" / "wagers.parquet").to_pylist()
    assert [(row["seat"], row["wager"], row["kept_cents"], row["is_void"]) for row in rows][:1] == [
        (1, "ante", 500, False)
    ]
    empty = pyarrow.parquet.read_table(played.folder / "day" / "hand_pays.parquet")
    assert empty.num_rows == 0 and str(empty.schema.field("cents").type) == "int64"


def test_without_pyarrow_parquet_is_refused_with_the_extra_and_nothing_is_written(
    played: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, line = played.refused("export", "day", "-o", "day", "--by", DANA, "--format", "parquet")
    assert code == "missing-package" and "the extra parquet" in line and "or the format csv" in line
    assert not (played.folder / "day").exists()


def test_rounds_as_hand_histories_say_that_they_cannot_be_replayed(played: Floor) -> None:
    played.refused("export", "rounds", "UTH-1", "-o", "day.phhs", "--by", "player:ann")
    played.do("export", "rounds", "UTH-1", "-o", "day.phhs", "--by", DANA)
    text = (played.folder / "day.phhs").read_text("utf-8")
    assert text.startswith("# A house game against the dealer, not poker between players: programs for poker cannot")
    (hand,) = tomllib.loads(text).values()
    standard = {name for name in hand if not name.startswith("_")}
    assert standard == {
        *("venue", "time", "time_zone", "day", "month", "year"),
        *("hand", "seats", "table", "players", "currency"),
    }
    assert (hand["venue"], hand["players"], hand["_rulebook"]) == ("Keystone Casino", ["ann"], "pa-653a")
    assert [seen["place"] for seen in hand["_cards"]].count("community") == 5 and hand["_seats"][0]["lines"][0]["cite"]


def test_a_round_under_way_is_no_hand_history(in_round: Floor) -> None:
    in_round.do("export", "rounds", "UTH-1", "-o", "day.phhs", "--by", DANA)
    assert tomllib.loads((in_round.folder / "day.phhs").read_text("utf-8")) == {}
