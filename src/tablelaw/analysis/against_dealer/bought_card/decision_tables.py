"""A strategy as arrays that a program can look up: the option or purchase for every hand."""

from __future__ import annotations

from tablelaw.analysis.against_dealer.bought_card.best_play import offer_of, played
from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.symmetry.suits import classes, suit_orders
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms


def decisions(terms: Terms, play: str) -> HandDecisions:
    """A strategy as arrays; after the options of the game come the purchases, one for each card that may be discarded,
    lowest first.
    """
    offer = offer_of(terms)
    known = classes(offer.game.size)
    purchases = tuple(Option(BUY, offer.bet.wager, offer.bet.times) for _ in offer.places)
    options = (*offer.game.options, *purchases)
    return HandDecisions(options, played(terms, play).plan, known.of, known.order, suit_orders())
