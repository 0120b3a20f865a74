"""Stand-alone verifier of a Tablelaw log: rebuilds every hand, payout, meter and balance from an exported log alone.

    python verifier.py LOG [--head FILE]... [--key HEX] [--json]
    python verifier.py --not-checked

It uses the standard library only and imports nothing from Tablelaw: it was written from the regulations and from the
format of the log, so that a fault in the engine is not also a fault in its auditor. It checks, in this order:

 1. Proofs: the leaf of every entry, the Merkle root, the Ed25519 signature of the head, heads kept elsewhere.
 2. Form: every entry in its one form, no key twice, no unknown field at any level; numbers, ids and times in order.
 3. Orders: each given by somebody who may give it, its events the ones it leads to, gaming days one after the other.
 4. Tables: the terms in force are those of the Rules Submission, and the regulation permits them.
 5. Rounds: the commitment to every shuffled deck, no card twice, each card to the place the dealing procedure names,
    decisions in turn and their amounts, each line of each seat in the order of settlement, bonuses, payout limit, and
    which wagers are returned and which are settled when an irregularity voids a round.
 6. Meters: contributions, wins, divided shares, reseeds, reserve, adjustments.
 7. Ledger: what the transfers must have been, each with its code, accounts, sum and paragraph; corrections, which
    never move back more than was moved; balances; the trial balance, which must be 0.

The first difference is named with entry, table, round, seat, wager, what was expected, what was found, and the
paragraph. What no program can find in a log alone is listed at the end of every report; `--not-checked` lists that and
what this verifier leaves to others. Exit code: 0 everything agrees, 1 a difference, 2 the log cannot be read or the
call is wrong, 141 the output was closed before the report ended.

Where a text leaves a doubt, the reading in force is taken from the log (`TableInstalled.terms.readings`).
Amounts are cents; meter units are ten-thousandths of a cent.
"""

from __future__ import annotations

from tablelaw_verifier.not_checked import LEFT_TO_OTHERS, NOT_TO_BE_FOUND
from tablelaw_verifier.report import Report, report_text
from tablelaw_verifier.trust.differences import Different, Unreadable
from tablelaw_verifier.whole_log import verify

__all__ = ["LEFT_TO_OTHERS", "NOT_TO_BE_FOUND", "Different", "Report", "Unreadable", "report_text", "verify"]
