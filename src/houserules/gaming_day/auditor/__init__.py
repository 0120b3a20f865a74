"""An auditor who sees the orders a floor accepted and the cards that were dealt, and works out the rest alone.

What every account, tray, drop box, meter, reserve and hand-pay must hold is reckoned here from the commands: who bet
what, who decided what, what slip was reported, who was settled, validated and documented, in which order. The ledger,
the transfers, the meter changes and the money in the events are never read; they are what is audited.

Shared with the rest: the law (`law`, `rulebooks`: rows, paytables, `Rulebook.settle` for the verdict on a hand),
`cards` (rankings), `submission` (what the operator chose) and `amounts` (the size of a meter's unit). Not shared:
`floor`, `table`, `cage`. Commands come in as words and numbers, so that not even their classes are known here; where a
card goes, which wager a decision places, when a share waits for a floorperson, what a void undoes, what a wager adds to
a meter and what a cent is paid from are worked out in this package; `tests/gaming_day/test_auditor.py` holds it so.
"""
