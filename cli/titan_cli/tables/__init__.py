"""Answers and positions as text for people."""
