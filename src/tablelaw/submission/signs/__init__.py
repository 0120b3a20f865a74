"""The sign and the layout that a table must show, in every format."""
