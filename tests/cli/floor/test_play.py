"""`tablelaw floor order`, `deal` and `status`: a round played at the command line; nobody sees a hidden card."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablelaw.cards import PACK
from tablelaw.floor.log.entry import decode
from tablelaw.floor.store.api import open_store
from tablelaw.table.events import Dealt
from tests.cli.console import ROOT
from tests.cli.floors import ANN, BOB, UTH, Floor
from tests.document_blocks import blocks_of

CARD = re.compile(r"\b(?:[2-9TJQKA])[cdhs]\b")


def hidden_cards(floor: Floor) -> set[str]:
    """The face-down cards, known only from the log."""
    store = open_store(str(floor.folder / "floor.db"))
    dealt = [event for kept in store.entries(0) for event in decode(kept.body).events if isinstance(event, Dealt)]
    store.close()
    return {str(card) for event in dealt for _, card, face in event.cards if face == "down"}


# --- Orders ----------------------------------------------------------------------------------------------------


def test_orders_are_carried_out_one_after_the_other(floor: Floor) -> None:
    floor.do("floor", "deal", "UTH-1")
    shown = floor.do("floor", "order", "UTH-1", "place(1,ante,500)", "place(1,blind,500)", "--by", ANN)
    first, second, comes = shown.splitlines()
    assert first == "   13  Seat 1 wagers $5 on Ante (653a.7(d)(1))"
    assert second == "   14  Seat 1 wagers $5 on Blind (653a.7(d)(1))"
    assert comes.startswith("Next: Place your wagers")


def test_the_notation_may_name_who_gives_the_order(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLELAW_BY", "")
    floor.do("floor", "deal", "UTH-1")
    floor.do("floor", "order", "UTH-1", "p1.place(1,ante,500)", "p1.place(1,blind,500)", "d:bob.close()")
    assert floor.read("floor", "status", "UTH-1")["phase"] == "dealing"
    store = open_store("floor.db")
    assert [decode(kept.body).by for kept in store.entries(12)] == ["player:ann", "player:ann", "dealer:bob"]
    store.close()


def test_the_first_order_refused_ends_it(floor: Floor) -> None:
    floor.do("floor", "deal", "UTH-1")
    code, out, err = floor.run(
        "floor", "order", "UTH-1", "place(1,ante,500)", "place(1,ante,1)", "place(1,blind,500)", "--by", ANN
    )
    assert (code, len(out.splitlines())) == (2, 1) and err.startswith("refused (")
    (seat,) = [seat for seat in floor.read("floor", "status", "UTH-1")["seats"] if seat["in_round"]]
    assert seat["wagers"] == {"ante": 500}


def test_ids_of_several_orders_are_numbered(floor: Floor) -> None:
    floor.do("floor", "deal", "UTH-1")
    twice = "place(1,ante,500)", "place(1,blind,500)", "--by", ANN, "--id", "tablet/7"
    floor.do("floor", "order", "UTH-1", *twice)
    again = floor.do("floor", "order", "UTH-1", *twice)
    assert again.count("was already carried out") == 2
    assert floor.read("floor", "order", "UTH-1", "place(1,ante,500)", "--by", ANN, "--id", "tablet/7/1")["again"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("UTH-9", "close()"), "no-such-table"),
        (("UTH-1", "close("), "bad-notation"),
        (("UTH-1", "dance()"), "bad-notation"),
        (("UTH-1", "d.close() d.close()"), "bad-notation"),
        (("UTH-1", "p2.place(2,ante,500)"), "wrong-use"),
        (("UTH-1", "place(1,ante,500)", "--by", "player:bob"), "not-your-seat"),
        (("UTH-1", "draw()", "--by", "system"), "by-the-system"),
        (("UTH-1", "sit(1)", "--by", "player:bob"), "seat-taken"),
        (("UTH-1", "close()", "--by", "cook:bob"), "wrong-use"),
    ],
)
def test_orders_that_may_not_be_are_refused(floor: Floor, arguments: tuple[str, ...], code: str) -> None:
    assert floor.refused("floor", "order", *arguments)[0] == code
    assert floor.read("floor", "status")["entries"] == 5


# --- The house's dealer ----------------------------------------------------------------------------------------


def test_the_dealer_opens_the_table_and_waits_for_bets(floor: Floor) -> None:
    shown = floor.read("floor", "deal", "UTH-1")
    assert shown["entries"][-1]["told"] == ["The blue deck is shuffled by machine (653a.5(a))"]
    assert shown["next"]["who"] == "player"
    assert floor.read("floor", "deal", "UTH-1")["entries"] == [], "nothing to do until somebody acts"


def test_a_round_is_played_to_its_end(in_round: Floor) -> None:
    in_round.finish()
    shown = in_round.read("floor", "status", "UTH-1")
    assert (shown["rounds"], shown["phase"]) == (1, "betting")
    assert in_round.read("ledger", "statement", "chips:ann")["closing"] == 500_00 - 11_00


@pytest.fixture
def jackpot(floor: Floor) -> Floor:
    """A table of real cards with a royal flush at seat 2, up to the point where the dealer continues."""
    real_cards(floor, "p2.place(2,progressive,100)")
    floor.do("floor", "deal", "REAL-1")
    for given in (("As", "3c", "Ks", "4d"), ("p2.act(2,check)",), ("8h", "Qs", "Js", "Ts"), ("p2.act(2,check)",)):
        typed = [f"d:bob.enter({card})" if len(card) == 2 else card for card in given]
        floor.do("floor", "order", "REAL-1", *typed)
    floor.do("floor", "order", "REAL-1", *(f"d:bob.enter({card})" for card in ("8c", "2h", "3h")), "p2.act(2,bet,500)")
    return floor


VALIDATE = ("floor", "order", "REAL-1", "validate(2,progressive)", "--by")


def test_the_dealer_stops_where_a_floorperson_must_validate(jackpot: Floor) -> None:
    shown = jackpot.do("floor", "deal", "REAL-1")
    (told,) = (block.text for block in blocks_of("docs/operations.md", "text"))
    of_this_table = told.replace("UTH-1", "REAL-1").replace("seat 1", "seat 2").replace("validate(1,", "validate(2,")
    assert shown.endswith(f"\n{of_this_table}")
    jackpot.do(*VALIDATE, "floor:cho")
    shown = jackpot.read("floor", "deal", "REAL-1")
    assert shown["next"]["commands"] == ['tablelaw floor order REAL-1 "documents(2)" --by floor:NAME']
    jackpot.do("floor", "order", "REAL-1", "documents(2)", "--by", "floor:cho")
    assert jackpot.read("floor", "deal", "REAL-1")["next"]["commands"] == []
    assert jackpot.read("floor", "status", "REAL-1")["rounds"] == 1


def test_the_dealer_goes_on_with_a_floorperson_who_is_named(jackpot: Floor) -> None:
    jackpot.do("floor", "deal", "REAL-1")
    for name in ("Ann", "on duty", "floor:BOB"):
        assert jackpot.refused("floor", "deal", "REAL-1", "--validate-as", name)[0] == "same-person"
    jackpot.do("floor", "deal", "REAL-1", "--validate-as", "cho")
    assert jackpot.read("floor", "status", "REAL-1")["rounds"] == 1
    (paid,) = jackpot.read("report", "day")["hand_pays"]
    assert (paid["validated_by"], paid["documented_by"]) == ("floor:cho", "floor:cho")


@pytest.mark.parametrize("name", ["ann", "bob", "On Duty"])
def test_who_is_paid_dealt_or_settled_does_not_validate(jackpot: Floor, name: str) -> None:
    jackpot.do("floor", "deal", "REAL-1")
    assert jackpot.refused(*VALIDATE, f"floor:{name}")[0] == "same-person"
    assert jackpot.refused(*VALIDATE, f"dealer:{name}")[0] == "wrong-role"


def real_cards(floor: Floor, *more: str) -> None:
    """A table with real cards, with bets closed."""
    text = UTH.read_text("utf-8").replace('table = "UTH-1"', 'table = "REAL-1"')
    (floor.folder / "real.toml").write_text(text)
    floor.do("floor", "install", "real.toml", "--tray", "100,000", "--physical")
    floor.do("floor", "order", "REAL-1", "sit(2)", "--by", ANN)
    floor.do("floor", "deal", "REAL-1")
    floor.do("floor", "order", "REAL-1", "p2.place(2,ante,500)", "p2.place(2,blind,500)", *more, "d:bob.close()")


def test_a_table_of_real_cards_waits_for_each_card(floor: Floor) -> None:
    real_cards(floor)
    assert "Deal the next card: seat 2" in floor.do("floor", "deal", "REAL-1")
    shown = floor.do("floor", "order", "REAL-1", "enter(As)", "--by", BOB)
    assert "seat 2 ??" in shown and "As" not in shown


@pytest.mark.parametrize(("arguments", "code"), [(("UTH-9",), "no-such-table"), (("UTH-1", "--stay"), "wrong-use")])
def test_dealing_that_cannot_be_is_refused(floor: Floor, arguments: tuple[str, ...], code: str) -> None:
    assert floor.refused("floor", "deal", *arguments, "--json")[0] == code


def test_a_dealer_who_stays_goes_on_when_somebody_acted(floor: Floor) -> None:
    """Runs the dealing in a separate process, alongside the commands of this one, and stops it with an interrupt."""
    command = [sys.executable, "-u", "-m", "tests.cli.practice", "90", "floor", "deal", "UTH-1", "--stay"]
    with Path("out.txt").open("w") as out:
        dealer = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment())
    try:
        wait_for("Next: Place your wagers.")
        floor.do("floor", "order", "UTH-1", "p1.place(1,ante,500)", "p1.place(1,blind,500)", "d:bob.close()")
        wait_for("Next: ann is deciding.")
        assert floor.read("floor", "status", "UTH-1")["phase"] == "deciding"
        dealer.send_signal(signal.SIGINT)
        assert dealer.wait(60) == 0
    finally:
        dealer.kill()
        dealer.wait()
    assert "The dealer leaves" in Path("out.txt").read_text()


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def wait_for(said: str) -> None:
    until = time.monotonic() + 60
    while said not in Path("out.txt").read_text():
        assert time.monotonic() < until, Path("out.txt").read_text()
        time.sleep(0.02)


# --- What is shown ---------------------------------------------------------------------------------------------


def test_cards_face_down_are_nobodys_but_their_players(in_round: Floor) -> None:
    assert len(hidden_cards(in_round)) == 4
    for seen_by in ((), ("--as", BOB), ("--as", "floor:cho"), ("--as", "auditor:dana"), ("--as", "player:zoe")):
        for form in ((), ("--json",)):
            assert not CARD.search(in_round.do("floor", "status", "UTH-1", *seen_by, *form))
    own = CARD.findall(in_round.do("floor", "status", "UTH-1", "--as", ANN))
    assert len(own) == 2 and set(own) < hidden_cards(in_round)


def test_no_command_of_a_round_reveals_a_card_that_lies_face_down(floor: Floor) -> None:
    """Checks everything printed from the first shuffle to the last decision, for people and for programs."""
    told = [floor.do("floor", "deal", "UTH-1")]
    told.append(floor.do("floor", "order", "UTH-1", "p1.place(1,ante,500)", "p1.place(1,blind,500)", "d:bob.close()"))
    told.append(floor.do("floor", "deal", "UTH-1", "--json"))
    for action in ("check", "check"):
        told.append(floor.do("floor", "order", "UTH-1", f"p1.act(1,{action})", "--json"))
        told.append(floor.do("floor", "deal", "UTH-1"))
    shown = set(CARD.findall("".join(told)))
    assert len(shown) == 5, "the board, and nothing else"
    assert not shown & hidden_cards(floor)


def test_the_colorado_players_discard_is_not_revealed(folder: Floor) -> None:
    folder.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
    text = (UTH.parent / "ma-colorado.toml").read_text("utf-8")
    (folder.folder / "colorado.toml").write_text(re.sub(r"(?m)^property = .*$", 'property = "Keystone Casino"', text))
    folder.do("floor", "install", "colorado.toml", "--tray", "100,000")
    folder.do("floor", "open", "2026-11-15")
    table = folder.read("floor", "status")["tables"][0]["table"]
    folder.do("floor", "buy-in", "ann", table, "500")
    folder.do("floor", "order", table, "sit(1)", "--by", ANN)
    folder.do("floor", "deal", table)
    folder.do("floor", "order", table, "p1.place(1,ante,500)", "d:bob.close()")
    folder.do("floor", "deal", table)
    seen = folder.read("floor", "status", table, "--as", ANN)
    choice = next(choice for choice in seen["choices"] if choice["discards"])
    typed = f"act(1,{choice['action']},{choice['cents'][0]},{choice['discards'][0]})"
    assert typed.rsplit(",", 1)[0] in folder.do("floor", "status", table, "--as", ANN)
    told = folder.do("floor", "order", table, typed, "--by", ANN)
    assert "discards a card" in told and not CARD.search(told)


def test_the_floor_at_a_glance(in_round: Floor) -> None:
    shown = in_round.read("floor", "status")
    (table,) = shown["tables"]
    assert (shown["property"], shown["day"], table["players"]) == ("Keystone Casino", "2026-11-15", {"1": "ann"})
    assert (table["phase"], table["round"]) == ("deciding", 1)
    assert "drop_cents" not in table, "whoever counts the drop is not told what should be there"
    assert "ann is deciding." in in_round.do("floor", "status")


def test_what_may_be_done_is_shown_as_it_is_typed(in_round: Floor) -> None:
    shown = in_round.do("floor", "status", "UTH-1", "--as", ANN)
    typed = re.findall(r"act\(\S+\)", shown)
    assert typed == ["act(1,check)", "act(1,bet,1500)", "act(1,bet,2000)"]
    in_round.do("floor", "order", "UTH-1", typed[1], "--by", ANN)


def test_status_refuses_who_and_where_it_does_not_know(floor: Floor) -> None:
    assert floor.refused("floor", "status", "UTH-9")[0] == "no-such-table"
    assert floor.refused("floor", "status", "UTH-1", "--as", "ann")[0] == "wrong-use"


def test_every_card_has_a_text_the_search_above_finds() -> None:
    assert all(CARD.fullmatch(str(card)) for card in PACK)
