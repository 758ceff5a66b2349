"""Calibrations as data."""
