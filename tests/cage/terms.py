"""Meters under a submission, for tests."""

from __future__ import annotations

from typing import Any

from houserules.submission.submission import MeterTerms
from tests.table.game import submission


def meter_terms(book: str, wager: str, table: str = "", **written: Any) -> dict[str, MeterTerms]:
    """The meters of a wager under one paytable; what the submission writes about the wager as words after it."""
    chosen: dict[str, Any] = {wager: table} if table else {}
    made = submission(book, wagers={wager: written}, **chosen)
    return {meter.id: meter for meter in made.meters if wager in meter.wagers}
