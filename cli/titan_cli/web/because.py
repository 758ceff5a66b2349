"""Why a legal action is legal and has its numbers."""

from titan_rules.actions.intents import Action, Maneuver, Move, Muster, Split, Strike
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import why
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game

_EXPLAINED = (Strike, Maneuver, Move, Muster, Split)


def because(position: Game | Battle, action: Action) -> list[Ruling]:
    """The rulings that allow an action and give it its numbers; none for what needs no more words."""
    if not isinstance(action, _EXPLAINED):
        return []
    try:
        found = why(position, action)
    except TitanError:
        return []
    return list(found.rulings) if found.legal else []
