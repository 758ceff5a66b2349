"""Pages that are made from data when the documentation is built: the rule digest, the glossary, the reference."""

import json
from pathlib import Path

from titan_rules.digest.glossary import glossary
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS

HERE = Path(__file__).parent
OUT = HERE / "made"
SCENARIOS = HERE.parent / "scenarios"

LIBRARY = {
    "Playing": "play play.engine play.listing play.outcome actions.intents actions.grammar actions.events",
    "Positions": "position.battle position.game position.muster position.documents position.line",
    "The box": "box box.types box.value",
    "Rules of the Masterboard": "rules.masterboard.commencement rules.masterboard.movement rules.masterboard.mustering "
    "rules.masterboard.normal_moves rules.masterboard.teleport",
    "Rules of Engagements": "rules.engagement.meeting rules.engagement.reinforcement rules.engagement.removal "
    "rules.engagement.scoring rules.engagement.summoning rules.engagement.titans",
    "Rules of battles": "rules.battle.carry rules.battle.concession rules.battle.maneuver rules.battle.rangestrike "
    "rules.battle.sequence rules.battle.sight rules.battle.strike",
    "Odds": "odds.typed odds.typed_battle odds.cases odds.carry odds.several odds.exchange odds.duel",
    "Answers": "answers.checking answers.legal_moves answers.strike_odds answers.replay_report",
    "Replays": "replays.report replays.referee replays.expectations replays.archive replays.sheet",
    "What hidden Legions hold": "deduction.asking deduction.could deduction.audit",
    "The catalogue of disputes": "scenarios kernel.scenarios",
    "The kernel": "kernel.rulings kernel.errors kernel.documents kernel.dice kernel.odds kernel.rulesets "
    "kernel.replaying kernel.digest",
}
"""What the reference shows: modules under each heading."""


def cases() -> dict[str, list[tuple[str, str]]]:
    """The disputes that cite each rule: their ids and questions."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(SCENARIOS.rglob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if str(case.get("format", "")).startswith("titan-rules-scenario/"):
            for rule in case["rules"]:
                found.setdefault(rule, []).append((case["id"], case["question"]))
    return found


def rules_page() -> str:
    """The digest, each rule with its sources, its options and its cases."""
    settled = cases()
    lines = ["# The rules", "", "What rulings cite. `titan rules ID` prints one of them.", ""]
    for heading, rules in digest().chapters().items():
        lines += [f"## {heading}", ""]
        for rule in rules:
            lines += [f"### {rule.id}", "", rule.text, "", f"Sources: {rule.sources}.", ""]
            for option in OPTIONS:
                if rule.id in option.rules:
                    values = " or ".join(f"`{str(v).lower() if isinstance(v, bool) else v}`" for v in option.values)
                    lines += [f"Option `{option.name}` ({values}): {option.about}.", ""]
            if settled.get(rule.id):
                lines += ["Cases:", ""]
                lines += [f"- `titan scenario show {case}`: {question}" for case, question in settled[rule.id]]
                lines.append("")
    for heading, text in digest().notes.items():
        lines += [f"## {heading}", "", text, ""]
    return "\n".join(lines)


def glossary_page() -> str:
    """The game's terms in English and Japanese."""
    lines = [
        "# Glossary",
        "",
        "The sources are Japanese. `--lang ja` shows these terms in brackets, in rules and rulings.",
        "",
    ]
    lines += ["| English | Japanese |", "| --- | --- |"]
    lines += [f"| {term} | {japanese} |" for term, japanese in glossary().items()]
    return "\n".join([*lines, ""])


def reference_page() -> str:
    """The library, from its docstrings."""
    lines = ["# The library", ""]
    for heading, modules in LIBRARY.items():
        lines += [f"## {heading}", ""]
        for module in modules.split():
            lines += [
                f"### titan_rules.{module}",
                "",
                "```{eval-rst}",
                f".. automodule:: titan_rules.{module}",
                "```",
                "",
            ]
    return "\n".join(lines)


def write_pages() -> None:
    """Write all of them; what has not changed is left alone, so that a second build is quick."""
    OUT.mkdir(exist_ok=True)
    for name, text in (("rules", rules_page()), ("glossary", glossary_page()), ("reference", reference_page())):
        path = OUT / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
