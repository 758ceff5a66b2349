"""Engagements, what decides them short of a Battle, and what follows: scores, Angels, dead Titans."""
