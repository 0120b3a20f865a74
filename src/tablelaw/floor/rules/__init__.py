"""The rules a floor follows: those its tables were installed under, choices that lapse, and the law that governs."""
