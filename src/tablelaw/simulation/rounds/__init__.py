"""How a block of rounds is played, whatever the game: deal by structure, decide by tables, read hands, write codes."""
