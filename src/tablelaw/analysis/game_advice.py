"""Advice for any game, by its shape. Solvers are slow to load, so only the one needed is loaded."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.advice import Advice, chart_advice
from tablelaw.analysis.game_shape import FLUSHES, HOLDEM, shape_of
from tablelaw.analysis.main_game import Told, main_of
from tablelaw.cards import Card
from tablelaw.cards.card import require_distinct
from tablelaw.errors import WrongCardCount
from tablelaw.law.terms import Terms


def advice_of(terms: Terms, cards: Sequence[Card], board: Sequence[Card], tell: Told | None = None) -> list[Advice]:
    """The exact gain of every legal action, the best first."""
    if shape_of(terms.book) == HOLDEM:
        return _before_flop(terms, cards, tell) if len(cards) == 2 and not board else _after_flop(terms, cards, board)
    if board:
        raise WrongCardCount(f"{terms.book.game} is decided before any community card shows", accepted="no board")
    return _flushes(terms, cards) if shape_of(terms.book) == FLUSHES else _discard(terms, cards)


def _before_flop(terms: Terms, cards: Sequence[Card], tell: Told | None) -> list[Advice]:
    """From the cached chart of the main game."""
    require_distinct(tuple(cards))
    return chart_advice(main_of(terms, tell).chart, cards)


def _after_flop(terms: Terms, cards: Sequence[Card], board: Sequence[Card]) -> list[Advice]:
    from tablelaw.analysis.board_with_dealer.advice import advice

    return advice(terms, cards, board)


def _flushes(terms: Terms, cards: Sequence[Card]) -> list[Advice]:
    from tablelaw.analysis.against_dealer.solve import flush_advice

    return flush_advice(terms, cards)


def _discard(terms: Terms, cards: Sequence[Card]) -> list[Advice]:
    from tablelaw.analysis.against_paytable.solve import discard_advice

    return discard_advice(terms, cards)
