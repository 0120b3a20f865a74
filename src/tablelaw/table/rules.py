"""The rules of one table: what rulebook and submission fix, worked out once."""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.law.cite import Cite
from tablelaw.law.rows import Choice, Dealing, Duty, Effect, Flow, Irregularity, Settle, Stage, Wager
from tablelaw.law.values import Cites
from tablelaw.submission.submission import Submission
from tablelaw.table.state import Slot
from tablelaw.table.verdicts import Verdicts

POSITIONS = "positions-per-player"


class TableRules:
    """What a table needs from the rulebook and the submission; at a `physical` one real cards are entered."""

    def __init__(self, submission: Submission, physical: bool = False) -> None:
        self.physical = physical
        self.fixes_shares = self.confirms_stub = True
        self.submission = submission
        self.book = book = submission.book
        self.terms = terms = submission.terms
        self.verdicts = Verdicts(book, terms)
        self.seats = submission.seats
        self.deck_size = int(book.fact("deck"))
        self.cut_at_least = int(book.fact("cut-at-least"))
        self.meters = {meter.id: meter for meter in submission.meters}
        self.irregularities: dict[str, Irregularity] = {
            irregularity.id: irregularity for irregularity in book.irregularities
        }
        self.effects: dict[str, dict[str, Effect]] = {
            irregularity.id: {wager.id: book.effect_on(irregularity, wager.id, terms) for wager in book.wagers}
            for irregularity in book.irregularities
        }
        """What each irregularity does to each wager."""
        self.duties: dict[str, Duty] = {duty.id: duty for duty in book.duties}
        self._sections = {method.id: method.cite.first.section for method in book.dealing}
        self._duty_cites = {
            (duty.id, method): str(self._under(method, own))
            for duty, own in ((duty, terms.own(duty.cite)) for duty in book.duties)
            for method in self._sections
        }
        self.deck_hours = {
            method: (duty.every_hours, self.cite(duty.cite))
            for duty in book.duties
            if duty.every_hours
            for method in duty.methods
        }
        """How long decks may be used under each dealing procedure, and the paragraph that says so."""
        self.stages: dict[str, Stage] = {stage.id: stage for stage in book.stages}
        self._choices = {s.id: tuple(c for c in s.choices if terms.holds(c.when)) for s in book.stages}
        self._choice_cites = {id(c): self.cite(c.cite) for s in book.stages for c in s.choices}
        self._plan_wagers()
        self._plan_cards()

    def _plan_wagers(self) -> None:
        """The wagers, what a fold does to them, and the order of their settlement."""
        book, offered = self.book, self.terms.offered
        self.wagers: dict[str, Wager] = {wager.id: wager for wager in book.wagers}
        self.wager_cites = {wager.id: self.cite(wager.cite) for wager in book.wagers}
        self.opening = tuple(wager for wager in book.wagers if wager.kind == "opening")
        self.base = self.opening[0].id
        """The wager of which decision wagers are multiples."""
        self.equals = {wager.id: tuple(o.id for o in self.opening if are_equal(wager, o)) for wager in book.wagers}
        self.bonuses = tuple(w for w in book.wagers if w.kind == "bonus" and w.id in offered)
        self.device_wagers = frozenset(w.id for w in book.wagers if w.medium == "progressive device")
        self.collected_on_fold = frozenset(
            wager.id for wager in book.wagers if book.fold_effect(wager, self.terms) == "collected"
        )
        self.settlement: tuple[Settle, ...] = book.settlement
        self.step_of = {wager: step for step in book.settlement for wager in step.wagers}
        floor = [duty for duty in book.duties if duty.who == "floorperson"]
        papers = [duty for duty in book.duties if duty.on == "meter share won"]
        self.validation_cites = {wager: _duty_of_step(step, floor) for wager, step in self.step_of.items()}
        """The paragraph that requires a floorperson for a wager's payout."""
        self.measure_cites = {wager: _measured(step) for wager, step in self.step_of.items()}
        """The paragraph by which a meter share is measured at the player's turn."""
        self.document_cites = {wager: _duty_of_step(step, papers) for wager, step in self.step_of.items()}
        """The paragraph by which cards stay on the table for a payout that does not come from the tray."""
        ordered = [(step, self.wagers[wager]) for step in book.settlement for wager in step.wagers]
        self.order = tuple((step, wager) for step, wager in ordered if wager.id in offered)
        self.place_in_order = {wager.id: place for place, (_, wager) in enumerate(self.order)}

    def _plan_cards(self) -> None:
        """The dealing procedures, the flow of a round, and which cards make which hand."""
        book = self.book
        self.dealing: dict[str, Dealing] = {method.id: method for method in book.dealing}
        self.face_down = frozenset(m.id for m in book.dealing if m.community == "revealed")
        """Procedures that deal the board face down at the start: it is turned up later, and nothing is burned."""
        self.stub_first = frozenset(m.id for m in book.dealing if m.stub == "after the initial cards")
        self.shoe_methods = frozenset(m for irregularity in book.irregularities for m in irregularity.methods)
        """Procedures that use an automated shoe, which can jam."""
        self.shoe_steps = {
            m.id: frozenset(n for n, step in enumerate(m.steps) if m.id in self.shoe_methods and not step.from_hand)
            for m in book.dealing
        }
        """The steps of each procedure whose cards the automated shoe dispenses."""
        self.flow: tuple[Flow, ...] = tuple(entry for entry in book.flow if self.terms.holds(entry.when))
        self.flow_cites = tuple(self.cite(entry.cite) for entry in self.flow)
        self.flow_slots = tuple(_flow_slots(entry) for entry in self.flow)
        self._settle_entry = next(n for n, entry in enumerate(self.flow) if entry.do == "settle")
        self.settle_cite = self.flow_cites[self._settle_entry]
        self.clear_cite = self.flow_cites[-1]
        self.decide_cite = self._first_cite("decide")
        self.turn_up_cite = self._first_cite("turn up dealer")
        self.method_cites = {method.id: self.cite(method.cite) for method in book.dealing}
        self.flop_size = sum(entry.cards for entry in self.flow if entry.to == "flop")
        self.board_size = sum(entry.cards for entry in self.flow if entry.do == "community")
        self.has_dealer = any(hand.id == "dealer" for hand in book.hands)
        self.rankings = {hand.id: book.ranking_of(hand.id, self.terms) for hand in book.hands}
        self.hand_places = {hand.id: hand.cards for hand in book.hands}
        sizes = {hand.id: self.rankings[hand.id].sizes[-1] for hand in book.hands}
        self.hand_sizes = sizes | {hand.id: 5 for hand in book.hands if "flop" in hand.cards}
        self._slots: dict[tuple[str, tuple[int, ...], frozenset[str]], tuple[Slot, ...]] = {}

    def _first_cite(self, act: str) -> str:
        """The paragraph of the first such step of the round; empty if the game has none."""
        return next((c for entry, c in zip(self.flow, self.flow_cites, strict=True) if entry.do == act), "")

    def cite(self, cites: Cites) -> str:
        """The deciding paragraph in the version of the game that is played."""
        return str(self.terms.own(cites).first)

    def cite_under(self, method: str, cites: Cites) -> Cite:
        """The paragraph in the dealing procedure's own section, if there is one, otherwise the first."""
        own = self.terms.own(cites)
        return next((cite for cite in own if cite.section == self._sections[method]), own.first)

    def _under(self, method: str, own: Cites) -> Cite:
        """The first paragraph that does not belong to another dealing procedure."""
        others = set(self._sections.values()) - {self._sections[method]}
        return next((cite for cite in own if cite.section not in others), own.first)

    def duty_cite(self, duty: str, method: str = "") -> str:
        """The paragraph of a duty, under the dealing procedure in use."""
        return self._duty_cites.get((duty, method or self.submission.dealing), "")

    def row_cite(self, row_id: str) -> str:
        """The paragraph of a fact or an option."""
        rows = (*self.book.facts, *self.book.options)
        return next((self.cite(row.cite) for row in rows if row.id == row_id), "")

    def validation_cite(self, wager: str) -> str:
        """The paragraph that requires a floorperson for a wager; empty if none does."""
        step = self.step_of.get(wager)
        return self.validation_cites[wager] if step is not None and step.validated_by else ""

    def settle_entry(self) -> int:
        """The position of the settlement in the flow."""
        return self._settle_entry

    def choices(self, stage: Stage) -> tuple[Choice, ...]:
        return self._choices[stage.id]

    def choice_cite(self, choice: Choice) -> str:
        return self._choice_cites[id(choice)]

    def initial_slots(self, method: str, seats: Iterable[int], wagered: Iterable[str]) -> tuple[Slot, ...]:
        """Every card of the initial deal in the order of the procedure."""
        asked = frozenset(step.only_if for step in self.dealing[method].steps)
        key = (method, tuple(seats), asked.intersection(wagered))
        if key not in self._slots:
            self._slots[key] = tuple(_initial_slots(self.dealing[method], key[1], key[2]))
        return self._slots[key]

    def limits(self, choice: Choice, base_cents: int) -> tuple[int, int]:
        """The least and the most a decision wager may be, in cents; equal if the multiple is fixed."""
        chosen = self.terms.reading(choice.reading) if choice.reading else ""
        if chosen in choice.by_reading:
            least, most = choice.by_reading[chosen]
            return max(least * base_cents, 1), most * base_cents
        if choice.up_to is not None:
            return base_cents, choice.up_to * base_cents
        return min(choice.times) * base_cents, max(choice.times) * base_cents


def are_equal(one: Wager, other: Wager) -> bool:
    """Whether two wagers must be of the same amount."""
    return other.id == one.equal_to or one.id == other.equal_to


def within(step: Settle, duty: Duty) -> list[Cite]:
    """The paragraphs of a duty that fall under those of a step of the settlement."""
    return [cite for cite in duty.cite if step.cite.first.contains(cite)]


def _duty_of_step(step: Settle, duties: Iterable[Duty]) -> str:
    return str(next((cite for duty in duties for cite in within(step, duty)), step.cite.first))


def _measured(step: Settle) -> str:
    return str(step.measured.first if step.measured is not None else step.cite.first)


def _initial_slots(method: Dealing, seats: tuple[int, ...], staked: frozenset[str]) -> list[Slot]:
    slots: list[Slot] = []
    for number, step in enumerate(method.steps):
        if step.only_if and step.only_if not in staked:
            continue
        players = [f"seat {seat}" for seat in seats]
        places = [place for to in step.to for place in (players if to == "players" else (to,))]
        cite = str(step.cite.first)
        slots += [Slot(place, step.face, cite, number) for place in places for _ in range(step.cards)] * step.times
    return slots


def _flow_slots(entry: Flow) -> tuple[Slot, ...]:
    """The cards of a burn, or of community cards dealt face up."""
    if entry.do not in ("burn", "community"):
        return ()
    place, face = ("burn", "down") if entry.do == "burn" else ("community", "up")
    return (Slot(place, face, str(entry.cite.first)),) * entry.cards
