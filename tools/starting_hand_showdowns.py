"""Counts how often each kind of starting hand wins and ties against two random cards on a board of five.

It writes `tablelaw/analysis/board_with_dealer/starting_hand_showdowns.py`: python -m tools.starting_hand_showdowns
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer import starting_hand_showdowns as written
from tablelaw.analysis.board_with_dealer.best_play import FLOP, _decided, deals_of_kind, summed
from tablelaw.analysis.board_with_dealer.flops_and_turns import Actions
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.board_with_dealer.value_kernels import OPENING, UNIT, Payoffs
from tablelaw.analysis.symmetry.starting_hands import KINDS, kind_name

ANY_GAME = "pa-653a"
"""Who wins does not depend on the rulebook."""


def counted() -> dict[str, tuple[int, int]]:
    """For each kind of starting hand, how many combinations of board and dealer's cards it beats, and how many
    it ties.
    """
    game = game_of(rulebooks.get(ANY_GAME).terms())
    pay = np.zeros_like(game.payoffs.pay)
    pay[OPENING, :, :, 0], pay[UNIT, :, :, 1] = 1, 1
    ranks, suits = summed(replace(game, payoffs=Payoffs(pay, game.payoffs.last_choices[:0])))
    one_action = Actions(np.zeros(1, np.int64), np.zeros((1, 2), np.int64))
    wins, ties = _decided(FLOP, ranks[FLOP], suits[FLOP], one_action).sums
    orders = [deals_of_kind(kind) // written.DEALS for kind in range(KINDS)]
    return {kind_name(kind): (wins[kind] // orders[kind], ties[kind] // orders[kind]) for kind in range(KINDS)}


def main() -> None:
    path = Path(written.__file__)
    head = path.read_text("utf-8").partition("COUNTS = ")[0]
    rows = "".join(f'    "{kind}": ({won:_}, {tied:_}),\n' for kind, (won, tied) in counted().items())
    path.write_text(f"{head}COUNTS = {{\n{rows}}}\n", "utf-8")


if __name__ == "__main__":
    main()
