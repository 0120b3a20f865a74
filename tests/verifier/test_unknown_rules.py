"""A table whose rules the verifier does not know is reported as such; its money, cards and roles are still checked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw_verifier.law import game, unknown_rules
from tablelaw_verifier.law.known_rules import KNOWN_RULES
from tests.examples import example
from tests.verifier.built import run_alone
from tests.verifier.editable_log import EditableLog, Object
from tests.verifier.played_session import PlayedSession
from tools.known_rules import fingerprints

PACKAGE = Path(tablelaw.__file__).parent / "rulebooks"
UNKNOWN, KNOWN = "three-card-poker", "pa-678a"
PULLS = "let-it-ride"
"""A rulebook whose players may take wagers back."""


def session(folder: Path, hands: int, books: tuple[str, ...], seed: str = "elsewhere") -> EditableLog:
    played = PlayedSession(folder, seed, hands, "md", books)
    return EditableLog(played.played(folder / "log.jsonl"), played.key)


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> EditableLog:
    """A session with tables of two example folders and one known rulebook."""
    for name in (UNKNOWN, PULLS):
        example(name)
    return session(tmp_path_factory.mktemp("beside"), 80, (UNKNOWN, PULLS, KNOWN))


@pytest.fixture
def log(beside: EditableLog) -> EditableLog:
    return beside.copy()


def test_an_unknown_table_is_named_with_its_rulebook_and_digest_and_the_verdict_says_so(log: EditableLog) -> None:
    ran = run_alone(log.written())
    installed = next(event for _, event in log.events("TableInstalled") if event["rules"]["rulebook"] == UNKNOWN)
    digest = installed["rules"]["digest"]
    named = f"table {UNKNOWN} hand: not verified: rules unknown (rulebook {UNKNOWN}, edition example, digest {digest})"
    assert ran.returncode == 3 and named in ran.stdout
    assert "checked: money, meters, proofs, deck seals, order of entries, times, roles" in ran.stdout
    assert "NOT FULLY VERIFIED: the rules of 2 tables are unknown. Everything else agrees." in ran.stdout
    assert "Everything agrees" not in ran.stdout and f"table {KNOWN} hand: not verified" not in ran.stdout
    told = json.loads(run_alone(log.written(), "--json").stdout)
    assert told["agrees"] and not told["is_verified"]
    tables = [(row["table"], row["rulebook"]) for row in told["not_verified"]]
    assert (f"{UNKNOWN} hand", UNKNOWN) in tables and not any(KNOWN in book for _, book in tables)


# --- Forgeries at the unknown table -----------------------------------------------------------------------------

Forge = Callable[[EditableLog], Object]


def won(log: EditableLog) -> tuple[Object, Object, Object]:
    entry, _, line = next(found for found in log.lines(UNKNOWN, outcome="won") if found[2]["odds"])
    paid = log.transfer(entry, code="win", cents=line["paid"])
    return entry, line, paid


def paid_too_much_in_line_and_transfer(log: EditableLog) -> Object:
    entry, line, paid = won(log)
    line["paid"] += 100
    paid["cents"] += 100
    return entry


def paid_at_odds_nobody_filed(log: EditableLog) -> Object:
    entry, line, paid = won(log)
    row, odds = line["odds"].split(" ", 1)
    line["odds"] = f"{int(row) * 2} {odds}"
    line["paid"] *= 2
    paid["cents"] *= 2
    return entry


def transfer_other_than_its_line(log: EditableLog) -> Object:
    entry, _, paid = won(log)
    paid["cents"] -= 100
    return entry


def won_by_somebody_else(log: EditableLog) -> Object:
    entry, _, paid = won(log)
    paid["credit"] = "chips:somebody"
    return entry


def smaller_stake_than_was_placed(log: EditableLog) -> Object:
    entry, _, line = next(log.lines(UNKNOWN, outcome="lost"))
    ended = log.transfer(entry, code="collected", cents=line["kept"])
    line["stake"] -= 100
    line["kept"] -= 100
    ended["cents"] -= 100
    return entry


def lost_wager_kept_in_part(log: EditableLog) -> Object:
    entry, _, line = next(log.lines(UNKNOWN, outcome="lost"))
    ended = log.transfer(entry, code="collected", cents=line["kept"])
    line["kept"] -= 1
    ended["cents"] -= 1
    return entry


def settled_twice(log: EditableLog) -> Object:
    entry, event, line = next(log.lines(UNKNOWN, outcome="lost"))
    event["lines"].append(json.loads(json.dumps(line)))
    return entry


def another_card(log: EditableLog) -> Object:
    entry, event = next(
        (entry, event) for entry, event in log.events("Dealt", UNKNOWN) if entry.get("openings") and event["cards"]
    )
    out = [card for other in log.stream(entry) for told in other["events"] for card in told.get("cards", ())]
    event["cards"][0][1] = next(card for card in ("2c", "3c", "4c", "5c", "6c") if [card] not in out)
    return entry


def earlier_than_the_entry_before(log: EditableLog) -> Object:
    entry = log.order("CloseBets", UNKNOWN)
    for told in (entry, entry["command"], *entry["events"]):
        told["at"] -= 100_000
    return entry


def bets_closed_by_a_player(log: EditableLog) -> Object:
    entry = log.order("CloseBets", UNKNOWN)
    entry["by"] = "player:1"
    return entry


def wager_above_the_maximum(log: EditableLog) -> Object:
    entry = log.order("PlaceWager", UNKNOWN)
    held = log.transfer(entry, code="wager")
    for told in (entry["command"], *entry["events"], held):
        told["cents"] = 10**8
    return entry


def pulled_wager_kept(log: EditableLog) -> Object:
    entry, _ = next(found for found in log.events("Decided", PULLS) if found[1]["action"] == "pull")
    back = log.transfer(entry, code="returned")
    back |= {"code": "collected", "kind": "post"}
    return entry


def pulled_wager_not_placed(log: EditableLog) -> Object:
    entry, event = next(found for found in log.events("Decided", PULLS) if found[1]["action"] == "pull")
    for told in (event, entry["command"]):
        told["wager"] = "other"
    return entry


FORGERIES = (
    *(pulled_wager_kept, pulled_wager_not_placed),
    *(paid_too_much_in_line_and_transfer, paid_at_odds_nobody_filed, transfer_other_than_its_line),
    *(won_by_somebody_else, smaller_stake_than_was_placed, lost_wager_kept_in_part, settled_twice, another_card),
    *(earlier_than_the_entry_before, bets_closed_by_a_player, wager_above_the_maximum),
)


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_forgery_at_the_unknown_table_is_found_at_its_place(log: EditableLog, forge: Forge) -> None:
    entry = forge(log)
    report = log.report()
    assert not report.agrees and report.differences[0].seq == entry["seq"], report.differences


def test_a_difference_has_its_own_code_also_beside_an_unknown_table(log: EditableLog) -> None:
    paid_too_much_in_line_and_transfer(log)
    assert run_alone(log.written()).returncode == 1


def test_a_known_table_is_verified_as_before(log: EditableLog) -> None:
    entry, _, line = next(log.lines(KNOWN, outcome="lost"))
    line["outcome"] = "won"
    assert log.report().differences[0].seq == entry["seq"]


# --- Known rules under other names --------------------------------------------------------------------------------


def test_the_fingerprints_are_those_of_the_rulebooks() -> None:
    assert fingerprints() == KNOWN_RULES, "python -m tools.known_rules"


def test_rules_that_are_not_named_are_refused(log: EditableLog) -> None:
    entry, event = next(found for found in log.events("TableInstalled") if found[1]["rules"]["rulebook"] == UNKNOWN)
    del event["rules"]
    report = log.report()
    assert report.differences[0].seq == entry["seq"]


@pytest.fixture
def renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EditableLog]:
    """A session at tables of two known rulebooks under other names, with meters that are won."""
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    for name in ("pa_653a", "pa_678a"):
        folder = Path(shutil.copytree(PACKAGE / name, tmp_path / name))
        file = folder / "rulebook.toml"
        old = name.replace("_", "-")
        file.write_text(file.read_text("utf-8").replace(f'id = "{old}"', f'id = "own-{old}"', 1), "utf-8")
        rulebooks.load(folder)
    yield session(tmp_path, 150, ("own-pa-653a", "own-pa-678a"), "overseas")


def test_known_rules_under_another_name_are_recognised(renamed: EditableLog, monkeypatch: pytest.MonkeyPatch) -> None:
    difference = renamed.report().differences[0]
    assert (difference.expected, difference.found) == ("pa-653a, whose rules these are", "own-pa-653a")
    monkeypatch.setattr(unknown_rules, "KNOWN_RULES", {})
    difference = renamed.report().differences[0]
    assert difference.expected == "pa-653a, whose edition and paytables these are"


def test_meters_under_unknown_rules_are_followed(renamed: EditableLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Treats the same tables as unknown: every share that leaves a meter is paid, and nothing else leaves it."""
    monkeypatch.setattr(unknown_rules, "KNOWN_RULES", {})
    monkeypatch.setattr(unknown_rules, "EDITIONS", dict.fromkeys(game.EDITIONS, ()))
    report = renamed.report()
    assert report.agrees and len(report.unverified) >= 2, report.differences
    kinds = {change["kind"] for entry in renamed.entries for change in entry.get("meters", ())}
    assert {"staked", "counted", "won", "paid"} <= kinds
    forged: dict[str, Callable[[], Any]] = {
        "paid more than was drawn": lambda: _more_from_the_meter(renamed),
        "a contribution too small": lambda: _smaller_contribution(renamed),
    }
    for what, forge in forged.items():
        changed, seq = forge()
        assert changed.report().differences[0].seq == seq, what


def _more_from_the_meter(log: EditableLog) -> tuple[EditableLog, int]:
    copy = log.copy()
    entry, _, line = next(found for found in copy.lines(hand_pay=True) if found[2]["paid"])
    line["paid"] += 100
    return copy, entry["seq"]


def _smaller_contribution(log: EditableLog) -> tuple[EditableLog, int]:
    copy = log.copy()
    entry, change = next(
        (entry, change) for entry in copy.entries for change in entry.get("meters", ()) if change["kind"] == "counted"
    )
    change["units"] -= 1
    return copy, entry["seq"]
