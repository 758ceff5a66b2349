"""The numbered rule digest that rulings cite."""

from functools import cache

from ...kernel.digest import Digest, load


@cache
def digest() -> Digest:
    """The digest of the rules of Lords of Xidit."""
    return load("titan_rules.companions.lords_of_xidit.data", "digest.json")
