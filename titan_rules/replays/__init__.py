"""Recorded games of TITAN, checked to the end."""
