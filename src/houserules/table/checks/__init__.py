"""Whether a table's state or log can be believed."""
