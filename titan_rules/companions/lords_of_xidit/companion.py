"""Lords of Xidit put together: its documents, readings, digest, questions and play."""

import json
import os.path
from collections.abc import Mapping
from typing import Any

from ...kernel.companions import Play, game, question
from ...kernel.digest import Rule
from .faults import known, position_faults, warnings
from .readings import RULESETS
from .rules import assessment, census, orders, play, recruiting, regions, repelling, supply, years
from .state import Position

DOC = "year.json"


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    with open(os.path.join(os.path.dirname(__file__), "data", "new.json"), encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


def _origin(rule: Rule) -> Mapping[str, str]:
    return {"origin": "sheet" if rule.sources.startswith("sheet") else "filled in"}


COMPANION = game(
    name="lords-of-xidit",
    title="Lords of Xidit",
    position=Position,
    about="a game in some year",
    rulesets=RULESETS,
    rules=f"{__package__}.data",
    new=new,
    faults=position_faults,
    known=known,
    warnings=warnings,
    origin=_origin,
    play=Play(
        actions=play.ACTIONS,
        apply=play.apply,
        options=play.options,
        show=play.show,
        facts=play.facts,
        over=play.over,
    ),
    examples={
        "check": f"{DOC} order A",
        "legal": DOC,
        "show": DOC,
        "replay": f"{DOC} --actions year.sheet",
        "explain": "LX-FINAL-9",
    },
    questions=(
        question(orders.run, DOC),
        question(orders.step, f"{DOC} --player A --order 2"),
        question(orders.reach, f"{DOC} A"),
        question(recruiting.recruit, f"{DOC} A"),
        question(repelling.repel, f"{DOC} B"),
        question(supply.supply, f"{DOC} 4"),
        question(years.year, DOC),
        question(census.census, DOC),
        question(regions.regions, DOC),
        question(assessment.final, DOC),
        question(assessment.what_if, f"{DOC} wealth C"),
    ),
)

FORMAT = COMPANION.format
"""Reads and writes positions: ``FORMAT.loads(text)``, ``FORMAT.dumps(position)``."""
