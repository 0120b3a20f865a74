"""Measures how fast each part is, compared with a target and with other programs. Run `make bench` or `python -m
bench`.
"""
