"""What can happen to a side wager, and in how many deals or draws, by the rulebook's own rules.

A wager's hand row says which cards it is read from and how; `counts` counts the classes; the rules say what each
class pays. A bonus that the table game system draws is counted over its draws instead of over cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.payoffs import Net, net_of
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.side_wagers.counts import joint_counts, pair_counts
from tablelaw.errors import BadRulebook
from tablelaw.law.asked_hands import AskedHands
from tablelaw.law.conduct import Case, Verdict
from tablelaw.law.rows import Hand, Wager
from tablelaw.law.rulebook import DRAWS_EVERY, Rulebook, Terms
from tablelaw.law.structure import structure_of

DOLLAR = 100


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a stake of one gains, and in how many deals (or draws)."""

    lines: tuple[tuple[Net, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.lines)

    @property
    def fixed(self) -> Fraction:
        """The expected gain with every meter at zero."""
        return sum((net.fixed * count for net, count in self.lines), Fraction(0)) / self.total

    @property
    def coefficients(self) -> dict[str, Fraction]:
        """The share of each meter that one wager is expected to win."""
        shares: dict[str, Fraction] = {}
        for net, count in self.lines:
            for meter, share in net.shares:
                shares[meter] = shares.get(meter, Fraction(0)) + share * Fraction(count, self.total)
        return shares

    def emptied(self, meter: str) -> Fraction:
        """How often one wager wins the whole of a meter."""
        whole = (count for net, count in self.lines if (meter, Fraction(1)) in net.shares)
        return Fraction(sum(whole), self.total)

    def distribution(self, meters: Mapping[str, Fraction]) -> Distribution:
        """The net result with the meters at given amounts per unit staked."""
        counts: dict[Fraction, int] = {}
        for net, count in self.lines:
            value = net.fixed + sum((share * meters[meter] for meter, share in net.shares), Fraction(0))
            counts[value] = counts.get(value, 0) + count
        return Distribution(counts)


def outcomes_of(terms: Terms, wager: Wager, stake_cents: int = DOLLAR) -> Outcomes:
    """Every outcome of a side wager with its number of deals."""
    verdicts = _drawn(terms, wager) if is_drawn(wager) else _dealt(terms, wager, stake_cents)
    bonus = wager.kind == "bonus"
    return Outcomes(tuple((_bonus_net(v, stake_cents) if bonus else net_of(v), count) for v, count in verdicts))


def _bonus_net(verdict: Verdict, stake_cents: int) -> Net:
    """What a bonus gains per unit of the wager it belongs to: everything paid, since it has no stake of its own."""
    return Net(verdict.payment(0, stake_cents).paid / stake_cents)


# --- By the cards -----------------------------------------------------------------------------


def _dealt(terms: Terms, wager: Wager, stake_cents: int) -> Iterator[tuple[Verdict, int]]:
    names = _hands_asked(terms, wager, stake_cents)
    for classes, count in _counts(terms, names).items():
        hands = dict(zip(names, classes, strict=True))
        yield terms.book.settle(Case(wager.id, terms, hands, stake_cents=stake_cents)), count


def _hands_asked(terms: Terms, wager: Wager, stake_cents: int) -> tuple[str, ...]:
    """The hands that the wager's rules look at, the wager's own hand first."""
    names = [wager.hand]
    for cls in terms.book.ranking_of(wager.hand, terms).classes:
        hands = AskedHands(terms, {wager.hand: cls})
        terms.book.settle(Case(wager.id, terms, hands, stake_cents=stake_cents))
        names += [name for name in hands if name not in names]
    return tuple(names)


def _counts(terms: Terms, names: tuple[str, ...]) -> Mapping[tuple[str, ...], int]:
    """How many deals give each combination of classes of these hands."""
    read = [structure_of(terms).hands[name] for name in names]
    if all(hand.places == read[0].places for hand in read):
        return joint_counts(tuple(hand.ranking for hand in read), read[0].size)
    if [hand.size for hand in read] == [2, 2]:
        return dict(pair_counts(*(hand.ranking.name for hand in read)).items())
    what, accepted = f"hands {', '.join(names)} decide one wager", "hands of the same cards, or two of two cards"
    raise BadRulebook(what, where=terms.book.id, accepted=accepted)


def hand_row(book: Rulebook, hand: str) -> Hand:
    return next(row for row in book.hands if row.id == hand)


# --- By a draw ----------------------------------------------------------------------------------


def is_drawn(wager: Wager) -> bool:
    """Whether a wager is won by a draw of the table game system."""
    return bool(wager.drawn)


def _drawn(terms: Terms, wager: Wager) -> Iterator[tuple[Verdict, int]]:
    """The outcomes of a bonus drawn once in a number of rounds: a card of the deck or a position, all equally
    likely.
    """
    chance = chance_when_drawn(terms, wager) / int(terms.choice(DRAWS_EVERY))
    yield terms.book.settle(Case(wager.id, terms, acts=frozenset(("drawn",)))), chance.numerator
    yield terms.book.settle(Case(wager.id, terms)), chance.denominator - chance.numerator


def chance_when_drawn(terms: Terms, wager: Wager) -> Fraction:
    """How often a drawn bonus is won in a round with a draw."""
    return CHANCES[wager.drawn](terms, wager)


def _chance_of_a_card(terms: Terms, wager: Wager) -> Fraction:
    """The chance that the drawn card is one of those from which the hand of the wager it rides on is read."""
    carrier = terms.book.wager(wager.rides_on[0])
    return Fraction(structure_of(terms).hands[carrier.hand].size, int(terms.book.fact("deck")))


def _chance_of_a_position(terms: Terms, wager: Wager) -> Fraction:
    """The chance that the drawn position, among all seats of the layout and the dealer's, is the one wagered on."""
    return Fraction(1, int(terms.book.fact("seats")) + 1)


CHANCES: Mapping[str, Callable[[Terms, Wager], Fraction]] = {
    "card": _chance_of_a_card,
    "position": _chance_of_a_position,
}
