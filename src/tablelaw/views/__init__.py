"""What one person may see of a table, for the server and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.views.messages import WireTable as WireTable
    from tablelaw.views.table_view import view as view

__all__ = [
    "WireTable",
    "view",
]

__getattr__ = lazy_names(
    __name__,
    {
        "WireTable": "messages",
        "view": "table_view",
    },
)
