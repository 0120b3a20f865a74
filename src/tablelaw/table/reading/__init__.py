"""What people read of a table: checklists, duties, sentences, replays and settlement reports."""
