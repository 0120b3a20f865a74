"""The demo property: its tables, pace and guests."""
