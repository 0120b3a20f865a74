"""Payoffs whose sums would overflow 64 bits are refused."""

from __future__ import annotations

import numpy as np
import pytest

from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.sum_bounds import ROOM, require_room


@pytest.mark.parametrize("sign", [1, -1])
def test_payoffs_below_at_and_above_the_bound(sign: int) -> None:
    deals = 1 << 20
    require_room("own", np.array([0, sign * (ROOM // deals - 1)]), deals)
    for most in (ROOM // deals, ROOM // deals + 1):
        with pytest.raises(NotThisGame, match="payoffs of less than 4,398,046,511,104 parts of their common unit"):
            require_room("own", np.array([0, sign * most]), deals)
