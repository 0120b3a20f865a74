"""Migrations from one version of a floor's database to the next, run by `tablelaw.floor.store.migrate`."""
