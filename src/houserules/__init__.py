"""Regulated hold 'em house games as executable law."""

__version__ = "0.1.0"
