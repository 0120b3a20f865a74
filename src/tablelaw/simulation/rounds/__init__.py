"""How a block of rounds is played, whatever the game: deals by structure, decides by tables, reads hands, writes
codes.
"""
