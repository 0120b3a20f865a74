"""Evaluates millions of hands: compiled kernels, their lookup tables, and how kernels are compiled and cached."""
