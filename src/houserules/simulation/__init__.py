"""Simulation: rounds by the hundred million under a chosen play, counted exactly and reproducible from one seed."""
