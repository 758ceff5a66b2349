"""The questions: each a function from a position and its parameters to a JSON answer. No rules here."""
