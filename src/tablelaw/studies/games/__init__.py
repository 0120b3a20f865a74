"""How a study's players and tables become a simulation, with one module for each family of games."""
