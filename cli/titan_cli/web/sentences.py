"""An action as an arrow on the board."""

from titan_rules.actions.intents import Action, Maneuver, Move, Strike
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game


def arrow(action: Action, position: Game | Battle) -> list[JSON] | None:
    """From where to where an action goes: what it is, and two hexes or lands."""
    if isinstance(action, Move) and isinstance(position, Game):
        found = position.find(action.legion)
        return ["move", str(found[1].land), str(action.to)] if found is not None else None
    if isinstance(action, Strike | Maneuver) and action.origin and action.to:
        return [action.do, action.origin, action.to]
    return None
