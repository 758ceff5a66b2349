"""Cloudspire put together: its documents, readings, digest, questions and play."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from ...kernel.companions import Answer, Play, asked, game, question
from ...kernel.companions.playing import checked
from ...kernel.digest import Rule
from .answers import attacking, building, moving
from .asking import Path
from .facts import provenance, read
from .hexes import typed_many
from .options import RULESETS
from .positions import position_faults, warnings
from .rules import play, views
from .state import Position

DOC = "position.json"

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


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    document: dict[str, Any] = read("new.json")
    return document


def _origin(rule: Rule) -> Mapping[str, Any]:
    about = dict(provenance()[rule.id])
    section = about["section"]
    return {**about, "section": None if section is None else f"{section} ({SECTIONS[section]})"}


PLAY = Play(
    actions=play.ACTIONS,
    apply=play.apply,
    options=views.options,
    show=views.show,
    facts=views.facts,
)

Action: TypeAlias = Annotated[
    Any, asked("as words or as JSON; a unit's id alone means its move", required=True, many=True)
]


def check(position: Position, action: Action, path: Path) -> Answer:
    """Is this action legal? If it is a move that is not, which rule does it break first, at which step?"""
    words = action if isinstance(action, tuple) else (action,)
    name, *hexes = words
    if path or (isinstance(name, str) and name in {chip.id for chip in position.chips()}):
        return checked(
            PLAY, position, {"do": "move", "unit": name, "path": [list(at) for at in (*path, *typed_many(hexes))]}
        )
    return checked(PLAY, position, action)


COMPANION = game(
    name="cloudspire",
    title="Cloudspire",
    position=Position,
    about="a map with its chips, and whose turn it is",
    rulesets=RULESETS,
    rules=f"{__package__}.data",
    new=new,
    faults=position_faults,
    warnings=warnings,
    origin=_origin,
    play=PLAY,
    examples={
        "legal": DOC,
        "show": DOC,
        "replay": f"{DOC} --actions cloudspire.sheet",
        "explain": "CS-MOVE-5",
    },
    questions=(
        question(moving.move, f"{DOC} pike"),
        question(check, f'{DOC} shield --path "4,-1"'),
        question(moving.order, DOC),
        question(moving.ai_move, f"{DOC} scree"),
        question(moving.ai_turn, f"{DOC} --before Flint"),
        question(attacking.attack, f"{DOC} shield scree"),
        question(attacking.must_attack, DOC),
        question(attacking.ai_target, f"{DOC} cairn"),
        question(attacking.spires_fire, f"{DOC} --spire cairn --rolled 2,1"),
        question(building.influence, f"{DOC} Amber"),
        question(building.place_tile, f'{DOC} --at "0,3 1,3 0,4"'),
        question(building.build, f"{DOC} --at 2,3"),
        question(building.upgrade, f"{DOC} beacon range"),
        question(building.gate, f"{DOC} Amber --hero Sorrel"),
    ),
)

FORMAT = COMPANION.format
"""Reads and writes positions: ``FORMAT.loads(text)``, ``FORMAT.dumps(position)``."""
