from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numba
import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.cards import parse_cards
from tablelaw.cards.arrays import batch
from tablelaw.cards.arrays.compiled import kernel
from tablelaw.cards.rankings import five_card
from tablelaw.errors import BadCard, DuplicateCard, TablelawError, WrongCardCount

ROYAL = np.array([parse_cards("As Ks Qs Js Ts"), parse_cards("5c 4d 3h 2s Ac")])


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, np.uint64])
def test_any_whole_number_type_will_do(dtype: type[np.integer]) -> None:
    assert batch.strengths(ROYAL.astype(dtype)).tolist() == [0x9E0000, 0x450000]


def test_rows_need_not_lie_together_in_memory() -> None:
    wide = np.repeat(ROYAL, 2, axis=1)
    assert batch.strengths(wide[:, ::2]).tolist() == [0x9E0000, 0x450000]


def test_categories_of_strengths() -> None:
    found = batch.strengths(ROYAL)
    assert batch.categories(found).tolist() == [five_card.ROYAL, five_card.STRAIGHT]


def test_no_hands_give_no_strengths() -> None:
    assert batch.strengths(np.empty((0, 7), np.uint8)).shape == (0,)


@pytest.mark.parametrize(
    ("hands", "refusal", "message"),
    [
        (np.array([[0, 1, 2, 3, 52]]), BadCard, "hand 0: 52 is not a card number; accepted: whole card"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]]), BadCard, "hand 1: -1 is not a card number"),
        (np.array([[0, 1, 2, 3, 256]]), BadCard, "hand 0: 256 is not a card number"),
        (np.array([[0.0, 1, 2, 3, 4]]), BadCard, "an array of float64; accepted: whole card numbers"),
        (np.array([[0, 1, 2, 3]]), WrongCardCount, "hands of 4 cards; accepted: one hand a row"),
        (np.array([0, 1, 2, 3, 4]), WrongCardCount, r"an array of shape \(5,\); accepted: one hand a row"),
        (np.array([[0, 1, 2, 3, 4], [9, 1, 2, 3, 9]]), DuplicateCard, "hand 1, card 5 of 5: 4d is named"),
        (np.full((2, 7), 51), DuplicateCard, "hand 0, card 2 of 7: As is named twice"),
    ],
)
def test_bad_arrays_are_refused(hands: npt.NDArray[np.int64], refusal: type[TablelawError], message: str) -> None:
    with pytest.raises(refusal, match=f"^{message}"):
        batch.strengths(hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_card_named_twice_is_found_wherever_it_lies(size: int) -> None:
    for first, second in combinations(range(size), 2):
        for card in (0, 1, 30, 51):
            hand = [other for other in range(10, 52, 6) if other != card][:size]
            hand[first] = hand[second] = card
            with pytest.raises(DuplicateCard):
                batch.strengths(np.array([hand]))


@pytest.mark.parametrize("size", [4, 8])
def test_only_hands_of_five_to_seven_are_counted(size: int) -> None:
    with pytest.raises(WrongCardCount, match=f"hands of {size} cards"):
        batch.count_categories(size)


def test_a_kernel_that_cannot_be_kept_on_disk_still_runs() -> None:
    """A function without a source file has no place for a cache, like one on a machine without a writable directory."""
    found: dict[str, Callable[[int], int]] = {}
    exec(compile("def twice(n): return 2 * n", "no such file", "exec"), found)
    with pytest.raises(RuntimeError, match="cannot cache function"):
        numba.njit(cache=True)(found["twice"])
    assert kernel(found["twice"])(21) == 42
