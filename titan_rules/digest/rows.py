"""The numbered rule digest that rulings cite."""

from functools import cache

from ..kernel.digest import Digest, load
from ..kernel.jsontext import data_file
from .glossary import glossary


@cache
def digest() -> Digest:
    """The digest of TITAN's rules."""
    return load("titan_rules.digest.data", "digest.json", synonyms())


@cache
def synonyms() -> dict[str, str]:
    """Players' words for the rules' terms, including Japanese."""
    said: dict[str, str] = data_file(__file__, "synonyms.json")["synonyms"]
    return {**{japanese: term for term, japanese in glossary().items()}, **said}
