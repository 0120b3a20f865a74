"""Whole hands for a player who sees other seats' hands or burned cards: exact for each deal, simulated over deals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from tablelaw.analysis.against_dealer.whole_hands.best_play import advice
from tablelaw.analysis.against_dealer.whole_hands.game import game_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.against_dealer.whole_hands.informed_advice import advice_knowing
from tablelaw.analysis.protection.changes import hand_name
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.protection.simulated import Sample, out_of_play, simulated_exposure
from tablelaw.cards import Card
from tablelaw.law.rulebook import Terms


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game for a player who sees cards that are out of play."""
    game = game_of(terms)
    own, up = game.size, int(game.turned_up)
    out = out_of_play(information, own)

    def sample(cards: Sequence[Card]) -> Sample:
        """Every run of as many cards as the player holds is valued as the player's hand, with the others seen."""
        turned_up, held = tuple(cards[:up]), list(cards[up:])
        gain, changes = Fraction(0), list[tuple[str, str, str]]()
        for first in range(len(held)):
            hand = tuple((held + held)[first : first + own])
            honest = advice(terms, hand, turned_up)[0]
            known = Known(out=tuple(card for card in held if card not in hand))
            found = advice_knowing(terms, hand, turned_up, known)
            gain += found[0].ev - honest.ev
            if next(one.ev for one in found if one.name == honest.name) < found[0].ev:
                changes.append((hand_name(np.array(sorted(hand), np.uint8)), honest.name, found[0].name))
        return Sample(gain / len(held), tuple(changes), len(held))

    return simulated_exposure(terms, information, up + own + out, sample, tell)
