"""The deals of an exercise: practice cards of a game, and which of them a player may have seen at each decision."""

from __future__ import annotations

from dataclasses import dataclass

from tablelaw.analysis.protection.information import (
    COMMUNITY,
    DEALER,
    OUT_OF_PLAY,
    BadInformation,
    Information,
    SeenCards,
    first_card,
)
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.simulated_exposure import out_of_play
from tablelaw.cards import Card, Deck
from tablelaw.chance import Chance
from tablelaw.law.structure import Structure


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one round of a player against the house; `others` are seen cards that are out of play."""

    own: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    turned_up: tuple[Card, ...]
    """The dealer's cards that are face up from the start; `dealer` contains them too."""
    others: tuple[Card, ...]

    def known(self, information: Information, open_cards: int) -> Known:
        """What a player who sees these items knows when this many community cards are turned up."""
        hidden = self.dealer[len(self.turned_up) :]
        seen = information.at(DEALER)
        board = {
            card for item in information.items if item.place not in (DEALER, *OUT_OF_PLAY) for card in self._of(item)
        }
        return Known(
            dealer=hidden[: seen.count] if seen is not None else (),
            board=tuple(card for card in self.board[open_cards:] if card in board),
            out=self.others,
        )

    def _of(self, item: SeenCards) -> tuple[Card, ...]:
        """The community cards that an item is about."""
        first = first_card(item) - 1
        return self.board[first : first + (1 if item.place == COMMUNITY else item.count)]

    def seen(self, information: Information) -> tuple[Card, ...]:
        """Every card that may have been seen."""
        known = self.known(information, 0)
        return (*known.dealer, *known.board, *known.out)


def deal_round(structure: Structure, information: Information, chance: Chance) -> Deal:
    """Deals one round; of several hidden cards, the first ones count as seen, since all orders are equally likely."""
    cards = iter(Deck.new().shuffled(chance).cards)
    own, board, dealer, others = (
        tuple(next(cards) for _ in range(count))
        for count in (
            structure.own,
            sum(structure.board),
            structure.dealer,
            out_of_play(information, structure.own),
        )
    )
    return Deal(own, board, dealer, dealer[: structure.dealer_up], others)


def require_faces(information: Information) -> None:
    """Refuses an exercise about no cards, about groups of ranks, or about cards that are known only later."""
    accepted = "cards whose faces are known from the first decision on, such as dealer:1"
    if not information.items:
        raise BadInformation("no card is seen", where="exercise", accepted=accepted)
    for item in information.items:
        if item.group or item.since > 1:
            raise BadInformation("an exercise shows the seen cards", where=item.text, accepted=accepted)
