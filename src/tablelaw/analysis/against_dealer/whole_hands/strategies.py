"""Named strategies for games of whole hands: raise the maximum permitted, or fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.game import FOLD, Game, hands_of
from tablelaw.analysis.against_dealer.whole_hands.kernels import PACK_SIZE, Hands, Plan
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, strengths_of
from tablelaw.cards.card import RANKS
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.qualification_line import CLASSES as LINE_CLASSES
from tablelaw.cards.rankings.qualification_line import QUALIFIES
from tablelaw.cards.rankings.ranking import BEST_FIVE, THREE_CARDS
from tablelaw.law.structure import DEALER, structure_of

Raises = npt.NDArray[np.bool]
"""[suit-distinct hand, upcard] -> whether the strategy raises."""

AS_QUALIFIED = "as the dealer qualifies"
THREE_RULES = "pairs, and ace-king by three rules"
ACE, KING, QUEEN, JACK = 12, 11, 10, 9


class Strategy(NamedTuple):
    """A strategy in words, and the hands with which it raises."""

    says: str
    raises: Raises


def plans(game: Game) -> Mapping[str, Strategy]:
    """The strategies known for a game; none if the game has no fold."""
    return dict(_plans(game)) if any(option.action == FOLD for option in game.options) else {}


def plan_of(game: Game, name: str) -> Plan:
    """[suit-distinct hand, upcard] -> the option that a strategy takes."""
    raises, hands = plans(game)[name].raises, hands_of(game)
    fold = next(n for n, option in enumerate(game.options) if option.action == FOLD)
    most = len(game.options) - 1 - game.is_open[::-1].argmax(axis=0)
    return np.where(raises, most[hands.kind][:, None], fold).astype(np.uint8)


def _plans(game: Game) -> Iterator[tuple[str, Strategy]]:
    line = qualifying_level(game)
    if line:
        yield AS_QUALIFIED, Strategy("raise with a hand that would qualify the dealer, else fold", _from(game, line))
    if game.ranking.family == THREE_CARDS:
        for text in ("Q-6-4",):
            says = f"raise with {text} or better, else fold"
            yield f"{text} or better", Strategy(says, _from(game, _high_card_level(game, text)))
    is_ace_king = line == _high_card_level(game, "A-K-4-3-2") if game.ranking.family == BEST_FIVE else False
    if is_ace_king and game.turned_up:
        yield THREE_RULES, Strategy(SAYS_THREE_RULES, _three_rules(game))


def qualifying_level(game: Game) -> int:
    """The lowest level at which the dealer qualifies; 0 if every hand does."""
    lines = [read for read in structure_of(game.terms).read_alike(DEALER).values() if read.classes == LINE_CLASSES]
    if not lines or lines[0].least is None:
        return 0
    least = lines[0].least(QUALIFIES, ())
    return int(np.searchsorted(levels(game.ranking, game.least).strengths, least))


def _high_card_level(game: Game, text: str) -> int:
    """The level of a hand with these ranks and no flush, such as Q-6-4."""
    cards = [4 * RANKS.index(rank) + place % 4 for place, rank in enumerate(reversed(text.split("-")))]
    (strength,) = strengths_of(game.ranking, np.array([sorted(cards)], np.uint8))
    return int(np.searchsorted(levels(game.ranking, game.least).strengths, strength))


def _from(game: Game, level: int) -> Raises:
    """Raises with hands at or above a level, whatever the upcard."""
    hands = hands_of(game)
    return np.repeat((hands.level >= level)[:, None], PACK_SIZE if game.turned_up else 1, axis=1)


SAYS_THREE_RULES = (
    "raise with a pair or better, fold below ace-king; with ace-king raise if the dealer's card is a queen or lower "
    "and matches one of yours, or is an ace or king and you hold a queen or jack, or matches none of yours, is below "
    "your fourth card and you hold a queen"
)


def _three_rules(game: Game) -> Raises:
    """Raises with a pair or better, and with ace-king depending on the upcard."""
    hands = hands_of(game)
    lowest = np.searchsorted(levels(game.ranking, game.least).strengths, five_card.least("pair"))
    return (hands.level >= lowest)[:, None] | _raised_ace_king(hands)


def _raised_ace_king(hands: Hands) -> Raises:
    ranks, up = hands.cards // 4, np.arange(PACK_SIZE) // 4
    is_ace_king = (ranks[:, 4] == ACE) & (ranks[:, 3] == KING)
    matches = (ranks[:, :, None] == up).any(axis=1)
    third, fourth = ranks[:, 2][:, None], ranks[:, 1][:, None]
    by_match = (up <= QUEEN) & matches
    by_high_card = (up >= KING) & (third >= JACK)
    by_low_card = ~matches & (third == QUEEN) & (up < fourth)
    found: Raises = is_ace_king[:, None] & (by_match | by_high_card | by_low_card)
    return found
