"""Three other games on the same kernel. They know nothing of TITAN, nor of each other."""
