"""The table in the browser: one page, and the one function that answers everything it asks."""
