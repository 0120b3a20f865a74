"""Writes parts of a floor in the formats of other programs: beancount, CSV, Parquet and PHH (docs/exchange.md)."""
