"""Finds every case that a wager's rules distinguish by calling the rules, so no list of cases has to be written by
hand.

Digests are made from the verdicts; rulebook checks look for cases that no rule decides, or that several do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tablelaw.amounts import parse_money
from tablelaw.cards import Ranking
from tablelaw.cards.rankings.ranking import LISTED
from tablelaw.errors import RuleConflict
from tablelaw.law.conduct import STANDINGS, Case, Standing, Verdict
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, structure_of

ENDS_THE_PLAY = frozenset({"fold", "declare"})
"""Acts after which a player does not decide again."""


@dataclass(frozen=True, slots=True)
class Swept:
    """One case, limited to what the rules looked at, and their verdict."""

    wager: str
    stake_cents: int
    standing: Standing | None
    hands: Mapping[str, str]
    acts: frozenset[str]
    """What the player did ("fold") and did not do ("not fold")."""
    said: Verdict | RuleConflict


class _NotTold(BaseException):
    """A rule looked at something that has not been decided for the case yet. It is no error, so no rule handles it."""

    def __init__(self, kind: str, name: str) -> None:
        self.kind, self.name = kind, name


class _Hands(dict[str, str]):
    def __init__(self, terms: Terms, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self._terms = terms

    def __missing__(self, hand: str) -> str:
        self._terms.ranking_of(hand)  # refuses a hand that the rulebook does not have
        raise _NotTold("hand", hand)


class _Acts(frozenset[str]):
    """What the player did ("fold") and did not do ("not fold"), limited to what the rules looked at."""

    def __contains__(self, act: object) -> bool:
        if super().__contains__(act):
            return True
        if super().__contains__(f"not {act}"):
            return False
        raise _NotTold("act", str(act))


def sweep(terms: Terms, wager: str) -> Iterator[Swept]:
    """Yields every case that a wager's rules distinguish, including cases whose hands cannot occur together."""
    for stake in _stakes(terms, wager):
        for standing in (None, *STANDINGS):
            yield from _cases(terms, wager, stake, standing, _Hands(terms, {}), _Acts())


def conflicts(terms: Terms, wagers: Iterable[str] = ()) -> Iterator[Swept]:
    """Yields cases that can occur but that either no rule or more than one rule decides; for all wagers if none are
    named.
    """
    for wager in sorted(terms.offered.intersection(wagers or terms.offered)):
        for case in _asked(terms, wager):
            if isinstance(case.said, RuleConflict) and _can_occur(terms, case):
                yield case


def decided(terms: Terms, wager: str) -> Iterator[Swept]:
    """Yields cases of a wager that can occur and that exactly one rule decides."""
    for case in _asked(terms, wager):
        if not isinstance(case.said, RuleConflict) and _can_occur(terms, case):
            yield case


def _asked(terms: Terms, wager: str) -> Iterator[Swept]:
    """The cases of a wager that have a standing if the game compares hands, and none if it does not. A bonus has none
    either, because it is settled by its own hand or by a draw.
    """
    is_compared = structure_of(terms).compares and terms.book.wager(wager).kind != "bonus"
    return (case for case in sweep(terms, wager) if (case.standing is not None) == is_compared)


def _stakes(terms: Terms, wager: str) -> list[int]:
    """One sum for each column that the stake can select; a single sum if the odds do not depend on the stake."""
    tables = [table for table in terms.book.paytables_of(wager) if table.selected_by == "stake"]
    return sorted({parse_money(column) for table in tables for column in table.columns}) or [100]


def _cases(
    terms: Terms, wager: str, stake: int, standing: Standing | None, hands: _Hands, acts: _Acts
) -> Iterator[Swept]:
    """Calls the rules; if they look at something unknown, calls them again for each of its possible values."""
    said: Verdict | RuleConflict
    try:
        said = terms.book.settle(Case(wager, terms, hands, standing, acts, stake))
    except RuleConflict as conflict:
        said = conflict
    except _NotTold as asked:
        if asked.kind == "act":
            for answer in (asked.name, f"not {asked.name}"):
                yield from _cases(terms, wager, stake, standing, hands, _Acts({*acts, answer}))
            return
        for cls in terms.book.ranking_of(asked.name, terms).classes:
            yield from _cases(terms, wager, stake, standing, _Hands(terms, {**hands, asked.name: cls}), acts)
        return
    yield Swept(wager, stake, standing, hands, frozenset(iter(acts)), said)


# --- What can occur --------------------------------------------------------------------------------------


def _can_occur(terms: Terms, case: Swept) -> bool:
    if f"not {BUY}" in case.acts and terms.book.wager(case.wager).kind == "price":
        return False
    done = [act for act in ENDS_THE_PLAY if act in case.acts]
    if len(done) > 1 or not all(_may_follow(terms, case.wager, act) for act in done):
        return False
    return _agrees(terms, case) and are_of_the_same_cards(terms, case.hands)


def _may_follow(terms: Terms, wager: str, act: str) -> bool:
    """Whether a player who takes this action may also stake the wager: always, unless both are choices of exactly the
    same decisions.
    """
    asked = {entry.stage for entry in terms.book.flow if entry.do == "decide" and terms.holds(entry.when)}
    stages = [stage for stage in terms.book.stages if stage.id in asked]
    staked = {stage.id for stage in stages if any(choice.places == wager for choice in stage.choices)}
    acted = {stage.id for stage in stages if any(choice.action == act for choice in stage.choices)}
    return not staked or staked != acted


def _agrees(terms: Terms, case: Swept) -> bool:
    """Whether the standing is possible with the classes of the two hands, if both are read by the same ranking."""
    structure = structure_of(terms)
    ranking = structure.ranking(PLAYER)
    if case.standing is None or ranking is None or ranking is not structure.ranking(DEALER):
        return True
    order = ranking.classes
    mine, theirs = ([case.hands[hand]] if hand in case.hands else order for hand in (PLAYER, DEALER))
    return any(case.standing in _standings(order, ranking.of_one_strength, a, b) for a in mine for b in theirs)


def are_of_the_same_cards(terms: Terms, hands: Mapping[str, str]) -> bool:
    """Whether hands read from the same cards by strengths of one family can have these classes at the same time: a high
    card is no pair of tens or better.
    """
    groups: dict[tuple[object, ...], dict[Ranking, str]] = {}
    for hand, cls in hands.items():
        read = structure_of(terms).hands[hand]
        if read.ranking.least is not None:
            of_one_scale = read.ranking.strength if read.ranking.family == LISTED else read.ranking.family
            groups.setdefault((read.places, of_one_scale), {})[read.ranking] = cls
    return all(map(_have_one_strength, groups.values()))


def _have_one_strength(classes: Mapping[Ranking, str]) -> bool:
    """Whether some strength is of all these classes; each class of a ranking begins at its lowest strength."""
    bounds = {ranking.least(cls, ()) for ranking in classes for cls in ranking.classes if ranking.least}
    return any(all(r.class_of is None or r.class_of(bound) == cls for r, cls in classes.items()) for bound in bounds)


def _standings(order: tuple[str, ...], of_one_strength: frozenset[str], own: str, dealers: str) -> tuple[Standing, ...]:
    if own == dealers:
        return (Standing.EQUAL,) if own in of_one_strength else STANDINGS
    return (Standing.HIGHER,) if order.index(own) < order.index(dealers) else (Standing.LOWER,)
