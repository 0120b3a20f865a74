"""Finds how the decisions of a game are valued for a player who may have seen one hidden card."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import (
    COMMUNITY,
    DEALER,
    Information,
    SeenCards,
    parse_information,
    require_possible,
)
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.watch.spots import Valuer
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure, structure_of

Maker = Callable[[Terms, Information, Told | None], Valuer]
WATCHED = "one card of the dealer (dealer:1), and one community card of a game against a paytable (community:N)"


class Kind(NamedTuple):
    """A family of games, and the place of the card that may have been seen."""

    family: str
    place: str


def _whole_hands(terms: Terms, information: Information, tell: Told | None) -> Valuer:
    from tablelaw.analysis.watch.whole_hands import WholeHands  # kernels are slow to load, so only when needed

    return WholeHands(terms)


def _with_board(terms: Terms, information: Information, tell: Told | None) -> Valuer:
    from tablelaw.analysis.watch.with_board import WithBoard

    return WithBoard(terms, information, tell)


def _in_stages(terms: Terms, information: Information, tell: Told | None) -> Valuer:
    from tablelaw.analysis.watch.in_stages import InStages

    return InStages(terms, information)


def _flushes(terms: Terms, information: Information, tell: Told | None) -> Valuer:
    from tablelaw.analysis.watch.flushes import Flushes

    return Flushes(terms)


def _with_discard(terms: Terms, information: Information, tell: Told | None) -> Valuer:
    from tablelaw.analysis.watch.with_discard import WithDiscard

    return WithDiscard(terms)


MAKERS: dict[Kind, Maker] = {
    Kind("cards against the dealer", DEALER): _flushes,
    Kind("against a paytable", COMMUNITY): _with_discard,
    Kind("whole hands against the dealer", DEALER): _whole_hands,
    Kind("board with dealer", DEALER): _with_board,
    Kind("community cards against a paytable", COMMUNITY): _in_stages,
}


def usual_information(terms: Terms) -> Information:
    """What is watched if nothing is named: one of the dealer's cards, or the first community card if the dealer has no
    hidden card.
    """
    structure = structure_of(terms)
    is_hidden = structure.dealer > structure.dealer_up
    return parse_information([SeenCards(DEALER if is_hidden else COMMUNITY).text])


def valuer_of(terms: Terms, information: Information, tell: Told | None = None) -> Valuer:
    """The values of a game's decisions for somebody who may have seen this card; refuses what is not watched."""
    require_possible(information, structure_of(terms), terms.book.game)
    maker = None
    if len(information.items) == 1 and _is_one_card(information.items[0]):
        maker = MAKERS.get(Kind(solver_of(terms).family, information.items[0].place))
    if maker is None:
        what = f"decisions of {terms.book.game} are not watched for {information.text or 'nothing seen'}"
        raise NotThisGame(what, where=terms.book.id, accepted=WATCHED)
    return maker(terms, information, tell)


def _is_one_card(item: SeenCards) -> bool:
    return not item.group and item.since == 1 and (item.count == 1 or item.place == COMMUNITY)


def decisions_before(structure: Structure, information: Information) -> int:
    """How many of the first decisions come before the card is turned up for everybody."""
    item = information.items[0]
    if item.place == DEALER:
        return len(structure.decisions)
    return sum(decision.seen < item.count for decision in structure.decisions)
