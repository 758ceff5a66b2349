"""The digest and the glossary as data."""
