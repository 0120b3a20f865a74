"""Refusals as a page shows them: plain sentences without words that only programs use."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tablelaw import rulebooks
from tablelaw.cage.refusals import LEDGER_REFUSALS
from tablelaw.floor import refusals as floor_refusals
from tablelaw.server import refusals as server_refusals
from tablelaw.server.order_decoding import FLOOR_COMMANDS, TABLE_COMMANDS
from tablelaw.table import refusals as table_refusals
from tablelaw.table.registry import tag_of
from tests.browser.visitor import Visitor

KNOWN = {
    **LEDGER_REFUSALS,
    **table_refusals.REFUSALS,
    **floor_refusals.REFUSALS,
    **{code: what for code, (_, what, _) in server_refusals.REFUSALS.items()},
}
NO_LINE = "no-line"
"""What the page itself says when the server does not answer."""
CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z]\w*")
SENTENCES = """async ([role, refusals]) => {
  const {sentenceFor} = await import("/web/lib/refusals.js");
  const who = {role, is_demo: true};
  const met = {why: "game:ann has $0", cite: ""};
  return refusals.map(([code, message, accepted]) => sentenceFor({code, message, accepted, ...met}, who));
}"""


def sentences(visitor: Visitor, role: str, refusals: list[tuple[str, str, str]]) -> list[str]:
    told: list[str] = visitor.page.evaluate(SENTENCES, [role, [list(one) for one in refusals]])
    return told


def test_no_sentence_names_an_order_as_programs_do(visit: Callable[..., Visitor]) -> None:
    """Every refusal, and every order that would have to come first."""
    visitor = visit().go("/help")
    texts = [f"{tag_of(kind)} first" for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS)]
    asked = [(code, what, text) for text in texts for code, what in KNOWN.items()]
    for role in ("player", "dealer"):
        strange = [told for told in sentences(visitor, role, asked) if CAMEL.search(told)]
        assert not strange, strange[:5]


def test_a_player_is_told_what_to_do(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    codes: list[str] = visitor.page.evaluate('async () => (await import("/web/lib/refusals.js")).CODES')
    assert set(codes) - {NO_LINE} <= set(KNOWN), "a sentence for a refusal that is none"
    told = dict(
        zip(
            KNOWN,
            sentences(visitor, "player", [(code, what, "$5 or more") for code, what in KNOWN.items()]),
            strict=True,
        )
    )
    assert told["below-minimum"] == "That is less than this table takes. Wager $5 or more."
    assert told["balance-below-zero"].startswith("Your electronic account holds $0. Load it under")
    assert not [code for code in codes if code != NO_LINE and "Accepted:" in told[code]]
    staff = sentences(visitor, "dealer", [("wrong-role", KNOWN["wrong-role"], "player:3")])
    assert staff == ["This person may not give this order (game:ann has $0). Accepted: player:3."]


def test_a_word_of_programs_is_found() -> None:
    assert CAMEL.search("Accepted: StartDay first.") and not CAMEL.search("Accepted: The gaming day first.")


VOID = """async lines => {
  const {announcement} = await import("/web/table/words.js");
  const description = await fetch("/api/tables/UTH-1").then(told => told.json());
  const mine = {seat: 1, in_round: true, is_you: true, status: lines.length ? "settled" : "", actions: []};
  const view = {is_dealt: true, voided_by: "wrong-number-of-cards", choices: [], lines, seats: [mine], round: 1};
  return announcement(description, view, mine);
}"""


def test_13_c_a_player_is_told_why_a_round_is_void_and_what_went_back(visit: Callable[..., Visitor]) -> None:
    visitor = visit().go("/help")
    why = "The round is void: a player, the dealer or the board has a wrong number of cards."
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
