"""Where a floor is kept: SQLite and PostgreSQL, their schema and its versions."""
