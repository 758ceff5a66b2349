"""The numbered rule digest that rulings cite."""

from functools import cache

from ..kernel.digest import Digest, load


@cache
def digest() -> Digest:
    """The digest of TITAN's rules."""
    return load("titan_rules.digest.data", "digest.json")
