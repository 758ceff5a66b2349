"""The command line ``titan``: parses, asks the library, prints. No rule is decided here."""
