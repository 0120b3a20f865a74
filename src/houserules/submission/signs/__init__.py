"""The sign and the layout a table must show, in every form."""
