"""58 Pa. Code ch. 678a, text as proposed, High Card Flush: rankings, decisions, settlement, irregularities."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Deck, parse_cards
from tablelaw.cards.rankings import flush_hand
from tablelaw.cards.rankings.straight_flush_length import longest_run
from tablelaw.errors import BadCut
from tablelaw.law.conduct import Case, Standing
from tests.rulebooks import rows
from tests.support import EQUAL, HIGHER, LOWER, decide, said

ID = "pa-678a"
BOOK = rulebooks.get(ID)
FLUSHES = RANKINGS["flush"].classes
RUNS = RANKINGS["straight-flush length"].classes
NO_RUN = RUNS[-1]
ALL_WAGERS = {"ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive"}
OPTIONAL = {"flush-bonus", "straight-flush-bonus", "progressive"}
EVEN = "1 to 1"


def settled(
    wager: str,
    standing: Standing | None = None,
    *,
    dealer: str = "qualifies",
    player: str = "three-card flush",
    run: str = NO_RUN,
    fold: bool = False,
    **choices: str,
) -> tuple[str, str, str]:
    verdict = decide(
        ID,
        wager,
        standing,
        acts=["fold"] if fold else [],
        choices=choices,
        player=player,
        dealer_qualifies=dealer,
        player_straight_flush=run,
    )
    return said(verdict)


# --- 678a.5, 678a.6: the cut and the rankings -------------------------------------------


@pytest.mark.parametrize("at", [10, 11, 51])
def test_5_d_cut_takes_ten_cards_or_more(at: int) -> None:
    deck = Deck.new()
    assert deck.cut(at).cards == deck.cards[at:] + deck.cards[:at]
    with pytest.raises(BadCut):
        deck.cut(9)


def strength(text: str) -> int:
    return flush_hand.strength(parse_cards(text))


def test_6_a_ace_is_highest_and_suits_are_equal() -> None:
    assert strength("As 3s 2s Kd Qd Jc Th") > strength("Ks Qs Js Ad 2d 3c 4h")
    assert strength("As 3s 2s Kd Qd Jc Th") == strength("Ac 3c 2c Kh Qh Js Td")


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As Ks Qs 9s 7s 4s 2s", "seven-card flush"),
        ("As Ks Qs 9s 7s 4s 2h", "six-card flush"),
        ("As Ks Qs 9s 7s 4h 2h", "five-card flush"),
        ("As Ks Qs 9s 7h 4h 2h", "four-card flush"),
        ("As Ks Qs 9h 7h 4d 2c", "three-card flush"),
        ("As Ks Qh 9h 7d 4d 2c", "two-card flush"),
    ],
)
def test_6_b_flush_by_the_number_of_suited_cards(cards: str, name: str) -> None:
    assert flush_hand.classify(parse_cards(cards)) == name


def test_6_c_equal_lengths_go_by_rank_and_then_tie() -> None:
    assert strength("As Ks 3s 9h 8h 7d 6d") > strength("Ad Qd Jd Kh 9h 8c 7c")
    assert strength("4s 3s 2s 5s Ah Kd Qc") > strength("As Ks Qs Jh Th 9d 8c")
    assert strength("9s 8s 2s Ah Kd Qc Jc") == strength("9d 8d 2d 5h 4s 3c 6c")


def test_6_c_the_higher_of_two_flushes_of_one_length_is_the_hand() -> None:
    assert strength("8s 7s 6s Qh 3h 2h 5d") == strength("Qh 3h 2h 5d 4c 9s 8d")


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("9s 8s 7s 6s 5s 4s 3s", "seven-card straight flush"),
        ("9s 8s 7s 6s 5s 4s 2s", "six-card straight flush"),
        ("9s 8s 7s 6s 5s 3s 2s", "five-card straight flush"),
        ("9s 8s 7s 6s 4s 3s Ks", "four-card straight flush"),
        ("9s 8s 7s 5s 4s 2s Ks", "three-card straight flush"),
        ("9s 8s 6s 5s 3s 2s Ks", "less than a three-card straight flush"),
        ("9s 8s 7h Kd Qd 2c 4c", "less than a three-card straight flush"),
    ],
)
def test_6_d_straight_flush_by_its_length(cards: str, name: str) -> None:
    assert RANKINGS["straight-flush length"].classify(parse_cards(cards)) == name


def test_6_d_ace_ends_a_run_high_or_low_but_never_joins_its_ends() -> None:
    ranking = BOOK.ranking_of("player-straight-flush", BOOK.terms())
    for cards in ("As 2s 3s 9h 8h 6d Jc", "As Ks Qs 9h 8h 6d Jc"):
        assert ranking.classify(parse_cards(cards)) == "three-card straight flush"
    assert ranking.classify(parse_cards("Ks As 2s 9h 8h 6d Jc")) == NO_RUN


def test_6_d_the_other_reading_of_the_ace_can_be_studied() -> None:
    ranking = BOOK.ranking_of("player-straight-flush", BOOK.terms({"low-ace": "high-only"}))
    assert ranking.classify(parse_cards("As 2s 3s 9h 8h 6d Jc")) == NO_RUN


def test_6_d_5_three_card_run_needs_a_row() -> None:
    run = "three-card straight flush"
    assert settled("progressive", run=run, progressive="A")[:2] == ("won", "3 for 1")
    assert settled("progressive", run=run, progressive="B")[:2] == ("lost", "")
    assert settled("straight-flush-bonus", run=run, progressive="B")[:2] == ("won", "7 to 1")


def test_12_d_2_only_the_longest_run_counts() -> None:
    cards = parse_cards("As Ks Qs 7h 6h 5h 4h")
    assert [str(card) for card in longest_run(cards)] == ["7h", "6h", "5h", "4h"]


# --- 678a.7, 678a.11(b), (c): wagers, the Raise, the fold -------------------------------


def test_7_c_only_the_raise_is_placed_after_no_more_bets() -> None:
    later = {wager.id for wager in BOOK.wagers if wager.placed != "before no more bets"}
    assert {wager.id for wager in BOOK.wagers} == ALL_WAGERS
    assert later == {"raise"}


def test_7_d_optional_wagers_need_an_ante_and_a_submission() -> None:
    optional = {wager.id for wager in BOOK.wagers if wager.offered == "if submitted"}
    assert optional == OPTIONAL
    assert all(BOOK.wager(name).needs == ("ante",) for name in (*optional, "raise"))
    assert BOOK.wager("progressive").medium == "progressive device"
    assert BOOK.wager("progressive").operator_names_amount


def test_11_b_raise_grows_with_the_flush() -> None:
    (stage,) = BOOK.stages
    bets = {hand: c.up_to or max(c.times) for c in stage.choices if c.action == "bet" for hand in c.hands}
    assert set(bets) == set(FLUSHES)
    assert [bets[hand] for hand in FLUSHES] == [3, 3, 2, 1, 1, 1]


def test_11_b_smaller_raises_rest_on_a_reading_the_operator_may_switch() -> None:
    (stage,) = BOOK.stages
    _, one, two, three = stage.choices
    assert (one.times, one.by_reading) == ((1,), {})
    assert two.by_reading == {"from-one-ante": (1, 2), "no-minimum": (0, 2)}
    assert three.by_reading == {"from-one-ante": (1, 3), "no-minimum": (0, 3)}
    assert BOOK.reading("minimum-raise").switch


def test_11_c_2_fold_takes_the_ante_even_with_the_best_hand() -> None:
    assert settled("ante", HIGHER, player="seven-card flush", fold=True) == ("lost", "", "678a.11(c)(2)")


def test_1_fold_a_player_with_a_raise_cannot_fold() -> None:
    assert BOOK.wager("raise").on_fold.effect == "cannot fold"


@pytest.mark.parametrize(
    ("wager", "odds"),
    [("flush-bonus", "300 to 1"), ("straight-flush-bonus", "500 to 1"), ("progressive", "100% of meter")],
)
def test_11_c_2_i_fold_leaves_optional_wagers_to_be_settled(wager: str, odds: str) -> None:
    won = settled(wager, LOWER, player="seven-card flush", run="seven-card straight flush", fold=True)
    assert won[:2] == ("won", odds)


# --- 678a.11(d): against the dealer -------------------------------------------------------


@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_d_1_ante_paid_and_raise_returned_whatever_the_player_holds(standing: Standing) -> None:
    assert settled("ante", standing, dealer="does not qualify") == ("won", EVEN, "678a.11(d)(1)")
    assert settled("raise", standing, dealer="does not qualify") == ("returned", "", "678a.11(d)(1)")


@pytest.mark.parametrize("dealer", ["qualifies", "does not qualify"])
@pytest.mark.parametrize("standing", [HIGHER, EQUAL, LOWER])
def test_11_d_1_i_optional_wagers_do_not_look_at_the_dealer(dealer: str, standing: Standing) -> None:
    def odds(wager: str) -> str:
        run = "three-card straight flush"
        return settled(wager, standing, dealer=dealer, player="four-card flush", run=run)[1]

    assert [odds(wager) for wager in sorted(OPTIONAL)] == [EVEN, "3 for 1", "7 to 1"]


@pytest.mark.parametrize(
    ("cards", "answer"),
    [
        ("8s 7s 6s Ah Kh Qd Jd", "does not qualify"),
        ("As Ks Qh Jh Td 9d 8c", "does not qualify"),
        ("9s 3s 2s Ah Kh Qd Jd", "qualifies"),
        ("Ts 3s 2s Ah Kh Qd Jd", "qualifies"),
        ("5s 4s 3s 2s Ah Kd Qc", "qualifies"),
        ("8s 7s 6s Qh 3h 2h 5d", "qualifies"),
    ],
)
def test_11_d_2_dealer_qualifies_from_a_nine_high_three_card_flush(cards: str, answer: str) -> None:
    dealer = BOOK.ranking_of("dealer-qualifies").classify(parse_cards(cards))
    assert dealer == answer
    assert settled("ante", LOWER, dealer=dealer)[0] == ("lost" if answer == "qualifies" else "won")


@pytest.mark.parametrize("wager", ["ante", "raise"])
def test_11_d_2_ii_a_higher_hand_paid_at_even_money(wager: str) -> None:
    assert settled(wager, HIGHER) == ("won", EVEN, "678a.11(d)(2)(ii)(A)")


@pytest.mark.parametrize("wager", ["ante", "raise"])
def test_11_d_2_ii_b_equal_hand_pushes(wager: str) -> None:
    assert settled(wager, EQUAL) == ("push", "", "678a.11(d)(2)(ii)(B)")


@pytest.mark.parametrize("wager", ["ante", "raise"])
def test_11_d_2_ii_c_lower_hand_loses(wager: str) -> None:
    assert settled(wager, LOWER) == ("lost", "", "678a.11(d)(2)(ii)(C)")


# --- 678a.11(e): the optional wagers ------------------------------------------------------


@pytest.mark.parametrize("player", ["three-card flush", "two-card flush"])
def test_11_e_1_i_three_card_flush_loses_the_flush_bonus(player: str) -> None:
    assert settled("flush-bonus", player=player) == ("lost", "", "678a.11(e)(1)(i)")


@pytest.mark.parametrize(("player", "odds"), [("four-card flush", EVEN), ("five-card flush", "10 to 1")])
def test_11_e_1_ii_four_card_flush_wins_the_flush_bonus(player: str, odds: str) -> None:
    assert settled("flush-bonus", player=player) == ("won", odds, "678a.11(e)(1)(ii)")


def test_11_e_2_i_run_of_two_loses_the_straight_flush_bonus() -> None:
    assert settled("straight-flush-bonus", run=NO_RUN) == ("lost", "", "678a.11(e)(2)(i)")


@pytest.mark.parametrize(("length", "odds"), [("three", "7 to 1"), ("four", "75 to 1")])
def test_11_e_2_ii_run_of_three_wins_the_straight_flush_bonus(length: str, odds: str) -> None:
    run = f"{length}-card straight flush"
    assert settled("straight-flush-bonus", run=run) == ("won", odds, "678a.11(e)(2)(ii)")


@pytest.mark.parametrize(
    ("table", "run", "outcome", "odds"),
    [
        ("A", NO_RUN, "lost", ""),
        ("A", "three-card straight flush", "won", "3 for 1"),
        ("A", "four-card straight flush", "won", "40 for 1"),
        ("B", "three-card straight flush", "lost", ""),
        ("B", "four-card straight flush", "won", "50 for 1"),
        ("B", "five-card straight flush", "won", "900 for 1"),
    ],
)
def test_11_e_3_progressive_starts_at_three_or_four_cards_by_paytable(
    table: str, run: str, outcome: str, odds: str
) -> None:
    assert settled("progressive", run=run, progressive=table) == (outcome, odds, "678a.11(e)(3)")


def test_11_e_order_of_settlement() -> None:
    steps = [step.wagers for step in BOOK.settlement]
    assert steps == [("ante", "raise"), ("flush-bonus",), ("straight-flush-bonus",), ("progressive",)]
    assert [step.validated_by for step in BOOK.settlement] == ["", "", "", "floorperson"]


def every_case() -> Iterator[tuple[str, str, Standing]]:
    """Every combination of the player's class, whether the dealer qualifies, and a standing that the classes permit."""
    for player, dealer in product(FLUSHES, FLUSHES):
        gap = FLUSHES.index(dealer) - FLUSHES.index(player)
        standings = [HIGHER] if gap > 0 else [LOWER] if gap < 0 else [HIGHER, EQUAL, LOWER]
        short, long = "does not qualify", "qualifies"
        lines = {"two-card flush": [short], "three-card flush": [short, long]}.get(dealer, [long])
        yield from ((player, line, standing) for line in lines for standing in standings)


@pytest.mark.parametrize("fold", [False, True])
@pytest.mark.parametrize("wager", sorted(ALL_WAGERS))
def test_11_exactly_one_paragraph_decides_every_wager(wager: str, fold: bool) -> None:
    columns = BOOK.permitted().get(wager, ("",))
    terms = [BOOK.terms(None, **({wager: column} if column else {})) for column in columns]
    for (player, line, standing), run, chosen in product(every_case(), RUNS, terms):
        hands = {"player": player, "dealer-qualifies": line, "player-straight-flush": run}
        case = Case(wager, chosen, hands, standing, frozenset({"fold"} if fold else ()))
        assert BOOK.settle(case).wager == wager


# --- 678a.5(b), 678a.8(h), 678a.13: irregularities ------------------------------------------

STANDS = dict.fromkeys(ALL_WAGERS, "stands")
RETURNED = dict.fromkeys(ALL_WAGERS, "returned")
BONUSES_SETTLED = RETURNED | dict.fromkeys(OPTIONAL, "settled")
IRREGULARITIES = {
    "one-card-face-up": ("stand", "card not used", STANDS),
    "cards-face-up": ("void", "reshuffled", RETURNED),
    "card-drawn-in-error": ("stand", "card used next", STANDS),
    "exposed-card-drawn-in-error": ("stand", "card not used", STANDS),
    "player-card-exposed": ("stand", "stay", STANDS),
    "wrong-number-of-cards": ("void", "reshuffled", RETURNED),
    "dealer-card-exposed": ("void", "reshuffled", BONUSES_SETTLED),
    "shuffler-jam": ("stand", "reshuffled", STANDS),
    "shoe-jam": ("void", "device cleared and reshuffled", RETURNED),
    "device-out-of-order": ("stand", "stay", STANDS),
    "device-counts-wrong": ("stand", "deck removed", STANDS),
    "stub-wrong-misdealt": ("void", "reshuffled", RETURNED),
    "stub-wrong-misdealt-not-52": ("void", "deck removed", RETURNED),
    "stub-wrong-not-misdealt": ("void", "deck removed", RETURNED),
    "player-leaves": ("player's hand void", "stay", dict.fromkeys(ALL_WAGERS, "lost")),
}


def test_13_every_irregularity_is_tabulated() -> None:
    assert {irregularity.id for irregularity in BOOK.irregularities} == set(IRREGULARITIES)


@pytest.mark.parametrize("irregularity_id", IRREGULARITIES)
def test_13_effect_of_each_irregularity_on_each_wager(irregularity_id: str) -> None:
    irregularity = rows.irregularity(BOOK, irregularity_id)
    effects = {wager: BOOK.effect_on(irregularity, wager, BOOK.terms()).effect for wager in ALL_WAGERS}
    assert (irregularity.hands, irregularity.cards, effects) == IRREGULARITIES[irregularity_id]
