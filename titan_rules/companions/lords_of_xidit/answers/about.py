"""The rules themselves: ``explain``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ....kernel.digest import Digest, load
from ....kernel.questions import Answer
from ..readings import OPTIONS, RULESETS


@cache
def digest() -> Digest:
    """The digest of the rules of Lords of Xidit."""
    return load("titan_rules.companions.lords_of_xidit.data", "digest.json")


def explain(_: None, values: Mapping[str, Any]) -> Answer:
    """A rule's text, where it stands, whether the sheet says it, and its readings.

    :raises UnknownName: there is no such rule.
    """
    rules = digest()
    rule = rules.rules[rules.names.canonical(values["rule"])]
    return {
        "rule": rule.id,
        "chapter": rule.chapter,
        "text": rule.text,
        "origin": "sheet" if rule.sources.startswith("sheet") else "filled in",
        "sources": rule.sources,
        "readings": [
            {
                "option": option.name,
                "values": list(option.values),
                **{preset: values[option.name] for preset, values in RULESETS.presets.items()},
                "about": option.about,
            }
            for option in OPTIONS
            if rule.id in option.rules
        ],
    }
