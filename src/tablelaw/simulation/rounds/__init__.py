"""Plays a block of rounds of any game: deals by structure, decides by tables, reads hands, writes codes."""
