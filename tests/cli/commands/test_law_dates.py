"""`law --as-of`, `law outdated` and `law history`: text, JSON and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tablelaw import rulebooks
from tablelaw.clock import today
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.server.context import ServerContext
from tablelaw.server.tables.alerts import _lapses_of
from tablelaw.submission.template import new_submission
from tests.command import run_command
from tests.floor.handlers.test_day_bounds import SetClock
from tests.floor.rules.test_lapses import TABLE, with_c
from tests.floor.world import World

Run = tuple[pytest.MonkeyPatch, pytest.CaptureFixture[str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return monkeypatch, capsys


def told(run: Run, *command: str) -> dict[str, Any]:
    code, out, err = run_command(*run, "law", *command, "--json")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize(
    ("day", "edition", "columns"),
    [
        ("2024-03-22", "2019-08-31", ["A", "B"]),
        ("2024-03-23", "2024-03-23", ["A", "B", "C"]),
        ("2026-03-23", "2024-03-23", ["A", "B", "C"]),
        ("2026-03-24", "2019-08-31", ["A", "B"]),
    ],
)
def test_show_as_of_a_day(run: Run, day: str, edition: str, columns: list[str]) -> None:
    found = told(run, "show", "pa-653a", "653a.12(g)", "--as-of", day)
    assert found["edition"] == f"58 Pa. Code ch. 653a, edition {edition}"
    assert [row["row"]["columns"] for row in found["rows"] if row["section"] == "paytables"] == [columns]


def test_every_command_about_the_law_takes_a_day(run: Run) -> None:
    (book,) = told(run, "pa-653a", "--as-of", "2026-04-01")["rulebooks"]
    assert book["edition"] == "58 Pa. Code ch. 653a, edition 2019-08-31"
    (dated,), (lapsed,) = (
        told(run, "readings", "pa-653a", "--as-of", day)["rulebooks"] for day in ("2025-01-01", "2026-04-01")
    )
    names = [{reading["id"] for reading in book["readings"]} for book in (dated, lapsed)]
    assert names[0] - names[1] == {"expiry-day"}
    rows = [
        {row["row"] for row in told(run, "diff", "pa-653a", "pa-653a", "--as-of", day)["differences"]}
        for day in ("2025-01-01", "2026-04-01")
    ]
    assert rows == [set(), set()]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pa-653a", "--as-of", "soon"), ("'soon' is not a date", "a day, such as 2025-06-30")),
        (("pa-653a", "--as-of", "2019-08-30"), ("not available", "44 Pa.B. 7683", "a day from 2019-08-31 on")),
        (
            ("show", "pa-653a", "653b.3", "--as-of", "2026-03-24"),
            ("not-in-force", "653b.3 lapsed after 2026-03-23 (54 Pa.B. 1537)", "from 2024-03-23 until 2026-03-23"),
        ),
        (
            ("show", "pa-653a", "653b.3", "--as-of", "2024-03-22"),
            (
                "not-in-force",
                "653b.3 is not yet in force on 2024-03-22; it is in force from 2024-03-23 (54 Pa.B. 1537)",
                "from 2024-03-23 until 2026-03-23",
            ),
        ),
        (("show", "pa-653a", "653b.3", "--as-of", "2015-01-01"), ("is in force from 2024-03-23",)),
        (
            ("readings", "pa-653a", "expiry-day", "--as-of", "2026-03-24"),
            ("not-in-force", "653b.3 lapsed after 2026-03-23"),
        ),
        (("history", "pa-653a", "653a.99"), ("no paragraph 653a.99",)),
    ],
)
def test_refusals(run: Run, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    code, _, err = run_command(*run, "law", *arguments)
    assert code == 2
    assert all(word in err for word in words), err


@pytest.mark.parametrize(
    ("asked", "edition", "day", "counts"),
    [
        ((), "2019-08-31", "the newest permanent text available", (192, 101, 95)),
        (("--as-of", "2024-03-22"), "2019-08-31", "as of 2024-03-22", (192, 101, 95)),
        (("--as-of", "2024-03-23"), "2024-03-23", "as of 2024-03-23", (193, 102, 96)),
        (("--as-of", "2026-03-23"), "2024-03-23", "as of 2026-03-23", (193, 102, 96)),
        (("--as-of", "2026-03-24"), "2019-08-31", "as of 2026-03-24", (192, 101, 95)),
    ],
)
def test_the_counts_are_of_the_day_and_say_which(
    run: Run, asked: tuple[str, ...], edition: str, day: str, counts: tuple[int, int, int]
) -> None:
    (book,) = told(run, "pa-653a", *asked)["rulebooks"]
    assert (book["paragraphs"], book["kinds"]["data"], book["readings"]) == counts
    assert sum(book["kinds"].values()) == book["paragraphs"]
    assert book["as_of"] == (asked[1] if asked else None)
    code, out, _ = run_command(*run, "law", "pa-653a", *asked)
    assert code == 0 and day in out
    assert f"58 Pa. Code ch. 653a, edition {edition}" in out and f" {counts[0]} " in out


@pytest.mark.parametrize(
    "command", [("pa-653a",), ("show", "pa-653a", "653a.12"), ("readings", "pa-653a"), ("diff", "pa-653a", "pa-647a")]
)
@pytest.mark.parametrize("day", ["", "2025-06-30"])
def test_every_command_about_the_law_names_the_day_and_the_edition(
    run: Run, command: tuple[str, ...], day: str
) -> None:
    asked = ("--as-of", day) if day else ()
    named = f"58 Pa. Code ch. 653a, edition {'2024-03-23' if day else '2019-08-31'}"
    _, out, _ = run_command(*run, "law", *command, *asked)
    assert named in out and (f"as of {day}" if day else "the newest permanent text available") in out
    _, shape, _ = run_command(*run, "law", *command, *asked, "--json")
    assert named in shape and f'"as_of": {json.dumps(day or None)}' in shape


def test_a_supplement_shown_without_a_day_says_its_days(run: Run) -> None:
    _, out, _ = run_command(*run, "law", "show", "pa-653a", "653b.3")
    assert "653b.3 was in force only from 2024-03-23 until 2026-03-23 (54 Pa.B. 1537)" in out


def test_what_has_lapsed(run: Run) -> None:
    assert told(run, "outdated", "--as-of", "2026-03-23")["lapsed"] == []
    assert told(run, "outdated", "--as-of", "2026-03-24") == {
        "day": "2026-03-24",
        "lapsed": [
            {
                "rulebook": "pa-653a",
                "what": "Bad Beat Bonus, on the losing hand: paytable C",
                "cite": "653b.3",
                "from": "2024-03-23",
                "until": "2026-03-23",
                "source": "54 Pa.B. 1537",
            }
        ],
        "still_offered": None,
    }


def test_what_a_property_still_offers_of_it(run: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "floor.db")
    store = open_store(db, create=True)
    service = FloorService(store, clock=SetClock(2025, 6, 30, 12))
    World(service, "offered").open([with_c()])
    service.close()
    store.close()
    asked = ("outdated", "--db", db, "--as-of")
    assert told(run, *asked, "2026-03-23")["still_offered"] == []
    assert told(run, *asked, "2026-03-24")["still_offered"] == [
        {"table": TABLE, "wager": "Bad Beat Bonus", "choice": "bad-beat = 'C'", "cite": "653b.3", "until": "2026-03-23"}
    ]
    _, out, _ = run_command(*run, "law", *asked, "2026-03-24")
    assert "Still offered" in out and TABLE in out


def test_the_history_of_a_paragraph(run: Run) -> None:
    found = told(run, "history", "pa-653a", "653b.3")
    assert [(row["what"], row["from"], row["until"], row["source"]) for row in found["history"]] == [
        ("edition 2024-03-23", "2024-03-23", "2026-03-23", "54 Pa.B. 1537"),
    ]
    _, out, _ = run_command(*run, "law", "history", "pa-647a", "647a.12")
    assert all(source in out for source in ("42 Pa.B. 4320", "44 Pa.B. 5463", "44 Pa.B. 7683", "49 Pa.B. 4956"))


def test_the_history_says_what_superseded_an_edition_and_what_was_never_amended(run: Run) -> None:
    proposed, codified = told(run, "history", "pa-678a", "678a.6")["history"]
    assert (proposed["until"], proposed["superseded_by"], codified["superseded_by"]) == (None, "codified", None)
    _, out, _ = run_command(*run, "law", "history", "pa-678a", "678a.6")
    assert "not known (superseded by edition codified)" in out
    sentence = "653a.3 has not been amended since its first edition, 2012-07-07 (42 Pa.B. 4333)."
    assert told(run, "history", "pa-653a", "653a.3")["unamended"] == sentence
    assert told(run, "history", "pa-653a", "653a.12")["unamended"] is None
    _, out, _ = run_command(*run, "law", "history", "pa-653a", "653a.3")
    assert sentence in out


@pytest.mark.parametrize(("day", "count"), [(23, 0), (24, 1)])
def test_floor_status_and_the_floors_page_show_an_alert(run: Run, tmp_path: Path, day: int, count: int) -> None:
    db = str(tmp_path / "floor.db")
    store = open_store(db, create=True)
    clock = SetClock(2026, 3, 22, 23)
    service = FloorService(store, clock=clock)
    world = World(service, "alerts")
    world.open([with_c()])
    world.do(FLOORPERSON, orders.EndDay())
    clock.time = SetClock(2026, 3, day, 12).time
    world.do(FLOORPERSON, orders.StartDay(f"2026-03-{day}"))
    shown = list(_lapses_of(cast(ServerContext, SimpleNamespace(service=service)), TABLE))
    service.close()
    store.close()
    code, out, err = run_command(*run, "floor", "status", "--db", db, "--json")
    assert code == 0, err
    alerts = [alert for alert in json.loads(out)["alerts"] if alert["table"]]  # without the alert about the day
    assert [(alert["table"], alert["cite"]) for alert in alerts] == [(TABLE, "653b.3")] * count
    assert [(alert.kind, alert.says) for alert in shown] == [("lapsed", alert["says"]) for alert in alerts]


# --- Submissions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filed", "edition", "passed"),
    [("2025-06-30", "2024-03-23", True), ("2026-04-01", "2019-08-31", False), ("", "", False)],
)
def test_submission_check_names_the_edition_and_the_day(
    run: Run, tmp_path: Path, filed: str, edition: str, passed: bool
) -> None:
    """Without a day the command uses today's law, under which paytable C has lapsed whenever this test runs."""
    text = new_submission(rulebooks.get("pa-653a")).replace('bad-beat = "A"', 'bad-beat = "C"')
    path = tmp_path / "filed.toml"
    path.write_text(text.replace('# filed = "2025-06-30"', f'filed = "{filed}"' if filed else ""), "utf-8")
    day, edition = filed or str(today()), edition or "2019-08-31"
    code, out, _ = run_command(*run, "submission", "check", str(path), "--json")
    (found,) = json.loads(out)["files"]
    assert code == (0 if passed else 2)
    assert (found["edition"], found["day"]) == (f"58 Pa. Code ch. 653a, edition {edition}", day)
    assert found["filed"] == (filed or None)
    _, out, _ = run_command(*run, "submission", "check", str(path))
    when = f"filed on {day}" if filed else f"on {day}, the day of the check"
    verdict = "passes" if passed else "1 finding"
    assert f"(58 Pa. Code ch. 653a, edition {edition}, {when}): {verdict}\n" in out


@pytest.mark.parametrize(
    ("filed", "words"), [("soon", "--filed: 'soon' is not a date"), ("2019-08-30", "44 Pa.B. 7683")]
)
def test_a_submission_is_written_for_a_day_whose_text_is_at_hand(run: Run, filed: str, words: str) -> None:
    code, _, err = run_command(*run, "submission", "new", "pa-653a", "--filed", filed)
    assert code == 2 and words in err


def test_a_submission_is_written_for_the_day_it_is_filed(run: Run) -> None:
    _, out, _ = run_command(*run, "submission", "new", "pa-653a", "--filed", "2026-04-01")
    assert 'filed = "2026-04-01"' in out and "653b.3" not in out


@pytest.mark.parametrize(
    "command",
    [
        ("sign", "FILE"),
        ("par", "FILE"),
        ("compare", "FILE", "FILE"),
        ("procedure", "pa-653a", "--submission", "FILE"),
        ("play", "pa-653a", "--submission", "FILE", "--auto", "1"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_refuses_a_lapsed_choice_of_a_submission_without_a_day(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    text = new_submission(rulebooks.get("pa-653a")).replace('bad-beat = "A"', 'bad-beat = "C"')
    path = tmp_path / "lapsed.toml"
    path.write_text(text, "utf-8")
    code, _, err = run_command(*run, *(str(path) if word == "FILE" else word for word in command))
    assert code == 2
    assert "bad-beat = 'C' lapsed after 2026-03-23" in err and "653b.3" in err
