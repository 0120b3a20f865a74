"""What an auditor asks: rounds seen again, proofs of the log, accounts, meters, and a copy of the log.

Cards that lay face down are shown only after their round, and every such look is an entry of the log before anything
is shown. Of entries since the first of a round under way nothing is told at all, not even a hash.
"""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from fastapi import Response
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from houserules.cage.accounts import kind_of
from houserules.floor import orders
from houserules.floor.inspection import settled_size, sign_settled
from houserules.floor.orders import FloorCommand, Order
from houserules.floor.signed_heads import identity_of, stored_heads
from houserules.proofs import heads
from houserules.proofs.heads import SignedHead
from houserules.server.audit_wire import (
    AccountStatement,
    AuditAll,
    Audited,
    EntryPlace,
    Exported,
    FindRounds,
    FoundRounds,
    Growth,
    Looks,
    SeeDay,
    SeeEntry,
    SeeGrowth,
    SeeLooks,
    SeeRoot,
    SeeRound,
    SeeStatement,
    WriteExport,
)
from houserules.server.house import House
from houserules.server.refusals import ServerRefused
from houserules.server.round_replay import Replay
from houserules.server.round_search import Wanted
from houserules.server.routes_analysis import Slip, slip_of
from houserules.server.routing import Ask, route
from houserules.server.wire import Wire
