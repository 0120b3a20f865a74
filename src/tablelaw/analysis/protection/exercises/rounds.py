"""Rounds of an exercise, played by best honest play or by best play with the seen cards, with every action valued."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.earlier_decisions import ENDS, Done
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.exercises.deals import Deal
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.solver import solver_of as seen_solver_of
from tablelaw.analysis.result import fraction_text
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.law.decisions import decisions_of
from tablelaw.law.rulebook import Terms


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of a round: what every action is worth without and with the seen cards, and what was done."""

    stage: str
    open_cards: int
    honest: tuple[Advice, ...]
    """Every action for a player who sees nothing hidden, best first; `informed` for one who sees the cards."""
    informed: tuple[Advice, ...]
    taken: str

    @property
    def tells(self) -> bool:
        """Whether honest play and play with seen cards differ here, and each would lose by acting like the other."""
        return _loses(self.honest, self.informed[0]) and _loses(self.informed, self.honest[0])

    def as_dict(self) -> dict[str, object]:
        """The decision with what each action is worth, as exact fractions in Antes."""
        with_cards = {one.name: one.ev for one in self.informed}
        return {
            "stage": self.stage,
            "taken": self.taken,
            "honest_best": self.honest[0].name,
            "informed_best": self.informed[0].name,
            "actions": [
                {
                    "action": one.name,
                    "honest": fraction_text(one.ev),
                    "informed": fraction_text(with_cards[one.name]),
                }
                for one in self.honest
            ],
        }


def _loses(found: Sequence[Advice], other: Advice) -> bool:
    """Whether an action is worth less than the best of these."""
    return next(one.ev for one in found if one.name == other.name) < found[0].ev


@dataclass(frozen=True, slots=True)
class Played:
    """A round of an exercise."""

    deal: Deal
    moves: tuple[Move, ...]
    was_seen: bool
    """Whether the player used the seen cards."""

    @property
    def telling(self) -> Move | None:
        """The first decision that shows whether the cards were seen; None if none does."""
        return next((move for move in self.moves if move.tells), None)


def play_round(terms: Terms, information: Information, deal: Deal, was_seen: bool, tell: Told | None = None) -> Played:
    """Plays a round; up to the first telling decision, it takes an action that suits both honest play and play with the
    seen cards.
    """
    return Played(deal, tuple(_moves(terms, information, deal, was_seen, tell)), was_seen)


def _moves(terms: Terms, information: Information, deal: Deal, was_seen: bool, tell: Told | None) -> Iterator[Move]:
    solver, seen_solver = solver_of(terms), seen_solver_of(terms, information)
    earlier, bet_at, has_told = list[Done](), set[str](), False
    for decision in decisions_of(terms):
        if not decision.is_asked(bet_at):
            continue
        spot = Seen(deal.own, (*deal.board[: decision.seen], *deal.turned_up), tuple(earlier))
        honest = tuple(solver.advise(terms, spot, tell))
        known = deal.known(information, decision.seen)
        informed = tuple(seen_solver.advise(terms, information, spot, known, tell))
        move = Move(decision.stage, decision.seen, honest, informed, "")
        has_told |= move.tells
        taken = (informed if was_seen else honest)[0] if has_told else _shared(move)
        yield Move(decision.stage, decision.seen, honest, informed, taken.name)
        if taken.action in ENDS:
            return
        earlier.append(Done(taken.action, taken.multiple))
        if taken.multiple:
            bet_at.add(decision.stage)


def _shared(move: Move) -> Advice:
    """An action that is best both with and without the seen cards."""
    return move.informed[0] if _loses(move.informed, move.honest[0]) else move.honest[0]
