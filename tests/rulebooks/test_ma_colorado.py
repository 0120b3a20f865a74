"""Massachusetts Colorado Hold 'Em Poker: hands, wagers and irregularities, by paragraph."""

from __future__ import annotations

from itertools import product

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.cards.card import parse_cards
from tablelaw.cards.deck import Deck
from tablelaw.errors import BadCut, BadSubmission
from tablelaw.law.conduct import Verdict
from tests.support import decide, said

BOOK = rulebooks.get("ma-colorado")
COLORADO = RANKINGS["colorado"]
VERSIONS = ("required", "permissible")


def outcome(
    wager: str,
    version: str,
    player: str = "",
    initial: str = "none",
    acts: tuple[str, ...] = (),
    tens: str = "push",
) -> Verdict:
    """The verdict on one wager of one version, with tens pushed or paid."""
    readings, choices = {"pair-of-tens": tens}, {"version": version}
    return decide("ma-colorado", wager, acts=acts, choices=choices, readings=readings, initial=initial, player=player)


def hand(text: str) -> str:
    return COLORADO.classify(parse_cards(text))


def strength(text: str) -> int:
    assert COLORADO.strength is not None
    return COLORADO.strength(parse_cards(text))


def instant(text: str, **readings: str) -> str:
    chosen = {name.replace("_", "-"): value for name, value in readings.items()}
    return BOOK.ranking_of("initial", BOOK.terms(chosen)).classify(parse_cards(text))


# --- 1, 3: cards and hands ---------------------------------------------------------------


def test_1_hand_is_two_kept_cards_and_three_community_cards() -> None:
    places = {row.id: row.cards for row in BOOK.hands}
    assert places == {"player": ("player", "community"), "initial": ("player initial",)}
    assert COLORADO.sizes == (5,)


def test_1_suit_no_suit_outranks_another() -> None:
    assert strength("As Ks Qs Js 9s") == strength("Ad Kd Qd Jd 9d") == strength("Ac Kc Qc Jc 9c")


def test_3_a_ace_is_high_and_low_only_below_two_to_five() -> None:
    assert hand("As 2d 3h 4c 5s") == hand("Ts Jd Qh Kc As") == "straight"
    assert hand("Qs Kd Ah 2c 3s") == "high card"
    assert strength("As 2d 3h 4c 5s") < strength("2d 3h 4c 5s 6d") < strength("Ts Jd Qh Kc As")


NINE_HANDS = {
    "royal flush": "Ah Kh Qh Jh Th",
    "straight flush": "Kh Qh Jh Th 9h",
    "four-of-a-kind": "2s 2h 2d 2c As",
    "full house": "2s 2h 2d 3c 3s",
    "flush": "7h 5h 4h 3h 2h",
    "straight": "5s 4h 3d 2c As",
    "three-of-a-kind": "2s 2h 2d 3c 4s",
    "two pair": "3s 3h 2d 2c 4s",
    "pair of 2s": "2s 2h 3d 4c 5s",
}


def test_3_b_nine_hands() -> None:
    """The nine hands have their names in falling order; each is the weakest of its class, except for the two highest
    flushes.
    """
    assert [hand(cards) for cards in NINE_HANDS.values()] == list(NINE_HANDS)
    order = [strength(cards) for cards in NINE_HANDS.values()]
    assert order == sorted(order, reverse=True)


def test_3_b_below_a_pair_is_a_high_card() -> None:
    assert hand("As Kh Qd Jc 9s") == "high card"


@pytest.mark.parametrize("cards", ["2h 3h 4h", "Th Jh Qh", "Qs Ks As", "Ad 2d 3d"])
def test_3_c_1_three_card_straight_flush(cards: str) -> None:
    assert instant(cards) == "three card straight flush"


@pytest.mark.parametrize("cards", ["2h 3h 5h", "2h 3h 4d", "Ks As 2s", "As Ah Kh", "2h 2s 3h"])
def test_3_c_other_cards_are_no_instant_winner(cards: str) -> None:
    assert instant(cards) == "none"


@pytest.mark.parametrize("cards", ["2h 2d 2s", "Ah Ad As"])
def test_3_c_2_three_of_a_kind(cards: str) -> None:
    assert instant(cards) == "three-of-a-kind"


def test_3_c_1_an_operator_may_read_the_ace_as_high_only() -> None:
    switched = {"suited_ace_two_three": "ace-high-only"}
    assert instant("Ad 2d 3d", **switched) == "none"
    assert instant("Qd Kd Ad", **switched) == instant("2d 3d 4d", **switched) == "three card straight flush"


# --- 5(c): the cut -----------------------------------------------------------------------


def test_5_c_1_ii_cut_takes_ten_cards_or_more() -> None:
    with pytest.raises(BadCut):
        Deck.new().cut(9)
    assert BOOK.fact("cut-at-least") == 10
    assert Deck.new().cut(10).is_whole()
    assert Deck.new().cut(11).is_whole()


def test_5_c_1_iii_the_rest_goes_on_top_of_the_cut() -> None:
    deck = Deck.new()
    assert deck.cut(10).cards == deck.cards[10:] + deck.cards[:10]


# --- 6, 6a: wagers -------------------------------------------------------------------------


def test_6_c_only_the_bet_is_made_after_no_more_bets() -> None:
    placed = {wager.id: wager.placed for wager in BOOK.wagers}
    assert placed == {"ante": "before no more bets", "bet": "at a decision", "bonus": "before no more bets"}


def test_6_d_the_ante_alone_is_required_of_everyone() -> None:
    assert [(wager.id, wager.kind) for wager in BOOK.wagers] == [
        ("ante", "opening"),
        ("bet", "decision"),
        ("bonus", "optional"),
    ]


def test_6_e_one_or_two_positions() -> None:
    assert BOOK.permitted()["positions-per-player"] == ("1", "2")
    with pytest.raises(BadSubmission):
        BOOK.terms(positions_per_player="3")


def test_6_f_two_versions_and_no_third() -> None:
    assert BOOK.permitted()["version"] == VERSIONS
    assert [option.id for option in BOOK.options if option.same_at_all_tables] == ["version"]
    with pytest.raises(BadSubmission):
        BOOK.terms(version="both")


def test_6a_a_and_b_bonus_is_one_dollar_beside_an_ante_if_offered() -> None:
    bonus = BOOK.wager("bonus")
    assert [amount.cents for amount in bonus.amounts] == [100]
    assert (bonus.offered, bonus.needs) == ("if submitted", ("ante",))


@pytest.mark.parametrize(("version", "cite"), [("required", "12(d)"), ("permissible", "13(d)")])
def test_6a_c_bonus_follows_the_version_in_play(version: str, cite: str) -> None:
    assert said(outcome("bonus", version, "two pair")) == ("won", "1 to 1", cite)


def test_6a_d_bonus_leaves_ante_and_bet_alone() -> None:
    """A hand on which the bonus loses may still win or push on Ante and Bet."""
    assert said(outcome("bonus", "required", "pair of 10s"))[0] == "lost"
    assert said(outcome("ante", "required", "pair of 10s"))[0] == "won"
    assert said(outcome("bonus", "required", "pair of 9s"))[0] == "lost"
    assert said(outcome("bet", "required", "pair of 9s"))[0] == "push"


@pytest.mark.parametrize("version", VERSIONS)
def test_6a_a_bonus_pushes_from_jacks_and_loses_below(version: str) -> None:
    assert said(outcome("bonus", version, "pair of 10s")) == ("lost", "", "6a(a)")
    assert said(outcome("bonus", version, "high card")) == ("lost", "", "6a(a)")
    assert said(outcome("bonus", version, "pair of jacks"))[:2] == ("push", "push")
    assert said(outcome("bonus", version, "pair of aces"))[:2] == ("push", "push")
    assert said(outcome("bonus", version, "two pair"))[:2] == ("won", "1 to 1")


# --- 10: required bet ------------------------------------------------------------------------


def test_10_b_1_bet_equals_the_ante() -> None:
    bet = BOOK.wager("bet")
    assert (bet.equal_to, bet.needs) == ("ante", ("ante",))


def test_10_b_2_fold_loses_ante_and_bonus() -> None:
    assert said(outcome("ante", "required", acts=("fold",))) == ("lost", "", "10(b)(2)")
    assert said(outcome("bonus", "required", acts=("fold",))) == ("lost", "", "10(b)(2)")


def test_10_b_2_fold_effects() -> None:
    effects = {wager.id: (wager.on_fold.effect, wager.on_fold.reading) for wager in BOOK.wagers}
    assert effects == {
        "ante": ("collected", ""),
        "bet": ("cannot fold", ""),
        "bonus": ("collected", "fold-and-bonus"),
    }


@pytest.mark.parametrize("initial", ["three card straight flush", "three-of-a-kind"])
def test_10_b_3_i_declared_instant_winner_pays_the_ante(initial: str) -> None:
    verdict = outcome("ante", "required", initial=initial, acts=("declare",))
    assert said(verdict) == ("won", "5 to 1", "10(b)(3)(i)")
    assert str(verdict.paid_under) == "12(b)"
    assert said(outcome("bonus", "required", initial=initial, acts=("declare",))) == (
        "won",
        "5 to 1",
        "12(d)",
    )


def test_10_b_3_ii_undeclared_instant_winner_is_decided_by_five_cards() -> None:
    silent = "pair of 6s", "three-of-a-kind"
    assert said(outcome("ante", "required", *silent)) == ("lost", "", "10(e)")
    assert said(outcome("bonus", "required", *silent)) == ("lost", "", "6a(a)")


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_10_e_below_sevens_loses(wager: str) -> None:
    for cls in ("high card", "pair of 2s", "pair of 6s"):
        assert said(outcome(wager, "required", cls)) == ("lost", "", "10(e)")
    assert said(outcome(wager, "required", "pair of 7s"))[0] == "push"


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_10_f_sevens_eights_and_nines_push(wager: str) -> None:
    for cls in ("pair of 7s", "pair of 8s", "pair of 9s"):
        assert said(outcome(wager, "required", cls)) == ("push", "", "10(f)")
    assert said(outcome(wager, "required", "pair of 6s"))[0] == "lost"
    assert said(outcome(wager, "required", "pair of 10s"))[0] == "won"


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_10_g_tens_or_better_is_paid(wager: str) -> None:
    assert said(outcome(wager, "required", "pair of 10s")) == ("won", "1 to 1", "10(g)")
    assert said(outcome(wager, "required", "two pair")) == ("won", "2 to 1", "10(g)")
    assert said(outcome(wager, "required", "royal flush")) == ("won", "500 to 1", "10(g)")


# --- 11: permissible bet -----------------------------------------------------------------------


@pytest.mark.parametrize("initial", ["three card straight flush", "three-of-a-kind"])
def test_11_b_2_i_declared_instant_winner_pays_the_ante(initial: str) -> None:
    declared = outcome("ante", "permissible", initial=initial, acts=("declare",))
    assert said(declared) == ("won", "5 to 1", "11(b)(2)(i)")
    assert str(declared.paid_under) == "13(b)"
    bonus = outcome("bonus", "permissible", initial=initial, acts=("declare",))
    assert said(bonus) == ("won", "5 to 1", "13(d)")


def test_11_b_2_ii_undeclared_instant_winner_is_decided_by_five_cards() -> None:
    silent = "pair of 8s", "three card straight flush"
    assert said(outcome("ante", "permissible", *silent)) == ("lost", "", "11(e)")
    assert said(outcome("bonus", "permissible", *silent)) == ("lost", "", "6a(a)")


def test_11_d_a_lone_ante_is_settled_like_one_with_a_bet() -> None:
    assert said(outcome("ante", "permissible", "flush", acts=("play",))) == ("won", "8 to 1", "11(g)")


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_11_e_below_nines_loses(wager: str) -> None:
    for cls in ("high card", "pair of 2s", "pair of 7s", "pair of 8s"):
        assert said(outcome(wager, "permissible", cls)) == ("lost", "", "11(e)")
    assert said(outcome(wager, "permissible", "pair of 9s"))[0] == "push"


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_11_f_nines_and_tens_push(wager: str) -> None:
    for cls in ("pair of 9s", "pair of 10s"):
        assert said(outcome(wager, "permissible", cls)) == ("push", "", "11(f)")
    assert said(outcome(wager, "permissible", "pair of 8s"))[0] == "lost"
    assert said(outcome(wager, "permissible", "pair of jacks"))[0] == "won"


def test_11_f_an_operator_may_read_tens_as_paid() -> None:
    assert said(outcome("bet", "permissible", "pair of 10s", tens="win")) == ("won", "1 to 1", "11(g)")
    assert said(outcome("bet", "permissible", "pair of 9s", tens="win")) == ("push", "", "11(f)")
    assert said(outcome("bet", "required", "pair of 9s", tens="win")) == ("push", "", "10(f)")


@pytest.mark.parametrize("wager", ["ante", "bet"])
def test_11_g_better_than_tens_is_paid(wager: str) -> None:
    assert said(outcome(wager, "permissible", "pair of jacks")) == ("won", "1 to 1", "11(g)")
    assert said(outcome(wager, "permissible", "full house")) == ("won", "10 to 1", "11(g)")
    assert said(outcome(wager, "permissible", "royal flush")) == ("won", "500 to 1", "11(g)")


# --- 14: irregularities -----------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_14_d_wrong_declaration_loses_ante_and_bonus(version: str) -> None:
    assert said(outcome("ante", version, acts=("declare",))) == ("lost", "", "14(d)")
    assert said(outcome("bonus", version, acts=("declare",))) == ("lost", "", "14(d)")


def test_14_d_suited_ace_two_three_is_a_wrong_declaration_where_the_ace_is_high_only() -> None:
    cls = instant("Ad 2d 3d", suited_ace_two_three="ace-high-only")
    assert said(outcome("ante", "required", initial=cls, acts=("declare",))) == ("lost", "", "14(d)")


# --- Every case is decided by exactly one paragraph --------------------------------------------------


@pytest.mark.parametrize(("version", "tens"), list(product(VERSIONS, ("push", "win"))))
def test_every_five_card_hand_decides_every_wager_once(version: str, tens: str) -> None:
    for wager, cls, initial in product(("ante", "bet", "bonus"), COLORADO.classes, RANKINGS["instant winner"].classes):
        assert outcome(wager, version, cls, initial, tens=tens).outcome.value in ("won", "push", "lost")


@pytest.mark.parametrize("version", VERSIONS)
def test_every_declaration_decides_ante_and_bonus_once(version: str) -> None:
    for wager, initial in product(("ante", "bonus"), RANKINGS["instant winner"].classes):
        assert outcome(wager, version, initial=initial, acts=("declare",)).outcome.value in ("won", "lost")


def test_a_higher_hand_is_never_paid_less() -> None:
    worth = {"lost": -1, "push": 0}
    for wager, version in product(("ante", "bet", "bonus"), VERSIONS):
        verdicts = [outcome(wager, version, cls) for cls in COLORADO.classes]
        gains = [v.odds.net_per_unit() if v.odds else worth[v.outcome.value] for v in verdicts]
        assert gains == sorted(gains, reverse=True)
