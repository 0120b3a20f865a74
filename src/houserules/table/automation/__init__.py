"""A dealer and players who act by themselves."""
