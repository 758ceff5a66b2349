"""Cloudspire put together: its documents, readings, digest, questions and play."""

from typing import Annotated, Any, TypeAlias

from ...kernel.companions import Answer, Play, asked, game, question
from ...kernel.companions.playing import checked
from . import ai_turn, questions
from .facts import read
from .faults import known, position_faults, warnings
from .hexes import typed_many
from .options import RULESETS
from .play import ACTIONS, facts, options, show
from .questions import PathAsked
from .state import Position

DOC = "position.json"


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    document: dict[str, Any] = read("new.json")
    return document


PLAY = Play(actions=ACTIONS, options=options, show=show, facts=facts)

Action: TypeAlias = Annotated[
    Any, asked("as words or as JSON; a unit's id alone means its move", required=True, many=True)
]


def check(position: Position, action: Action, path: PathAsked) -> Answer:
    """Is this action legal? If it is a move that is not, which rule does it break first, at which step?"""
    name, *hexes = action if isinstance(action, tuple) else (action,)
    if path or (isinstance(name, str) and name in {chip.id for chip in position.chips()}):
        action = {"do": "move", "unit": name, "path": [list(at) for at in (*path, *typed_many(hexes))]}
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
    known=known,
    warnings=warnings,
    origin=lambda rule: read("provenance.json")[rule.id],
    play=PLAY,
    examples={"legal": DOC, "show": DOC, "replay": f"{DOC} --actions cloudspire.sheet", "explain": "CS-MOVE-5"},
    questions=(
        question(questions.move, f"{DOC} pike"),
        question(check, f'{DOC} shield --path "4,-1"'),
        question(questions.order, DOC),
        question(ai_turn.ai_move, f"{DOC} scree"),
        question(ai_turn.ai_turn, f"{DOC} --before Flint"),
        question(questions.attack, f"{DOC} shield scree"),
        question(questions.must_attack, DOC),
        question(questions.ai_target, f"{DOC} cairn"),
        question(questions.spires_fire, f"{DOC} --spire cairn --rolled 2,1"),
        question(questions.influence, f"{DOC} Amber"),
        question(questions.place_tile, f'{DOC} --at "0,3 1,3 0,4"'),
        question(questions.build, f"{DOC} --at 2,3"),
        question(questions.upgrade, f"{DOC} beacon range"),
        question(questions.gate, f"{DOC} Amber --hero Sorrel"),
    ),
)

FORMAT = COMPANION.format
"""Reads and writes positions: ``FORMAT.loads(text)``, ``FORMAT.dumps(position)``."""
