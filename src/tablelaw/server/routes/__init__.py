"""Routes, one module for each role or subject."""
