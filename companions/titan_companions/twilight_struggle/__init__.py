"""Twilight Struggle: control, Operations, odds, scoring and the ends of the game. No event cards."""
