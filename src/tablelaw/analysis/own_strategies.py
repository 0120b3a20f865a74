"""A player's own strategy: a plain function that is called at every decision with what the player knows there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablelaw.cards import PACK, Card
from tablelaw.errors import TablelawError
from tablelaw.plain_text import short

MOST_QUESTIONS = 1_000_000
"""How often a function may be called to find its exact value; a short function takes a few seconds."""

RENAMED = ((1, 2, 3, 0), (1, 0, 2, 3), (3, 2, 1, 0))
"""Renamings of the suits under which an answer must not change; combined, they can exchange any two suits."""
SYNONYMS = {"raise": "bet", "call": "bet"}


class BadStrategy(TablelawError):
    """A strategy's answer is not one of the available options."""

    no_paragraph = "the strategy is at fault; no rule of play is involved"


class TellsSuitsApart(Exception):
    """A strategy's answer changes when the suits are renamed, so it cannot be counted by suit-distinct hands."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What a strategy is asked: the cards it knows, and the available options."""

    cards: tuple[Card, ...]
    """The player's own cards, the highest first; where no dealer plays, all cards known of the hand."""
    board: tuple[Card, ...]
    """The community cards, or the dealer's card turned up; empty where no dealer plays."""
    options: tuple[str, ...]
    """The possible answers, such as "fold", "bet 4x" or "bet 1x, discard 4c"."""
    earlier: tuple[str, ...] = ()
    """The options taken earlier in this round."""


Decide = Callable[[Spot], str]


def answer_to(decide: Decide, spot: Spot) -> int:
    """The place of the option that a strategy takes; "bet" is enough if only one bet is possible."""
    said = decide(spot)
    if said in spot.options:
        return spot.options.index(said)
    found = _matching(said, spot.options) if isinstance(said, str) else []
    if len(found) == 1:
        return found[0]
    seen = " | ".join(" ".join(map(str, cards)) for cards in (spot.cards, spot.board) if cards)
    why = "several options begin so" if found else ""
    raise BadStrategy(f"the answer {short(said)}", where=f"with {seen}", why=why, accepted=", ".join(spot.options))


def _matching(said: str, options: Sequence[str]) -> list[int]:
    """The options that a text means, however it is spelt: the same words, or the same action."""
    words = " ".join(said.lower().split())
    action, _, rest = words.partition(" ")
    words = f"{SYNONYMS.get(action, action)} {rest}".strip()
    same = [n for n, option in enumerate(options) if option.lower() == words]
    return same or [n for n, option in enumerate(options) if option.lower().startswith((f"{words} ", f"{words},"))]


# --- Asked once for every suit-distinct hand -----------------------------------------------------------


class Asked(NamedTuple):
    """A hand in the order of an array, and its options."""

    cards: Sequence[int]
    options: Callable[[Sequence[Card]], tuple[str, ...]]
    """The options of the hand, in an order that does not depend on the names of the suits."""
    earlier: tuple[str, ...] = ()


def place_of(decide: Decide, asked: Asked) -> int:
    """The option that a strategy takes with a hand; it must not change when the suits are renamed."""
    hand = [PACK[card] for card in asked.cards]
    place = _place(decide, asked, hand)
    for names in RENAMED:
        renamed = [PACK[card & ~3 | names[card & 3]] for card in hand]
        if _place(decide, asked, renamed) != place:
            raise TellsSuitsApart
    return place


def _place(decide: Decide, asked: Asked, hand: Sequence[Card]) -> int:
    return answer_to(decide, Spot(tuple(sorted(hand, reverse=True)), (), asked.options(hand), asked.earlier))


def is_too_long(hands: int) -> bool:
    """Whether a function would have to be called too often for this many suit-distinct hands."""
    return hands * (1 + len(RENAMED)) > MOST_QUESTIONS
