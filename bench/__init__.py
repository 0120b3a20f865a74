"""How fast the parts are, beside what is wanted and what others do. Run with `make bench` or `python -m bench`."""
