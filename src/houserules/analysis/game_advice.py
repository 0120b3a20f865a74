"""Advice for any game, by its shape. Solvers are slow to load: only the one that is needed is."""

from __future__ import annotations

from collections.abc import Sequence

from houserules.analysis.advice import Advice, chart_advice
from houserules.analysis.game_shape import FLUSHES, HOLDEM, shape_of
from houserules.analysis.main_game import Told, main_of
from houserules.cards import Card
from houserules.cards.card import refuse_duplicates
from houserules.errors import WrongCardCount
from houserules.law.terms import Terms


def advice_of(terms: Terms, cards: Sequence[Card], board: Sequence[Card], tell: Told | None = None) -> list[Advice]:
    """The exact gain of every legal action, the best first."""
    if shape_of(terms.book) == HOLDEM:
        return _before_flop(terms, cards, tell) if len(cards) == 2 and not board else _after_flop(terms, cards, board)
    if board:
        raise WrongCardCount(f"{terms.book.game} is decided before any community card shows", accepted="no board")
    return _flushes(terms, cards) if shape_of(terms.book) == FLUSHES else _discard(terms, cards)


def _before_flop(terms: Terms, cards: Sequence[Card], tell: Told | None) -> list[Advice]:
    """Read off the chart of the main game, which is kept."""
    refuse_duplicates(tuple(cards))
    return chart_advice(main_of(terms, tell).chart, cards)


def _after_flop(terms: Terms, cards: Sequence[Card], board: Sequence[Card]) -> list[Advice]:
    from houserules.analysis.board_with_dealer.advice import advice

    return advice(terms, cards, board)


def _flushes(terms: Terms, cards: Sequence[Card]) -> list[Advice]:
    from houserules.analysis.against_dealer.solve import flush_advice

    return flush_advice(terms, cards)


def _discard(terms: Terms, cards: Sequence[Card]) -> list[Advice]:
    from houserules.analysis.against_paytable.solve import discard_advice

    return discard_advice(terms, cards)
