"""Cloudspire for the command line: its questions, documents, readings and digest."""

from typing import Any

from ...kernel.questions import Answering, Companion, Parameter, Question, lazily
from .documents import FORMAT
from .facts import UPGRADES, digest, read
from .options import RULESETS
from .positions import warnings

DOC = ("position",)
FACTION = Parameter("faction", "whose; default: the faction whose turn it is")
UNIT = Parameter("unit", "its id", required=True)


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    document: dict[str, Any] = read("new.json")
    return document


def _answer(place: str) -> Answering:
    return lazily(f"{__package__}.answers", place)


COMPANION = Companion(
    name="cloudspire",
    title="Cloudspire",
    format=FORMAT,
    rulesets=RULESETS,
    digest=digest,
    questions=(
        Question(
            "move",
            "Where may a unit end, by which way, and why not elsewhere? Without a unit: every unit.",
            _answer("moving:move"),
            (Parameter("unit", "its id; default: every unit of the faction"), FACTION),
            DOC,
            "position.json --unit pike",
        ),
        Question(
            "check",
            "Is this move legal? If not, which rule does it break first, at which step?",
            _answer("moving:check"),
            (UNIT, Parameter("path", 'the hexes in order, like "1,1 2,0"; none: it stays', many=True)),
            DOC,
            'position.json shield --path "4,-1"',
        ),
        Question(
            "order",
            "In what order do minions move, which ties are the player's, when may heroes move?",
            _answer("moving:order"),
            (FACTION,),
            DOC,
            "position.json",
        ),
        Question(
            "ai-move",
            "Where does an AI unit go, and where must the player break a tie?",
            _answer("moving:ai_move"),
            (UNIT,),
            DOC,
            "position.json scree",
        ),
        Question(
            "ai-turn",
            "Move a whole AI faction, as far as no tie needs the player's word.",
            _answer("moving:ai_turn"),
            (
                FACTION,
                Parameter("before", "a hero that moves before the minions", many=True),
                Parameter("first", "a minion that moves first where several are equally near", many=True),
                Parameter("choose", "where a unit goes that has several ends: UNIT=q,r", many=True),
            ),
            DOC,
            "position.json --before Flint",
        ),
        Question(
            "attack",
            "What does an attack do: damage, defeat, strikes back?",
            _answer("attacking:answer_attack"),
            (
                UNIT,
                Parameter("target", "a unit, a spire, or gate:FACTION", required=True),
                Parameter("absorb", "the top unit at the gate takes the damage in its place", "flag"),
            ),
            DOC,
            "position.json shield scree",
        ),
        Question(
            "must-attack",
            "Which units must attack, which may, and whom can each reach?",
            _answer("attacking:must_attack"),
            (FACTION,),
            DOC,
            "position.json",
        ),
        Question(
            "ai-target",
            "Whom does an AI unit or spire attack, and what if the classes are read otherwise?",
            _answer("attacking:ai_target"),
            (Parameter("piece", "the id of a unit or a spire", required=True),),
            DOC,
            "position.json cairn",
        ),
        Question(
            "spires-fire",
            "Which hostile spires reach which units, with how many dice? With what was rolled: what happens?",
            _answer("attacking:spires_fire"),
            (
                Parameter("spire", "only this one"),
                Parameter("target", "the unit that it fires at"),
                Parameter("rolled", "what the dice show, like 2,0,1"),
            ),
            DOC,
            "position.json --spire cairn --rolled 2,1",
        ),
        Question(
            "influence",
            "Which hex groups are under a faction's influence, and by which clause?",
            _answer("building:answer_influence"),
            (FACTION,),
            DOC,
            "position.json --faction Amber",
        ),
        Question(
            "place-tile",
            "May a terrain tile lie here?",
            _answer("building:place_tile"),
            (FACTION, Parameter("at", 'its hexes, like "0,3 1,3 0,4"', many=True)),
            DOC,
            'position.json --at "0,3 1,3 0,4"',
        ),
        Question(
            "build",
            "May a spire be built here?",
            _answer("building:build"),
            (FACTION, Parameter("at", "the hex")),
            DOC,
            "position.json --at 2,3",
        ),
        Question(
            "upgrade",
            "May a unit or a spire take an upgrade, and what has it now?",
            _answer("building:upgrade"),
            (
                Parameter("piece", "the id of a unit or a spire", required=True),
                Parameter("kind", "which upgrade", required=True, choices=UPGRADES),
            ),
            DOC,
            "position.json beacon range",
        ),
        Question(
            "gate",
            "Who takes damage for a gate, whom does it strike, may heroes return, equip, deploy?",
            _answer("building:answer_gate"),
            (FACTION, Parameter("hero", "only this one")),
            DOC,
            "position.json --hero Sorrel",
        ),
        Question(
            "explain",
            "A rule: its text, its section of the sheet, what was filled in, its readings.",
            _answer("explaining:explain"),
            (Parameter("rule", "its id", required=True),),
            (),
            "CS-MOVE-5",
        ),
    ),
    new=new,
    warnings=warnings,
)
