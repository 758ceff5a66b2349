"""The numbered rule digest that rulings cite."""

from functools import cache

from ..kernel.arguments import expect
from ..kernel.digest import Digest, Rule, load


@cache
def digest() -> Digest:
    """The digest of TITAN's rules."""
    return load("titan_rules.digest.data", "digest.json")


def rule(id: str) -> Rule:
    """A rule of TITAN by its id: its text, its chapter and where it is written.

    :raises UnknownName: there is no such rule.

    >>> rule("strike-5").id
    'STRIKE-5'
    """
    expect(str, id=id)
    rules = digest()
    return rules.rules[rules.names.canonical(id)]
