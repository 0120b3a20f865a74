"""What may happen at a table, phase by phase: the command handlers, and how their events change the state."""
