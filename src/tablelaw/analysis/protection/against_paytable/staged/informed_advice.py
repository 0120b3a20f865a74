"""What every option is worth in a game in stages, given the cards that are known."""

from __future__ import annotations

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_paytable.staged.best_play import advice_after
from tablelaw.analysis.against_paytable.staged.game import game_of
from tablelaw.analysis.earlier_decisions import options_taken
from tablelaw.analysis.protection.against_paytable.staged.best_play import known_at_decisions
from tablelaw.analysis.protection.against_paytable.staged.cards_left import advice_among
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.solver import Seen
from tablelaw.law.rulebook import Terms


def advice_knowing(terms: Terms, information: Information, seen: Seen, known: Known) -> list[Advice]:
    """Every option with its exact gain, best first."""
    game = game_of(terms).with_known(known_at_decisions(terms, information))
    line, cards = options_taken(terms, len(seen.board), seen.earlier or ()), (*seen.cards, *seen.board, *known.board)
    return advice_among(game, line, cards, known.out) if known.out else advice_after(game, line, cards)
