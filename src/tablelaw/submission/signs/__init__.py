"""The sign and layout that a table must show, in every format."""
