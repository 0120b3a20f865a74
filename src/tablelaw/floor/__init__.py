"""A running property. Each order produces events, transfers and meter changes, written in one durable transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.floor.audit.property_audit import audit_floor as audit_floor
    from tablelaw.floor.log.export import export_log as export_log
    from tablelaw.floor.orders import Order as Order
    from tablelaw.floor.refusals import FloorRefused as FloorRefused
    from tablelaw.floor.service import FloorService as FloorService
    from tablelaw.floor.store.api import Store as Store
    from tablelaw.floor.store.api import open_store as open_store

__all__ = [
    "FloorRefused",
    "FloorService",
    "Order",
    "Store",
    "audit_floor",
    "export_log",
    "open_store",
]

__getattr__ = lazy_names(
    __name__,
    {
        "FloorRefused": "refusals",
        "FloorService": "service",
        "Order": "orders",
        "Store": "store.api",
        "audit_floor": "audit.property_audit",
        "export_log": "log.export",
        "open_store": "store.api",
    },
)
