"""The law over time: editions, lapsed rules, and the history of a paragraph."""
