"""The rules of one table: what rulebook and submission fix, derived once as frozen values."""

from __future__ import annotations

from tablelaw.table.rules.table_rules import TableRules, table_rules

__all__ = ["TableRules", "table_rules"]
