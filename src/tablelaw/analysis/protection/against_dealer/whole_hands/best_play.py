"""Exact best play of whole hands against the dealer's for a player who sees some of the dealer's hidden cards.

Method: for every suit-distinct hand of the player and everything that may be seen, count exactly the dealer's hands
that contain the seen cards, in each band that is paid alike; the option with the highest sum is best play. Where a
marked card shows only whether it is in a group, the counts of all cards that look the same are added before the option
is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from time import perf_counter

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.best_play import kept_ends, outcomes
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import new_subsets
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import Game, game_of, hands_of, pay_of
from tablelaw.analysis.against_dealer.whole_hands.kernels import PACK_SIZE, Counts, Pay
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.options_and_outcomes import summed_up
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.against_dealer.whole_hands.kernels import Sight, Work, walk, walk_all_seen
from tablelaw.analysis.protection.changed_hands import MOST_CHANGES, hand_name
from tablelaw.analysis.protection.counted_exposure import counted_exposure
from tablelaw.analysis.protection.information import DEALER, Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import PLAYER

METHOD = "every suit-distinct hand and everything seen of the dealer's, against a count of the dealer's hands left"


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game under best play with the dealer's cards that are seen."""
    started = perf_counter()
    game, main = game_of(terms), main_of(terms, tell)
    ends, changes = ends_with(game, information)
    distribution, actions, wagered = summed_up(list(outcomes(game, ends)))
    return counted_exposure(
        *(terms, information, main, distribution, started),
        wager=len(game.opening) + wagered,
        actions=actions,
        changed=_changed(game, changes),
        method=METHOD,
    )


def sight_of(game: Game, information: Information) -> Sight:
    """What the player knows of the dealer's cards."""
    seen, up = information.at(DEALER), int(game.turned_up)
    count, group = (seen.count, seen.group) if seen is not None else (0, "")
    in_group = np.array([RANK_LETTERS[card // 4] in group for card in range(PACK_SIZE)])
    return Sight(up, up if group else up + count, count if group else 0, in_group)


def ends_with(game: Game, information: Information) -> tuple[Counts, Counts]:
    """How many deals end in each [option, kind of the player's hand, band, standing], and how many change from one
    option to another for each [suit-distinct hand, option of honest play, option taken].
    """
    sight, hands = sight_of(game, information), hands_of(game)
    tables, honest = counted(game.ranking, game.dealer_size, game.least), kept_ends(game.terms)[0]
    is_all_seen = sight.known == game.dealer_size
    pay = pay_of(game)[0] if is_all_seen else _pay(game, sight)
    changes = np.zeros((len(hands.cards), len(game.options), len(game.options)), np.int64)

    def part(first: int, after: int) -> Counts:
        work, ends = new_work(game, sight), np.zeros(pay.gains.shape, np.int64)
        if is_all_seen:
            walk_all_seen(first, after, sight.turned_up, hands, pay, tables, work, honest, ends, changes)
        else:
            walk(first, after, sight, hands, pay, tables, work, honest, ends, changes)
        return ends

    return np.add.reduce(share_out(len(hands.cards), part)), changes


def _pay(game: Game, sight: Sight) -> Pay:
    """What each option pays, with the number of the dealer's hands left when all seen cards are known."""
    pay, unseen = pay_of(game)[0], PACK_SIZE - game.size
    seen = sight.known + sight.marked
    every = comb(unseen, game.dealer_size) * comb(game.dealer_size, seen) * comb(seen, sight.marked)
    require_room(game.terms.book.id, pay.gains, every)
    return pay._replace(dealers=comb(unseen - seen, game.dealer_size - seen))


def new_work(game: Game, sight: Sight) -> Work:
    sizes = PACK_SIZE - game.size, sight.known, sight.marked, sight.known + sight.marked
    cells, shown = (len(game.bands), 3), sight.marked + 1
    return Work(new_subsets(), *(np.zeros(size, np.int64) for size in (*sizes, cells, (shown, *cells))))


# --- Hands whose decision changes ------------------------------------------------------------------------


def _changed(game: Game, changes: Counts) -> Iterator[Change]:
    """The hands whose decision changes most often, by their ranks and class."""
    hands = hands_of(game)
    deals, total = Counter[tuple[str, int, int]](), int(changes.sum())
    for place, honest, taken in np.argwhere(changes).tolist():
        if honest != taken:
            name = _hand_name(game, hands.cards[place], int(hands.kind[place]))
            deals[name, honest, taken] += int(changes[place, honest, taken])
    for (name, honest, taken), count in deals.most_common(MOST_CHANGES):
        yield Change(name, game.options[honest].name, game.options[taken].name, Fraction(count, total))


def _hand_name(game: Game, cards: npt.NDArray[np.uint8], kind: int) -> str:
    """The ranks of a hand, highest first, with its class unless that is the lowest: "Q-6-4", "flush Q-6-4"."""
    ranks, cls = hand_name(cards), game.kinds[kind].hands[PLAYER]
    return ranks if cls == game.ranking.classes[-1] else f"{cls} {ranks}"
