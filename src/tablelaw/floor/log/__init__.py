"""The log: entries, their formats and names, signed heads, and exports."""
