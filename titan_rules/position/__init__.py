"""Positions: frozen classes that are also the documents, with no behaviour but derived facts."""
