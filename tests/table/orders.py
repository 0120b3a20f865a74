"""The order of cards and wagers in a round as the regulations give it, written down a second time.

The engine reads it from the rulebooks' data; this was read from the texts, so that a difference is noticed.
"""

from __future__ import annotations

from collections.abc import Sequence

STACKS = {"automated-shoe", "reshuffling-shoe"}
HOLD_EM_BONUS = ("pa-647a", "md-thb")


CARDS_EACH = {"pa-678a": 7, "fr-trois-cartes": 3, "fr-stud": 5}
"""How many cards each hand gets in games without community cards: 678a.8(d), Art. 55-21 al. 16, Art. 55-16 al. 19."""
LAST_FACE_UP = ("fr-stud",)
"""Games in which the dealer's last card is dealt face up: Art. 55-16 al. 20."""


def places(book: str, method: str, seats: Sequence[int], six_card: bool) -> list[tuple[str, str]]:
    """Every card of a whole round in the order it leaves the deck: (place, face)."""
    dealt = [(place, "down") for place in initial_places(book, method, seats, six_card)]
    if book in LAST_FACE_UP:
        dealt[-1] = (dealt[-1][0], "up")
    return dealt + ([] if method == "reshuffling-shoe" else board_places(book))


def initial_places(book: str, method: str, seats: Sequence[int], six_card: bool) -> list[str]:
    players = [f"seat {seat}" for seat in sorted(seats)]
    if book == "ma-colorado":
        return _colorado(method, players)
    if book == "fr-ultimate":  # Art. 55-20 al. 10: two cards to each, the dealer last
        return [holder for holder in (*players, "dealer") for _ in range(2)]
    if book in CARDS_EACH:
        return _each(CARDS_EACH[book], method, [*players, "dealer"])
    if book == "fr-holdem":  # Art. 55-18-1 al. 10: both cards of a hand together
        return [holder for holder in (*players, "dealer") for _ in range(2)]
    hands = _each(2, method, [*players, "dealer"])
    if book == "pa-677a":
        return _heads_up(method, hands)
    return _with_six_card(method, hands, ["six-card"] * 4 if six_card else [])


def _each(cards: int, method: str, holders: list[str]) -> list[str]:
    """Cards one at a time clockwise and to the dealer (653a.8(d)), or in stacks (653a.10(b))."""
    if method in STACKS:
        return [holder for holder in holders for _ in range(cards)]
    return holders * cards


def _with_six_card(method: str, hands: list[str], bonus: list[str]) -> list[str]:
    """The initial cards with the bonus cards: first (653a.8(d), .9(b), 647a.8(d), .9(d)), after the stacks (.10(c)), or
    after the board and the hands (.10(g)). Maryland (8.D, 9.B, 10.B, 10.I) deals in the same way and has no bonus
    cards.
    """
    if method == "reshuffling-shoe":
        return ["community"] * 5 + hands + bonus
    return hands + bonus if method == "automated-shoe" else bonus + hands


def _heads_up(method: str, hands: list[str]) -> list[str]:
    """The initial cards of Heads-Up: five community cards face down after the hands (677a.8(d), .9(c), .10(c)) or
    before them (.10(g)).
    """
    board = ["community"] * 5
    return board + hands if method == "reshuffling-shoe" else hands + board


def _colorado(method: str, players: list[str]) -> list[str]:
    """The initial cards of Colorado: a card to each player and one to the community area, three times (7(c), 8(c)), or
    stacks of three (9(c)).
    """
    return _each(3, method, [*players, "community"])


BURN, UP = ("burn", "down"), ("community", "up")


def board_places(book: str) -> list[tuple[str, str]]:
    """The cards dealt after the hands: a burn before each part of the board, or nothing if the board is already
    dealt.
    """
    if book == "pa-653a":  # 653a.11(c), (e)
        return [BURN, UP, UP, UP, BURN, UP, UP]
    if book == "fr-ultimate":  # Art. 55-20 al. 12, 13: no card is burned
        return [UP] * 5
    if book in (*HOLD_EM_BONUS, "fr-holdem"):  # Art. 55-18-1 al. 16, 20, 24; 647a.11(c), (e), (g); MD 11.D, F, H
        return [BURN, UP, UP, UP, BURN, UP, BURN, UP]
    return []


SHOWN_AT = {
    "pa-653a": {"before-flop": 0, "after-flop": 3, "after-river": 5},  # 653a.11(b), (d), (f)
    "pa-647a": {"before-flop": 0, "before-turn": 3, "before-river": 4},  # 647a.11(b), (d), (f)
    "md-thb": {"before-flop": 0, "before-turn": 3, "before-river": 4},  # 11.B, E, G
    "pa-677a": {"before-flop": 0, "after-flop": 3, "after-river": 5},  # 677a.11(b), (d), (f)
    "pa-678a": {"raise-or-fold": 0},  # 678a.11(b)
    "fr-ultimate": {"before-flop": 0, "after-flop": 3, "after-river": 5},  # Art. 55-20 al. 11 to 13
    "fr-trois-cartes": {"raise-or-pass": 0},  # Art. 55-21 al. 26
    "fr-stud": {"raise-or-pass": 0},  # Art. 55-16 al. 30
    "fr-holdem": {"before-flop": 0, "after-flop": 3, "after-turn": 4, "after-river": 5},  # al. 11, 17, 21, 25
    "ma-colorado": {"required-bet": 0, "permissible-bet": 0},  # 10(b), 11(b)
}
"""How many community cards a player sees at each decision."""

SETTLED_IN = {
    "pa-653a": (  # 653a.11(h) to (m)
        *("ante", "blind", "play", "trips", "bad-beat", "progressive", "envy"),
        *("five-card-player", "five-card-dealer", "magic-card", "lucky-bonus", "six-card"),
    ),
    "pa-647a": (  # 647a.11(h)(2), (h)(3), (i) to (k)
        *("ante", "flop", "turn", "river", "texas-bonus", "progressive", "envy"),
        *("five-card-player", "five-card-dealer", "magic-card", "lucky-bonus", "six-card"),
    ),
    "md-thb": ("ante", "flop", "turn", "river", "texas-bonus"),  # 11.I(3)(d), 11.I(4)
    "pa-677a": ("ante", "raise", "odds", "pocket-bonus", "trips-plus"),  # 677a.11(h), (i)
    "pa-678a": ("ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive"),  # 678a.11(d), (e)
    "ma-colorado": ("ante", "bet", "bonus"),  # 10(d) to (g), 6a(c)
    "fr-ultimate": ("ante", "blind", "play", "trips"),  # Art. 55-20 al. 15 to 18
    "fr-trois-cartes": ("ante", "play", "bonus", "pair-plus"),  # Art. 55-21 al. 33, 46, 55
    "fr-stud": ("purchase", "ante", "raise", "bonus"),  # Art. 55-16 al. 45, 37, 50
    "fr-holdem": ("ante", "super-ante", "raise", "turn", "river", "bonus"),  # Art. 55-18-1 al. 31, 48
}
"""The order in which one player's wagers are settled."""

LIMITED = {
    "pa-653a": {"ante", "blind", "play"},  # 653a.12(h)
    "pa-647a": {"ante", "flop", "turn", "river"},  # 647a.12(c)
    "md-thb": {"ante", "flop", "turn", "river", "texas-bonus"},  # 12.C
    "pa-677a": {"ante", "raise", "odds"},  # 677a.12(f)
    "pa-678a": set[str](),
    "ma-colorado": {"ante", "bet"},  # 12(c), 13(c)
    "fr-ultimate": set[str](),
    "fr-trois-cartes": set[str](),
    "fr-stud": set[str](),
    "fr-holdem": set[str](),
}
"""The wagers that count towards a payout limit."""
