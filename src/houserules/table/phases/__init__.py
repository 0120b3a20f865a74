"""What may happen at a table, phase by phase: handlers of commands, and what their events change."""
