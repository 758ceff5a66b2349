"""The numbered rules digest, its glossary, and the readings of it that are in dispute."""
