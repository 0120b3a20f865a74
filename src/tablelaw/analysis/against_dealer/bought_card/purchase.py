"""The choice that buys a card, and the bet that goes with it, read from a rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import BUY, Choice
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

ACCEPTED = "one purchase, open to every hand, with a bet of one amount that is also offered without it"


def purchase_of(terms: Terms) -> tuple[Choice, Option]:
    """The purchase and its bet; refuses a purchase of another kind."""
    stage = structure_of(terms).decisions[0].stage
    choices = [c for row in terms.book.stages if row.id == stage for c in row.choices if terms.holds(c.when)]
    purchases = [choice for choice in choices if choice.action == BUY]
    bets = {Option(c.action, c.wager, n) for c in choices if c.action == "bet" for n in multiples(terms, c)}
    fault = next(_faults(terms, purchases, bets), "")
    if fault:
        raise NotThisGame(fault, where=terms.book.id, accepted=ACCEPTED)
    (purchase,) = purchases
    return purchase, Option("bet", purchase.wager, multiples(terms, purchase)[0])


def _faults(terms: Terms, purchases: list[Choice], bets: set[Option]) -> Iterator[str]:
    if len(purchases) > 1:
        yield f"{len(purchases)} purchases to choose from"
    for purchase in purchases:
        if purchase.hands:
            yield "a card may be bought with some hands only"
        if not purchase.wager:
            yield "a card is bought without a bet"
            continue
        amounts = multiples(terms, purchase)
        if len(amounts) != 1 or Option("bet", purchase.wager, amounts[0]) not in bets:
            yield f"a card is bought with {purchase.wager} {' or '.join(f'{times}x' for times in amounts)}"
