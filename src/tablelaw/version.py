"""The version of this program, as it appears on sheets, in reports and in the log."""

__version__ = "0.1.0"
