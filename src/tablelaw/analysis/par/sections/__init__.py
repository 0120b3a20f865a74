"""The sections of a PAR sheet: their order and wording."""
