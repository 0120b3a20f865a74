"""How much of the board is known at each decision to a player who sees some of its cards early."""

from __future__ import annotations

from collections.abc import Sequence

from tablelaw.analysis.protection.information import FLOP, RIVER, TURN, Information, SeenCards
from tablelaw.law.decisions import Decision

FLOP_CARDS, FOUR, BOARD = 3, 4, 5


def board_items(information: Information) -> list[SeenCards]:
    return [item for item in information.items if item.place in (FLOP, TURN, RIVER)]


def known_cards(decision: Decision, number: int, board: Sequence[SeenCards]) -> int:
    """How many community cards are known at a decision, once the whole flop is; otherwise none."""
    counts = _known(decision, number, board)
    return sum(counts.values()) if counts[FLOP] == FLOP_CARDS else 0


def single_card(decisions: Sequence[Decision], board: Sequence[SeenCards]) -> str:
    """The place of the one card known at the first decision, if the whole flop is not known; empty if there is none."""
    counts = _known(decisions[0], 1, board)
    if counts[FLOP] == FLOP_CARDS:
        return ""
    return next((place for place, count in counts.items() if count), "")


def loose_cards(decision: Decision, number: int, board: Sequence[SeenCards]) -> int:
    """How many community cards are known at a decision at which the whole flop is not."""
    counts = _known(decision, number, board)
    return 0 if counts[FLOP] == FLOP_CARDS else sum(counts.values())


def _known(decision: Decision, number: int, board: Sequence[SeenCards]) -> dict[str, int]:
    seen = {item.place: item.count for item in board if item.since <= number}
    lies_open = {FLOP: min(decision.seen, FLOP_CARDS), TURN: decision.seen >= FOUR, RIVER: decision.seen >= BOARD}
    return {place: max(int(count), seen.get(place, 0)) for place, count in lies_open.items()}
