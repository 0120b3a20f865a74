"""The floor in the browser: HTTP for orders and questions, WebSockets for what happens, one view of a table."""
