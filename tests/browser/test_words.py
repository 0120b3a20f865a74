"""Pages show refusals as plain sentences, without programmers' words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import expect

from tablelaw import rulebooks
from tablelaw.server.refusal_texts import texts_for
from tests.browser.visitor import Visitor

CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z]\w*")
SENTENCES = """async ([texts, refusals]) => {
  const {sentenceFor, setTexts} = await import("/web/lib/refusals.js");
  setTexts(texts);
  return refusals.map((refusal) => sentenceFor({params: {}, cite: "", accepted: "", message: "", ...refusal}));
}"""


def sentences(visitor: Visitor, role: str, *refusals: Mapping[str, object]) -> list[str]:
    told: list[str] = visitor.page.evaluate(SENTENCES, [dict(texts_for(role, True).texts), list(refusals)])
    return told


def test_every_text_is_filled_in_and_has_no_word_of_programs(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    for role in ("player", "dealer", "floor", "auditor", "administrator"):
        codes = [key for key in texts_for(role, True).texts if ":" not in key]
        asked = [{"code": code, "accepted": "$5 or more", "params": {"reason": "seat 3"}} for code in codes]
        strange = [told for told in sentences(visitor, role, *asked) if CAMEL.search(told) or "{" in told]
        assert not strange, strange[:5]


def test_a_player_is_told_what_to_do(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    low = {"code": "below-minimum", "message": "the wager is below", "accepted": "$5 or more", "params": {}}
    short = {"code": "balance-below-zero", "params": {"case": "game", "available_cents": 0, "reason": "game:ann"}}
    missing = {"code": "wager-missing", "params": {"case": "needed", "wager": "Ante"}, "cite": "653a.7(c)"}
    told = sentences(visitor, "player", low, short, missing)
    assert told[0] == "That is below this table's minimum. Wager $5 or more."
    assert told[1].startswith("Your electronic account holds $0. Load it under")
    assert told[2] == "First place the Ante wager; this one goes with it. (653a.7(c))"
    of_staff = {"code": "wrong-role", "accepted": "a floorperson", "params": {"reason": "the order came from a dealer"}}
    assert sentences(visitor, "dealer", of_staff) == ["Your role cannot do this here. It takes a floorperson."]


def test_a_code_without_a_text_is_shown_in_its_own_words(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    unknown = {"code": "bad-amount", "message": "cannot read 'x' as money", "accepted": "$5"}
    assert sentences(visitor, "player", unknown) == ["Cannot read 'x' as money. Accepted: $5."]


VOID = """async lines => {
  const {announcement} = await import("/web/table/announcements.js");
  const description = await fetch("/api/tables/UTH-1").then(told => told.json());
  const mine = {seat: 1, in_round: true, is_you: true, status: lines.length ? "settled" : "", actions: []};
  const view = {is_dealt: true, voided_by: "wrong-number-of-cards", choices: [], lines, seats: [mine], round: 1};
  return announcement(description, view, mine);
}"""


def test_13_c_a_player_is_told_why_a_round_is_void_and_what_went_back(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    why = "The round is void: a player, the dealer or the board has the wrong number of cards."
    assert visitor.page.evaluate(VOID, []) == f"{why} Your wagers are being returned."
    lines = [{"seat": 1, "returned": 500, "paid": 0, "kept": 0}, {"seat": 1, "returned": 700, "paid": 0, "kept": 0}]
    assert visitor.page.evaluate(VOID, lines) == f"{why} You got back $12 of your wagers."


def test_a_reading_is_shown_with_its_doubt_where_a_line_names_it(visit: Callable[..., Visitor]) -> None:
    player = visit("player", "reader").go("/")
    player.page.evaluate(
        """async () => {
          const { settlement } = await import("/web/table/settlement.js");
          const line = { name: "Payout limit", stake: 0, outcome: "limited", odds: "", row: "", note: "", paid: -100,
            kept: 0, hand_pay: false, cite: "653a.12(h)", paid_under: "", readings: ["limit-is-winnings"] };
          document.body.append(settlement("pa-653a", [line], "A line that rests on a reading"));
        }"""
    )
    player.button("read as limit-is-winnings").click()
    dialog = player.page.get_by_role("dialog")
    reading = rulebooks.get("pa-653a").reading("limit-is-winnings")
    expect(dialog.get_by_role("heading")).to_have_text(reading.title)
    for words in (reading.doubt, reading.why, *(candidate.reading for candidate in reading.candidates)):
        expect(dialog.get_by_text(words)).to_be_visible()
    player.inspect()
    dialog.get_by_role("button", name="Close").click()
