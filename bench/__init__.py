"""How fast the table is, measured beside what others use. Run with `make bench` or `python -m bench`."""
