"""The watch over a property's log: who is flagged, when, and that nothing from a round under way is ever used."""

from __future__ import annotations

import doctest
import json
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.protection.information import parse_information
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.watch.evidence import PARTS, best_action, round_evidence
from tablelaw.analysis.watch.power import power_of
from tablelaw.analysis.watch.spots import Spot, Valuer, Worths
from tablelaw.analysis.watch.valuers import usual_information, valuer_of
from tablelaw.cards import PACK, Card
from tablelaw.chance import PracticeChance
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.entry_outline import EntryOutline, entry_outlines
from tablelaw.floor.log.export import export_log
from tablelaw.floor.reports import recorded_decisions, seen_card_watch
from tablelaw.floor.reports.recorded_decisions import DecidedRound, RecordedDecisions
from tablelaw.floor.reports.seen_card_watch import SeenCardWatch
from tablelaw.floor.reports.watch_messages import WatchedPerson
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Reads, open_store
from tablelaw.proofs.keys import new_key
from tablelaw.proofs.refusals import LogRewritten
from tablelaw.table import commands, events
from tablelaw.table.legal import decisions
from tests.analysis.test_commands import run
from tests.command import run_command
from tests.document_blocks import blocks_of, untrue
from tests.floor.logs import AT
from tests.floor.world import ADMINISTRATOR, PROPERTY, TRAY_CENTS, World, example
from tests.printed_commands import run_page
from tools.project_files import ROOT

KEY, EXPORT = new_key(), "log.jsonl"
BOOK, TABLE, FRANCE = "fr-trois-cartes", "T", "fr"
TERMS = rulebooks.get(BOOK).terms()
SEER, HONEST, RANDOM = 1, 2, 3
ROUNDS = 80


class SeeingWorld(World):
    """One player sees a card of the dealer, one plays best without seeing it, and one at random."""

    def decide(self, table: str) -> bool:
        round_ = self.view(table).state.round
        if round_ is None or round_.phase != "deciding":
            return False
        seat = next(iter(decisions(self.view(table).engine.rules, round_))).seat
        if seat == RANDOM:
            return super().decide(table)
        worths = valuer_of(TERMS, usual_information(TERMS)).worths(round_.seats[seat].cards, Spot(0))
        card = round_.places["dealer"][0] if seat == SEER else None
        done = worths.actions[best_action(worths, card)]
        cents = int(done.times * round_.seats[seat].wagers[self.view(table).engine.rules.base])
        self.do(f"player:{round_.seats[seat].player}", commands.Act(seat, done.action, cents), table)
        return True


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A table after some rounds, with one more round under way whose cards are dealt."""
    file = tmp_path_factory.mktemp("watch") / "floor.db"
    store = open_store(str(file), create=True)
    with closing(store), closing(FloorService(store, chance=PracticeChance("watch"))) as service:
        world = SeeingWorld(service, "watch")
        world.do("system", orders.OpenProperty(PROPERTY, KEY.public, FRANCE))
        world.do(ADMINISTRATOR, orders.InstallTable(example(BOOK, TABLE), TRAY_CENTS))
        world.do(FLOORPERSON, orders.StartDay(world.date()))
        world.seat(TABLE, (SEER, HONEST, RANDOM))
        for _ in range(ROUNDS):
            world.play_round(TABLE)
        world.ready(TABLE)
        world.bet(TABLE)
        world.do(DEALER, commands.CloseBets(), TABLE)
        world.run(TABLE)
        world.decide(TABLE)
        assert world.view(TABLE).state.round is not None
        sign_log(store, KEY, AT)
        export_log(store, file.with_name(EXPORT))
    yield file


@pytest.fixture
def log(played: Path) -> Iterator[Reads]:
    with closing(open_store(str(played), only_read=True)) as store, store.view() as moment:
        yield moment


def watched(log: Reads, rate: float = 0.01) -> dict[str, WatchedPerson]:
    watch = SeenCardWatch(rate=rate)
    watch.catch_up(log)
    return {person.name: person for person in watch.report(is_auditor=True).people}


def decided(log: Reads) -> list[DecidedRound]:
    reader = RecordedDecisions()
    return [one for outline in entry_outlines(log) for one in reader.take(outline)]


def test_the_player_who_sees_a_card_is_flagged_within_the_predicted_rounds_and_nobody_else_is(log: Reads) -> None:
    people = watched(log)
    within = power_of(TERMS, usual_information(TERMS), 0.01, dealt=500).rounds_to_detect
    seer, honest, random = (people[f"{TABLE} {seat}"] for seat in (SEER, HONEST, RANDOM))
    assert within is not None
    assert seer.is_flagged and seer.flagged_at is not None and seer.flagged_at.round <= within
    assert not honest.is_flagged and not random.is_flagged
    assert {seer.rounds, honest.rounds, random.rounds} == {ROUNDS}
    assert seer.evidence is not None and len(seer.evidence.strongest) == 10
    cleared = {one.number: one.seq for one in decided(log)}
    assert all(one.entry == cleared[one.round] for one in seer.evidence.strongest)
    assert seer.flagged_at.entry == cleared[seer.flagged_at.round] and seer.flagged_at.at > 0


def test_a_dealer_is_judged_by_everybody_at_the_table(log: Reads) -> None:
    (dealer,) = [person for person in watched(log).values() if person.kind == "dealer"]
    assert dealer.rounds == ROUNDS
    assert dealer.evidence is not None and dealer.evidence.highest > 0


def test_rounds_are_those_that_were_dealt(log: Reads) -> None:
    rounds = decided(log)
    assert [one.number for one in rounds] == list(range(1, ROUNDS + 1))
    for one in rounds:
        assert (len(one.seats), len(one.dealer_down), one.dealer_up, one.board) == (3, 3, (), ())
        assert all(len(seat.cards) == 3 and len(seat.moves) == 1 for seat in one.seats)
        assert len({*one.dealer_down, *(card for seat in one.seats for card in seat.cards)}) == 12


def test_the_e_value_of_every_recorded_round_averages_one_over_the_cards_that_could_be_hidden(log: Reads) -> None:
    """Every card lies once in each place of the dealer's hand; what was decided stays as it was."""
    information, valuer = usual_information(TERMS), valuer_of(TERMS, usual_information(TERMS))
    for played in decided(log)[::8]:
        face_up = {card for seat in played.seats for card in seat.cards}
        left = [card for card in PACK if card not in face_up]
        e_values = []
        for hidden in zip(left, left[1:] + left[:1], left[2:] + left[:2], strict=True):
            tested = seen_card_watch._likelihoods(replace(played, dealer_down=hidden), information, valuer)
            e_values.append(np.exp(round_evidence(tested.seats, *tested.cards)))
        assert np.mean(e_values, axis=0) == pytest.approx(np.ones(PARTS))


def test_following_the_log_step_by_step_gives_the_same_as_reading_it_at_once(log: Reads) -> None:
    whole, steps = SeenCardWatch(), SeenCardWatch()
    whole.catch_up(log)
    for last in range(50, log.head() + 50, 50):
        steps.catch_up(log, last=min(last, log.head()))
    assert whole.report(is_auditor=True) == steps.report(is_auditor=True)


def test_a_server_that_reads_on_little_by_little_finds_the_same(log: Reads) -> None:
    whole, steps = SeenCardWatch(), SeenCardWatch()
    whole.catch_up(log)
    steps.follow(log, seconds=0)
    assert steps.seq == 1
    while steps.seq < log.head():
        steps.follow(log, seconds=0.01)
    assert whole.report(is_auditor=True) == steps.report(is_auditor=True)


class Refusing(Valuer):
    """A game that turns out not to be solvable when it is prepared."""

    is_prepared = False

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        raise AssertionError("valued before it was prepared")

    def prepare(self) -> None:
        raise NotThisGame("odds that are too fine", accepted="coarser odds")


def test_a_game_that_a_solver_refuses_is_not_waited_for(log: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_card_watch, "valuer_of", lambda terms, information, tell: Refusing())
    watch = SeenCardWatch()
    watch.follow(log, seconds=60)
    assert watch.report().preparing == (TERMS.book.game,) and not watch.report().not_watched
    watch.prepare()
    assert watch.report().preparing == ()
    watch.follow(log, seconds=60)
    (left,) = watch.report().not_watched
    assert left.rounds == ROUNDS and "odds that are too fine" in left.why and watch.seq == log.head()


# --- Hidden cards ------------------------------------------------------------------------------------------


def require_only_finished_rounds(log: Reads) -> None:
    """Everything the watch can tell changes only with entries that clear a round."""
    watch, before = SeenCardWatch(), b""
    clearing = {
        outline.seq
        for outline in entry_outlines(log)
        if any(isinstance(event, events.RoundCleared) for event in outline.entry.events)
    }
    for seq in range(1, log.head() + 1):
        watch.catch_up(log, last=seq)
        told = msgspec.json.encode(msgspec.structs.replace(watch.report(is_auditor=True), seq=0))
        assert told == before or seq in clearing or not before, f"entry {seq} tells something of a round under way"
        before = told


def test_nothing_of_a_round_under_way_enters(log: Reads) -> None:
    require_only_finished_rounds(log)


def test_a_card_taken_from_a_round_under_way_would_be_noticed(log: Reads, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: a round counts as finished as soon as somebody has decided."""
    see = recorded_decisions._UnderWay.see

    def too_early(self: recorded_decisions._UnderWay, outline: EntryOutline, entry: Entry) -> Iterator[int]:
        yield from see(self, outline, entry)
        if self.decided and len(self.decided) == sum(place.startswith("seat") for place in self.cards):
            yield 1

    monkeypatch.setattr(recorded_decisions._UnderWay, "see", too_early)
    with pytest.raises(AssertionError, match="of a round under way"):
        require_only_finished_rounds(log)


def test_a_floorperson_is_told_the_same_whatever_was_hidden_until_somebody_is_flagged(log: Reads) -> None:
    """The twin of every round has the dealer's cards exchanged for others; evidence differs, what is shown does not."""
    one, other = SeenCardWatch(rate=1e-9), SeenCardWatch(rate=1e-9)
    for played in decided(log)[:12]:
        seen = {*played.dealer_down, *(card for seat in played.seats for card in seat.cards)}
        one.take(played)
        other.take(replace(played, dealer_down=tuple(card for card in PACK if card not in seen)[:3]))
    assert not any(person.is_flagged for watch in (one, other) for person in watch.report().people)
    assert msgspec.json.encode(one.report()) == msgspec.json.encode(other.report())
    assert one.report(is_auditor=True) != other.report(is_auditor=True)


# --- The command -------------------------------------------------------------------------------------------


def test_floorpersons_read_flags_and_rounds_and_auditors_the_evidence(played: Path) -> None:
    code, out, _ = run("protect", "watch", "--db", str(played))
    text = " ".join(out.split())
    assert code == 0
    assert "flagged after round" in text and f"{TABLE} rounds 1 to {ROUNDS}" in text
    assert "ever flagged is at most 0.01" in text
    assert "evidence" not in text and not re.search(r"\b[2-9TJQKA][cdhs]\b", text)
    code, out, _ = run("protect", "watch", "--db", str(played), "--by", "auditor:una")
    assert code == 0 and "strongest evidence in" in " ".join(out.split())


@pytest.mark.parametrize(("by", "is_told"), [("floor:cho", False), ("", False), ("auditor:una", True)])
def test_json_has_evidence_only_for_auditors(played: Path, by: str, is_told: bool) -> None:
    code, out, _ = run("protect", "watch", "--db", str(played), "--json", *(("--by", by) if by else ()))
    told = json.loads(out)
    assert (code, told["rate"], told["rounds"]) == (0, 0.01, ROUNDS)
    assert all((person["evidence"] is not None) is is_told for person in told["people"])


def test_an_exported_log_gives_the_same(played: Path) -> None:
    code, out, _ = run("protect", "watch", "--log", str(played.with_name(EXPORT)), "--json")
    assert code == 0
    assert json.loads(out) == json.loads(run("protect", "watch", "--db", str(played), "--json")[1])


PAGE = ROOT / "docs" / "protection.md"


def test_the_commands_of_the_protection_page_run(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(played.parent, tmp_path / "floor")
    monkeypatch.chdir(tmp_path / "floor")
    _, marked, _, flags, evidence, log, as_json = run_page("protection", monkeypatch, capsys)
    assert "dealer:1/QKA" in marked and Path("play.svg").read_text("utf-8").startswith("<svg")
    assert "flagged after round" in " ".join(flags.split()) and "flagged after round" in " ".join(log.split())
    assert "evidence" in evidence and json.loads(as_json)["rate"] == 0.001


def test_the_session_of_the_protection_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted >= 7 and found.failed == 0


def test_the_json_of_the_protection_page_is_what_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`seconds` is the time when the game was solved."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    command = "--rulebooks examples/rulebooks protect three-card-poker --seen dealer:1/QKA --json"
    assert f"`tablelaw {command}`" in " ".join(PAGE.read_text("utf-8").split())
    (block,) = blocks_of("docs/protection.md", "json")
    told, shown = json.loads(block.text), json.loads(run_command(monkeypatch, capsys, *command.split())[1])
    assert untrue(told | {"seconds": shown["seconds"]}, shown, parts=("distribution",)) == []


def test_a_changed_export_is_refused(played: Path, tmp_path: Path) -> None:
    changed = tmp_path / EXPORT
    changed.write_bytes(played.with_name(EXPORT).read_bytes().replace(b'"fold"', b'"bet"', 1))
    with pytest.raises(LogRewritten):
        run("protect", "watch", "--log", str(changed))


def test_a_game_that_is_not_watched_is_listed_with_the_reason(log: Reads) -> None:
    watch = SeenCardWatch(tuple(parse_information([item]) for item in ("dealer:2",)))
    watch.catch_up(log)
    (left,) = watch.report().not_watched
    assert left.rounds == ROUNDS and "not watched for dealer:2" in left.why
