"""Where a floor is stored: SQLite and PostgreSQL, with their schema and its versions."""
