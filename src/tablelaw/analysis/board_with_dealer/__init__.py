"""The solver of games with a shared board against a dealer."""
