"""58 Pa. Code ch. 647a: how each wager of Texas Hold 'Em Bonus Poker is decided, by paragraph."""

from __future__ import annotations

from tablelaw.cards.rankings.two_card import BOTH_ACES
from tablelaw.law.conduct import LOST, NOTHING, RETURNED, Case, Ruling, rule

# --- 647a.11(h)(2): Ante, Flop, Turn and River -----------------------------------------


@rule("647a.11(h)(2)(i)", "ante", "flop", "turn", "river")
def all_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """Ante, Flop, Turn and River are collected when the dealer outranks the player."""
    return LOST if case.is_lower else None


@rule("647a.11(h)(2)(ii)", "ante")
def winning_ante_paid_from_the_filed_hand(case: Case) -> Ruling | None:
    """The Ante of a higher hand is paid on a straight or better, or on a flush or better, as filed, and returned on
    lower hands.
    """
    if not case.is_higher:
        return None
    reaches = case.at_least("player", case.terms.choice("ante-pays-from"))
    return case.pays("even-money", "any winning hand") if reaches else RETURNED


@rule("647a.11(h)(2)(ii)", "flop", "turn", "river")
def winning_flop_turn_and_river_paid(case: Case) -> Ruling | None:
    """Flop, Turn and River of a higher hand are paid at even money for any hand."""
    return case.pays("even-money", "any winning hand") if case.is_higher else None


@rule("647a.11(h)(2)(iii)", "ante", "flop", "turn", "river")
def all_returned_on_equal_hands(case: Case) -> Ruling | None:
    """Ante, Flop, Turn and River are returned on equal hands."""
    return RETURNED if case.is_equal else None


# --- 647a.11(h)(3): Texas Hold 'Em Bonus -----------------------------------------------


def paying_class(case: Case) -> str:
    """The row for the player's two cards, with aces against aces if the table in force has that row."""
    aces_meet = case.hand("pocket") == case.hand("dealer-pocket") == "ace-ace"
    return BOTH_ACES if aces_meet and case.has_row("texas-bonus", BOTH_ACES) else case.hand("pocket")


@rule("647a.11(h)(3)", "texas-bonus")
def bonus_paid_on_the_first_two_cards(case: Case) -> Ruling | None:
    """The Texas Hold 'Em Bonus is paid when its paytable has a row for the player's two cards."""
    row = paying_class(case)
    return case.pays("texas-bonus", row) if case.has_row("texas-bonus", row) else None


@rule("647a.11(h)(3)", "texas-bonus")
def bonus_collected_below_the_paytable(case: Case) -> Ruling | None:
    """The Texas Hold 'Em Bonus is collected when its paytable has no row for the two cards."""
    return None if case.has_row("texas-bonus", paying_class(case)) else LOST


# --- 647a.11(i): Progressive Payout and Envy -------------------------------------------


@rule("647a.11(i)", "progressive")
def progressive_paid_on_the_flop_hand(case: Case) -> Ruling | None:
    """The Progressive Payout is paid on three-of-a-kind or better in the player's two cards and the Flop, and otherwise
    lost.
    """
    wins = case.at_least("player-flop", "three-of-a-kind")
    return case.pays("progressive", case.hand("player-flop")) if wins else LOST


@rule("647a.11(i)(5)", "envy")
def envy_paid_for_another_players_hand(case: Case) -> Ruling | None:
    """The Envy Bonus pays a fixed sum when another player, not the dealer, holds a straight flush or better."""
    qualifies = case.at_least("other-player-flop", "straight flush")
    return case.pays("envy", case.hand("other-player-flop")) if qualifies else NOTHING


# --- 647a.11(j): Five Card Hand Bonus, Magic Card, Lucky -------------------------------


@rule("647a.11(j)", "five-card-player")
def five_card_paid_on_the_players_hand(case: Case) -> Ruling | None:
    """The Five Card Hand Bonus on the player is paid on a flush or better in the player's cards and the Flop, and
    otherwise lost.
    """
    wins = case.at_least("player-flop", "flush")
    return case.pays("five-card", case.hand("player-flop")) if wins else LOST


@rule("647a.11(j)", "five-card-dealer")
def five_card_paid_on_the_dealers_hand(case: Case) -> Ruling | None:
    """The Five Card Hand Bonus on the dealer is paid on a flush or better in the dealer's cards and the Flop, and
    otherwise lost.
    """
    wins = case.at_least("dealer-flop", "flush")
    return case.pays("five-card", case.hand("dealer-flop")) if wins else LOST


@rule("647a.12(e)(3)", "magic-card")
def magic_card_paid(case: Case) -> Ruling | None:
    """The Magic Card Bonus is paid when the drawn card is in the hand wagered on or in the Flop."""
    return case.pays("drawn", "magic card") if case.did("drawn") else NOTHING


@rule("647a.12(e)(3)", "lucky-bonus")
def lucky_bonus_paid(case: Case) -> Ruling | None:
    """The Lucky Bonus is paid when the position wagered on was drawn."""
    return case.pays("drawn", "lucky bonus") if case.did("drawn") else NOTHING


# --- 647a.11(k): Six Card Bonus --------------------------------------------------------


@rule("647a.11(k)(1)", "six-card")
def six_card_below_trips_collected(case: Case) -> Ruling | None:
    """Six Card is collected below three-of-a-kind."""
    return None if case.at_least("player-six", "three-of-a-kind") else LOST


@rule("647a.11(k)(2)", "six-card")
def six_card_trips_or_better_paid(case: Case) -> Ruling | None:
    """Six Card is paid on three-of-a-kind or better in the player's two cards and the four cards of the wager."""
    wins = case.at_least("player-six", "three-of-a-kind")
    return case.pays("six-card", case.hand("player-six")) if wins else None
