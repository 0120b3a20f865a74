"""What `make kernels` prepares for the tests."""

from __future__ import annotations

from tablelaw import rulebooks
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.studies.games.simulated_table import TABLES
from tablelaw.studies.warm import one_of_each_simulated_family


def test_a_table_of_every_simulated_family_of_the_rulebooks_is_dealt_and_no_other() -> None:
    families = {solver_of(rulebooks.get(book).terms()).family for book in rulebooks.IDS}
    dealt = [solver_of(submission.terms).family for submission in one_of_each_simulated_family()]
    assert sorted(dealt) == sorted(families & set(TABLES))
