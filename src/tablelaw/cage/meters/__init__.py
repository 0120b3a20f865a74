"""Progressive meters: their state, their steps and the transfers they cause."""
