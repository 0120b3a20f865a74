"""A reconstructed round shows everything in the log about it, but nothing before the round is over."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.reconstruction import Reconstruction, reconstruct
from tablelaw.floor.audit.reconstruction_grids import as_dict, by_others, grids
from tablelaw.floor.audit.reconstruction_pages import reconstruction_html, reconstruction_text
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.recorded_transfers import recorded
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.heads import verify_head
from tablelaw.proofs.merkle import is_included, leaf_hash
from tablelaw.table import commands, events
from tablelaw.table.state import change
from tests.floor.forging import entry_with, forged
from tests.floor.played import (
    DAY,
    KEY,
    UTH,
    bet,
    new_floor,
    opened,
    play_on,
    play_to_the_documents,
    refusal,
    royal,
    sit,
)
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import ADMINISTRATOR, World, example

WAGERS = {"ante": 500, "blind": 500, "progressive": 100}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_floor(tmp_path)


def a_round(world: World, table: str = UTH) -> None:
    bet(world, table, **WAGERS)
    play_on(world, table, (1, "check", 0), (1, "bet", 1000))


def a_royal_round(world: World, decks: StackedDecks) -> None:
    sit(world)
    decks.stack(royal())
    a_round(world)


def test_money_is_named_by_the_receipts_of_statements(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
        hand = reconstruct(store, UTH, 1)
        printed = {recorded(row).receipt for row in store.transfers_of("chips:ann")}
    shown = [row[1] for grid in grids(hand) if grid.title == "Money" for row in grid.rows]
    assert shown and all(re.fullmatch(r"\d+\.\d+", receipt) for receipt in shown)
    assert shown == [row["receipt"] for row in as_dict(hand)["transfers"]]
    assert {receipt for _, receipt, t in hand.transfers() if "chips:ann" in (t.debit, t.credit)} <= printed


# --- Contents --------------------------------------------------------------------------------------------------


def test_cards_lines_and_people_are_those_of_the_log(store: Store) -> None:
    decks = StackedDecks("dispute")
    with opened(store, chance=decks) as world:
        a_royal_round(world, decks)
        hand = reconstruct(store, UTH, 1)
    assert (hand.owner, hand.day, hand.table, hand.state.number) == ("Keystone Casino", DAY, UTH, 1)
    assert [seen.card for seen in hand.cards if seen.place == "seat 1"] == ["As", "Ks"]
    assert [seen.card for seen in hand.cards if seen.place == "community"] == ["Qs", "Js", "Ts", "3d", "8h"]
    assert {seen.told.by for seen in hand.cards} == {DEALER}
    assert [seen.line.wager for seen in hand.lines] == ["ante", "blind", "play", "progressive"]
    assert hand.lines[-1].validated_by == FLOORPERSON and hand.lines[-1].line.hand_pay
    assert hand.seats["seats"][0]["cards"] == "As Ks"
    assert set(hand.law) >= {seen.line.cite for seen in hand.lines} and all(hand.law.values())


def test_every_entry_of_the_round_is_there_and_no_other(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
        a_round(world)
        hand = reconstruct(store, UTH, 1)
    own = [decode(kept.body).seq for kept in store.round_entries(f"table {UTH}", 1)]
    assert [entry.seq for entry in hand.entries] == own
    assert {step.told.entry for step in hand.steps} == set(own)
    assert isinstance(hand.entries[-1].events[-1], events.RoundCleared)


def test_meters_before_and_after_with_every_change(store: Store) -> None:
    decks = StackedDecks("dispute")
    with opened(store, chance=decks) as world:
        a_royal_round(world, decks)
        hand = reconstruct(store, UTH, 1)
    meter = next(seen for seen in hand.meters if seen.meter == f"{UTH}/progressive-a")
    assert meter.before is not None
    assert (meter.before.units, meter.after.units) == (10_000_00_0000, 10_000_21_0000)
    assert [change.kind for _, change in meter.changes] == ["staked", "won", "reseeded", "paid", "counted"]
    assert by_others(meter) == 0


def test_what_other_tables_of_the_link_moved_is_told_apart(store: Store) -> None:
    texts = example("pa-653a", "UTH-1", "hall"), example("pa-653a", "UTH-2", "hall")
    with opened(store, *texts) as world:
        sit(world, "UTH-1", 1, "ann")
        sit(world, "UTH-2", 1, "bob")
        bet(world, "UTH-1", **WAGERS)
        world.do(DEALER, commands.CloseBets(), "UTH-1")
        a_round(world, "UTH-2")
        world.run("UTH-1")
        world.do("player:ann", commands.Act(1, "bet", 2000), "UTH-1")
        world.run("UTH-1")
        hand = reconstruct(store, "UTH-1", 1)
    meter = next(seen for seen in hand.meters if seen.meter == "hall-progressive/progressive-a")
    assert meter.before is not None
    assert meter.after.units - meter.before.units == 2 * 21_0000
    assert by_others(meter) == 21_0000


def test_lines_that_a_void_took_back_are_shown_as_undone(store: Store) -> None:
    decks = StackedDecks("dispute")
    with opened(store, chance=decks) as world:
        sit(world)
        decks.stack(royal())
        play_to_the_documents(world, **WAGERS)
        void = world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH).entry.seq
        world.run(UTH)
        hand = reconstruct(store, UTH, 1)
    undone = [(seen.told.entry < void, seen.line.wager) for seen in hand.lines if seen.undone]
    assert undone == [(True, wager) for wager in ("ante", "blind", "play", "progressive")]
    assert len(hand.lines) == 8 and all(seen.line.returned == seen.line.stake for seen in hand.lines[4:])
    assert reconstruction_text(hand).count("undone by the void") == 4


def test_a_real_card_has_no_commitment(store: Store) -> None:
    with opened(store) as world:
        world.do(ADMINISTRATOR, orders.InstallTable(example("pa-653a", "REAL-1"), 100_000_00, physical=True))
        sit(world, "REAL-1")
        bet(world, "REAL-1", ante=500, blind=500)
        world.do(DEALER, commands.CloseBets(), "REAL-1")
        for card in royal()[:4]:
            world.do(DEALER, commands.EnterCard(royal()[20]), "REAL-1")
            world.do(DEALER, commands.TakeBackCard(), "REAL-1")
            world.do(DEALER, commands.EnterCard(card), "REAL-1")
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), "REAL-1")
        world.run("REAL-1")
        hand = reconstruct(store, "REAL-1", 1)
    assert [seen.proof for seen in hand.cards] == [None] * 4
    assert [seen.card for seen in hand.cards] == [str(card) for card in royal()[:4]], "mistyped cards left no deck"
    assert reconstruction_text(hand).count("it was mistyped and is still in the shoe") == 4
    assert "a real card" in reconstruction_text(hand) and hand.state.voided_by


# --- Proofs ----------------------------------------------------------------------------------------------------


def test_every_entry_is_proved_under_a_signed_head(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
        sign_log(store, KEY, 1_794_796_000)
        a_round(world)
        hand = reconstruct(store, UTH, 1)
    assert hand.proof.head is not None
    root = bytes.fromhex(verify_head(hand.proof.head, KEY.public).root)
    for one in hand.proof.entries:
        kept = store.entry(one.seq)
        assert kept is not None
        path = [bytes.fromhex(beside) for beside in one.path]
        assert is_included(leaf_hash(kept.body), one.seq - 1, hand.proof.size, path, root)


def test_without_a_head_that_covers_it_the_text_says_so(store: Store) -> None:
    with opened(store) as world:
        sign_log(store, KEY, 1_794_786_000)
        sit(world)
        a_round(world)
        hand = reconstruct(store, UTH, 1)
    assert hand.proof.head is None and hand.proof.size == hand.entries[-1].seq
    assert "No signed head covers these entries yet" in reconstruction_text(hand)


def test_every_card_of_a_session_is_the_one_committed_to(played_session: Store) -> None:
    entry = entry_with(played_session, events.RoundCleared, lambda entry: is_virtual(played_session, entry.stream))
    hand = reconstruct(played_session, entry.stream.removeprefix("table "), entry.round, entry.seq)
    proofs = [seen.proof for seen in hand.cards]
    assert proofs and all(proof is not None and proof.is_shown for proof in proofs)


def is_virtual(store: Store, stream: str) -> bool:
    return any(decode(kept.body).openings for kept in store.round_entries(stream, 1))


def test_a_card_that_was_not_committed_to_is_shown_to_be_another(store: Store, tmp_path: Path) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
    dealt = entry_with(store, events.Dealt)
    other = open_store(str(tmp_path / "other.db"), create=True)
    forged(store, other, dealt.seq, lambda entry: change(entry, openings=("00" * 32,) * 2))
    hand = reconstruct(other, UTH, 1)
    assert [seen.proof.is_shown for seen in hand.cards if seen.proof and seen.told.entry == dealt.seq] == [False] * 2
    assert "NOT SHOWN" in reconstruction_text(hand)


# --- Refusals --------------------------------------------------------------------------------------------------


def test_a_round_under_way_is_nobodys_to_see(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        bet(world, **WAGERS)
        world.do(DEALER, commands.CloseBets(), UTH)
        world.run(UTH)
        found = refusal(lambda: reconstruct(store, UTH, 1))
    assert (found.code, found.accepted) == ("round-not-over", "clear the round first")


@pytest.mark.parametrize("number", [0, -1, 2, 99])
def test_a_round_that_never_was_is_refused_with_those_that_were(store: Store, number: int) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
        found = refusal(lambda: reconstruct(store, UTH, number))
    assert (found.code, found.accepted) == ("no-such-round", "1 to 1")
    assert refusal(lambda: reconstruct(store, "UTH-9", 1)).accepted == "a table that has played"


def test_a_table_that_came_back_has_several_rounds_of_a_number(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_round(world)
        world.do("player:ann", commands.LeaveSeat(1), UTH)
        world.do(FLOORPERSON, commands.CloseTable(), UTH)
        world.do(ADMINISTRATOR, orders.RemoveTable(UTH))
        world.do(ADMINISTRATOR, orders.InstallTable(example("pa-653a"), 100_000_00))
        sit(world, player="bob")
        a_round(world)
        found = refusal(lambda: reconstruct(store, UTH, 1))
        assert found.code == "several-rounds"
        first, second = map(int, re.findall(r"\d+", found.accepted))
        hands = [reconstruct(store, UTH, 1, entry) for entry in (first, second)]
        assert refusal(lambda: reconstruct(store, UTH, 1, 1)).code == "no-such-entry"
    assert [hand.state.seats[1].player for hand in hands] == ["ann", "bob"]


# --- Forms -----------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks that every tag is closed, and records the resources a page fetches from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "action")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def forms(hand: Reconstruction) -> tuple[str, str]:
    return reconstruction_text(hand), reconstruction_html(hand)


def test_text_and_page_tell_the_same_and_the_page_stands_by_itself(store: Store) -> None:
    with opened(store) as world:
        sit(world, player="O'Hara & <i>Sons")
        a_round(world)
        hand = reconstruct(store, UTH, 1)
    text, shown = forms(hand)
    page = Page(shown)
    assert page.open == [] and page.fetched == [] and "<i>" not in shown and "<script" not in shown
    assert "O&#x27;Hara &amp; &lt;i&gt;Sons" in shown
    for seen in hand.lines:
        assert seen.line.cite in text and seen.line.cite in shown
    for entry in hand.proof.entries:
        assert entry.leaf in text and entry.leaf in shown


def test_every_rulebooks_rounds_have_all_forms(played_session: Store) -> None:
    told = set()
    for kept in played_session.entries(0):
        if b'"RoundCleared"' in kept.body and (entry := decode(kept.body)).stream.split(" ")[1] not in told:
            told.add(entry.stream.split(" ")[1])
            hand = reconstruct(played_session, entry.stream.removeprefix("table "), entry.round, entry.seq)
            text, shown = forms(hand)
            assert Page(shown).open == [] and text.startswith(f"Round {entry.round} at table")
            assert as_dict(hand)["entries"][-1] == entry.seq
    assert len(told) == 6
