from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.cards import PACK, Card, cards_text, parse_cards
from tablelaw.errors import BadCard, DuplicateCard


def test_the_pack_runs_from_the_two_of_clubs_to_the_ace_of_spades() -> None:
    assert len(set(PACK)) == 52
    assert (str(PACK[0]), str(PACK[51])) == ("2c", "As")


def test_a_card_is_its_number_rank_first_then_suit() -> None:
    assert [int(card) for card in parse_cards("2c 2d 2h 2s 3c As")] == [0, 1, 2, 3, 4, 51]


def test_a_card_has_a_rank_and_a_suit() -> None:
    ace, ten = parse_cards("As Td")
    assert (ace.rank, ace.suit, ace.rank_name, ace.suit_name) == (14, "s", "ace", "spades")
    assert (ten.rank, ten.suit, ten.rank_name, ten.suit_name) == (10, "d", "10", "diamonds")


def test_a_card_prints_as_its_text() -> None:
    card = Card.parse("As")
    assert (str(card), repr(card), f"{card:>4}", f"{card}") == ("As", "Card('As')", "  As", "As")


@pytest.mark.parametrize("text", ["Th", "10h", "th", "tH", "TH", "10H", "T♥", "10♥", "10♥️", " Th "])
def test_a_ten_of_hearts_is_read_however_it_is_written(text: str) -> None:
    assert Card.parse(text) is PACK[34]


@given(st.sampled_from(PACK))
def test_the_text_of_a_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) is card


def test_there_are_only_52_card_objects() -> None:
    card = PACK[17]
    assert Card(17) is Card(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("number", [-1, 52, 1_000])
def test_a_number_outside_the_pack_is_refused(number: int) -> None:
    with pytest.raises(BadCard, match=rf"{number} is not a card number; accepted: 0 \(2c\) to 51 \(As\)"):
        Card(number)


@pytest.mark.parametrize("number", ["As", 1.0, None])
def test_what_is_no_number_is_refused(number: object) -> None:
    with pytest.raises(BadCard, match="is not a card number"):
        Card(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "A", "s", "1s", "11s", "Ax", "AAs", "As♠", "0h", "ÀS", "A s"])
def test_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match="is not a card; accepted: a rank 2-9, T or 10"):
        Card.parse(text)


def test_cards_are_apart_by_spaces_or_commas() -> None:
    assert cards_text(parse_cards(" As Kd,10h ,\n2♣")) == "As Kd Th 2c"
    assert parse_cards("  ") == ()


def test_a_bad_piece_is_named_with_its_place() -> None:
    with pytest.raises(BadCard, match=r"^card 2 of 3: 'Xd' is not a card; accepted: "):
        parse_cards("As Xd Kd")


def test_a_card_named_twice_is_refused_with_both_places() -> None:
    message = r"^card 3 of 4: As is named twice; it is already card 1; accepted: each card at most once$"
    with pytest.raises(DuplicateCard, match=message):
        parse_cards("As Kd A♠ Kd")
