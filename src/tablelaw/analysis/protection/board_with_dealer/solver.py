"""The solver for seen cards in games with two cards each and a board of five, compared with the dealer's hand."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.board_with_dealer.structure_fit import FAMILY, misfit
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.board_with_dealer.known_board import board_items, loose_cards
from tablelaw.analysis.protection.information import DEALER, OUT_OF_PLAY, Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import Misfit, Seen
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import Structure


class SeenWithBoard:
    family = FAMILY

    def misfit(self, structure: Structure, information: Information) -> Misfit | None:
        return misfit(structure) or _misfit_of(structure, information)

    def solve(self, terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
        if any(item.place in OUT_OF_PLAY for item in information.items):
            from tablelaw.analysis.protection.board_with_dealer import out_of_play

            return out_of_play.exposure(terms, information, tell)
        from tablelaw.analysis.protection.board_with_dealer.exposure import exposure

        return exposure(terms, information, tell)

    def advise(
        self, terms: Terms, information: Information, seen: Seen, known: Known, tell: Told | None = None
    ) -> list[Advice]:
        from tablelaw.analysis.protection.board_with_dealer.informed_advice import advice_knowing

        return advice_knowing(terms, information, seen, known, tell)


def _misfit_of(structure: Structure, information: Information) -> Misfit | None:
    """The part of the information that the solver does not support, or None if it supports all of it."""
    for item in information.items:
        if item.place in OUT_OF_PLAY:
            return _misfit_of_out_of_play(structure, information)
        if item.group and item.place != DEALER:
            return Misfit(f"the group of a card of the {item.place} is seen", "cards of the board with rank and suit")
        if item.group and item.count > 1:
            return Misfit(f"the groups of {item.count} cards of the dealer are seen", "the group of one card")
    return _misfit_of_dealer(structure, information) or _misfit_of_board(structure, information)


def _misfit_of_out_of_play(structure: Structure, information: Information) -> Misfit | None:
    """Cards out of play must be the only cards seen, and from a first decision before the flop."""
    if any(item.place not in OUT_OF_PLAY or item.since > 1 for item in information.items):
        return Misfit(
            f"{information.text} seen", "hands of other seats and burned cards alone, from the first decision"
        )
    if structure.decisions[0].seen:
        return Misfit("cards out of play are seen after the flop", "a first decision before the flop")
    return None


def _misfit_of_dealer(structure: Structure, information: Information) -> Misfit | None:
    """The dealer's cards must be known at every decision after the flop."""
    item = information.at(DEALER)
    later = [n for n, decision in enumerate(structure.decisions, 1) if decision.seen]
    if item is not None and later and item.since > later[0]:
        return Misfit(
            f"the dealer's cards are known only from decision {item.since} on",
            f"known from decision {later[0]} on at the latest",
        )
    return None


def _misfit_of_board(structure: Structure, information: Information) -> Misfit | None:
    """At most one card of the board may be known before the whole flop is known."""
    board = board_items(information)
    for number, decision in enumerate(structure.decisions, 1):
        if loose_cards(decision, number, board) > 1:
            return Misfit(
                f"{loose_cards(decision, number, board)} cards of the board are known at decision {number}",
                "one card of the board, or the whole flop and any others",
            )
    return None
