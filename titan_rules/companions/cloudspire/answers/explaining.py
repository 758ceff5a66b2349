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
    """A rule's text, where it comes from, and its readings.

    :raises UnknownName: there is no such rule, nor a chapter.
    """
    known = provenance()
    rules = digest().find(values["rule"])
    return {"rules": [_explained(rule.to_json(), known) for rule in rules]}


def _explained(row: dict[str, str], known: Any) -> Answer:
    about = known["rules"][row["id"]]
    out: Answer = {"id": row["id"], "chapter": row["chapter"], "text": row["text"], "origin": about["origin"]}
    section = about["section"]
    out["section"] = None if section is None else f"{section} ({SECTIONS[section]})"
    out.update({key: about[key] for key in ("unclear",) if key in about})
    for key in ("filled_in", "disagrees"):
        if key in about:
            out[key] = [_sourced(item, known["sources"]) for item in about[key]]
    readings = [_reading(option.name) for option in OPTIONS if row["id"] in option.rules]
    if readings:
        out["readings"] = readings
    return out


def _sourced(item: Any, sources: Any) -> Answer:
    return {
        "what": item["what"],
        "sources": [{"code": code, **sources[code]} for code in item["sources"]],
    }


def _reading(name: str) -> Answer:
    option = RULESETS.options[name]
    chosen = {preset: values[name] for preset, values in RULESETS.presets.items()}
    return {"option": name, "values": list(option.values), "about": option.about, "chosen_by": chosen}
