"""What may happen at a table, phase by phase: the handlers of commands, and how their events change the state."""
