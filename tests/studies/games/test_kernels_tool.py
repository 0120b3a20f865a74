"""What `make kernels` prepares for the tests."""

from __future__ import annotations

from tablelaw.analysis.solver_choice import solver_of
from tablelaw.studies.games.simulated_table import TABLES
from tools.kernels import one_of_each_simulated_family


def test_a_table_of_every_simulated_family_is_dealt_and_no_other() -> None:
    assert {solver_of(submission.terms).family for submission in one_of_each_simulated_family()} == set(TABLES)
