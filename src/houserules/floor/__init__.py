"""A running property: commands in; events, transfers and meter changes out, in one durable transaction."""
