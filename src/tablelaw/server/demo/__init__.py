"""The demo property: its tables, house dealer and guests."""
