"""Setting up, splitting, moving, teleporting, mustering: a player's turn on the Masterboard."""
