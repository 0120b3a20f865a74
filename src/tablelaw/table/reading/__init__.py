"""What people read about a table: checklists, duties, sentences, replays and settlement reports."""
