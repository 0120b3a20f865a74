"""An auditor who sees the orders a floor accepted and the cards that were dealt, and computes the rest independently.

It computes what every account, tray, drop box, meter, reserve and hand-pay must hold from the commands alone: who bet
what, who decided what, which irregularity was reported, and who was settled, validated and documented in which order.
It never reads the ledger, the transfers, the meter changes or the money in the events, because they are what it audits.

It shares with the rest of the program the law (`law`, `rulebooks`: rows, paytables, `Rulebook.settle` for the verdict
on a hand), `cards` (rankings), `submission` (the operator's choices) and `amounts` (the size of a meter's unit). It
shares nothing with `floor`, `table` or `cage`: commands arrive as words and numbers, so that not even their classes are
known here. This package works out by itself where a card goes, which wager a decision places, when a share waits for a
floorperson, what a void undoes, what a wager adds to a meter and what pays for it; `tests/gaming_day/test_auditor.py`
enforces this.
"""
