"""The one-line text forms of commands, events and values, both ways."""
