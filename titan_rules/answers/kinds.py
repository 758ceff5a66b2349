"""Every kind of answer, and its JSON Schema."""

from ..kernel.answers import Answer
from ..kernel.jsontext import JSON
from ..kernel.schema import DIALECT, reference_to
from ..position.documents import FORMAT
from .advice import Advice
from .battle_moves import ManeuverMoves, StrikeMoves
from .battle_odds import BattleOdds
from .battle_result import BattleResult
from .boxes import BoxContents, BoxList
from .checking import Check, Played
from .deduction import Deduction, Possibility
from .duel_odds import DuelOdds, DuelRefused, DuelTable
from .legal_moves import ActionMoves, EngagementMoves, MovementMoves, MusterMoves, SplitMoves
from .muster_options import MusterOptions
from .outlook import Outlook
from .replay_report import Audit, Report
from .strike_odds import SeveralStrikesOdds, StrikeOdds, StrikeRefused, StrikesInShort
from .tally import Tally
from .validation import Validation

CLASSES: tuple[type[Answer], ...] = (
    SplitMoves, MovementMoves, EngagementMoves, ActionMoves, MusterMoves, ManeuverMoves, StrikeMoves, MusterOptions,
    Check, Played, Tally, StrikeOdds, SeveralStrikesOdds, StrikesInShort,
    StrikeRefused, Validation, Report, BattleResult, BattleOdds, BoxList, BoxContents, Advice, Deduction,
    Possibility, Audit, Outlook, DuelOdds, DuelRefused, DuelTable,
)  # fmt: skip
"""Every class of answers, grouped by kind."""

ANSWERS = {kind: tuple([cls for cls in CLASSES if cls.kind == kind]) for kind in dict.fromkeys(c.kind for c in CLASSES)}
"""The classes of each kind of answer."""


def answer_schema(kind: str) -> dict[str, JSON]:
    """The JSON Schema (2020-12) of a kind of answer."""
    definitions: dict[str, JSON] = {}
    shapes = [reference_to(cls, _header(cls), definitions) for cls in ANSWERS[kind]]
    return {
        "$schema": DIALECT,
        "$id": f"urn:{FORMAT.name}:{FORMAT.version}:{kind}",
        "title": f"{FORMAT.id} {kind}",
        "description": f"An answer of the kind {kind}.",
        **(shapes[0] if len(shapes) == 1 else {"anyOf": shapes}),
        "$defs": dict(sorted(definitions.items())),
    }


def _header(cls: type[Answer]) -> dict[str, JSON]:
    header: dict[str, JSON] = {"format": {"const": cls.format}} if cls.format else {}
    return header | {"kind": {"const": cls.kind}}
