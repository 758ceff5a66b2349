"""Setup and a player's turn on the Masterboard: splits, moves, teleports, musters."""
