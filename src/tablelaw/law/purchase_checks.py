"""Checks of the rows that let players buy cards: the price, and the step that deals the bought cards."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.errors import BadRulebook
from tablelaw.law.rows import BUY, Choice
from tablelaw.law.rulebook import Rulebook

PRICE = "price"
BOUGHT_CARDS = "bought cards"


def _choices(book: Rulebook) -> Iterator[tuple[str, Choice]]:
    for stage in book.stages:
        yield from ((stage.id, choice) for choice in stage.choices)


def purchases_have_a_price(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that each choice that buys discards a card and names its price, and that no other choice has a price."""
    prices = [wager.id for wager in book.wagers if wager.kind == PRICE]
    for stage, choice in _choices(book):
        where = f"round.toml, stages ({stage})"
        if choice.action != BUY:
            if choice.price is not None:
                yield BadRulebook(f"a price for {choice.action!r}", where=where, accepted=f"only with {BUY!r}")
        elif choice.discard < 1 or choice.price is None or choice.price.times < 1:
            what = f"a purchase that discards {choice.discard} cards"
            accepted = "one card or more, and a price of at least once the opening wager"
            yield BadRulebook(what, where=where, accepted=accepted)
        elif choice.price.wager not in prices:
            what, accepted = f"the price {choice.price.wager!r}", ", ".join(prices) or "a wager of kind price"
            yield BadRulebook(what, where=where, accepted=accepted)


def bought_cards_are_dealt(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that exactly the stages at which cards are bought are followed by the step that deals them."""
    buying = {stage for stage, choice in _choices(book) if choice.action == BUY}
    steps = [entry for entry in book.flow if entry.do in ("decide", BOUGHT_CARDS)]
    for entry, after in zip(steps, [*steps[1:], None], strict=True):
        is_dealt = after is not None and after.do == BOUGHT_CARDS
        if entry.do == "decide" and is_dealt != (entry.stage in buying):
            what = f"the stage {entry.stage} is {'' if is_dealt else 'not '}followed by {BOUGHT_CARDS!r}"
            yield BadRulebook(what, where="round.toml, flow", accepted=f"{BOUGHT_CARDS!r} after each stage that buys")


def prices_are_collected(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a wager that is a price names the paragraph under which the purchase collects it."""
    for wager in book.wagers:
        if wager.kind == PRICE and wager.on_buy is None:
            where = f"wagers.toml, wagers ({wager.id})"
            yield BadRulebook("no on_buy", where=where, accepted="the paragraph under which the price is collected")
