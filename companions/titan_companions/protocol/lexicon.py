"""The words of a game's actions: ``lexicon.json`` beside its other data, in phrases parted by commas.

``fields`` has what holds for a field in every action, ``actions`` what one action adds::

    {"fields": {"ops": {"link": "with", "unit": "op, ops"}, "markers": {"counted": true}},
     "actions": {"coup": {"verbs": "coups", "subject": "side", "die": {"link": "rolls"}, "idle": "card"}}}

The first verb, and the first link of a field, are the ones that are written.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from attrs import frozen

LexiconData: TypeAlias = Mapping[str, Any]

BREAKS = ("and", "then", "&")
"""Words between two values."""

_IDLE = (
    "the a an in at to with for on of from by into onto along is are am was be here there just now please "
    "i we my our his her their its it he she they that can may could does do did will would allowed legal "
    "what about and then & until up"
)
IDLE = frozenset(_IDLE.split())
"""Words that any action can do without."""


@frozen
class Wording:
    """The words of one kind of action.

    :param verbs: the first is written; ``verbs_read`` has them in the infinitive, too.
    :param subject: the field before the verb.
    :param links: by field, the words before its value, the first one written; ``linked``: the fields of each.
    :param units: the field of each word behind a number.
    :param counted: the lists in which a number repeats a name, and the mappings in which a name alone counts 1.
    :param idle: words that it can do without.
    :param same: other words for a value.
    """

    verbs: tuple[str, ...]
    verbs_read: frozenset[str]
    subject: str | None
    links: Mapping[str, tuple[str, ...]]
    linked: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]
    counted: frozenset[str]
    idle: frozenset[str]
    same: Mapping[str, str]

    def is_idle(self, text: str) -> bool:
        """Whether a phrase in lower case can be left out."""
        return text in IDLE or text in self.idle


def phrases(text: str) -> tuple[str, ...]:
    """Phrases parted by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def wording(lexicon: LexiconData, word: str, fields: Iterable[str]) -> Wording:
    """The words of an action.

    :param word: its name.
    :param fields: of the action.
    """
    own, shared = lexicon.get("actions", {}).get(word, {}), lexicon.get("fields", {})
    said = {name: {**shared.get(name, {}), **own.get(name, {})} for name in fields}
    links = {name: phrases(row.get("link", "")) for name, row in said.items()}
    linked: dict[str, tuple[str, ...]] = {}
    for name, each in links.items():
        for phrase in (*each, *map(infinitive, each), name.lower(), name.lower().replace("_", " ")):
            linked[phrase] = tuple(dict.fromkeys((*linked.get(phrase, ()), name)))
    verbs = phrases(own.get("verbs", ""))
    every = (*verbs, word.replace("-", " "), word)
    same = {phrase: value for value, each in lexicon.get("same", {}).items() for phrase in phrases(each)}
    return Wording(
        verbs=verbs, verbs_read=frozenset([*every, *map(infinitive, every)]), subject=own.get("subject"),
        links=links, linked=linked, same=same,
        units={phrase: name for name, row in said.items() for phrase in phrases(row.get("unit", ""))},
        counted=frozenset(name for name, row in said.items() if row.get("counted")),
        idle=frozenset([*phrases(lexicon.get("idle", "")), *phrases(own.get("idle", ""))]),
    )  # fmt: skip


def infinitive(verb: str) -> str:
    """``takes`` as it stands after *may* or *can*.

    >>> infinitive("passes"), infinitive("goes"), infinitive("sets up"), infinitive("move")
    ('pass', 'go', 'set up', 'move')
    """
    first, *rest = verb.split(" ")
    if first == "does":
        return " ".join(["do", *rest])
    first = (
        first.removesuffix("es" if first.endswith(("sses", "ches", "shes", "oes")) else "s")
        if len(first) > 3
        else first
    )
    return " ".join([first, *rest])
