"""The watch for seen cards in this process, with values that are quick to find and depend on the hidden card."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.watch.spots import Spot, Valuer, Worths
from tablelaw.cards import PACK, Card
from tablelaw.floor.store.api import Store
from tablelaw.law.rulebook import Terms
from tablelaw.server.workers import theory
from tablelaw.server.workers.client import WorkerClient

ACTIONS = tuple(Done(name) for name in ("check", "bet", "fold", "pull"))
WORTHS = np.array([[(card * (n + 2)) % 5 for card in PACK] for n in range(len(ACTIONS))], np.float64)


class QuickValuer(Valuer):
    """The best action for each hidden card is made up, so that decisions in any game say something about it."""

    def __init__(self, terms: Terms, information: Information, tell: Told | None = None) -> None:
        pass

    def worths(self, cards: Sequence[Card], spot: Spot) -> Worths:
        return Worths(ACTIONS, np.zeros(len(ACTIONS)), WORTHS)


class SlowValuer(QuickValuer):
    """The same, except that it must be prepared first."""

    is_ready = False

    @property
    def is_prepared(self) -> bool:
        return self.is_ready

    def prepare(self) -> None:
        self.is_ready = True


class WatchHere(WorkerClient):
    """The theory worker, called in this process for what it is asked about the watch."""

    def __init__(self, store: Store) -> None:
        super().__init__(theory.__name__)
        self._answer = theory.answers_from(lambda: store)

    async def answered(self, question: msgspec.Struct, by: str) -> bytes:
        assert isinstance(question, theory.FollowWatch | theory.PrepareWatch)
        return self._answer(question, lambda said: None)[0]
