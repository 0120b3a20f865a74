"""Slow questions, answered by threads and processes of their own."""
