"""The figures of the floor for its dashboard: tables, dealers, shifts and players compared with the exact theory.

Everything comes from finished rounds, and only from their stakes, payments and round numbers. A viewer who may count a
drop box does not see the win of rounds whose box has not been counted yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tablelaw.analysis.par.theory import TableTheory
from tablelaw.floor.reports.day import hold_text
from tablelaw.floor.reports.figure_messages import (
    AgainstTheory,
    By,
    Far,
    FigureRounds,
    FloorFigures,
    GroupFigures,
    PlayerFigures,
    Span,
    Standing,
    TableFigures,
    TableRounds,
    WantedRounds,
)
from tablelaw.floor.reports.play_books import Place, PlayBooks, Played, Spans, spans_of
from tablelaw.floor.reports.play_tally import PlayTally, total_of
from tablelaw.floor.reports.win_limits import (
    Limits,
    PushesInTheory,
    WinInTheory,
    expected_cents,
    has_theory,
    pushes_in_theory,
    win_in_theory,
)
from tablelaw.floor.store.api import Reads

GROUPS: dict[By, Callable[[Place], str]] = {
    "game": lambda place: place.game,
    "table": lambda place: place.table,
    "dealer": lambda place: place.dealer,
    "shift": lambda place: place.shift,
}
FAR: Standing = "outside 99.9 %"
MOST_KEPT = 4_000
"""The number of limits to cache, so only the limits of changed sums are computed again."""


class FiguresOfFloor:
    """The books of a floor, the theories known so far, and the figures derived from both."""

    def __init__(self) -> None:
        self.books = PlayBooks()
        self.theories: dict[str, TableTheory] = {}
        self._without: set[str] = set()
        self._kept: dict[tuple[object, ...], WinInTheory] = {}

    def missing(self, store: Reads) -> dict[str, str]:
        """Rules Submissions whose theory is not known yet, by key."""
        self.books.catch_up(store)
        tables = {table.key: table.text for table in self.books.tables.values()}
        return {key: text for key, text in {**self.books.texts, **tables}.items() if self._is_missing(key)}

    def take_theory(self, key: str, theory: TableTheory | None) -> None:
        """Stores a theory; None if no solver supports the game."""
        if theory is None:
            self._without.add(key)
        else:
            self.theories[key] = theory

    def _is_missing(self, key: str) -> bool:
        return key not in self.theories and key not in self._without

    # --- Figures ---------------------------------------------------------------------------------------------

    def figures(self, store: Reads, is_blind: bool, now: int, month: str = "") -> FloorFigures:
        self.books.catch_up(store)
        books, day = self.books, self.books.day
        asked = month or day.day[:7]
        months = {place.month for place, _ in books.months.places(is_blind=False)} | {day.day[:7]}
        missing = [table for table in books.tables.values() if self._is_missing(table.key)]
        notes = (
            note for table in books.tables.values() if table.key in self.theories for note in self._notes(table.key)
        )
        return FloorFigures(
            day=day.day,
            month=asked,
            months=tuple(sorted(months)),
            seq=books.seq,
            tables=tuple(self._table(name, is_blind, now) for name in books.tables),
            groups=tuple(self._groups(asked, is_blind)),
            players=tuple(self._players()),
            preparing=tuple(sorted({table.submission.book.game for table in missing})),
            notes=tuple(dict.fromkeys(notes)),
        )

    def _notes(self, key: str) -> Iterator[str]:
        theory = self.theories[key]
        return (f"{theory.game}, {note}" for note in theory.notes)

    def _table(self, name: str, is_blind: bool, now: int) -> TableFigures:
        books, table = self.books, self.books.tables[name]
        money = books.money.of(name)
        seen, whole = (_total(books.day.book.places(blind), GROUPS["table"], name) for blind in (is_blind, False))
        is_hidden = is_blind and money.in_the_box != 0
        voids = books.day.voids.get(name, [])
        return TableFigures(
            table=name,
            game=table.submission.book.game,
            minimum_cents=table.submission.minimum_cents,
            seats=table.submission.seats,
            rounds=whole.rounds,
            void_rounds=sum(last - first + 1 for first, last in voids),
            rounds_in_the_last_hour=books.rounds_in_the_last_hour(name, now),
            handle_cents=whole.handle_cents,
            expected_cents=self._expected(whole),
            drop_cents=None if is_hidden else money.drop,
            win_cents=None if is_hidden else money.win,
            hold="" if is_hidden else hold_text(money.win, money.drop),
            against=self._against(seen),
            uncounted_rounds=whole.rounds - seen.rounds,
            far=tuple(_far(self._against(whole))),
        )

    def _groups(self, month: str, is_blind: bool) -> Iterator[GroupFigures]:
        places = [(place, played) for place, played in self.books.months.places(False) if place.month == month]
        counted = [(place, played) for place, played in self.books.months.places(is_blind) if place.month == month]
        for by, name_of in GROUPS.items():
            for name in sorted({name_of(place) for place, _ in places}):
                seen, whole = _total(counted, name_of, name), _total(places, name_of, name)
                yield GroupFigures(
                    by=by,
                    name=name,
                    against=self._against(seen),
                    uncounted_rounds=whole.rounds - seen.rounds,
                    far=tuple(_far(self._against(whole))),
                )

    def _players(self) -> Iterator[PlayerFigures]:
        for name, play in sorted(self.books.day.players.items(), key=lambda one: one[0].casefold()):
            yield PlayerFigures(
                player=name,
                hands=play.hands,
                average_bet_cents=play.base_cents / play.hands,
                handle_cents=play.handle_cents,
                expected_loss_cents=self._expected(play.tally),
            )

    def _expected(self, tally: PlayTally) -> float | None:
        return float(expected_cents(tally, self.theories)) if has_theory(tally, self.theories) else None

    def _against(self, tally: PlayTally) -> AgainstTheory:
        is_known = tally.rounds > 0 and bool(tally.stakes) and has_theory(tally, self.theories)
        win = self._win(tally) if is_known else None
        pushes = pushes_in_theory(tally, self.theories) if is_known else None
        return AgainstTheory(
            rounds=tally.rounds,
            handle_cents=tally.handle_cents,
            win_cents=tally.win_cents,
            corrected_cents=tally.corrected_cents,
            win=_win_span(win, tally.win_cents) if win else None,
            pushes=sum(tally.pushes.values()),
            pushes_span=_push_span(pushes) if pushes and pushes.variance else None,
        )

    def _win(self, tally: PlayTally) -> WinInTheory:
        """The limits of a tally, computed once. Equal stakes have equal limits."""
        stakes = tuple((name, made.count, made.cents) for name, made in sorted(tally.stakes.items()))
        key = (tally.rounds, tally.win_cents, tally.handle_cents, hash(stakes), sum(tally.products.values()))
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = win_in_theory(tally, self.theories)
        return self._kept[key]

    # --- Rounds behind a figure ------------------------------------------------------------------------------

    def rounds(self, store: Reads, wanted: WantedRounds) -> FigureRounds:
        """The rounds behind a figure. Only their numbers are returned, which reveal nothing about money or cards."""
        self.books.catch_up(store)
        book = self.books.months if wanted.month else self.books.day.book
        if wanted.player:
            found = self.books.day.players[wanted.player].spans if wanted.player in self.books.day.players else {}
        else:
            found = spans_of(one for one in book.places(is_blind=False) if _fits(one[0], wanted))
        return FigureRounds(
            rounds=sum(last - first + 1 for spans in found.values() for first, last in spans),
            tables=tuple(TableRounds(table=table, spans=_pairs(spans)) for table, spans in found.items()),
        )


def _pairs(spans: Spans) -> tuple[tuple[int, int], ...]:
    return tuple((first, last) for first, last in spans)


def _fits(place: Place, wanted: WantedRounds) -> bool:
    asked = ((place.month, wanted.month), *((name_of(place), getattr(wanted, by)) for by, name_of in GROUPS.items()))
    return all(not name or name == own for own, name in asked)


def _total(places: Iterable[tuple[Place, Played]], name_of: Callable[[Place], str], name: str) -> PlayTally:
    return total_of(played.tally for place, played in places if name_of(place) == name)


def _far(against: AgainstTheory) -> Iterator[Far]:
    win, pushes = against.win, against.pushes_span
    if win is not None and win.standing == FAR:
        yield "win below" if against.win_cents < win.expected else "win above"
    if pushes is not None and pushes.standing == FAR and against.pushes < pushes.expected:
        yield "pushes below"


def _standing(value: float, limits: Limits) -> Standing:
    if value < limits.far_below or value > limits.far_above:
        return FAR
    return "outside 95 %" if value < limits.below or value > limits.above else "inside"


def _win_span(found: WinInTheory, cents: int) -> Span:
    return _span(float(found.expected_cents), found.deviation_cents, found.limits, found.position, cents)


def _push_span(found: PushesInTheory) -> Span:
    return _span(float(found.expected), float(found.variance) ** 0.5, found.limits, found.position, found.pushes)


def _span(expected: float, deviation: float, limits: Limits, position: float, value: float) -> Span:
    return Span(
        expected=expected,
        deviation=deviation,
        far_below=limits.far_below,
        below=limits.below,
        above=limits.above,
        far_above=limits.far_above,
        position=position,
        standing=_standing(value, limits),
    )
