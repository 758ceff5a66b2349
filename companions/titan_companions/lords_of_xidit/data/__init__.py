"""Data files: the rule digest and a small invented position."""
