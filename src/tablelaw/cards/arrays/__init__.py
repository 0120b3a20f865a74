"""Hands by the million: compiled kernels, their lookup tables, and how kernels are compiled and cached."""
