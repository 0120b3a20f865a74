"""Progressive meters: their state, their changes and the transfers these cause."""
