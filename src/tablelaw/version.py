"""The version of this program, which sheets, reports and the log name."""

__version__ = "0.1.0"
