"""The dealer's checklist has everything that the rulebook requires under a dealing procedure, and nothing else."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tablelaw import rulebooks
from tablelaw.cli.commands import procedure as cli
from tablelaw.cli.commands import replay
from tablelaw.errors import BadSubmission
from tablelaw.law.cite import Cite
from tablelaw.submission.draft import Draft
from tablelaw.submission.submission import accept, load_submission
from tablelaw.table.reading.checklist import AFTER_SETTLING, BEFORE_SETTLING, Task, procedure
from tablelaw.table.rules.settlement_order import within
from tests.rulebooks.rows import books_with

EXAMPLES = Path(__file__).parents[3] / "examples" / "submissions"
AT_A_STEP = (*BEFORE_SETTLING, *AFTER_SETTLING)
CASES = [(book.id, dealing.id) for book in rulebooks.all_rulebooks() for dealing in book.dealing]

app = typer.Typer()
cli.register(app)
replay.register(app)


def tasks(book: str, method: str = "") -> list[Task]:
    return [task for section in procedure(rulebooks.get(book), method) for task in section.tasks]


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_every_duty_of_the_method_stands_there_once_or_at_each_step_it_concerns(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    needs = next(dealing.needs for dealing in book.dealing if dealing.id == method)
    due = [d for d in book.duties if (not d.methods or method in d.methods) and not set(d.unless) & set(needs)]
    listed = [task.do for task in tasks(book_id, method)]
    for duty in book.duties:
        steps = sum(bool(within(step, duty)) for step in book.settlement) if duty.on in AT_A_STEP else 1
        assert listed.count(f"{duty.name}. {duty.says}") == (steps if duty in due else 0), duty.id


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_every_step_names_its_paragraphs(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    known = {provision.cite for provision in book.provisions}
    for task in tasks(book_id, method):
        assert task.cites, task.do
        for text in task.cites:
            cite = Cite.parse(text, book.notation)
            assert any(cite.contains(paragraph) for paragraph in known), text


@pytest.mark.parametrize(("book_id", "method"), CASES)
def test_deals_decisions_and_settlement_come_in_order(book_id: str, method: str) -> None:
    book = rulebooks.get(book_id)
    done = tasks(book_id, method)
    deals = [task for task in done if task.do.startswith("Deal ") and "community" not in task.do]
    bought = sum(entry.do == "bought cards" for entry in book.flow)
    assert len(deals) == sum(len(dealing.steps) for dealing in book.dealing if dealing.id == method) + bought
    assert len([t for t in done if t.do.startswith("May ")]) == sum(len(stage.choices) for stage in book.stages)
    settled = [task.do for task in done if task.do.startswith("Settle ")]
    assert len(settled) == len(book.settlement) + sum(entry.do == "settle" for entry in book.flow)


def test_653a_8_burns_and_653a_10_g_does_not() -> None:
    burned = "Burn one card: face down into the discard rack, unseen."
    assert [t.do for t in tasks("pa-653a", "manual-shoe")].count(burned) == 2
    assert not any(task.do.startswith("Burn") for task in tasks("pa-653a", "reshuffling-shoe"))
    assert any(task.do == "Turn up three community cards (the Flop)." for task in tasks("pa-653a", "reshuffling-shoe"))


def test_653a_9_names_no_paragraph_of_another_way_of_dealing() -> None:
    cites = {cite for task in tasks("pa-653a", "hand") for cite in task.cites}
    assert not any(cite.startswith(("653a.8", "653a.10")) for cite in cites)
    assert "653a.9(a)(3)" in cites


def test_a_reshuffling_shoe_has_no_cut() -> None:
    assert not any(task.do.startswith("Cut") for task in tasks("pa-653a", "reshuffling-shoe"))
    assert any(task.do.startswith("Cut") for task in tasks("pa-653a", "manual-shoe"))


def test_the_stub_is_counted_before_the_decision_in_massachusetts() -> None:
    done = [task.do for task in tasks("ma-colorado", "hand")]
    ask = next(n for n, do in enumerate(done) if do.startswith("Ask every player"))
    assert next(n for n, do in enumerate(done) if do.startswith("Count the stub")) < ask


# --- In the order of the law -------------------------------------------------------------------------


def place(done: list[Task], words: str) -> int:
    """The position of the only task that begins with these words."""
    (found,) = [n for n, task in enumerate(done) if task.do.startswith(words)]
    return found


def in_order(done: list[Task], *words: str) -> bool:
    places = [place(done, word) for word in words]
    return places == sorted(places)


@pytest.mark.parametrize("book_id", ["pa-647a", "pa-653a"])
def test_a_progressive_win_is_verified_validated_paid_and_documented_before_the_envy_bonus(book_id: str) -> None:
    assert in_order(
        tasks(book_id),
        *("Verify a Progressive win.", "Validate a Progressive payout.", "Settle Progressive Payout."),
        *("Keep the winning cards", "Settle Envy Bonus.", "Verify a Five Card Hand win."),
        *("Verify a large Five Card Hand payout.", "Settle Five Card Hand Bonus", "Keep the winning hand"),
        *("Turn up the Six Card Bonus cards.", "Settle Six Card Bonus."),
    )


def test_678a_11_e_3_a_progressive_win_is_verified_and_validated_before_it_is_paid() -> None:
    done = tasks("pa-678a")
    paid = place(done, "Settle Progressive Jackpot.")
    assert in_order(done, "Settle Straight Flush Bonus.", "Verify a Progressive win.", "Validate a Progressive payout.")
    assert place(done, "Validate a Progressive payout.") == paid - 1
    assert place(done, "Keep the winning cards") == paid + 1
    rearranged = [n for n, task in enumerate(done) if task.do.startswith("Rearrange")]
    assert rearranged == [place(done, "Settle Straight Flush Bonus.") - 1, paid - 3]
    assert [done[n].cites for n in rearranged] == [("678a.11(e)(2)",), ("678a.11(e)(3)",)]


FOLDED = [
    ("pa-647a", "Collect Ante of a player who folds.", "647a.11(b)(2)"),
    ("md-thb", "Collect Ante of a player who folds.", "11.C(2)"),
    ("ma-colorado", "Collect Ante and Bonus of a player who folds.", "10(b)(2)"),
    ("pa-653a", "Collect Ante, Blind and Bad Beat Bonus of a player who folds.", "653a.11(f)(2)"),
    ("pa-677a", "Collect Ante and Odds of a player who folds.", "677a.11(f)"),
    ("pa-678a", "Collect Ante of a player who folds.", "678a.11(c)(2)"),
]


@pytest.mark.parametrize(("book_id", "words", "cite"), FOLDED)
def test_a_fold_has_its_wagers_collected_before_its_cards_are_kept_or_racked(
    book_id: str, words: str, cite: str
) -> None:
    done = tasks(book_id)
    at = place(done, words)
    assert done[at].cites == (cite,)
    assert "olded player's cards" in done[at + 1].do


WITH_THE_HANDS = {
    "manual-shoe": (
        "Put the deck into the shoe.",
        'Announce "no more bets"',
        "Draw with the hand nearer the shoe.",
        "Deal one",
    ),
    "hand": ("Hold the deck.", 'Announce "no more bets"', "Take each card from the top.", "Deal one"),
    "automated-shoe": ("Put the deck into the shoe.", 'Announce "no more bets"', "Deal"),
}


@pytest.mark.parametrize("book_id", books_with("dealing", *WITH_THE_HANDS))
@pytest.mark.parametrize("method", WITH_THE_HANDS)
def test_the_deck_is_where_the_method_deals_from_before_no_more_bets(book_id: str, method: str) -> None:
    first, *rest = WITH_THE_HANDS[method]
    done = tasks(book_id, method)
    deal = next(n for n, task in enumerate(done) if task.do.startswith("Deal "))
    assert in_order(done[:deal], first, *rest[:-1])


@pytest.mark.parametrize("book_id", ["pa-647a", "pa-653a"])
@pytest.mark.parametrize("method", ["automated-shoe", "reshuffling-shoe"])
def test_10_c_the_shoe_is_emptied_before_the_six_card_cards_come_from_the_hand(book_id: str, method: str) -> None:
    done = tasks(book_id, method)
    assert in_order(
        done, "Deal two cards each", "Take the remaining cards out of the shoe.", "Deal four cards from the hand"
    )


def test_the_stub_is_put_away_before_the_players_examine_their_cards_where_the_board_lies_there() -> None:
    assert in_order(tasks("pa-677a"), "Deal five cards", "Count the stub.", "Put the stub", "Examine the cards.")


def test_55_16_44_to_46_a_purchase_comes_after_the_decision_and_before_the_dealers_turn() -> None:
    done = tasks("fr-stud")
    assert in_order(done, "Ask every player", "Lay the card put away", "Collect the Bonus", "Deal every card bought")
    assert in_order(done, "Deal every card bought", "Lay the bought card face up", "Turn up the dealer's cards")


# --- Paragraph by paragraph --------------------------------------------------------------------------

SECTIONS = {
    **{book: {f"{book[3:]}.{n}" for n in range(7, 12)} for book in ("pa-647a", "pa-653a", "pa-677a", "pa-678a")},
    "md-thb": {"7", "8", "9", "10", "11"},
    "ma-colorado": {"6", "6a", "7", "8", "9", "10", "11"},
    "fr-ultimate": {"Art. 55-20"},
    "fr-trois-cartes": {"Art. 55-21"},
    "fr-stud": {"Art. 55-16", "Art. 55-17", "Art. 55-18"},
    "fr-holdem": {"Art. 55-18-1"},
}
"""The sections about wagers, the dealing procedures, and the completion of a round."""

NO_STEP = {
    "pa-647a": {"647a.7(e)", "647a.9(a)(1)"},
    "pa-653a": {"653a.7(e)", "653a.9(a)(1)"},
    "pa-677a": {"677a.7(e)", "677a.9(a)(1)"},
    "pa-678a": {"678a.7(e)", "678a.9(a)(1)"},
    "md-thb": {"7.C(2)", "7.H", "8.A", "8.D(3)", "9.A(1)", "9.B(4)", "9.G", "9.H", "10.G", "10.H", "10.I(2)"},
    "ma-colorado": {"6(e)", "6(f)", "8(a)", "8(b)(1)", "9(a)"},
    "fr-ultimate": {f"Art. 55-20 al. {n}" for n in (5, 8, *range(19, 35))},
    "fr-stud": {
        *(f"Art. 55-16 al. {n}" for n in (1, 4, 7, 14, 15, 16, 22, *range(24, 30), 38, 43, 47, 48, 51, *range(53, 59))),
        *(f"Art. 55-17 al. {n}" for n in range(1, 11)),
        *(f"Art. 55-18 al. {n}" for n in range(2, 7)),
    },
    "fr-holdem": {f"Art. 55-18-1 al. {n}" for n in (2, 5, 8, 29, *range(34, 40), *range(49, 56), 58)},
    "fr-trois-cartes": {
        f"Art. 55-21 al. {n}" for n in (1, 3, 5, 12, 13, 18, *range(20, 26), 35, 36, 39, 40, 48, 49, 53, 54)
    },
}
"""Paragraphs that need no step: what the operator chooses or owns, the results of a void round, and sentences that only
refer elsewhere; if one article covers everything, also its facts, irregularities, order of hands and scales of payment.
"""


def cites_of_all_checklists(book_id: str) -> set[Cite]:
    book = rulebooks.get(book_id)
    texts = {cite for dealing in book.dealing for task in tasks(book_id, dealing.id) for cite in task.cites}
    return {Cite.parse(text, book.notation) for text in texts}


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_paragraph_that_orders_a_step_is_on_some_checklist(book_id: str) -> None:
    cites = cites_of_all_checklists(book_id)
    paragraphs = [p.cite for p in rulebooks.get(book_id).provisions if p.cite.section in SECTIONS[book_id]]
    assert {str(p) for p in paragraphs if not any(cite.touches(p) for cite in cites)} == NO_STEP[book_id]


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_paragraph_the_ledger_calls_a_duty_of_the_table_is_on_some_checklist(book_id: str) -> None:
    cites = cites_of_all_checklists(book_id)
    for provision in rulebooks.get(book_id).provisions:
        found = any(cite.touches(provision.cite) for cite in cites)
        assert found or not provision.duty, f"{provision.cite} {provision.duty}"


# --- Narrowed ------------------------------------------------------------------------------------------


def test_a_submission_narrows_the_list_to_its_choices() -> None:
    made = load_submission(EXAMPLES / "ma-colorado.toml")
    done = [task for section in procedure(made.book, "hand", made.terms) for task in section.tasks]
    assert not any("play on without" in task.do for task in done)
    assert any(task.do == "May fold." for task in done)
    assert not any(task.when.startswith("version") for task in done)
    assert not any(cite.startswith("11(") for task in done for cite in task.cites), "the other version's section"


def test_a_permissible_bet_names_no_paragraph_of_the_required_one() -> None:
    raw = tomllib.loads((EXAMPLES / "ma-colorado.toml").read_text("utf-8"))
    raw["options"]["version"] = "permissible"
    made = accept(Draft(rulebooks.get("ma-colorado"), raw, "example"))
    done = [task for section in procedure(made.book, "hand", made.terms) for task in section.tasks]
    assert not any(cite.startswith(("10(", "12(")) for task in done for cite in task.cites)
    assert not any("fold" in task.do for task in done)


def test_an_unoffered_wager_has_no_steps() -> None:
    raw = tomllib.loads((EXAMPLES / "pa-653a.toml").read_text("utf-8"))
    raw["wagers"] = {}
    made = accept(Draft(rulebooks.get("pa-653a"), raw, "example"))
    done = [task.do for section in procedure(made.book, "hand", made.terms) for task in section.tasks]
    steps = ("Count the Progressive", "Verify a", "Validate", "Keep the winning", "Turn up the Six", "Deal four cards")
    assert not any(do.startswith(steps) for do in done)
    assert [do for do in done if do.startswith("Settle ")][1:] == ["Settle Ante, Blind and Play.", "Settle Trips."]


def test_an_unknown_way_of_dealing_is_refused() -> None:
    with pytest.raises(BadSubmission, match="manual-shoe, hand, automated-shoe"):
        tasks("pa-678a", "reshuffling-shoe")


def test_the_command_prints_boxes_and_json() -> None:
    shown = CliRunner().invoke(app, ["procedure", "pa-653a", "--method", "hand"]).output
    assert "[ ]" in shown
    assert "653a.9(b)" in shown
    read = json.loads(CliRunner().invoke(app, ["procedure", "pa-653a", "--method", "hand", "--json"]).output)
    assert list(read) == ["rulebook", "method", "name", "cites", "sections"]
    assert list(read["sections"][0]) == ["title", "tasks"]
    assert list(read["sections"][0]["tasks"][0]) == ["who", "do", "cites", "when"]


def test_the_command_takes_the_way_of_dealing_from_a_submission() -> None:
    arguments = ["procedure", "pa-677a", "--submission", str(EXAMPLES / "pa-677a.toml"), "--json"]
    assert json.loads(CliRunner().invoke(app, arguments).output)["method"] == "manual-shoe"
    wrong = ["procedure", "pa-653a", "--submission", str(EXAMPLES / "pa-677a.toml")]
    assert CliRunner().invoke(app, wrong).exit_code == 2
