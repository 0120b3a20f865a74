"""The verifier's own rankings, tested on cases from the texts and against the engine on random hands."""

from __future__ import annotations

import pytest

from tablelaw.cards import RANKINGS, Card, Deck
from tablelaw.chance import PracticeChance
from tablelaw_verifier.law import cards as verifier_cards

CASES = (
    ("As Ks Qs Js Ts 2h 2d", "royal flush"),
    ("Ks Qs Js Ts 9s Ad Ah", "straight flush"),
    ("As 2s 3s 4s 5s Kd Kh", "straight flush"),
    ("9c 9d 9h 9s 2c 2d 2h", "four-of-a-kind"),
    ("9c 9d 9h 2s 2c 2d Kh", "full house"),
    ("2s 4s 6s 8s Ts Jd Qh", "flush"),
    ("As 2d 3s 4c 5s 9d 9h", "straight"),
    ("Qs Kd As 2c 3s 7d 8h", "high card"),
    ("Js Qs Ks As 2s 3d 4h", "flush"),
    ("9c 9d 9h 2s 5c 7d Kh", "three-of-a-kind"),
    ("9c 9d 5h 5s 2c 2d Kh", "two pair"),
    ("9c 9d 5h 4s 2c Jd Kh", "pair"),
)


@pytest.mark.parametrize(("cards", "name"), CASES)
def test_best_five_of_seven(cards: str, name: str) -> None:
    assert verifier_cards.hand_name(cards.split()) == name


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ks Kd Kh 2c 2d", "Qs Qd Qh Ac Ad"),
        ("6s 5d 4h 3c 2d", "5s 4d 3h 2c Ad"),
        ("9s 9d 5h 5c Kd", "9c 9h 5d 5s Qd"),
        ("9s 9d 5h 5c Kd", "9c 9h 4d 4s Ad"),
        ("As Kd Qh Jc 9d", "Ac Kh Qd Js 8d"),
        ("7s 7d 7h 7c 3d", "7s 7d 7h 7c 2d"),
    ],
)
def test_the_kind_is_compared_before_the_other_cards(higher: str, lower: str) -> None:
    assert verifier_cards.strength(higher.split()) > verifier_cards.strength(lower.split())


def test_two_seven_card_hands_compare_as_in_the_engine() -> None:
    ranking, chance = RANKINGS["five-card"], PracticeChance("verifier hands")
    assert ranking.strength is not None
    for _ in range(3_000):
        cards = Deck.new().shuffled(chance).cards[:9]
        hands = cards[:7], cards[2:]
        mine = [verifier_cards.strength([str(card) for card in hand]) for hand in hands]
        theirs = [ranking.strength(hand) for hand in hands]
        assert (mine[0] > mine[1], mine[0] == mine[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])
        assert verifier_cards.HANDS[mine[0][0]] == ranking.classify(hands[0])


def names(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


PAYS_NOTHING = {"nothing": "", "none": "", "less than a three-card straight flush": ""}


def row_of(ranking: str, cards: tuple[Card, ...]) -> str:
    """The class that the engine finds, or "" if no paytable has a row for it."""
    name = RANKINGS[ranking].classify(cards)
    return PAYS_NOTHING.get(name, name)


def test_other_rankings_read_hands_as_the_engine_does() -> None:
    """Compares hands of two, three and six cards, and flushes of seven; every other deal is nearly a flush."""
    chance = PracticeChance("verifier rankings")
    for number in range(4_000):
        deck = Deck.new().shuffled(chance).cards
        if number % 2:
            deck = tuple(sorted(deck[:20], key=lambda card: card & 3)) + deck[20:]
        two, three, six, seven = (names(deck[:count]) for count in (2, 3, 6, 7))
        assert verifier_cards.texas_bonus_row(two) == row_of("texas bonus", deck[:2])
        assert verifier_cards.pocket_bonus_row(two) == row_of("pocket bonus", deck[:2])
        assert verifier_cards.instant_winner(three, True) == row_of("instant winner", deck[:3])
        six_card = verifier_cards.six_card_name(six)
        assert (six_card if six_card not in verifier_cards.HANDS[:3] else "") == row_of("six-card bonus", deck[:6])
        assert f"{verifier_cards.NUMBERS[verifier_cards.best_flush(seven)[0]]}-card flush" == row_of("flush", deck[:7])
        run = verifier_cards.longest_run(seven)
        expected = f"{verifier_cards.NUMBERS[run]}-card straight flush" if run >= 3 else ""
        assert expected == row_of("straight-flush length", deck[:7])


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("As 2s 3s 4s 5s 6s 7s", 7),
        ("8s 9s Ts Js Qs Ks As", 7),
        ("Ks As 2s 5d 7h 9c Jd", 2),
        ("As 2s 3s Kd Qh 9c 7d", 3),
        ("2s 4s 6s 8s Ts Qs Ad", 1),
    ],
)
def test_678a_6_d_the_ace_stands_at_either_end_of_a_run(cards: str, length: int) -> None:
    assert verifier_cards.longest_run(cards.split()) == length


@pytest.mark.parametrize(("low_ace", "name"), [(True, "three card straight flush"), (False, "")])
def test_3_c_suited_ace_two_three_as_it_is_read(low_ace: bool, name: str) -> None:
    assert verifier_cards.instant_winner(["As", "2s", "3s"], low_ace) == name
    assert verifier_cards.instant_winner(["Qs", "Ks", "As"], low_ace) == "three card straight flush"
    assert verifier_cards.instant_winner(["Ks", "As", "2s"], low_ace) == ""
