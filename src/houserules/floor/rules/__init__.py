"""The rules a floor goes by: those its tables were installed under, what lapses, which law governs."""
