"""What stands between a stranger and an answer: connections, limits, permissions, routing, pages."""
