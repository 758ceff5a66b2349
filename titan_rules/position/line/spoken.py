"""The vocabulary that the readers of positions and actions share: families of words, as data."""

from ...kernel.jsontext import data_file

_DATA = data_file(__file__, "words.json")


def _families(part: str) -> dict[str, frozenset[str]]:
    return {family: frozenset(words.split()) for family, words in _DATA[part].items()}


def _by_word(part: str) -> dict[str, str]:
    return {word: family for family, words in _families(part).items() for word in words}


WORDS = _families("words")
"""Families of words with the same effect in a line."""

VERBS = _families("verbs")
"""Families of verbs, by the kind of action meant, whatever the person and tense."""

FAMILY = _by_word("verbs")
ROLES = _by_word("roles")
BATTLE_PHASES = _by_word("phases of a battle")
TURN_PHASES = _by_word("phases of a turn")
LAND_LETTERS: dict[str, str] = _DATA["letters of terrains"]
"""The letters before a land's number."""
ENDINGS = _by_word("endings")
"""The action that ends what a word stands for."""
