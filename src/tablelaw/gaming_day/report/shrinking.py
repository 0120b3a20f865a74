"""Finds the shortest day that still fails in the same way, by leaving out whole tables, visits, rounds and acts, then
orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablelaw.cage.accounts import parse_account
from tablelaw.gaming_day.day import Disagreement, Outcome, play_day
from tablelaw.gaming_day.script import Shape, script_of

MOST_RUNS = 250
Tell = Callable[[str], None]


class Shrinking:
    """Leaves out whatever the disagreement does not need; streams are named, so the rest is played as before."""

    def __init__(self, seed: int, shape: Shape, days: int = 1, tell: Tell = lambda _: None) -> None:
        self.seed, self.shape, self.days, self.tell = seed, shape, days, tell
        self.without: frozenset[str] = frozenset()
        self.runs = 0

    def shortest(self, found: Outcome) -> Outcome:
        """Finds the shortest failing day, starting from `found`, with all the orders given in it."""
        assert found.disagreement is not None
        self.kind, self.best = kind_of(found.disagreement), found
        script = script_of(self.seed, self.shape)
        late = [item.name for item in script.items if item.at > found.disagreement.at]
        self._leave_out(late)
        self._halves([table.name for table in script.tables])
        for kind in ("visit", "round", "act"):
            self._halves([item.name for item in script.items if item.kind == kind])
        self._halves(self.best.optional)
        return play_day(self.seed, self.shape, days=self.days, without=self.without, tell=True)

    def _halves(self, names: Sequence[str]) -> None:
        """Tries to leave out half of the items, then quarters, down to single ones."""
        left = [name for name in dict.fromkeys(names) if name not in self.without]
        size = len(left)
        while size and self.runs < MOST_RUNS:
            for start in range(0, len(left), size):
                self._leave_out(left[start : start + size])
            left = [name for name in left if name not in self.without]
            size = min(size // 2, len(left))

    def _leave_out(self, names: Sequence[str]) -> None:
        if not names or self.runs >= MOST_RUNS:
            return
        self.runs += 1
        self.tell(f"seed {self.seed}: {len(self.best.script.items)} items left, {self.runs} tries")
        tried = self.without | frozenset(names)
        outcome = play_day(self.seed, self.shape, days=self.days, without=tried)
        if outcome.disagreement is not None and kind_of(outcome.disagreement) == self.kind:
            self.without, self.best = tried, outcome


def kind_of(found: Disagreement) -> tuple[str, ...]:
    """What two disagreements must have in common to count as the same: kind of account and figure, or the beginning of
    the sentence.
    """
    if not found.differences:
        return (found.what.split(":")[0].split(" by ")[0],)
    first = found.differences[0]
    return parse_account(first.account).kind or "display", first.what
