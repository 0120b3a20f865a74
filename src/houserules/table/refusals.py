"""Refusals at a table: each has a name of its own, and the paragraph it rests on where there is one."""

from __future__ import annotations

from typing import NamedTuple

from houserules.errors import HouserulesError

REFUSALS = {
    # Who
    "wrong-role": "the command is not this person's to give",
    "same-person": "the check must be made by somebody else",
    # Decks and devices
    "no-decks": "there are no decks at the table",
    "decks-at-the-table": "the table has decks already",
    "wrong-number-of-decks": "not the number of decks the submission says",
    "same-back-colour": "two decks with the same back colour",
    "out-of-order": "another step of the procedure comes first",
    "no-first-player": "the cards wait for the first player to arrive",
    "wrong-shuffle": "the cards are shuffled another way here",
    "not-52-cards": "a deck is 52 different cards",
    "no-cut-due": "no cut is due",
    "cut-too-shallow": "the cut is not within the permitted depth",
    "recut-not-now": "a recut is ordered only between the cut and the first card",
    "deck-not-ready": "the deck is not shuffled and cut yet",
    "deck-change-due": "the decks are due to be changed",
    "no-such-method": "the regulation has no such dealing procedure",
    "method-in-use": "the cards are dealt that way already",
    "device-not-marked": "the device must be covered, marked or removed first",
    "device-missing": "the dealing procedure needs a device that is not in use",
    "no-such-device": "the table has no such device in that state",
    # Seats and wagers
    "round-in-progress": "not while a round is in progress",
    "no-round": "no round is in progress",
    "no-such-seat": "the table has no such betting position",
    "seat-taken": "the position is taken",
    "seat-empty": "nobody sits there",
    "too-many-positions": "a player may not wager on so many positions",
    "not-adjacent": "the positions of one player must be adjacent",
    "bets-closed": "no more bets have been announced",
    "unknown-wager": "the regulation knows no such wager",
    "wager-not-offered": "the submission does not offer this wager",
    "not-placed-now": "this wager is placed at a decision",
    "bonus-not-staked": "a bonus is not wagered on by itself",
    "amount-not-permitted": "only certain sums are taken",
    "below-minimum": "the wager is below the table minimum",
    "above-maximum": "the wager is above the table maximum",
    "not-equal": "the wager must equal another",
    "wager-missing": "another wager must be placed first",
    "wager-twice": "the wager is placed already",
    "no-wagers": "nobody has placed a wager",
    "chips-not-counted": "the progressive chips are not counted yet",
    "chips-do-not-match": "the chips do not equal the wagers accepted",
    "no-chips-to-count": "no progressive chips wait to be counted",
    # Cards and decisions
    "nothing-to-deal": "no card is due now",
    "cards-are-real": "cards are entered as they leave the shoe",
    "cards-are-virtual": "the system deals the cards",
    "impossible-card": "that card cannot be the one",
    "no-decision-due": "no decision is due now",
    "not-your-turn": "another player is asked first",
    "action-not-permitted": "not one of the choices at this stage",
    "raise-not-permitted": "not an amount this stage and hand permit",
    "wrong-discard": "not a discard the rules permit",
    "nothing-to-turn-up": "the dealer's cards are not due to be turned up",
    # Settlement
    "not-settling": "no seat is due to be settled",
    "stub-count-due": "the stub must be counted in this round first",
    "no-stub-to-count": "there is no stub to count now",
    "stub-count-wrong": "the wrong stub count must be resolved first",
    "nothing-to-validate": "no such payout waits for validation",
    "validation-due": "a payout waits for a floorperson's validation",
    "documents-due": "the cards stay until the documents are complete",
    "no-documents-due": "no documents are due for this seat",
    "not-cleared-yet": "wagers are still to be settled",
    "no-meter": "the table has no such meter",
    "nothing-drawn-here": "the submission offers no such drawn bonus",
    "impossible-draw": "the table game system cannot draw that",
    # Irregularities
    "unknown-slip": "the regulation knows no such irregularity",
    "slip-not-now": "this irregularity cannot happen now",
    "slip-needs-seat": "the irregularity concerns one seat",
    "round-is-void": "the round is void already",
}


NO_PARAGRAPH = {
    "wrong-role": "the text leaves open who tells the table of it",
    "no-such-method": "the text has no other procedure",
    "method-in-use": "nothing would change",
    "seat-taken": "one player to a position is how a table is kept",
    "seat-empty": "one player to a position is how a table is kept",
    "unknown-wager": "the text has no such wager",
    "below-minimum": "the operator's own limit, from the Rules Submission",
    "above-maximum": "the operator's own limit, from the Rules Submission",
    "wager-twice": "one stake to a wager is how a table is kept",
    "wager-missing": "what is not there cannot be taken back",
    "no-decision-due": "the hand has ended, or nobody is asked yet",
    "cards-are-real": "whether cards are real or virtual is the table's own",
    "cards-are-virtual": "whether cards are real or virtual is the table's own",
    "nothing-to-validate": "the text asks for no floorperson here",
    "no-meter": "the table has no meter",
    "nothing-drawn-here": "the text, or the submission, has no drawn bonus",
    "unknown-slip": "the text has no such irregularity, and the register no reading of one",
}
"""Why a refusal without a paragraph has none; any other rests on one wherever the regulation has it."""
SILENT = "this regulation does not speak of it"


class Openly(NamedTuple):
    """What of a refusal may be told to people who do not see the cards it rests on."""

    cite: str
    accepted: str


class Refused(HouserulesError):
    """A command that is not carried out; the state is unchanged. `cite` is the paragraph, where there is one.

    A refusal that rests on cards is told in full only to the player who holds them: `openly` is what everybody else
    is told instead. It must be the same whatever the cards are.
    """

    def __init__(
        self,
        name: str,
        *,
        why: str = "",
        cite: str = "",
        accepted: str = "",
        where: str = "",
        openly: Openly | None = None,
    ) -> None:
        self.name = name
        self.cite = cite
        self.reason = why
        self.openly = openly
        self.no_paragraph = NO_PARAGRAPH.get(name, SILENT)
        super().__init__(REFUSALS[name], where=where, why=f"{why} ({self.law})" if why else self.law, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name

    def at(self, where: str) -> Refused:
        """The same refusal, with the place it was met at."""
        return Refused(
            self.name, why=self.reason, cite=self.cite, accepted=self.accepted, where=where, openly=self.openly
        )

    def public(self) -> Refused:
        """The same refusal without anything that rests on cards the receiver may not see."""
        if self.openly is None:
            return self
        cite, accepted = self.openly
        return Refused(self.name, why=self.reason, cite=cite, accepted=accepted, where=self.where)
