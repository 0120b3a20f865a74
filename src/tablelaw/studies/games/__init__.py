"""Turns a study's players and tables into a simulation, with one module for each family of games."""
