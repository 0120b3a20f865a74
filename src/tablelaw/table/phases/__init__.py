"""What may happen at a table, phase by phase: the handlers of commands, and the state changes of their events."""
