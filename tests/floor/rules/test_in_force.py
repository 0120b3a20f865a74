"""A table continues under the rules it was installed with. Any differences are named, and no round opens under other
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablelaw import __version__, rulebooks
from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.audit.reexecution import LogDiffers, reexecute
from tablelaw.floor.events import TableInstalled
from tablelaw.floor.handlers import installation
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.rules import in_force
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.law.rulebook import Rulebook
from tablelaw.table import commands, events
from tablelaw.table.state import change
from tests.floor.forging import entry_with, forged
from tests.floor.played import KEY, UTH, Hours, bet, new_floor, opened, play_on, refusal, sit
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import ADMINISTRATOR, World
from tests.submission.test_rules_digest import with_paytable
from tests.table.game import arranged

WAGERS = {"ante": 500, "blind": 500, "trips": 500}
LOGGED, CHANGED = "7 to 1", "8 to 1"
Changed = Callable[[Rulebook], Rulebook]


def flush_pays_more(book: Rulebook) -> Rulebook:
    return with_paytable(book, "trips", "flush", "A", CHANGED)


def without_a_rule(book: Rulebook) -> Rulebook:
    """A rulebook without the rule that decides a winning Trips wager."""
    gone = next(rule for rule in book.rules if "trips" in rule.wagers)
    return replace(book, rules=tuple(rule for rule in book.rules if rule is not gone))


@contextmanager
def at_hand(monkeypatch: pytest.MonkeyPatch, changed: Changed) -> Iterator[None]:
    """Replaces the rulebook with a changed one, as a later version of the program might."""
    known = rulebooks.get
    with monkeypatch.context() as patch:
        patch.setattr(rulebooks, "get", lambda name: changed(known(name)) if name == "pa-653a" else known(name))
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    installation._played_under.cache_clear()
    in_force.compared_with_log.cache_clear()


def flush_on_the_board(seed: str = "flush") -> StackedDecks:
    """Stacks every deck to give seat 1 a flush."""
    cards = arranged("pa-653a", "manual-shoe", (1,), hands={1: "As 4s"}, dealer="2d 7c", board="Qs Js 9s 3d 8h")
    decks = StackedDecks(seed)
    decks.always(list(cards))
    return decks


def left_open(store: Store, snapshot_every: int = 5_000) -> None:
    """Plays one round to the end, and another until it is decided but not settled."""
    with opened(store, chance=flush_on_the_board(), snapshot_every=snapshot_every) as world:
        sit(world)
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0))


@contextmanager
def gone_on(store: Store) -> Iterator[World]:
    clock = Hours()
    clock.time += 1_000_000
    service = FloorService(store, clock=clock, chance=flush_on_the_board("later"))
    try:
        yield World(service, f"later, from {service.views.seq}")
    finally:
        service.close()


def settled_trips(store: Store) -> list[str]:
    """The odds at which each Trips wager was paid, in order."""
    found = []
    for row in store.entries(0):
        for event in decode(row.body).events:
            if isinstance(event, events.Settled):
                found += [line.odds for line in event.lines if line.wager == "trips"]
    return found


def test_an_installed_table_names_its_rules(tmp_path: Path) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    (event,) = [e for e in entry_with(store, TableInstalled).events if isinstance(e, TableInstalled)]
    assert event.rules is not None
    assert (event.rules.rulebook, event.rules.program) == ("pa-653a", __version__)
    assert len(event.rules.digest) == 64
    assert {"paytable trips", "verdicts trips", "stages", "limits"} <= event.rules.parts.keys()


@pytest.mark.parametrize("snapshot_every", [5_000, 20])
def test_a_changed_cell_never_pays_an_old_round_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot_every: int
) -> None:
    store = new_floor(tmp_path)
    left_open(store, snapshot_every)
    with at_hand(monkeypatch, flush_pays_more):
        with gone_on(store) as world:
            (said,) = world.view(UTH).differences
            assert said == f"trips, flush: {LOGGED} in the log, {CHANGED} now"
            world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
            world.run(UTH)
            assert settled_trips(store) == [LOGGED, LOGGED]
            refused = world.attempt("player:ann", commands.PlaceWager(1, "ante", 500), UTH)
            assert refused is not None and refused.code == "other-rules" and said in refused.why
            world.do(FLOORPERSON, commands.CloseTable(), UTH)
            world.do(ADMINISTRATOR, orders.RemoveTable(UTH))
        made = reexecute(store)
        assert made.other_rules and said in made.other_rules[0] and not made.not_executed
        checks = {check.name: check for check in audit_floor(store, AuditInput(signing=KEY, key=KEY.public))}
        assert not checks["rules"].is_run and said in checks["rules"].says
        assert {"sums", "replay", "verifier"} <= checks.keys()
    assert not reexecute(store).other_rules


def test_a_table_installed_again_is_played_by_the_rules_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, flush_pays_more), gone_on(store) as world:
        text = world.view(UTH).text
        world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
        world.run(UTH)
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        world.do(ADMINISTRATOR, orders.RemoveTable(UTH))
        world.do(ADMINISTRATOR, orders.InstallTable(text, 100_000_00))
        assert not world.view(UTH).differences
        world.do("player:ann", commands.TakeSeat(1), UTH)
        bet(world, **WAGERS)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        assert settled_trips(store) == [LOGGED, LOGGED, CHANGED]
        assert len(reexecute(store).other_rules) == 1


def test_a_removed_rule_leaves_its_wager_unsettled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, without_a_rule):
        with gone_on(store) as world:
            says = "how Trips is settled: not the same as when the table was installed"
            assert world.view(UTH).differences == (says,)
            refused = refusal(partial(world.do, "player:ann", commands.Act(1, "bet", 1000), UTH))
            assert refused.code == "other-rules" and "Trips of UTH-1" in refused.why
            world.do(DEALER, orders.BuyIn("bob", UTH, 100_00))
        made = reexecute(store)
        assert made.not_executed and "how Trips is settled" in made.other_rules[0]
    with gone_on(store) as world:
        world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
        world.run(UTH)
    assert settled_trips(store) == [LOGGED, LOGGED]


def test_a_round_that_cannot_be_settled_is_voided_and_the_table_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An irregularity returns the wagers, which needs no rule about them."""
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, without_a_rule), gone_on(store) as world:
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
        world.run(UTH)
        assert world.view(UTH).state.round is None
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        world.do(ADMINISTRATOR, orders.RemoveTable(UTH))
        assert service_balance(world, "chips:ann") > 0


def service_balance(world: World, account: str) -> int:
    assert isinstance(world.service, FloorService)
    return world.service.views.balance(account).posted


def other_stage(book: Rulebook) -> Rulebook:
    """A rulebook with different bet sizes before the flop."""
    stage = book.stages[0]
    choices = tuple(msgspec.structs.replace(c, times=(3, 5)) if c.times else c for c in stage.choices)
    return replace(book, stages=(msgspec.structs.replace(stage, choices=choices), *book.stages[1:]))


def other_order(book: Rulebook) -> Rulebook:
    """A rulebook that settles the wagers in reverse order."""
    return replace(book, settlement=tuple(reversed(book.settlement)))


@pytest.mark.parametrize("changed", [other_stage, other_order])
def test_a_round_is_not_played_on_by_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: Changed
) -> None:
    """If hands are now played or read differently, no decision is accepted and nothing is settled."""
    store = new_floor(tmp_path)
    left_open(store)
    with at_hand(monkeypatch, changed), gone_on(store) as world:
        assert world.view(UTH).differences
        before = store.head()
        refused = refusal(partial(world.do, "player:ann", commands.Act(1, "bet", 1000), UTH))
        assert refused.code == "other-rules"
        assert store.head() == before
    with gone_on(store) as world:
        world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
        world.run(UTH)
    assert settled_trips(store) == [LOGGED, LOGGED]
    assert not reexecute(store).other_rules


def test_a_removed_rule_leaves_other_wagers_to_be_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    with opened(store, chance=flush_on_the_board()) as world:
        sit(world)
        bet(world, ante=500, blind=500)
        play_on(world, UTH, (1, "check", 0))
    with at_hand(monkeypatch, without_a_rule), gone_on(store) as world:
        world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
        world.run(UTH)
        assert world.view(UTH).state.round is None


def test_better_words_and_a_newer_program_freeze_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_floor(tmp_path)
    left_open(store)
    monkeypatch.setattr(in_force, "__version__", "99.0")
    with at_hand(monkeypatch, lambda book: replace(book, game="Another title")):
        with gone_on(store) as world:
            assert not world.view(UTH).differences
            world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
            world.run(UTH)
            bet(world, **WAGERS)
            play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        assert not reexecute(store).other_rules


def _without_rules(entry: Entry) -> Entry:
    told = tuple(change(e, rules=None) if isinstance(e, TableInstalled) else e for e in entry.events)
    return change(entry, events=told)


def test_a_log_that_names_no_rules_is_compared_by_its_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    written = new_floor(tmp_path / "a")
    left_open(written)
    store = forged(written, new_floor(tmp_path), entry_with(written, TableInstalled).seq, _without_rules)
    assert not reexecute(store).other_rules
    with at_hand(monkeypatch, flush_pays_more):
        with gone_on(store) as world:
            assert world.view(UTH).differences == (f"trips, flush: {LOGGED} in the log, {CHANGED} now",)
            world.do("player:ann", commands.Act(1, "bet", 1000), UTH)
            world.run(UTH)
            assert settled_trips(store) == [LOGGED, LOGGED]
            assert world.attempt("player:ann", commands.PlaceWager(1, "ante", 500), UTH)
        with pytest.raises(LogDiffers):
            reexecute(store)


def _with_digest(digest: str) -> Callable[[Entry], Entry]:
    def forge(entry: Entry) -> Entry:
        told = tuple(
            change(e, rules=change(e.rules, digest=digest)) if isinstance(e, TableInstalled) and e.rules else e
            for e in entry.events
        )
        return change(entry, events=told)

    return forge


def test_a_digest_that_is_not_of_its_parts_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    written = new_floor(tmp_path / "a")
    left_open(written)
    seq = entry_with(written, TableInstalled).seq
    store = forged(written, new_floor(tmp_path), seq, _with_digest("0" * 64))
    with pytest.raises(LogDiffers, match="rules"):
        reexecute(store)
