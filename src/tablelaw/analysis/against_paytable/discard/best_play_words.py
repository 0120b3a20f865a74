"""Describes best play of a game with a discard in a few sentences: what to do with three cards, by suits and ranks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from tablelaw.analysis.against_paytable.discard.best_play import best_plays
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms

FEW = 24
"""Up to this many hands are listed by rank; for more, only the share is given. "In part" means that suits decide
too.
"""
SUITED = {1: "of one suit", 2: "of two suits", 3: "of three suits"}


def sentences(terms: Terms) -> Iterator[str]:
    """For each shape of hand, a sentence about what best play does."""
    deals, hands = Counter[tuple[str, str]](), defaultdict[tuple[str, str], list[str]](list)
    for cards, times, play in best_plays(terms):
        key = _shape(cards), play.action
        deals[key] += times
        hands[key].append("-".join(sorted((str(card)[0] for card in cards), key="AKQJT98765432".index)))
    for shape in dict.fromkeys(shape for shape, _ in deals):
        yield f"{shape}: " + "; ".join(_action(deals, hands, shape, action) for s, action in deals if s == shape)


def _shape(cards: tuple[Card, ...]) -> str:
    ranks = len({card.rank for card in cards})
    if ranks < 3:
        return "three of one rank" if ranks == 1 else "a pair"
    return "no pair, " + SUITED[len({card.suit for card in cards})]


def _action(deals: Counter[tuple[str, str]], hands: dict[tuple[str, str], list[str]], shape: str, action: str) -> str:
    """How often an action is best with a shape, and with which hands if there are few."""
    whole = sum(count for (other, _), count in deals.items() if other == shape)
    share = f"{action} {deals[shape, action] / whole:.1%}"
    elsewhere = {
        name for other, names in hands.items() if other[0] == shape and other != (shape, action) for name in names
    }
    named = [f"{name} in part" if name in elsewhere else name for name in sorted(set(hands[shape, action]))]
    few = len(named) <= FEW and deals[shape, action] < whole
    return f"{share} ({', '.join(named)})" if few else share
