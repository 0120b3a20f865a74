"""How a study's players and tables become a simulation, one module for each family of games."""
