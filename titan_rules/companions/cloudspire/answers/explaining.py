"""Questions on the rules themselves: explain."""

from collections.abc import Mapping
from typing import Any

from ....kernel.questions import Answer
from ..facts import digest, provenance
from ..options import OPTIONS, RULESETS

SECTIONS = {
    "Intro": "introduction",
    "移動-共通": "movement, common",
    "移動-プレイヤー": "movement, players",
    "移動-AI": "movement, AI",
    "攻撃-共通": "attack, common",
    "攻撃-プレイヤー": "attack, players",
    "攻撃-AI": "attack, AI",
    "その他": "the rest",
}
"""The sections of the sheet, in English."""


def explain(_: Any, values: Mapping[str, Any]) -> Answer:
    """A rule's text, its section of the sheet, what was filled in, and its readings.

    :raises UnknownName: there is no such rule.
    """
    rules = digest()
    rule = rules.rules[rules.names.canonical(values["rule"])]
    about = provenance()[rule.id]
    section = about["section"]
    out: Answer = {"rule": rule.id, "chapter": rule.chapter, "text": rule.text, "origin": about["origin"]}
    out["section"] = None if section is None else f"{section} ({SECTIONS[section]})"
    out.update({key: about[key] for key in ("unclear", "filled_in", "disagrees") if key in about})
    readings = [_reading(option.name) for option in OPTIONS if rule.id in option.rules]
    if readings:
        out["readings"] = readings
    return {**out, "sources": [f"{tag}: {meaning}" for tag, meaning in rules.sources_of(rule).items()]}


def _reading(name: str) -> Answer:
    option = RULESETS.options[name]
    chosen = {preset: values[name] for preset, values in RULESETS.presets.items()}
    return {"option": name, "values": list(option.values), "about": option.about, "chosen_by": chosen}
