"""The exact frequency of each result of a wager, from deals counted by the analysis and verdicts of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of, played
from tablelaw.analysis.against_dealer.bought_card.solver import HandsWithPurchase
from tablelaw.analysis.against_dealer.flushes import best_play as flush_game
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_dealer.whole_hands import best_play as hands_played
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as hands_of
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.against_paytable.discard import best_play
from tablelaw.analysis.against_paytable.discard.kernels import BOARDS
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.board_with_dealer import game as holdem_game
from tablelaw.analysis.board_with_dealer.distribution import distribution, side_wager
from tablelaw.analysis.board_with_dealer.endings import FOLD, Ends
from tablelaw.analysis.board_with_dealer.endings_by_strategy import ends_of_play
from tablelaw.analysis.board_with_dealer.strategies import known_strategies
from tablelaw.analysis.board_with_dealer.wagers_lost_by_folds import (
    first_folds,
    folded_classes,
    is_folded_first,
    is_read_from_the_flop,
    outcomes_with,
)
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.payoffs import net_of
from tablelaw.analysis.side_wagers.catalogue import hangs
from tablelaw.analysis.side_wagers.counts import class_counts
from tablelaw.analysis.side_wagers.outcomes import _bonus_net, _dealt, _drawn, is_drawn, outcomes_of
from tablelaw.analysis.side_wagers.under_main_play import TURNS_RIVERS_AND_DEALERS, _last_folds
from tablelaw.analysis.solver import MAIN
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.starting_hands import kinds_in
from tablelaw.cards import RANKINGS
from tablelaw.law.conduct import STANDINGS, Case, Verdict
from tablelaw.law.rows import BUY, Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat

FOLDED = frozenset({"fold"})


class Key(NamedTuple):
    """The result of a wager, without its paragraph."""

    outcome: str
    row: str
    staked: int
    net: int
    shares: tuple[tuple[str, Fraction], ...] = ()


Rows = dict[Key, Fraction]
"""How often each result occurs in a round."""
NOTHING_STAKED = Key(NOT_MADE, "", 0, 0)


def key_of(meaning: Meaning) -> Key:
    return Key(meaning.outcome, meaning.row, meaning.staked, meaning.net, meaning.shares)


def key_for(wager: Wager, verdict: Verdict, stake: int) -> Key:
    """A verdict as the analysis values it; the stake of a bonus is that of the wager it belongs to."""
    bonus = wager.kind == "bonus"
    net = _bonus_net(verdict, stake) if bonus else net_of(verdict)
    cents = net.fixed * stake
    assert cents.denominator == 1, f"{wager.id}: {cents} is no whole number of cents"
    return Key(verdict.outcome.value, verdict.row, 0 if bonus else stake, int(cents), net.shares)


Counted = Iterator[tuple[Case | None, int]]
"""Cases with their number of deals; None for a wager that was not made."""


def rows_of(book: Rulebook, wager: Wager, counted: Iterable[tuple[Case | None, int]]) -> Rows:
    counts: Counter[Key] = Counter()
    for case, count in counted:
        if case is None:
            counts[NOTHING_STAKED] += count
        else:
            counts[key_for(wager, book.settle(case), case.stake_cents)] += count
    return {key: Fraction(count, counts.total()) for key, count in counts.items() if count}


# --- Any wager of a seat ---------------------------------------------------------------------------------


def is_known(terms: Terms, wager: Wager) -> bool:
    """Whether the analysis knows a bonus; it does not know one that a fold loses, since that also depends on other
    cards or a draw.
    """
    return wager.kind != "bonus" or not hangs(terms, wager)


def is_main(wager: Wager) -> bool:
    return wager.kind in ("opening", "decision", "price")


def exact_rows(terms: Terms, seat: Seat, wager: Wager) -> Rows:
    """The rows of a wager for a seat's play: by how the main game ends, or by its own cards or draw."""
    stake = next((seat.wagers[name] for name in (wager.id, *wager.rides_on) if name in seat.wagers), 0)
    by_play = BY_PLAY.get(solver_of(terms).family, by_holdem)
    if is_main(wager) or (hangs(terms, wager) and not is_read_from_the_flop(terms, wager)):
        return rows_of(terms.book, wager, by_play(terms, seat, wager, stake))
    if hangs(terms, wager):
        return rows_of(terms.book, wager, by_flop(terms, seat, wager, stake))
    verdicts = _drawn(terms, wager) if is_drawn(wager) else _dealt(terms, wager, stake)
    counts: Counter[Key] = Counter()
    for verdict, count in verdicts:
        counts[key_for(wager, verdict, stake)] += count
    return {key: Fraction(count, counts.total()) for key, count in counts.items()}


# --- What the analysis says it is worth ---------------------------------------------------------------------


def main_of_play(terms: Terms, seat: Seat) -> tuple[Fraction, Fraction | None]:
    """The value of the main game for a seat's play, per Ante, and its variance if the analysis has it."""
    family, spread = solver_of(terms).family, None
    if seat.play == BEST:
        spread = main_of(terms).distribution
    elif family == AgainstPaytable.family:
        spread = best_play.solve(terms, folding=False).distribution
    elif family == AgainstDealer.family:
        name = "always raise" if seat.play == NEVER_FOLD else seat.play
        return flush_game.strategies(terms)[name], None
    elif family == HandsWithPurchase.family:
        spread = solver_of(terms).endings(terms, seat.play)[MAIN]
    elif family == HandsAgainstDealer.family:
        spread = hands_played.spreads(terms, seat.play)[MAIN]
    else:
        spread = distribution(holdem_game.game_of(terms), ends_of(terms, seat.play))
    assert spread is not None
    return spread.mean, spread.variance


def value_of(terms: Terms, seat: Seat, wager: Wager) -> Fraction:
    """What a side wager is worth in cents with every meter at zero."""
    stake = next(seat.wagers[name] for name in (wager.id, *wager.rides_on) if name in seat.wagers)
    no_winner_is_folded = solver_of(terms).family == HandsAgainstDealer.family
    if no_winner_is_folded or not hangs(terms, wager):
        return outcomes_of(terms, wager, stake).fixed * stake
    if solver_of(terms).family == HandsWithPurchase.family:
        return solver_of(terms).side_spread(terms, wager.id, seat.play).mean * stake
    if solver_of(terms).family == AgainstPaytable.family:
        return best_play.side_result(terms, wager.id, seat.play == BEST).ev * stake
    if not wager.hand:
        return side_wager(terms, wager.id, ends_of(terms, seat.play)).mean * stake
    return outcomes_with(terms, wager, *folds_of(terms, seat)).fixed * stake


# --- Two cards and a board ---------------------------------------------------------------------------------


def ends_of(terms: Terms, play: str) -> Ends:
    return ends_of_play(terms, play, main_of)


def by_holdem(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    ends, base = ends_of(terms, seat.play), next(iter(seat.wagers.values()))
    players, dealers = (terms.ranking_of(hand).classes for hand in ("player", "dealer"))
    for line, (name, units) in enumerate(ends.lines):
        put_out = int(times_on(terms, wager, name, units) * base) if wager.kind == "decision" else stake
        for place in zip(*np.nonzero(ends.counts[line]), strict=True):
            hands = {"player": players[place[0]], "dealer": dealers[place[1]]}
            case = Case(wager.id, terms, hands, STANDINGS[place[2]], FOLDED if units is FOLD else frozenset(), put_out)
            yield (case if put_out else None), int(ends.counts[line][place])


def times_on(terms: Terms, wager: Wager, line: str, units: Multiple | None) -> Multiple:
    """How many of the units that a line of play wagers are on one decision wager."""
    if units is FOLD:
        return 0
    decisions = holdem_game.game_of(terms).decisions
    stages = {stage.id: {choice.wager for choice in stage.choices} for stage in terms.book.stages}
    if decisions[0].once:
        last = next(d for d in decisions if line.startswith(f"{d.stage}: "))
        earlier = next((d.bets[0] for d in decisions if d.stage == last.after), 0)
        placed = {last.stage: units - earlier, last.after: earlier}
        return sum(times for stage, times in placed.items() if wager.id in stages.get(stage, ()))
    bets = line.removeprefix("bet ").split(" and ")
    (own,) = [d for d in decisions if wager.id in stages[d.stage]]
    return int(own.bets[0]) if own is decisions[0] or own.stage in bets else 0


def by_flop(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    """The rows of a wager on two cards and the Flop that a fold loses: the deals that are not folded, by class, and the
    folded deals.
    """
    folded, times = folds_of(terms, seat)
    for cls, count in class_counts("five-card", 5).items():
        yield Case(wager.id, terms, {wager.hand: cls}, stake_cents=stake), 10 * times * count - folded[cls]
    yield Case(wager.id, terms, acts=FOLDED, stake_cents=stake), folded.total()


def folds_of(terms: Terms, seat: Seat) -> tuple[Counter[str], int]:
    """How many deals are folded, by the class of two cards and the Flop, and how many deals each of these stands
    for.
    """
    if seat.play == BEST:
        main = main_of(terms)
        return (first_folds(main), 1) if is_folded_first(terms) else (_last_folds(terms), TURNS_RIVERS_AND_DEALERS)
    assert is_folded_first(terms)
    return folded_classes(sorted(kinds_in(known_strategies(holdem_game.game_of(terms))[seat.play].folds))), 1


# --- Flushes of seven cards ----------------------------------------------------------------------------------


def by_flush(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    game, classes = flush_game.game_of(terms), RANKINGS["flush"].classes
    qualifies = terms.ranking_of("dealer-qualifies").classes
    for length, option, cells in flushes(terms, seat.play):
        chosen = game.options[length][option]
        put_out = int(chosen.times * seat.wagers["ante"]) if wager.kind == "decision" else stake
        acts = FOLDED if chosen.action == "fold" else frozenset()
        for (line, standing), count in zip(product(reversed(qualifies), STANDINGS), cells, strict=True):
            hands = {"player": classes[7 - length], "dealer-qualifies": line}
            yield (Case(wager.id, terms, hands, standing, acts, put_out) if put_out else None), count


def flushes(terms: Terms, play: str) -> Iterator[tuple[int, int, list[int]]]:
    """The length of the flush, the option taken, and the deals by cell."""
    game, first = flush_game.game_of(terms), deck_of().first
    best, held = flush_game.deals_under(game.line, game.pay)
    for length in range(2, 8):
        places = range(first[length], first[length + 1])
        if play == BEST:
            yield from ((length, n, best[places, n].sum(axis=0).tolist()) for n in range(len(game.options[length])))
            continue
        raises = flush_game.by_lines(flush_game.STRATEGIES["always raise" if play == NEVER_FOLD else play])
        raised = np.array([[raises(place, above) for above in range(8 - length)] for place in places])
        deals = held[first[length] : first[length + 1], : 8 - length]
        yield length, 0, deals[~raised].sum(axis=0).tolist()
        yield length, len(game.options[length]) - 1, deals[raised].sum(axis=0).tolist()


# --- Whole hands against the dealer's ------------------------------------------------------------------------


def by_hands(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    game, ends = hands_of(terms), hands_played.kept_ends(terms, seat.play)[1]
    for n, own, band, standing in np.argwhere(ends).tolist():
        option, hands = game.options[n], {"player": game.ranking.classes[own], **game.bands[band].hands}
        put_out = int(option.times * seat.wagers["ante"]) if wager.kind == "decision" else stake
        acts = FOLDED if option.action == "fold" else frozenset()
        case = Case(wager.id, terms, hands, STANDINGS[standing], acts, put_out)
        yield (case if put_out else None), int(ends[n, own, band, standing])


def by_purchase(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    """The same with a card to buy: after a purchase its price is wagered too, and the rules are told of it."""
    offer, done, ante = offer_of(terms), played(terms, seat.play), seat.wagers["ante"]
    kept = [(offer.game.options[n], cell, done.ends[n, *cell]) for n, *cell in np.argwhere(done.ends).tolist()]
    bought = [(None, cell, done.bought[*cell]) for cell in np.argwhere(done.bought).tolist()]
    for option, (own, band, standing), count in (*kept, *bought):
        taken = option or offer.bet
        placed = {"decision": taken.times * ante, "price": offer.price * ante if option is None else 0}
        put_out, act = int(placed.get(wager.kind, stake)), taken.action if option else BUY
        hands = {"player": offer.game.ranking.classes[own], **offer.game.bands[band].hands}
        case = Case(wager.id, terms, hands, STANDINGS[standing], frozenset({act}) & {"fold", BUY}, put_out)
        yield (case if put_out else None), int(count)


# --- Three cards and a discard -------------------------------------------------------------------------------


def by_discard(terms: Terms, seat: Seat, wager: Wager, stake: int) -> Counted:
    beside = next((name for name in seat.wagers if name != "ante"), "")
    game, chosen = best_play.decided(terms, beside, seat.play == BEST)
    dealt = best_play._all_deals(game.final, game.initial)
    finals, initials = RANKINGS[game.final].classes, RANKINGS[game.initial].classes
    for (place, play), initial in product(enumerate(game.plays), initials):
        own = (chosen == place) & (dealt.initial == initial)
        put_out = int(play.times * seat.wagers["ante"]) if wager.kind == "decision" else stake
        if not put_out:
            yield None, int(dealt.times[own].sum()) * BOARDS
        elif play.put_away is None:
            case = Case(wager.id, terms, {"initial": initial}, acts=frozenset({play.action}), stake_cents=put_out)
            yield case, int(dealt.times[own].sum()) * BOARDS
        else:
            deals = dealt.times[own] @ dealt.counts[own, play.put_away]
            for final, count in zip(finals, deals.tolist(), strict=True):
                yield Case(wager.id, terms, {"initial": initial, "player": final}, stake_cents=put_out), count


BY_PLAY = {
    AgainstPaytable.family: by_discard,
    AgainstDealer.family: by_flush,
    HandsAgainstDealer.family: by_hands,
    HandsWithPurchase.family: by_purchase,
}
