"""The rules by chapter: pure functions over a position, each ruling citing its id."""
