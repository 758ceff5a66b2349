"""TITAN's numbered rules digest, its glossary, and the options for disputed readings."""
