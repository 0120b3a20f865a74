"""Steps from one version of a floor's database to the next, run by `houserules.floor.store.migrate`."""
