"""A simulated card-reading shoe: enters a card at its table whenever one is due, until a round is over.

    python shoe.py --token-file shoe.token --table UTH-1 --cards "As Kd 2c ..."

It knows only what anyone at the table sees. The table decides where each card goes, and who is dealt next.
"""

from __future__ import annotations

import random
import sys
import uuid
from collections.abc import Iterator

from device import Device, Refused, device_of, options

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
LATER = ("chips-not-counted", "nothing-to-deal", "out-of-order")
"""Refusals after which the shoe waits for the next event and tries the same card again."""


def cards_of(text: str) -> Iterator[str]:
    """The cards in the order in which they leave the shoe: those given first, then the others, shuffled."""
    given = text.split()
    rest = [card for card in PACK if card not in given]
    random.shuffle(rest)
    yield from [*given, *rest]


class Shoe:
    def __init__(self, device: Device, table: str, cards: Iterator[str]) -> None:
        self._device, self._table, self._cards = device, table, cards
        self._next, self._id = next(cards), uuid.uuid4().hex

    def run(self) -> None:
        """Enters cards whenever something has happened at the table, until a round has been cleared."""
        for message in self._device.feed():
            self.enter_due_cards()
            if any(event["type"] == "RoundCleared" for event in message.data.get("events", ())):
                return

    def enter_due_cards(self) -> None:
        while self._device.view(self._table)["next"]["place"]:
            try:
                done = self._device.order(self._table, self._id, {"type": "EnterCard", "card": self._next})
            except Refused as refusal:
                if refusal.code in LATER:
                    return
                raise
            print(f"entry {done['seq']}: {self._next}", flush=True)
            self._next, self._id = next(self._cards), uuid.uuid4().hex


def main() -> int:
    parser = options("A simulated card-reading shoe.")
    parser.add_argument("--table", required=True, help="the table the shoe is at")
    parser.add_argument("--cards", default="", help="the first cards to leave the shoe, for example 'As Kd'")
    given = parser.parse_args()
    try:
        Shoe(device_of(given), given.table, cards_of(given.cards)).run()
    except Refused as refusal:
        print(f"refused: {refusal}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
