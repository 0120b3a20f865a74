"""Rounds of one seat dealt from a seed, played honestly or with a seen card, and the evidence they leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablelaw.analysis.protection.information import DEALER, Information
from tablelaw.analysis.watch.evidence import best_action, likelihood_of, round_evidence
from tablelaw.analysis.watch.spots import Floats, Move, Spot, Valuer, Worths
from tablelaw.analysis.watch.valuers import decisions_before
from tablelaw.cards import PACK, Card
from tablelaw.chance import Chance
from tablelaw.law.structure import Structure

Choose = Callable[[Worths, tuple[Card, ...]], int]
"""Chooses an action at a spot, given its worths and the hidden cards."""


class SeatRound(NamedTuple):
    """What one seat held and decided in a round, and the cards that were hidden."""

    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    """The community cards, or the dealer's upcards in a game without a board."""
    hidden: tuple[Card, ...]
    """The cards of which one may have been seen."""
    moves: tuple[Move, ...]


def honest(worths: Worths, hidden: tuple[Card, ...]) -> int:
    """Best play of somebody who sees nothing."""
    return best_action(worths, None)


def informed(worths: Worths, hidden: tuple[Card, ...]) -> int:
    """Best play of somebody who sees the first of the hidden cards."""
    return best_action(worths, hidden[0])


def deal_round(structure: Structure, information: Information, chance: Chance) -> SeatRound:
    """The cards of a round, without decisions."""
    left = list(PACK)
    drawn = [left.pop(chance.below(len(left))) for _ in range(structure.own + structure.dealer + sum(structure.board))]
    cards, others = tuple(drawn[: structure.own]), drawn[structure.own :]
    dealer, board = tuple(others[: structure.dealer]), tuple(others[structure.dealer :])
    face_up = board or dealer[: structure.dealer_up]
    item = information.items[0]
    hidden = dealer[structure.dealer_up :] if item.place == DEALER else (board[item.count - 1],)
    return SeatRound(cards, face_up, hidden, ())


def play_round(
    valuer: Valuer, structure: Structure, information: Information, dealt: SeatRound, choose: Choose
) -> SeatRound:
    """Plays the decisions of a dealt round that come before the hidden card is turned up."""
    moves: list[Move] = []
    bet_at: list[str] = []
    for number, decision in enumerate(structure.decisions[: decisions_before(structure, information)]):
        if number and not decision.is_asked(bet_at):
            continue
        earlier = tuple(move.done for move in moves)
        spot = Spot(number, dealt.board[: decision.seen or structure.dealer_up], earlier)
        worths = valuer.worths(dealt.cards, spot)
        done = worths.actions[choose(worths, dealt.hidden)]
        moves.append(Move(spot, done))
        if done.action == "fold":
            break
        bet_at += [decision.stage] * (done.action == "bet")
    return dealt._replace(moves=tuple(moves))


def evidence_of(valuer: Valuer, played: SeatRound) -> Floats:
    """The evidence of a simulated round."""
    known = {*played.cards, *played.board} - {*played.hidden}
    return round_evidence([likelihood_of(valuer, played.cards, played.moves)], played.hidden, known)
