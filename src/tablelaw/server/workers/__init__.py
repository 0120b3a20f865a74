"""Slow questions, answered by separate threads and processes."""
