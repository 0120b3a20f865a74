"""The law in time: editions, what has lapsed, and the history of a paragraph."""
