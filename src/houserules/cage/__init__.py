"""Money: a double-entry ledger in integer cents, progressive meters, wagering accounts. No input or output."""
