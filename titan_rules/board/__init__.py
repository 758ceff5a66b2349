"""The Masterboard and the Battlelands: what is printed, and tables computed from it once."""
