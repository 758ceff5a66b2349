"""A dispute of the catalogue as a file."""

from pathlib import Path
from typing import Any

from titan_rules.kernel.jsontext import pretty

ODDS: dict[str, Any] = {
    "format": "titan-rules-scenario/1",
    "id": "STRIKE-3.z",
    "slug": "an-ogre-at-a-centaur",
    "game": "titan",
    "rules": ["STRIKE-3"],
    "question": "What does my Ogre need to hit a Centaur?",
    "query": {"command": ["strike-odds", "Ogre", "Centaur"]},
    "expect": {"strike_number": 6},
    "explanation": "4 - 2 + 4 is 6.",
    "sources": "S0",
}


def put(folder: Path, **changes: Any) -> Path:
    """Write it, or another."""
    data = {**ODDS, **changes}
    path = folder / "strike" / f"{data['id']}-{data['slug']}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(pretty(data), encoding="utf-8")
    return path
