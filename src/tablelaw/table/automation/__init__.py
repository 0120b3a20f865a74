"""A dealer and players who act automatically."""
