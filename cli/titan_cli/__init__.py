"""The command line ``titan``: parse, ask the library, print. No rule is decided here."""
