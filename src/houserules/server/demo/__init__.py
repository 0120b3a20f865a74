"""The demo property: its tables, its pace, its guests."""
