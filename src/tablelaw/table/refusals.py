"""Refusals at a table, each with a code and, where there is one, the paragraph it rests on."""

from __future__ import annotations

from typing import NamedTuple

from tablelaw.errors import Params, TablelawError

REFUSALS = {
    # Who
    "wrong-role": "this person may not give the command",
    "same-person": "the check must be made by somebody else",
    # Decks and devices
    "no-decks": "there are no decks at the table",
    "decks-at-the-table": "the table already has decks",
    "wrong-number-of-decks": "the number of decks is not that of the submission",
    "same-back-colour": "the two decks have the same back colour",
    "out-of-order": "another step of the procedure comes first",
    "no-first-player": "the cards are spread only once the first player arrives",
    "wrong-shuffle": "the cards are shuffled another way here",
    "not-52-cards": "a deck is 52 different cards",
    "no-cut-due": "no cut is due",
    "cut-too-shallow": "the cut is not within the permitted depth",
    "recut-not-now": "a recut is ordered only between the cut and the first card",
    "deck-not-ready": "the deck is not shuffled and cut yet",
    "deck-change-due": "the decks are due to be changed",
    "no-such-method": "the regulation has no such dealing procedure",
    "method-in-use": "the cards are already dealt that way",
    "device-not-marked": "the device must be covered, marked or removed first",
    "device-missing": "the dealing procedure needs a device that is not in use",
    "no-such-device": "the table has no such device in that state",
    # Seats and wagers
    "round-in-progress": "this is not possible while a round is in progress",
    "no-round": "no round is in progress",
    "no-such-seat": "the table has no such betting position",
    "seat-taken": "the position is taken",
    "seat-empty": "nobody sits there",
    "too-many-positions": "the player would have too many positions",
    "not-adjacent": "the positions of one player must be adjacent",
    "bets-closed": 'the dealer has announced "no more bets"',
    "unknown-wager": "the regulation has no such wager",
    "wager-not-offered": "the submission does not offer this wager",
    "not-placed-now": "this wager is placed at a decision",
    "bonus-not-staked": "a bonus cannot be wagered on separately",
    "amount-not-permitted": "only certain sums are permitted",
    "below-minimum": "the wager is below the table minimum",
    "above-maximum": "the wager is above the table maximum",
    "not-equal": "the wager must equal another",
    "wager-missing": "another wager must be placed first",
    "wager-twice": "the wager is already placed",
    "no-wagers": "nobody has placed a wager",
    "chips-not-counted": "the progressive chips are not counted yet",
    "chips-do-not-match": "the chips do not equal the wagers accepted",
    "no-chips-to-count": "there are no progressive chips to count",
    # Cards and decisions
    "nothing-to-deal": "no card is due now",
    "cards-are-real": "cards are entered as they leave the shoe",
    "cards-are-virtual": "the system deals the cards",
    "impossible-card": "this card cannot be dealt now",
    "no-card-to-take-back": "no card can be taken back now",
    "no-decision-due": "no decision is due now",
    "not-your-turn": "it is another player's turn",
    "action-not-permitted": "this is not one of the choices at this stage",
    "raise-not-permitted": "this stage and hand do not permit that amount",
    "wrong-discard": "the rules do not permit this discard",
    "nothing-to-turn-up": "the dealer's cards are not due to be turned up",
    # Settlement
    "not-settling": "no seat is due to be settled",
    "stub-count-due": "the stub must be counted in this round first",
    "no-stub-to-count": "there is no stub to count now",
    "stub-count-wrong": "the wrong stub count must be resolved first",
    "nothing-to-validate": "no such payout is waiting for validation",
    "validation-due": "a payout is waiting for a floorperson's validation",
    "documents-due": "the cards stay until the documents are complete",
    "no-documents-due": "no documents are due for this seat",
    "not-cleared-yet": "wagers are still to be settled",
    "no-meter": "the table has no such meter",
    "nothing-drawn-here": "the submission offers no such drawn bonus",
    "impossible-draw": "the table game system cannot draw that",
    # Irregularities
    "unknown-slip": "the regulation has no such irregularity",
    "slip-not-now": "this irregularity cannot happen now",
    "slip-needs-seat": "the irregularity concerns one seat",
    "round-is-void": "the round is already void",
}


NO_PARAGRAPH = {
    "wrong-role": "the text does not say who reports it to the table",
    "no-such-method": "the text has no other procedure",
    "method-in-use": "nothing would change",
    "seat-taken": "this program allows one player at each position",
    "seat-empty": "this program allows one player at each position",
    "unknown-wager": "the text has no such wager",
    "below-minimum": "the operator's own limit, from the Rules Submission",
    "above-maximum": "the operator's own limit, from the Rules Submission",
    "wager-twice": "one stake on each wager is a rule of this program",
    "wager-missing": "a wager that was not placed cannot be withdrawn",
    "no-decision-due": "the hand is over, or decisions have not begun",
    "cards-are-real": "whether cards are real or virtual depends on the table, not on the text",
    "cards-are-virtual": "whether cards are real or virtual depends on the table, not on the text",
    "nothing-to-validate": "the text requires no floorperson here",
    "no-meter": "the table has no meter",
    "nothing-drawn-here": "the text, or the submission, has no drawn bonus",
    "unknown-slip": "the text has no such irregularity, and no reading adds one",
}
"""Why a refusal has no paragraph. Every refusal not listed here cites a paragraph if the regulation has one."""
SILENT = "this regulation does not mention it"


class Openly(NamedTuple):
    """The part of a refusal that may be shown to people who cannot see the cards it depends on."""

    cite: str
    accepted: str


class Refused(TablelawError):
    """A command was refused, and the state is unchanged. `cite` is the paragraph, if there is one.

    If a refusal depends on cards, only the player who holds them receives all of it. Everyone else receives `openly`,
    which must not depend on the cards.
    """

    def __init__(
        self,
        name: str,
        *,
        why: str = "",
        cite: str = "",
        accepted: str = "",
        typed: str = "",
        where: str = "",
        openly: Openly | None = None,
        params: Params | None = None,
    ) -> None:
        self.name = name
        self.cite = cite
        self.reason = why
        self.openly = openly
        self.params = {**(params or {}), **({"reason": why} if why else {})}
        self.no_paragraph = NO_PARAGRAPH.get(name, SILENT)
        told = f"{why} ({self.law})" if why else self.law
        super().__init__(REFUSALS[name], where=where, why=told, accepted=accepted, typed=typed)

    @property
    def code(self) -> str:
        return self.name

    def at(self, where: str) -> Refused:
        """A copy of the refusal that adds where it occurred."""
        return Refused(
            self.name,
            why=self.reason,
            cite=self.cite,
            accepted=self.in_words,
            typed=self.typed,
            where=where,
            openly=self.openly,
            params=self.params,
        )

    def public(self) -> Refused:
        """A copy of the refusal without anything that depends on cards the recipient may not see."""
        if self.openly is None:
            return self
        cite, accepted = self.openly
        return Refused(self.name, why=self.reason, cite=cite, accepted=accepted, where=self.where)
