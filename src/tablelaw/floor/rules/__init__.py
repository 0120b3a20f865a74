"""The rules a floor follows: the rules its tables were installed under, choices that lapse, and the governing law."""
