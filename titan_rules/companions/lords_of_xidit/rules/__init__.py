"""One module a chapter of the sheet: pure functions over a position, each ruling with its rule."""
