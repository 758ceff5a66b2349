"""The rules themselves: ``explain``."""

from collections.abc import Mapping
from typing import Any

from ....kernel.questions import Answer
from ..digest import digest
from ..readings import OPTIONS, RULESETS


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
