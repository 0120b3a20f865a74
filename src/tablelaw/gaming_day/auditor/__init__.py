"""An auditor who sees the orders a floor accepted and the cards that were dealt, and computes the rest
independently.

What every account, tray, drop box, meter, reserve and hand-pay must hold is computed here from the commands: who bet
what, who decided what, which irregularity was reported, who was settled, validated and documented, in which order.
The ledger, the transfers, the meter changes and the money in the events are never read, because they are what is
audited.

Shared with the rest: the law (`law`, `rulebooks`: rows, paytables, `Rulebook.settle` for the verdict on a hand),
`cards` (rankings), `submission` (the operator's choices) and `amounts` (the size of a meter's unit). Not shared:
`floor`, `table`, `cage`. Commands arrive as words and numbers, so that not even their classes are known here. This
package works out by itself where a card goes, which wager a decision places, when a share waits for a floorperson,
what a void undoes, what a wager adds to a meter and what pays for it; `tests/gaming_day/test_auditor.py` enforces
this.
"""
