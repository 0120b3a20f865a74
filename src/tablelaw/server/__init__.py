"""The floor in the browser: HTTP for orders and questions, WebSockets for live updates, and one function that decides
what each person sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.server.app import create_app as create_app
    from tablelaw.server.run import serve as serve
    from tablelaw.server.settings import Settings as Settings

__all__ = [
    "Settings",
    "create_app",
    "serve",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Settings": "settings",
        "create_app": "app",
        "serve": "run",
    },
)
