"""How each kind of change affects a meter, and when it is refused; there is one function for each kind."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.state import Drawn, MeterState, share_units
from tablelaw.cage.refusals import MeterRefused, approval_fault
from tablelaw.printed_money import printed

LEAST_LEFT = 100 * METER_UNITS_PER_CENT
"""One dollar. A meter that was won completely shows less than this, because dividing a win leaves less than a cent per
part.
"""


def changed_by(state: MeterState | None, change: MeterChange) -> MeterState:
    """Returns the meter after a change; refuses a change that is not possible for this meter."""
    step = STEPS.get(change.kind)
    if step is None:
        raise refused(change, "unknown-change", change.kind, ", ".join(STEPS))
    if state is None:
        raise refused(change, "unknown-meter", change.meter, "a meter that a table feeds")
    if not change.cite:
        raise refused(change, "cite-missing", accepted="the paragraph, or the reason")
    if state.is_open == (step is opened):
        name = "already-open" if state.is_open else "not-open"
        raise refused(change, name, accepted="opened once, and first")
    return step(state, change)


def refused(change: MeterChange, name: str, why: object = "", accepted: str = "") -> MeterRefused:
    return MeterRefused(name, why=str(why), accepted=accepted, where=f"meter {change.meter}, {change.kind}")


def _require_positive(change: MeterChange, value: int) -> None:
    if value <= 0:
        raise refused(change, "not-a-sum", value, "1 or more")


# --- What wagers add -------------------------------------------------------------------------------------


def opened(state: MeterState, change: MeterChange) -> MeterState:
    if change.units != state.seed or change.reserve:
        raise refused(change, "not-the-seed", change.units, f"{state.seed} units, and no reserve")
    return replace(state, is_open=True, units=state.seed)


def staked(state: MeterState, change: MeterChange) -> MeterState:
    """Makes a wager's contribution pending when the wager is accepted."""
    if change.table not in state.tables:
        raise refused(change, "table-does-not-feed-it", change.table, ", ".join(state.tables) or "no table does")
    _require_exact_share(state, change)
    return replace(
        state,
        pending_units=state.pending_units + change.units,
        pending_reserve_units=state.pending_reserve_units + change.reserve,
        pending_cents=state.pending_cents + change.cents,
    )


def counted(state: MeterState, change: MeterChange) -> MeterState:
    """Adds a wager's contribution to the displayed meter when the round is complete."""
    after = withdrawn(state, change)
    return replace(
        after,
        units=state.units + change.units,
        reserve_units=state.reserve_units + change.reserve,
        amount_in=state.amount_in + change.cents,
    )


def withdrawn(state: MeterState, change: MeterChange) -> MeterState:
    """Removes a pending contribution; a contribution of a completed round can no longer be removed."""
    _require_exact_share(state, change)
    pending = state.pending_cents, state.pending_units, state.pending_reserve_units
    if any(part > whole for part, whole in zip((change.cents, change.units, change.reserve), pending, strict=True)):
        raise refused(change, "more-than-pending", printed(change.cents), printed(state.pending_cents))
    return replace(
        state,
        pending_units=state.pending_units - change.units,
        pending_reserve_units=state.pending_reserve_units - change.reserve,
        pending_cents=state.pending_cents - change.cents,
        drawn=tuple(d for d in state.drawn if (d.table, d.round) != (change.table, change.round)),
    )


def _require_exact_share(state: MeterState, change: MeterChange) -> None:
    _require_positive(change, change.cents)
    exact = share_units(state.primary, change.cents), share_units(state.reserve, change.cents)
    if (change.units, change.reserve) != exact:
        found = f"{change.units} and {change.reserve} units"
        raise refused(change, "not-the-share", found, f"{exact[0]} and {exact[1]} units")


# --- What is won -------------------------------------------------------------------------------------------


def won(state: MeterState, change: MeterChange) -> MeterState:
    """Takes a share from the meter; taking a part again after it was given back does not count as another hit."""
    _require_whole_cents(change)
    if change.units > state.units:
        raise refused(change, "more-than-displayed", change.units, f"at most {state.units} units")
    again = _drawn_at(change, -change.cents)
    is_again = again in state.drawn
    drawn = _without(state.drawn, again) if is_again else (*state.drawn, _drawn_at(change, change.cents))
    return replace(
        state,
        units=state.units - change.units,
        hits=state.hits + (not is_again),
        wins=state.wins + change.cents,
        drawn=drawn,
    )


def restored(state: MeterState, change: MeterChange) -> MeterState:
    """Undoes a win of the current round, or gives back part of a divided win without removing the hit."""
    _require_whole_cents(change)
    whole = _drawn_at(change, change.cents)
    is_whole = whole in state.drawn
    left = sum(d.cents for d in state.drawn if (d.table, d.round, d.wager) == (whole.table, whole.round, whole.wager))
    if change.cents > left:
        raise refused(change, "nothing-to-restore", printed(change.cents), f"at most {printed(left)}")
    if state.wins - change.cents < state.paid:
        open_ = printed(state.wins - state.paid)
        raise refused(change, "already-paid", printed(change.cents), f"at most {open_}")
    drawn = _without(state.drawn, whole) if is_whole else (*state.drawn, _drawn_at(change, -change.cents))
    return replace(
        state,
        units=state.units + change.units,
        hits=state.hits - is_whole,
        wins=state.wins - change.cents,
        drawn=drawn,
    )


def _require_whole_cents(change: MeterChange) -> None:
    _require_positive(change, change.units)
    if change.units != change.cents * METER_UNITS_PER_CENT:
        accepted = f"{change.cents * METER_UNITS_PER_CENT} units"
        raise refused(change, "not-whole-cents", f"{change.units} units for {printed(change.cents)}", accepted)


def _drawn_at(change: MeterChange, cents: int) -> Drawn:
    return Drawn(change.table, change.round, change.seat, change.wager, cents)


def _without(drawn: tuple[Drawn, ...], one: Drawn) -> tuple[Drawn, ...]:
    place = drawn.index(one)
    return (*drawn[:place], *drawn[place + 1 :])


def paid(state: MeterState, change: MeterChange) -> MeterState:
    _require_positive(change, change.cents)
    if state.paid + change.cents > state.wins:
        left = printed(state.wins - state.paid)
        raise refused(change, "more-than-won", printed(change.cents), f"at most {left}")
    return replace(state, paid=state.paid + change.cents)


# --- A new start ------------------------------------------------------------------------------------------


def reseeded(state: MeterState, change: MeterChange) -> MeterState:
    _require_positive(change, change.units)
    if state.units >= LEAST_LEFT:
        raise refused(change, "not-emptied", f"it shows {state.units} units", f"less than {LEAST_LEFT}")
    if change.units != state.reseed:
        raise refused(change, "not-the-reseed", change.units, f"{state.reseed} units")
    return replace(state, units=state.units + change.units)


def reserve_moved(state: MeterState, change: MeterChange) -> MeterState:
    _require_positive(change, change.units)
    if state.units >= LEAST_LEFT + state.reseed:
        raise refused(change, "not-emptied", f"it shows {state.units} units", f"less than {LEAST_LEFT + state.reseed}")
    if change.units != state.reserve_units:
        raise refused(change, "not-the-reserve", change.units, f"{state.reserve_units} units")
    return replace(state, units=state.units + change.units, reserve_units=0)


def reseed_undone(state: MeterState, change: MeterChange) -> MeterState:
    _require_positive(change, change.units)
    if change.units != state.reseed:
        raise refused(change, "not-the-reseed", change.units, f"{state.reseed} units")
    return _moved(state, change, -change.units, 0)


def reserve_returned(state: MeterState, change: MeterChange) -> MeterState:
    _require_positive(change, change.units)
    return _moved(state, change, -change.units, change.units)


def adjusted(state: MeterState, change: MeterChange) -> MeterState:
    if not (change.units or change.reserve):
        raise refused(change, "not-a-sum", 0, "a number other than zero")
    if fault := approval_fault(change.reason, change.approvers):
        raise refused(change, fault, ", ".join(change.approvers), "a reason, and two different people")
    return _moved(state, change, change.units, change.reserve)


def _moved(state: MeterState, change: MeterChange, units: int, reserve: int) -> MeterState:
    shows, holds = state.units + units, state.reserve_units + reserve
    if shows < 0 or holds < 0:
        why, accepted = f"it would show {shows} units, {holds} in reserve", "a change that leaves 0 or more"
        raise refused(change, "below-zero", why, accepted)
    return replace(state, units=shows, reserve_units=holds)


STEPS: dict[str, Callable[[MeterState, MeterChange], MeterState]] = {
    "opened": opened,
    "staked": staked,
    "counted": counted,
    "withdrawn": withdrawn,
    "won": won,
    "reseeded": reseeded,
    "reserve moved": reserve_moved,
    "restored": restored,
    "reseed undone": reseed_undone,
    "reserve returned": reserve_returned,
    "paid": paid,
    "adjusted": adjusted,
}
