"""The sequence of play: what may be done now, and what follows from it."""
