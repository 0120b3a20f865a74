"""The law over time: editions, what has lapsed, and the history of a paragraph."""
