"""The solver for games with a shared board against a dealer."""
