"""What comes between a request and its handler: connections, limits, permissions, routing, pages."""
