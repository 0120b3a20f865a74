"""58 Pa. Code ch. 653a: how each wager of Ultimate Texas Hold 'Em Poker is decided, by paragraph."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, NOTHING, RETURNED, Case, Ruling, rule


def dealer_has_a_pair(case: Case) -> bool:
    """Whether the dealer's best hand is a pair or better, the boundary between (h)(1) and (h)(2)."""
    return case.at_least("dealer", "pair")


# --- 653a.11(h): Ante, Blind and Play --------------------------------------------------


@rule("653a.11(h)(1)", "ante")
def ante_returned_when_dealer_below_a_pair(case: Case) -> Ruling | None:
    """The Ante is returned when the dealer's best hand is below a pair."""
    return None if dealer_has_a_pair(case) else RETURNED


@rule("653a.11(h)(2)(i)", "ante")
def ante_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """The Ante is collected when a dealer with a pair or better outranks the player."""
    return LOST if dealer_has_a_pair(case) and case.is_lower else None


@rule("653a.11(h)(2)(i)", "blind", "play")
def blind_and_play_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """Blind and Play are collected when the dealer outranks the player, with or without a pair."""
    return LOST if case.is_lower else None


@rule("653a.11(h)(2)(ii)", "ante")
def winning_ante_paid(case: Case) -> Ruling | None:
    """The Ante of a higher hand is paid at even money when the dealer has a pair or better."""
    wins = dealer_has_a_pair(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


@rule("653a.11(h)(2)(ii)", "play")
def winning_play_paid(case: Case) -> Ruling | None:
    """The Play wager of a higher hand is paid at even money."""
    return case.pays("even-money", "any winning hand") if case.is_higher else None


@rule("653a.11(h)(2)(ii)", "blind")
def winning_blind_paid_or_pushed(case: Case) -> Ruling | None:
    """The Blind of a higher hand is paid according to its paytable, and returned if the hand is below the
    lowest row.
    """
    return case.pays("blind", case.hand("player")) if case.is_higher else None


@rule("653a.11(h)(2)(iii)", "ante")
def tied_ante_returned(case: Case) -> Ruling | None:
    """The Ante is returned on equal hands."""
    return RETURNED if dealer_has_a_pair(case) and case.is_equal else None


@rule("653a.11(h)(2)(iii)", "blind", "play")
def tied_blind_and_play_returned(case: Case) -> Ruling | None:
    """Blind and Play are returned on equal hands."""
    return RETURNED if case.is_equal else None


# --- 653a.11(i): Trips -----------------------------------------------------------------


@rule("653a.11(i)(1)", "trips")
def trips_or_better_paid(case: Case) -> Ruling | None:
    """Trips is paid on three-of-a-kind or better, regardless of the dealer's hand."""
    hand = case.hand("player")
    return case.pays("trips", hand) if case.at_least("player", "three-of-a-kind") else None


@rule("653a.11(i)(2)", "trips")
def below_trips_collected(case: Case) -> Ruling | None:
    """Trips is collected below three-of-a-kind."""
    return None if case.at_least("player", "three-of-a-kind") else LOST


# --- 653a.11(j): Bad Beat Bonus --------------------------------------------------------


def player_is_beaten_with_trips(case: Case) -> bool:
    return case.is_lower and case.at_least("player", "three-of-a-kind")


def dealer_is_beaten_with_trips(case: Case) -> bool:
    return case.is_higher and case.at_least("dealer", "three-of-a-kind")


@rule("653a.11(j)(1)", "bad-beat")
def bad_beat_paid_on_the_players_hand(case: Case) -> Ruling | None:
    """Bad Beat is paid on a player's three-of-a-kind or better that loses."""
    return case.pays("bad-beat", case.hand("player")) if player_is_beaten_with_trips(case) else None


@rule("653a.11(j)(2)", "bad-beat")
def bad_beat_paid_on_the_dealers_hand(case: Case) -> Ruling | None:
    """Bad Beat is paid on a dealer's three-of-a-kind or better that loses."""
    return case.pays("bad-beat", case.hand("dealer")) if dealer_is_beaten_with_trips(case) else None


@rule("653a.11(j)(3)", "bad-beat")
def bad_beat_collected(case: Case) -> Ruling | None:
    """Bad Beat is collected on a tie, and when no three-of-a-kind or better loses."""
    return None if player_is_beaten_with_trips(case) or dealer_is_beaten_with_trips(case) else LOST


# --- 653a.11(k): Progressive Payout and Envy -------------------------------------------


@rule("653a.11(k)", "progressive")
def progressive_paid_on_the_flop_hand(case: Case) -> Ruling | None:
    """The Progressive Payout is paid on three-of-a-kind or better in the player's two cards and the Flop, and otherwise
    lost.
    """
    wins = case.at_least("player-flop", "three-of-a-kind")
    return case.pays("progressive", case.hand("player-flop")) if wins else LOST


@rule("653a.11(k)(5)", "envy")
def envy_paid_for_another_players_hand(case: Case) -> Ruling | None:
    """The Envy Bonus pays a fixed sum when another player, not the dealer, holds a straight flush or better."""
    qualifies = case.at_least("other-player-flop", "straight flush")
    return case.pays("envy", case.hand("other-player-flop")) if qualifies else NOTHING


# --- 653a.11(l): Five Card Hand Bonus, Magic Card, Lucky -------------------------------


@rule("653a.11(l)", "five-card-player")
def five_card_paid_on_the_players_hand(case: Case) -> Ruling | None:
    """The Five Card Hand Bonus on the player is paid on a flush or better in the player's cards and the Flop, and
    otherwise lost.
    """
    wins = case.at_least("player-flop", "flush")
    return case.pays("five-card", case.hand("player-flop")) if wins else LOST


@rule("653a.11(l)", "five-card-dealer")
def five_card_paid_on_the_dealers_hand(case: Case) -> Ruling | None:
    """The Five Card Hand Bonus on the dealer is paid on a flush or better in the dealer's cards and the Flop, and
    otherwise lost.
    """
    wins = case.at_least("dealer-flop", "flush")
    return case.pays("five-card", case.hand("dealer-flop")) if wins else LOST


@rule("653a.12(e)(3)", "magic-card")
def magic_card_paid(case: Case) -> Ruling | None:
    """The Magic Card bonus is paid when the drawn card is in the hand wagered on or in the Flop."""
    return case.pays("drawn", "magic card") if case.did("drawn") else NOTHING


@rule("653a.12(e)(3)", "lucky-bonus")
def lucky_bonus_paid(case: Case) -> Ruling | None:
    """The Lucky bonus is paid when the position wagered on was drawn."""
    return case.pays("drawn", "lucky bonus") if case.did("drawn") else NOTHING


# --- 653a.11(m): Six Card Bonus --------------------------------------------------------


@rule("653a.11(m)(1)", "six-card")
def six_card_below_trips_collected(case: Case) -> Ruling | None:
    """Six Card is collected below three-of-a-kind."""
    return None if case.at_least("player-six", "three-of-a-kind") else LOST


@rule("653a.11(m)(2)", "six-card")
def six_card_trips_or_better_paid(case: Case) -> Ruling | None:
    """Six Card is paid on three-of-a-kind or better in the player's two cards and the four cards of the wager."""
    wins = case.at_least("player-six", "three-of-a-kind")
    return case.pays("six-card", case.hand("player-six")) if wins else None
