"""The facts of TITAN, from data files: characters, mustering tables, terrains, markers, the rule digest."""
