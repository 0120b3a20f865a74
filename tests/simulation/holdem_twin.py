"""A slow reference for hold'em tables in plain Python: the same deals, decided by rules in words and settled wager by
wager.

Payments come from the production table's own lines and hands from `tablelaw.cards`; nothing comes from the simulation's
tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

from tablelaw.analysis.board_with_dealer.advice import advice
from tablelaw.analysis.board_with_dealer.decision_tables import decision_tables
from tablelaw.analysis.board_with_dealer.strategies import FOUR_TIMES, THREE_TIMES
from tablelaw.analysis.symmetry.starting_hands import kind_of, kinds_in
from tablelaw.analysis.symmetry.suits import PAIRS, distinct_sets
from tablelaw.cards import Card
from tablelaw.cards.arrays.play_tables import DecisionTables
from tablelaw.cards.card import PACK
from tablelaw.cards.rankings import five_card
from tablelaw.law.conduct import Case, Standing
from tablelaw.law.decisions import Decision, decisions_of
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.seating import Seat, wagers_at
from tablelaw.simulation.streams import CARDS, DRAWS, MISTAKES
from tablelaw.table.verdicts import blank_line
from tests.simulation.plain_stream import PlainStream

Cards = tuple[Card, ...]


class Twin:
    """Plays some rounds of a table; `deals` are dealt from the stream, or passed in."""

    def __init__(self, terms: Terms, seats: Sequence[Seat], seed: int, block: int, rounds: int) -> None:
        self.terms, self.seats, self.rounds = terms, seats, rounds
        self.wagers, self.decisions = wagers_at(terms, seats), decisions_of(terms)
        self.cards, self.mistakes, self.draws = (PlainStream(seed, block, p) for p in (CARDS, MISTAKES, DRAWS))
        has_six = any(wager.hand == "player-six" for wager in self.wagers)
        self.count = 7 + 2 * len(seats) + (4 if has_six else 0)
        pack = list(range(52))
        self.deals: list[Cards] = []
        self.classes: dict[tuple[int, int], dict[str, str]] = {}
        for _ in range(rounds):
            self.cards.deal(pack, self.count)
            self.deals.append(tuple(PACK[card] for card in pack[: self.count]))

    def play(self) -> list[list[list[Meaning]]]:
        """[round][seat][wager] -> what happened."""
        acts = [self._acts(number, seat) for number, seat in enumerate(self.seats)]
        drawn = {kind: self._drawn(kind) for kind in ("card", "position")}
        return [
            [
                [self._meaning(n, number, wager, [own[n] for own in acts], drawn) for wager in self.wagers]
                for number in range(len(self.seats))
            ]
            for n in range(self.rounds)
        ]

    # --- Decisions: a seat's whole block before the next, a stage before the next ----------------------------

    def _acts(self, number: int, seat: Seat) -> list[list[tuple[str, str, Multiple]]]:
        """For each round, (stage, action, multiple) of each decision of the seat."""
        acts: list[list[tuple[str, str, Multiple]]] = [[] for _ in range(self.rounds)]
        for decision in self.decisions:
            for n, done in enumerate(acts):
                bet_at = [stage for stage, name, _ in done if name == "bet"]
                if decision.is_asked(bet_at) and not any(name == "fold" for _, name, _ in done):
                    done.append((decision.stage, *self._action(decision, n, number, seat)))
        return acts

    def _action(self, decision: Decision, n: int, number: int, seat: Seat) -> tuple[str, Multiple]:
        place = decision.actions.index(
            PLAYS[seat.play](self.terms, decision, self._own(n, number), self.deals[n][: decision.seen])
        )
        if seat.mistakes and self.mistakes.below(seat.mistakes.denominator) < seat.mistakes.numerator:
            others = [other for other in range(len(decision.actions)) if other != place]
            place = others[self.mistakes.below(len(others))]
        return decision.actions[place]

    def _own(self, n: int, number: int) -> Cards:
        return self.deals[n][7 + 2 * number : 9 + 2 * number]

    def _drawn(self, kind: str) -> list[int | None]:
        """What the table game system draws in each round; nothing is drawn for a bonus that nobody can earn."""
        if kind not in {wager.drawn for wager in self.wagers}:
            return [None] * self.rounds
        every, among = int(self.terms.choice("draws-every-rounds")), 52
        if kind == "position":
            among = int(self.terms.book.fact("seats")) + 1
        return [self.draws.below(among) if self.draws.below(every) == 0 else None for _ in range(self.rounds)]

    # --- Settlement ---------------------------------------------------------------------------------------

    def _meaning(
        self,
        n: int,
        number: int,
        wager: Wager,
        acts: list[list[tuple[str, str, Multiple]]],
        drawn: dict[str, list[int | None]],
    ) -> Meaning:
        seat, folded = self.seats[number], self._folded(acts[number])
        if wager.kind == "bonus":
            return self._bonus(n, number, wager, folded, {kind: rounds[n] for kind, rounds in drawn.items()})
        stake = seat.wagers.get(wager.id, 0)
        if wager.kind == "decision":
            stake = sum(
                int(times * seat.wagers["ante"]) for stage, _, times in acts[number] if self._bets_on(stage, wager)
            )
        if not stake:
            return Meaning(NOT_MADE, 0, 0)
        sharers = 1
        if wager.divided:
            lost = self.terms.book.fold_effect(wager, self.terms) == "collected"
            sharers = sum(
                wager.id in other.wagers and not (lost and self._folded(acts[m])) for m, other in enumerate(self.seats)
            )
        case = Case(wager.id, self.terms, self._hands(n, number), self._standing(n, number), folded, stake)
        return self._line(case, stake, max(sharers, 1))

    def _bets_on(self, stage_id: str, wager: Wager) -> bool:
        stage = next(stage for stage in self.terms.book.stages if stage.id == stage_id)
        return any(choice.wager == wager.id for choice in stage.choices)

    def _folded(self, acts: list[tuple[str, str, Multiple]]) -> frozenset[str]:
        return frozenset({"fold"} if any(name == "fold" for _, name, _ in acts) else ())

    def _line(self, case: Case, staked: int, sharers: int = 1) -> Meaning:
        """The line with which the production table settles a wager."""
        verdict = self.terms.book.settle(case)
        line = blank_line(verdict, staked, case.stake_cents)
        shares: tuple[tuple[str, Fraction], ...] = ()
        if line.hand_pay and verdict.odds is not None:
            shares = ((verdict.odds.meter, verdict.odds.amount / sharers),)
        net = line.paid + line.returned - line.stake
        return Meaning(line.outcome, line.stake, net, shares, line.row, line.cite)

    def _bonus(
        self, n: int, number: int, wager: Wager, folded: frozenset[str], drawn: dict[str, int | None]
    ) -> Meaning:
        stakes = self.seats[number].wagers
        carriers = [name for name in wager.rides_on if name in stakes]
        if not carriers:
            return Meaning(NOT_MADE, 0, 0)
        lines = []
        if wager.drawn:
            for name in carriers:
                hits = frozenset({"drawn"} if self._falls(n, number, wager, name, drawn[wager.drawn]) else ())
                lines.append(self._line(Case(wager.id, self.terms, {}, None, folded | hits, stakes[name]), 0))
        else:
            for other in range(len(self.seats)):
                if other != number:
                    hands = {"other-player-flop": five_card.classify(self._own(n, other) + self.deals[n][:3])}
                    case = Case(wager.id, self.terms, hands, None, folded, stakes[carriers[0]])
                    lines.append(self._line(case, 0))
        won = [line for line in lines if line.outcome == "won"]
        rows = (
            sorted((line.row for line in won), key=five_card.CLASSES.index)
            if not wager.drawn
            else [line.row for line in won]
        )
        if not won:
            return lines[0] if lines else self._nobody(wager, folded, stakes[carriers[0]])
        return Meaning("won", 0, sum(line.net for line in won), (), " and ".join(rows), won[0].cite)

    def _nobody(self, wager: Wager, folded: frozenset[str], stake: int) -> Meaning:
        """A bonus for other players' hands when the seat is alone: there is no hand that can earn it."""
        return self._line(Case(wager.id, self.terms, {wager.hand: "high card"}, None, folded, stake), 0)

    def _falls(self, n: int, number: int, wager: Wager, carrier: str, drawn: int | None) -> bool:
        on_dealer = carrier.endswith("dealer")
        if wager.drawn == "position":
            return drawn == (0 if on_dealer else number + 1)
        own = self.deals[n][5:7] if on_dealer else self._own(n, number)
        return drawn in own + self.deals[n][:3]

    def _hands(self, n: int, number: int) -> dict[str, str]:
        if (n, number) in self.classes:
            return self.classes[n, number]
        own, deal = self._own(n, number), self.deals[n]
        cards = {"player": own, "dealer": deal[5:7], "community": deal[:5], "flop": deal[:3], "six-card": deal[-4:]}
        self.classes[n, number] = {
            row.id: self.terms.ranking_of(row.id).classify([card for place in row.cards for card in cards[place]])
            for row in self.terms.book.hands
            if "other player" not in row.cards and (row.id != "player-six" or self.count > 7 + 2 * len(self.seats))
        }
        return self.classes[n, number]

    def _standing(self, n: int, number: int) -> Standing:
        own, dealer = (
            five_card.strength(two + self.deals[n][:5]) for two in (self._own(n, number), self.deals[n][5:7])
        )
        return Standing.HIGHER if own > dealer else Standing.EQUAL if own == dealer else Standing.LOWER


# --- Plays, in plain words ------------------------------------------------------------------------------------

Act = tuple[str, Multiple]
PlainPlay = Callable[[Terms, Decision, Cards, Cards], Act]


def category(cards: Cards) -> int:
    """The class of three to seven cards, 0 for high card; with fewer than five only the ranks count."""
    if len(cards) >= 5:
        return five_card.strength(cards) >> 20
    alike = sorted((sum(other.rank == rank for other in cards) for rank in {card.rank for card in cards}), reverse=True)
    return {(4,): 7, (3, 1): 3, (3,): 3, (2, 2): 2}.get(tuple(alike), 1 if alike[0] == 2 else 0)


def flush_draw(own: Cards, board: Cards) -> bool:
    """Whether there are four of a suit, one of them a ten or better in hand."""
    return any(sum(card.suit == high.suit for card in own + board) == 4 for high in own if high.rank >= 10)


def basic(hands: str) -> PlainPlay:
    bets = kinds_in(hands)

    def play(terms: Terms, decision: Decision, own: Cards, board: Cards) -> Act:
        wait, bet = decision.actions[0], decision.actions[-1]
        if decision.seen == 0:
            return bet if kind_of(*own) in bets else wait
        if decision.seen == 3:
            paired = any(card.rank == other.rank for card in own for other in board)
            pocket = own[0].rank == own[1].rank > 2
            return bet if category(own + board) >= 2 or paired or pocket or flush_draw(own, board) else wait
        mine = five_card.strength(own + board)
        outs = sum(five_card.strength((*board, card)) > mine for card in PACK if card not in own + board)
        return bet if mine >> 20 > category(board) or outs < 21 else wait

    return play


OFFSUIT_DEUCES = kinds_in("32o 42o 52o 62o 72o")


def above_the_board(terms: Terms, decision: Decision, own: Cards, board: Cards) -> Act:
    wait, bet = decision.actions[0], decision.actions[-1]
    if decision.seen == 0:
        return wait if kind_of(*own) in OFFSUIT_DEUCES else bet
    draws = decision.seen == 3 and flush_draw(own, board)
    return bet if category(own + board) > category(board) or draws else wait


def best(terms: Terms, decision: Decision, own: Cards, board: Cards) -> Act:
    """The best decision: once the Turn is seen, by exact advice, which counts every dealer's hand; earlier, from the
    solved game.
    """
    if decision.seen >= 4:
        told = advice(terms, own, board)[0]
        return told.action, told.multiple
    found = _solved(terms)
    if decision.seen == 0:
        return decision.actions[found.before[number_of(own)]]
    return decision.actions[two_bits(found.flop, *canonical(own, board))]


@cache
def _solved(terms: Terms) -> DecisionTables:
    return decision_tables(terms)


def number_of(own: Sequence[int]) -> int:
    return max(own) * (max(own) - 1) // 2 + min(own)


def two_bits(table: Any, row: int, pair: int) -> int:
    place = row * PAIRS + pair
    return int(table[place // 4]) >> place % 4 * 2 & 3


@cache
def _forms(size: int) -> dict[tuple[int, ...], int]:
    return {tuple(form): row for row, form in enumerate(distinct_sets(size).cards.tolist())}


def canonical(own: Cards, board: Cards) -> tuple[int, int]:
    """The row of a flop among the suit-distinct ones, and the pair with its suits renamed in the same way."""
    forms = _forms(len(board))
    for order in permutations(range(4)):
        renamed = tuple(sorted(card // 4 * 4 + order[card % 4] for card in board))
        if renamed in forms:
            return forms[renamed], number_of([card // 4 * 4 + order[card % 4] for card in own])
    raise AssertionError(f"no form of {board}")


PLAYS: dict[str, PlainPlay] = {
    "basic strategy": basic(FOUR_TIMES),
    "basic strategy, three times the Ante": basic(THREE_TIMES),
    "bet above the board": above_the_board,
    "best": best,
}
