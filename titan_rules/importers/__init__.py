"""Imports games saved by other programs, and reports what a save leaves out."""
