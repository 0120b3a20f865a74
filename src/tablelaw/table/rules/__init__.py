"""The rules of one table: everything the rulebook and the submission fix, derived once as frozen values."""

from __future__ import annotations

from tablelaw.table.rules.table_rules import TableRules, table_rules

__all__ = ["TableRules", "table_rules"]
