"""The decisions of a game as a tree, and what each is worth as a sum of a few parts.

A part is a number summed over the cards to come: the opening wagers, one step of the decision wagers, or the best of a
decision's actions beyond what all of them share. What all actions share is kept out of the maximum, so that decisions
after which nobody folds do not depend on earlier bets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tablelaw.law.decisions import Decision
from tablelaw.law.text_values import Multiple

Part = tuple[int, int]
"""Two numbers: how many community cards are seen when the part is decided (more than a board has, for parts that are
plain sums), and the part's place among those decided then.
"""

SHOWDOWN, NOTHING = 6, 7
OPENING_PART, STEP_PART, CONSTANT = (SHOWDOWN, 0), (SHOWDOWN, 1), (NOTHING, 0)
Value = Mapping[Part, int]
"""How many times each part counts; the constant counts once for every deal."""
Rows = tuple[tuple[tuple[Part, int], ...], ...]
"""For each action, the parts that not all actions share."""
BEFORE = "before"
Taken = tuple[str, str, int]
"""A stage, the action taken there, and the steps it wagered."""


@dataclass(frozen=True, slots=True)
class Line:
    """One complete way to play: the actions taken, the steps wagered in all, and whether it ended in a fold."""

    taken: tuple[Taken, ...]
    made: int
    is_folded: bool
    value: Value


@dataclass(frozen=True, slots=True)
class Fork:
    """A decision reached after certain bets."""

    decision: Decision
    part: Part
    actions: tuple[Fork | Line, ...]
    """Where each action leads, in the order in which the decision lists them."""
    value: Value
    """What the decision is worth if the best action is taken."""


Place = Fork | Line


@dataclass(frozen=True, slots=True)
class Tree:
    root: Place
    rows: Mapping[Part, Rows]
    """For each decided part, the rows of which it is the maximum."""

    def parts(self, seen: int) -> list[Part]:
        """The parts decided with this many community cards seen."""
        return [part for part in self.rows if part[0] == seen]

    def forks(self) -> Iterator[Fork]:
        waiting = [self.root]
        while waiting:
            place = waiting.pop()
            if isinstance(place, Fork):
                yield place
                waiting.extend(place.actions)


@dataclass(slots=True)
class Builder:
    """Builds the tree by following every way to play."""

    decisions: Sequence[Decision]
    steps: int
    """How many steps make an Ante; every bet is a whole number of steps."""
    folded: int
    """What a fold gains on the opening wagers; `folded_step` is what it gains on each step bet earlier."""
    folded_step: int
    rows: dict[Part, Rows] = field(default_factory=dict)

    def place(self, number: int = 0, made: int = 0, taken: tuple[Taken, ...] = ()) -> Place:
        if number == len(self.decisions):
            return Line(taken, made, False, _sum({OPENING_PART: 1, STEP_PART: made}))
        decision = self.decisions[number]
        if number and not decision.is_asked([stage for stage, action, _ in taken if action == "bet"]):
            return self.place(number + 1, made, taken)
        actions = tuple(self._after(number, made, taken, *action) for action in decision.actions)
        return self._fork(decision, actions)

    def _after(self, number: int, made: int, taken: tuple[Taken, ...], action: str, times: Multiple) -> Place:
        steps = int(times * self.steps)
        done = (*taken, (self.decisions[number].stage, action, steps))
        if action == "fold":
            return Line(done, made, True, _sum({CONSTANT: self.folded + made * self.folded_step}))
        return self.place(number + 1, made + steps, done)

    def _fork(self, decision: Decision, actions: tuple[Place, ...]) -> Fork:
        parts = {part for place in actions for part in place.value if part != CONSTANT}
        shared = _sum({part: min(place.value.get(part, 0) for place in actions) for part in parts})
        rows = tuple(tuple(sorted(_less(place.value, shared).items())) for place in actions)
        part = self._part(decision.seen, rows)
        return Fork(decision, part, actions, _sum({**shared, part: shared.get(part, 0) + 1}))

    def _part(self, seen: int, rows: Rows) -> Part:
        known = [part for part in self.rows if part[0] == seen]
        for part in known:
            if self.rows[part] == rows:
                return part
        part = seen, len(known)
        self.rows[part] = rows
        return part


def tree_of(decisions: Sequence[Decision], steps: int, folded: int, folded_step: int, made: int = 0) -> Tree:
    """Builds the tree of some decisions for a player who has already bet `made` steps."""
    builder = Builder(decisions, steps, folded, folded_step)
    root = builder.place(made=made, taken=((BEFORE, "bet", made),) if made else ())
    return Tree(root, builder.rows)


def _sum(value: dict[Part, int]) -> Value:
    return {part: times for part, times in value.items() if times}


def _less(value: Value, shared: Value) -> Value:
    return _sum({part: value.get(part, 0) - shared.get(part, 0) for part in {*value, *shared}})


# --- Lines of play and their names -------------------------------------------------------------------------


def lines_of(place: Place) -> list[Line]:
    """Every line below a place, in the order in which they are listed: ends before decisions, but folds last if other
    actions lead to decisions.
    """
    if isinstance(place, Line):
        return [place]
    goes_on = any(isinstance(after, Fork) for after in place.actions)
    ends = [after for after in place.actions if isinstance(after, Line)]
    folds = [line for line in ends if line.is_folded] if goes_on else []
    first: list[Line] = [line for line in ends if line not in folds]
    return [*first, *(line for fork in place.actions if isinstance(fork, Fork) for line in lines_of(fork)), *folds]


def line_name(line: Line, decisions: Sequence[Decision], steps: int) -> str:
    """Names a line: by its last stage and action if there is only one bet, otherwise by the bets beyond those needed to
    stay in.
    """
    stage, action, made = line.taken[-1]
    if decisions[0].once or len(decisions) == 1:
        return f"{stage}: {amount(action, made, steps)}"
    stays = {decision.stage for decision in decisions if len(decision.actions) - decision.can_fold == 1}
    several = {decision.stage for decision in decisions if len(decision.bets) > 1}
    bets = [
        f"{at} {_times(more, steps)}x" if at in several else at
        for at, done, more in line.taken
        if done == "bet" and at not in stays
    ]
    if line.is_folded:
        return f"{stage}: fold" + (f" after bet {' and '.join(bets)}" if bets else "")
    return f"bet {' and '.join(bets)}" if bets else "stay"


def amount(action: str, made: int, steps: int) -> str:
    """Names an action with its wager in Antes: "bet 2x"."""
    return f"{action} {_times(made, steps)}x" if action == "bet" else action


def _times(made: int, steps: int) -> str:
    return str(Fraction(made, steps))
