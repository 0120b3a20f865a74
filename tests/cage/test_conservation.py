"""Money is conserved: whatever people do, in any order, no cent is lost, created or spent twice."""

from __future__ import annotations

import pytest

from tablelaw.cage.ledger import Ledger
from tablelaw.cage.refusals import LedgerRefused
from tests.cage.machine import Forgetful, Generous, Lending, Money, Repeating
from tests.cage.sequences import run


def test_no_cent_is_lost_made_or_spent_twice() -> None:
    run(Money)


@pytest.mark.parametrize("fault", [Forgetful, Generous, Lending, Repeating])
def test_a_planted_fault_is_found(fault: type[Ledger]) -> None:
    with pytest.raises((AssertionError, LedgerRefused)):
        run(Money, kind=fault)
