"""Best play in few words: the chart of two-card games, named strategies, and what a game of a discard folds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from houserules.analysis import discard_game, flush_game
from houserules.analysis.cache import kept
from houserules.analysis.main_game import FLUSHES, shape_of
from houserules.analysis.par_data import ChartCell, Strategy
from houserules.analysis.questions import main_question
from houserules.analysis.result import Result
from houserules.analysis.starting_hands import KINDS, kind_name, ways
from houserules.analysis.suits import classes
from houserules.cards import Card
from houserules.law.terms import Terms

FEW = 24
"""So many hands are listed by their ranks; of more only the share is told. In part: it hangs on which suits match."""
SUITED = {1: "of one suit", 2: "of two suits", 3: "of three suits"}


def chart_of(main: Result) -> tuple[ChartCell, ...]:
    """The best first action with each kind of two cards; of equals the smallest wager, which stands first."""
    return tuple(_cell(main, kind) for kind in range(KINDS)) if main.chart else ()


def _cell(main: Result, kind: int) -> ChartCell:
    action = max(main.chart, key=lambda name: main.chart[name][kind])
    return ChartCell(kind, kind_name(kind), ways(kind), action, main.chart[action][kind])


def strategies_of(terms: Terms, best: Fraction) -> tuple[Strategy, ...]:
    """Named strategies of the game, the cheapest first."""
    known = flush_game.strategies(terms) if shape_of(terms.book) == FLUSHES else {}
    return tuple(Strategy(name, ev, best - ev) for name, ev in sorted(known.items(), key=lambda item: -item[1]))


def best_play_of(terms: Terms, main: Result) -> tuple[str, ...]:
    """What best play does with three cards of which one is put away, told by their suits and ranks; kept."""
    if shape_of(terms.book) != "discard":
        return ()
    question = f"best play, {main_question(terms)}"
    return kept(terms.book, question, lambda: replace(main, notes=tuple(_told(terms)))).notes


def _told(terms: Terms) -> Iterator[str]:
    deals, hands = Counter[tuple[str, str]](), defaultdict[tuple[str, str], list[str]](list)
    known = classes(3)
    for form, times in zip(known.forms.tolist(), np.bincount(known.of).tolist(), strict=True):
        cards = [Card(number) for number in form]
        key = _shape(cards), discard_game.discard_advice(terms, cards)[0].action
        deals[key] += times
        hands[key].append("-".join(sorted((str(card)[0] for card in cards), key="AKQJT98765432".index)))
    for shape in dict.fromkeys(shape for shape, _ in deals):
        yield f"{shape}: " + "; ".join(_action(deals, hands, shape, action) for s, action in deals if s == shape)


def _shape(cards: list[Card]) -> str:
    ranks = len({card.rank for card in cards})
    if ranks < 3:
        return "three of one rank" if ranks == 1 else "a pair"
    return "no pair, " + SUITED[len({card.suit for card in cards})]


def _action(deals: Counter[tuple[str, str]], hands: dict[tuple[str, str], list[str]], shape: str, action: str) -> str:
    """The share of a shape an action is best with, and the hands where they are few."""
    whole = sum(count for (other, _), count in deals.items() if other == shape)
    share = f"{action} {deals[shape, action] / whole:.1%}"
    elsewhere = {
        name for other, names in hands.items() if other[0] == shape and other != (shape, action) for name in names
    }
    named = [f"{name} in part" if name in elsewhere else name for name in sorted(set(hands[shape, action]))]
    few = len(named) <= FEW and deals[shape, action] < whole
    return f"{share} ({', '.join(named)})" if few else share
